import ClassicReachability
import Dispatch
import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

extension Live {
  /// Apple's older names by the real kernel: flags, calls and notifications for each place that a host may be in.
  @Suite struct ReachabilityTests {
    private let network: Namespace
    private let environment: ReachabilityEnvironment
    private let resolver = ScriptedResolver()
    private let clock = ManualClock()
    private let arrivals = DispatchSemaphore(value: 0)
    private let told = Lock<[SCNetworkReachabilityFlags]>([])

    init() throws {
      network = try Namespace()
      try network.shell(
        "ip link set lo up", "uplink v0 192.0.2.2/24 192.0.2.1", "uplink6 v1 2001:db8::2/64 2001:db8::1",
        "ip route add prohibit 203.0.113.0/28", "ip route add unreachable 203.0.113.16/28",
        "ip route add blackhole 203.0.113.32/28", "ip -6 route add prohibit 2001:db8:1::/48")
      environment = ReachabilityEnvironment(backend: network.backend(), clock: clock, resolver: resolver)
    }

    private func make(_ host: String) throws -> Reachability {
      try #require(
        ReachabilityEnvironment.$current.withValue(environment) { Reachability(hostName: host) })
    }

    /// Begins to keep what is notified.
    private func notify(_ reachability: Reachability) -> any NSObjectProtocol {
      let (told, arrivals) = (told, arrivals)
      let token = NotificationCenter.default.addObserver(
        forName: .reachabilityChanged, object: reachability, queue: nil
      ) { note in
        guard let sender = note.object as? Reachability else { return }
        let flags = sender.flags
        told.withLock { $0.append(flags) }
        arrivals.signal()
      }
      #expect(reachability.startNotifier(queue: DispatchQueue(label: "live")))
      return token
    }

    /// Waits until these flags have been notified last.
    private func expect(_ flags: SCNetworkReachabilityFlags, _ location: SourceLocation = #_sourceLocation) {
      while told.withLock({ $0.last }) != flags {
        guard arrivals.wait(timeout: .now() + patience) == .success else {
          Issue.record("\(told.withLock { $0 }) and no \(flags)", sourceLocation: location)
          return
        }
      }
    }

    static let rows: [(host: String, flags: SCNetworkReachabilityFlags, status: ReachabilityStatus)] = [
      ("127.0.0.1", [.reachable, .isLocalAddress, .isDirect], .reachableViaWiFi),
      ("192.0.2.2", [.reachable, .isLocalAddress, .isDirect], .reachableViaWiFi),
      ("::1", [.reachable, .isLocalAddress, .isDirect], .reachableViaWiFi),
      ("192.0.2.9", [.reachable, .isDirect], .reachableViaWiFi),
      ("2001:db8::9", [.reachable, .isDirect], .reachableViaWiFi),
      ("17.253.144.10", [.reachable], .reachableViaWiFi),
      ("2620:fe::9", [.reachable], .reachableViaWiFi),
      ("203.0.113.1", [], .notReachable),
      ("203.0.113.17", [], .notReachable),
      ("203.0.113.33", [], .notReachable),
      ("2001:db8:1::1", [], .notReachable),
      ("169.254.0.0", [], .notReachable),
      ("0.0.0.0", [.reachable], .reachableViaWiFi),
      // As long as nobody watches it a name is taken to be where everything is.
      ("example.org", [.reachable], .reachableViaWiFi),
    ]

    @Test("Each place has its flags and its status", arguments: rows.indices)
    func places(_ index: Int) throws {
      let row = Self.rows[index]
      let reachability = try make(row.host)
      #expect(reachability.flags == row.flags, "\(row.host): \(reachability.flags)")
      #expect(reachability.currentReachabilityStatus == row.status)
      #expect(resolver.asked.isEmpty)
    }

    @Test("Changes of the way to an address are notified, and nothing before the first")
    func addressFollows() throws {
      let reachability = try make("198.51.100.5")
      #expect(reachability.flags == [.reachable])
      let token = notify(reachability)
      defer { NotificationCenter.default.removeObserver(token) }
      try network.shell("ip addr add 198.51.100.1/24 dev v0")
      expect([.reachable, .isDirect])
      try network.shell("ip route add prohibit 198.51.100.5/32")
      expect([])
      try network.shell("ip route del prohibit 198.51.100.5/32", "ip addr add 198.51.100.5/32 dev v0")
      expect([.reachable, .isDirect, .isLocalAddress])
      try network.shell("ip addr del 198.51.100.5/32 dev v0", "ip link set v0 down")
      expect([])
      reachability.stopNotifier()
      #expect(told.withLock { $0.first } != [.reachable])
    }

    @Test("The local network is there while a link has a route to it")
    func localNetwork() throws {
      let reachability = try #require(
        ReachabilityEnvironment.$current.withValue(environment) {
          Reachability.networkReachabilityForLocalWiFi()
        })
      #expect(!reachability.isReachable)
      let token = notify(reachability)
      defer { NotificationCenter.default.removeObserver(token) }
      try network.shell("ip route add 169.254.0.0/16 dev v0")
      expect([.reachable, .isDirect])
      reachability.stopNotifier()
    }

    @Test("A name that is never resolved is not reachable, and is told once")
    func neverResolved() throws {
      let reachability = try make("nowhere.invalid")
      let token = notify(reachability)
      defer { NotificationCenter.default.removeObserver(token) }
      #expect(eventually { resolver.answer() })
      expect([])
      for _ in 0..<3 {
        clock.advance(by: .seconds(300))
        #expect(eventually { resolver.answer() })
      }
      reachability.stopNotifier()
      #expect(told.withLock { $0 } == [[]])
    }

    @Test("A name's answer that changes when the resolver comes back is followed")
    func resolverComesBack() throws {
      let folder = try TemporaryFolder()
      let file = "\(folder.path)/resolv.conf"
      try network.shell(": >\(file)")
      let environment = ReachabilityEnvironment(
        backend: network.backend(resolver: file), clock: clock, resolver: resolver)
      let reachability = try #require(
        ReachabilityEnvironment.$current.withValue(environment) { Reachability(hostName: "example.org") })
      let token = notify(reachability)
      defer { NotificationCenter.default.removeObserver(token) }
      #expect(eventually { resolver.answer() })
      expect([])
      clock.advance(by: .seconds(300))
      #expect(eventually { resolver.answer("192.0.2.9") })
      expect([.reachable, .isDirect])
      clock.advance(by: .seconds(300))
      try network.shell("echo 'nameserver 9.9.9.9' >\(file)")
      #expect(eventually { resolver.answer("203.0.113.1", "198.51.100.7") })
      expect([.reachable])
      reachability.stopNotifier()
    }
  }
}
