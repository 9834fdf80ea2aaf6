public import PathMonitoring

// Beyond Apple: the way from and to the types of PathMonitoring, for tests, and for what these can do more. No
// initializer here takes what one of Apple's does.

extension NWPathMonitor {
  /// Makes a monitor that is Apple's face of another, which nobody else may start: with a backend, settling or
  /// clock of its own, or of another kind than Apple's.
  ///
  /// ```swift
  /// NWPathMonitor(pathMonitor: PathMonitor(requiredInterfaceType: .wifi, backend: .simulated(simulation)))
  /// ```
  public convenience init(pathMonitor: PathMonitor) {
    self.init(converted: pathMonitor)
  }

  /// Makes a monitor of all interfaces with a backend, such as `.simulated(simulation)`.
  public convenience init(backend: some PathMonitorBackend) {
    self.init(converted: PathMonitor(backend: backend))
  }
}

extension NWPath {
  /// Makes a path of PathMonitoring's, which a test can make as it likes.
  public init(networkPath: NetworkPath) {
    self.init(converted: networkPath)
  }
}

extension NWInterface {
  /// Makes an interface of PathMonitoring's.
  public init(networkInterface: NetworkInterface) {
    self.init(converted: networkInterface)
  }
}

extension NWEndpoint {
  /// Makes an endpoint of PathMonitoring's.
  public init(networkEndpoint: NetworkEndpoint) {
    self.init(converted: networkEndpoint)
  }
}

extension NetworkPath {
  /// The path that an `NWPath` shows.
  public init(_ path: NWPath) {
    self = path.converted
  }
}

extension NetworkInterface {
  /// The interface that an `NWInterface` shows.
  public init(_ interface: NWInterface) {
    self = interface.converted
  }
}

extension NetworkEndpoint {
  /// The endpoint that an `NWEndpoint` shows; nil of a URL, which has none here.
  public init?(_ endpoint: NWEndpoint) {
    guard let converted = endpoint.converted else { return nil }
    self = converted
  }
}
