import Dispatch
import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

extension Live {
  /// The kernel keeps back what cannot change any path, and only that.
  @Suite struct RefusedEventTests {
    private let network: Namespace
    private let folder: TemporaryFolder
    private let log = PathLog()

    init() throws {
      network = try Namespace()
      folder = try TemporaryFolder()
      try network.shell("ip link set lo up", "uplink v0 192.0.2.2/24 192.0.2.1")
    }

    private var file: String { "\(folder.path)/a.pcap" }

    private func start(_ backend: some PathMonitorBackend, to host: NetworkEndpoint? = nil, _ log: PathLog)
      -> PathMonitor
    {
      let monitor = host.map { PathMonitor(to: $0, backend: backend) } ?? PathMonitor(backend: backend)
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "refused"))
      return monitor
    }

    /// Where the routes of `chatter` lead.
    private static let places: [(network: RawAddress, length: Int)] = [
      (.ipv4(0x0A00_0000), 8), (RawAddress(family: .ipv6, high: 0x2001_0DB8_0001_0000, low: 0), 48),
    ]

    /// The destinations there of which the kernel told.
    private func toldRoutes() throws -> Set<RawAddress> {
      let recording = try Recording(contentsOf: file)
      var told: Set<RawAddress> = []
      for packet in recording.packets where packet.family == PcapFormat.routeFamily {
        let bytes = recording.bytes.span.extracting(packet.messages)
        var cursor = MessageCursor()
        while let message = try cursor.next(in: bytes) {
          switch try RouteNetlinkMessage(message, in: bytes) {
          case .newRoute(let route), .deletedRoute(let route):
            guard let destination = route.destination, !route.flags.contains(.cloned) else { continue }
            if Self.places.contains(where: { destination.sharesPrefix($0.length, with: $0.network) }) {
              told.insert(destination)
            }
          default: continue
          }
        }
      }
      return told
    }

    /// A thousand routes of each family come and go, and the links of a bridge.
    private func chatter() throws {
      let lines = (0..<1000).flatMap { number in
        [
          "route add 10.\(number / 250).\(number % 250).0/24 via 192.0.2.1",
          "-6 route add 2001:db8:1:\(String(number, radix: 16))::/64 dev v0",
        ]
      }
      let file = "\(folder.path)/batch"
      try network.shell(
        "cat >\(file) <<'END'\n\(lines.joined(separator: "\n"))\nEND", "grep -v ^-6 \(file) | ip -batch -",
        "sed -n 's/^-6 //p' \(file) | ip -6 -batch -",
        "sed 's/ add / del /' \(file) | grep -v ^-6 | ip -batch -")
    }

    @Test("routes to other places wake nobody")
    func otherPlaces() throws {
      let recorder = try NetworkRecorder(file)
      let monitor = start(network.backend(recorder: recorder), log)
      _ = try log.next { $0.ways == ["v0"] }
      try chatter()
      try network.shell("ip route del default")
      _ = try log.next { $0.status == .unsatisfied }
      monitor.cancel()
      _ = recorder.end()
      #expect(log.all.count == 2)
      #expect(try toldRoutes().isEmpty)
    }

    @Test("once a host is asked about, routes to it are told, and still no others")
    func oneHost() throws {
      let recorder = try NetworkRecorder(file)
      let backend = network.backend(recorder: recorder)
      let everywhere = start(backend, log)
      _ = try log.next { $0.ways == ["v0"] }
      let hostLog = PathLog()
      let monitor = start(backend, to: .hostPort(host: "10.9.9.9", port: .any), hostLog)
      _ = try hostLog.next { $0.gateways == [gateway(1)] }
      try chatter()
      try network.shell("ip route add 10.9.9.0/24 via 192.0.2.7")
      _ = try hostLog.next { $0.gateways == [gateway(7)] }
      monitor.cancel()
      everywhere.cancel()
      _ = recorder.end()
      #expect(log.all.count == 1 && hostLog.all.count == 2)
      #expect(try toldRoutes() == [.ipv4(0x0A09_0900)])
    }
  }
}
