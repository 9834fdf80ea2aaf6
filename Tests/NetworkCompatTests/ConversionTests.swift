import NetworkCompat
import PathMonitoring
import Testing

/// What is made of the values of PathMonitoring, and back.
@Suite struct ConversionTests {
  private static let ethernet = NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet)

  @Test func everyProperty() throws {
    let router = NetworkEndpoint.hostPort(host: "192.0.2.1", port: .any)
    let source = NetworkPath(
      status: .satisfied, availableInterfaces: [Self.ethernet], supportsIPv4: true, gateways: [router],
      underlyingTypes: [.wifi])
    let path = NWPath(networkPath: source)
    #expect(path.status == .satisfied && path.unsatisfiedReason == .notAvailable)
    #expect(path.availableInterfaces.map(\.name) == ["eth0"])
    #expect(path.availableInterfaces.map(\.index) == [2])
    #expect(path.availableInterfaces.map(\.type) == [.wiredEthernet])
    #expect(path.gateways == [.hostPort(host: "192.0.2.1", port: .any)])
    #expect(path.usesInterfaceType(.wiredEthernet) && path.usesInterfaceType(.wifi))
    #expect(!path.usesInterfaceType(.cellular) && !path.usesInterfaceType(.other))
    #expect(path.localEndpoint == nil && path.remoteEndpoint == nil)
    #expect(path.linkQuality == .unknown && !path.isUltraConstrained)
    #expect("\(path)" == source.debugDescription)
    #expect(NetworkPath(path) == source)
  }

  @Test func flagsEachByItself() {
    let flags: [(KeyPath<NWPath, Bool>, NetworkPath)] = [
      (\.isExpensive, NetworkPath(status: .satisfied, isExpensive: true)),
      (\.isConstrained, NetworkPath(status: .satisfied, isConstrained: true)),
      (\.supportsIPv4, NetworkPath(status: .satisfied, supportsIPv4: true)),
      (\.supportsIPv6, NetworkPath(status: .satisfied, supportsIPv6: true)),
      (\.supportsDNS, NetworkPath(status: .satisfied, supportsDNS: true)),
    ]
    for (place, flag) in flags.enumerated() {
      for (other, source) in flags.enumerated() {
        #expect(NWPath(networkPath: source.1)[keyPath: flag.0] == (place == other))
      }
    }
  }

  @Test func everyStatusAndReason() {
    let statuses: [(NetworkPath.Status, NWPath.Status)] = [
      (.satisfied, .satisfied), (.unsatisfied, .unsatisfied), (.requiresConnection, .requiresConnection),
    ]
    for (source, wanted) in statuses {
      #expect(NWPath(networkPath: NetworkPath(status: source)).status == wanted)
    }
    let reasons: [(NetworkPath.UnsatisfiedReason, NWPath.UnsatisfiedReason)] = [
      (.notAvailable, .notAvailable), (.cellularDenied, .cellularDenied), (.wifiDenied, .wifiDenied),
      (.localNetworkDenied, .localNetworkDenied), (.vpnInactive, .vpnInactive),
    ]
    for (source, wanted) in reasons {
      let path = NetworkPath(status: .unsatisfied, unsatisfiedReason: source)
      #expect(NWPath(networkPath: path).unsatisfiedReason == wanted)
    }
  }

  @Test func everyTypeThereAndBack() {
    let types: [(NetworkInterface.InterfaceType, NWInterface.InterfaceType)] = [
      (.other, .other), (.wifi, .wifi), (.cellular, .cellular), (.wiredEthernet, .wiredEthernet),
      (.loopback, .loopback),
    ]
    for (source, wanted) in types {
      let interface = NWInterface(networkInterface: NetworkInterface(name: "a", index: 1, type: source))
      #expect(interface.type == wanted && NetworkInterface(interface).type == source)
      let path = NWPath(networkPath: NetworkPath(status: .satisfied, underlyingTypes: [source]))
      #expect(types.filter { path.usesInterfaceType($0.1) }.map(\.1) == [wanted])
    }
  }

  @Test func endpointsThereAndBack() throws {
    let endpoints: [NetworkEndpoint] = [
      .hostPort(host: .name("a", Self.ethernet), port: 1), .hostPort(host: "192.0.2.1", port: 2),
      .hostPort(host: "2001:db8::1", port: 3), .unix(path: "/a"),
      .service(name: "a", type: "b", domain: "c", interface: Self.ethernet),
    ]
    for endpoint in endpoints {
      #expect(NetworkEndpoint(NWEndpoint(networkEndpoint: endpoint)) == endpoint)
      #expect(NWEndpoint(networkEndpoint: endpoint).interface?.name == endpoint.interface?.name)
    }
    #expect(NetworkEndpoint(NWEndpoint.url(URL(filePath: "/"))) == nil)
  }

  @Test func gatewayOnALinkKeepsItsScope() throws {
    let router = NetworkEndpoint.hostPort(
      host: .ipv6(try #require(.init([0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1], Self.ethernet))),
      port: .any)
    let path = NWPath(
      networkPath: NetworkPath(status: .satisfied, gateways: [router]))
    #expect(path.gateways.map(\.debugDescription) == ["fe80::1%eth0.0"])
    #expect(path.gateways.first?.interface?.index == 2)
  }

  @Test func interfacesAreEqualByIndexAndName() {
    func interface(_ name: String, _ index: Int, _ type: NetworkInterface.InterfaceType) -> NWInterface {
      NWInterface(networkInterface: NetworkInterface(name: name, index: index, type: type))
    }
    #expect(interface("a", 1, .wifi) == interface("a", 1, .other))
    #expect(Set([interface("a", 1, .wifi), interface("a", 1, .other)]).count == 1)
    #expect(interface("a", 1, .wifi) != interface("b", 1, .wifi))
    #expect(interface("a", 1, .wifi) != interface("a", 2, .wifi))
    #expect("\(interface("a", 1, .wifi))" == "a")
  }

  @Test func pathsAreEqualByAllThatTheyTell() {
    func path(_ interface: NetworkInterface, dns: Bool = true) -> NWPath {
      NWPath(
        networkPath: NetworkPath(status: .satisfied, availableInterfaces: [interface], supportsDNS: dns))
    }
    #expect(path(Self.ethernet) == path(Self.ethernet))
    #expect(path(Self.ethernet) != path(Self.ethernet, dns: false))
    #expect(path(Self.ethernet) != path(NetworkInterface(name: "eth0", index: 2, type: .wifi)))
    #expect(NWPathMonitor().currentPath == NWPathMonitor().currentPath)
  }
}
