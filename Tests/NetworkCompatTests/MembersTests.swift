import NetworkCompat
import Testing

/// Every member that Apple's documentation lists for what a user of a path monitor can touch, with its type. A
/// member that goes missing, or changes its type, does not compile.
@Suite struct MembersTests {
  @Test func monitor() {
    let inits:
      (
        () -> NWPathMonitor, (NWInterface.InterfaceType) -> NWPathMonitor,
        ([NWInterface.InterfaceType]) -> NWPathMonitor
      ) = (
        NWPathMonitor.init, NWPathMonitor.init(requiredInterfaceType:),
        NWPathMonitor.init(prohibitedInterfaceTypes:)
      )
    let monitor = inits.0()
    let _: NWPathMonitor = inits.1(.wifi)
    let _: NWPathMonitor = inits.2([.cellular])
    let _: NWPathMonitor = .ethernetChannel
    #expect(NWPathMonitor.ethernetChannel !== NWPathMonitor.ethernetChannel)
    let _: KeyPath<NWPathMonitor, NWPath> = \.currentPath
    let _: ReferenceWritableKeyPath<NWPathMonitor, (@Sendable (NWPath) -> Void)?> = \.pathUpdateHandler
    let _: KeyPath<NWPathMonitor, DispatchQueue?> = \.queue
    let _: KeyPath<NWPathMonitor, String> = \.debugDescription
    let _: (NWPathMonitor) -> (DispatchQueue) -> Void = NWPathMonitor.start(queue:)
    let _: (NWPathMonitor) -> () -> Void = NWPathMonitor.cancel
    let _: (NWPathMonitor) -> () -> NWPathMonitor.Iterator = NWPathMonitor.makeAsyncIterator
    let _: NWPathMonitor.Iterator.Type = NWPathMonitor.AsyncIterator.self
    let _: NWPath.Type = NWPathMonitor.Element.self
    let _: Never.Type = NWPathMonitor.Failure.self
    let _: NWPath.Type = NWPathMonitor.Iterator.Element.self
    takes(sendable: monitor)
    takes(debugConvertible: monitor)
    takes(sequence: monitor)
    #expect(!(monitor is any Equatable) && !(monitor is any CustomStringConvertible))
  }

  @Test func path() {
    let _: KeyPath<NWPath, NWPath.Status> = \.status
    let _: KeyPath<NWPath, NWPath.UnsatisfiedReason> = \.unsatisfiedReason
    let _: KeyPath<NWPath, [NWInterface]> = \.availableInterfaces
    let _: [KeyPath<NWPath, Bool>] = [
      \.isExpensive, \.isConstrained, \.isUltraConstrained, \.supportsIPv4, \.supportsIPv6, \.supportsDNS,
    ]
    let _: KeyPath<NWPath, NWPath.LinkQuality> = \.linkQuality
    let _: KeyPath<NWPath, [NWEndpoint]> = \.gateways
    let _: [KeyPath<NWPath, NWEndpoint?>] = [\.localEndpoint, \.remoteEndpoint]
    let _: (NWPath) -> (NWInterface.InterfaceType) -> Bool = NWPath.usesInterfaceType
    let _: (NWPath, NWPath) -> Bool = (==)
    let _: KeyPath<NWPath, String> = \.debugDescription
    let _: [NWPath.Status] = [.satisfied, .unsatisfied, .requiresConnection]
    let _: [NWPath.UnsatisfiedReason] = [
      .notAvailable, .cellularDenied, .wifiDenied, .localNetworkDenied, .vpnInactive,
    ]
    let _: [NWPath.LinkQuality] = [.unknown, .minimal, .moderate, .good]
    let path = NWPathMonitor().currentPath
    takes(sendable: path)
    takes(debugConvertible: path)
    #expect(!(path as Any is any Hashable) && !(path as Any is any CustomStringConvertible))
  }

  @Test func interface() {
    let _: KeyPath<NWInterface, NWInterface.InterfaceType> = \.type
    let _: KeyPath<NWInterface, String> = \.name
    let _: KeyPath<NWInterface, Int> = \.index
    let _: KeyPath<NWInterface, String> = \.debugDescription
    let _: (NWInterface, NWInterface) -> Bool = (==)
    let _: (NWInterface) -> (inout Hasher) -> Void = NWInterface.hash(into:)
    let _: [NWInterface.InterfaceType] = [.other, .wifi, .cellular, .wiredEthernet, .loopback]
    let _: [NWInterface.RadioType.WiFi] = [.b, .a, .g, .n, .ac, .ax]
    let variants: [NWInterface.RadioType.Cellular.NewRadio5GVariant] = [.sub6GHz, .mmWave]
    let cellular: [NWInterface.RadioType.Cellular] =
      [.lte, .wcdma, .gsm, .cdma, .evdo] + variants.map { .dualConnectivity5G($0) }
      + variants.map { .standalone5G($0) }
    let radios: Set<NWInterface.RadioType> = Set(cellular.map { .cell($0) }).union([.wifi(.ax)])
    #expect(radios.count == 10)
  }

