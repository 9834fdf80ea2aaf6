package import PathMonitoring

/// Where targets that are made now will have their paths from; a test gives others than the system's.
package struct ReachabilityEnvironment: Sendable {
  private let make: @Sendable (NetworkEndpoint?) -> PathMonitor

  package init(
    backend: some PathMonitorBackend = .automatic, clock: some PathMonitorClock = .system,
    resolver: (any HostResolver)? = nil
  ) {
    make = { endpoint in
      PathMonitor(
        requirements: PathRequirements(), backend: backend, clock: clock, to: endpoint, resolver: resolver)
    }
  }

  @TaskLocal package static var current = ReachabilityEnvironment()

  func monitor(to endpoint: NetworkEndpoint?) -> PathMonitor { make(endpoint) }
}