  /// Clients add these themselves, which clashes with a conformance that is there.
  @Test func enumsHaveNoMoreThanApples() {
    let values: [any Hashable & Sendable] = [
      NWPath.Status.satisfied, NWPath.UnsatisfiedReason.notAvailable, NWPath.LinkQuality.unknown,
      NWInterface.InterfaceType.other, NWInterface.RadioType.WiFi.n, NWInterface.RadioType.Cellular.lte,
      NWInterface.RadioType.Cellular.NewRadio5GVariant.mmWave, NWInterface.RadioType.wifi(.n),
    ]
    for value in values {
      #expect(!(value is any CaseIterable) && !(value is any RawRepresentable))
      #expect(!(value is any CustomStringConvertible) && !(value is any Codable))
    }
    #expect("\(NWPath.Status.requiresConnection)" == "requiresConnection")
    #expect("\(NWInterface.InterfaceType.wiredEthernet)" == "wiredEthernet")
  }

  @Test func endpoint() {
    let endpoints: [NWEndpoint] = [
      .hostPort(host: .name("host", nil), port: .any), .hostPort(host: .ipv4(.loopback), port: .http),
      .hostPort(host: .ipv6(.loopback), port: .https), .unix(path: "/run/socket"),
      .service(name: "printer", type: "_ipp._tcp", domain: "local.", interface: nil),
      .url(URL(filePath: "/")),
    ]
    let _: KeyPath<NWEndpoint, NWInterface?> = \.interface
    let _: KeyPath<NWEndpoint, String> = \.debugDescription
    let _: (String) -> NWEndpoint.Host = NWEndpoint.Host.init(_:)
    let _: (String) -> NWEndpoint.Host = NWEndpoint.Host.init(stringLiteral:)
    let _: KeyPath<NWEndpoint.Host, NWInterface?> = \.interface
    let _: KeyPath<NWEndpoint.Host, String> = \.debugDescription
    let _: NWEndpoint.Host = "host"
    let ports: [NWEndpoint.Port] = [
      .any, .ssh, .smtp, .http, .pop, .imap, .https, .imaps, .socks, 8080,
    ]
    let _: (String) -> NWEndpoint.Port? = NWEndpoint.Port.init(_:)
    let _: (UInt16) -> NWEndpoint.Port? = NWEndpoint.Port.init(rawValue:)
    let _: (UInt16) -> NWEndpoint.Port = NWEndpoint.Port.init(integerLiteral:)
    let _: KeyPath<NWEndpoint.Port, UInt16> = \.rawValue
    let _: KeyPath<NWEndpoint.Port, String> = \.debugDescription
    #expect(Set(endpoints).count == 6 && Set(ports).count == 10)
    takes(sendable: endpoints)
  }

  /// A switch may name the case that no value has, or leave it out.
  @Test func opaqueCaseMayBeNamed() {
    func named(_ endpoint: NWEndpoint) -> String {
      switch endpoint {
      case .hostPort: "hostPort"
      case .service: "service"
      case .unix: "unix"
      case .url: "url"
      case .opaque: "opaque"
      @unknown default: "new"
      }
    }
    func unnamed(_ endpoint: NWEndpoint) -> String {
      switch endpoint {
      case .hostPort, .service, .unix: "classic"
      case .url: "url"
      }
    }
    #expect(named(.unix(path: "/")) == "unix" && unnamed(.unix(path: "/")) == "classic")
  }

  @Test func addresses() {
    let _: KeyPath<any IPAddress, Data> = \.rawValue
    let _: KeyPath<any IPAddress, NWInterface?> = \.interface
    let _: [KeyPath<any IPAddress, Bool>] = [\.isLoopback, \.isLinkLocal, \.isMulticast]
    func made<Address: IPAddress & Hashable & CustomDebugStringConvertible>(_: Address.Type) -> [Address?] {
      let parse: (String) -> Address? = Address.init(_:)
      let make: (Data, NWInterface?) -> Address? = Address.init(_:_:)
      return [parse("::1"), parse("127.0.0.1"), make(Data(), nil)]
    }
    #expect(made(IPv4Address.self) == [nil, .loopback, nil])
    #expect(made(IPv6Address.self) == [.loopback, nil, nil])
    let v4: [IPv4Address] = [
      .any, .broadcast, .loopback, .allHostsGroup, .allRoutersGroup, .allReportsGroup, .mdnsGroup,
    ]
    let v6: [IPv6Address] = [
      .any, .broadcast, .loopback, .nodeLocalNodes, .linkLocalNodes, .linkLocalRouters,
    ]
    #expect(Set(v4).count == 7 && Set(v6).count == 5)
    let _: [KeyPath<IPv6Address, Bool>] = [\.isAny, \.isIPv4Compatabile, \.isIPv4Mapped, \.is6to4]
    let _: KeyPath<IPv6Address, IPv4Address?> = \.asIPv4
    let _: KeyPath<IPv6Address, IPv6Address.Scope?> = \.multicastScope
    let scopes: [IPv6Address.Scope] = [.nodeLocal, .linkLocal, .siteLocal, .organizationLocal, .global]
    #expect(scopes.map(\.rawValue) == [1, 2, 5, 8, 14])
    #expect(IPv4Address(Data([192, 0, 2, 1])) != nil && IPv6Address(Data(count: 16)) == .any)
  }

  private func takes(sendable value: some Sendable) {}
  private func takes(debugConvertible value: some CustomDebugStringConvertible) {}
  private func takes(sequence: some AsyncSequence<NWPath, Never>) {}
}
