import ClassicReachability
import PathMonitoring
import TestSupport
import Testing

/// The classic class.
@Suite struct ClassicTests {
  private let backend = ScriptedBackend(.online("a"))
  private let resolver = ScriptedResolver()
  private let log = CallLog()

  private func make(_ body: () -> Reachability?) throws -> Reachability {
    try #require(
      ReachabilityEnvironment.$current.withValue(.init(backend: backend, resolver: resolver)) { body() })
  }

  /// Hears the notifications of one instance until the token goes.
  private func hear(
    _ reachability: Reachability, _ name: Notification.Name = .reachabilityChanged
  ) -> any NSObjectProtocol {
    let log = log
    return NotificationCenter.default.addObserver(forName: name, object: reachability, queue: nil) { note in
      if let sender = note.object as? Reachability { log.add(sender.flags) }
    }
  }

  @Test func statusIsReadInOrder() {
    #expect(ReachabilityStatus([]) == .notReachable)
    #expect(ReachabilityStatus([.isWWAN]) == .notReachable)
    #expect(ReachabilityStatus([.reachable]) == .reachableViaWiFi)
    #expect(ReachabilityStatus([.reachable, .isWWAN]) == .reachableViaWWAN)
    #expect(ReachabilityStatus([.reachable, .isWWAN, .connectionRequired]) == .reachableViaWWAN)
    #expect(ReachabilityStatus([.reachable, .connectionRequired]) == .notReachable)
    #expect(ReachabilityStatus([.reachable, .connectionRequired, .connectionOnDemand]) == .reachableViaWiFi)
    #expect(ReachabilityStatus([.reachable, .connectionRequired, .connectionOnTraffic]) == .reachableViaWiFi)
    #expect(
      ReachabilityStatus([.reachable, .connectionRequired, .connectionOnTraffic, .interventionRequired])
        == .notReachable)
    #expect(
      [ReachabilityStatus.notReachable, .reachableViaWiFi, .reachableViaWWAN].map(\.rawValue) == [0, 1, 2])
  }

  @Test func mediaAreToldApart() throws {
    func media(_ snapshot: NetworkSnapshot) throws -> [Bool] {
      backend.send(snapshot)
      let one = try make(Reachability.reachabilityForInternetConnection)
      return [one.isReachable, one.isUsingWiFi, one.isUsingCellular, one.isUsingWiredEthernet]
    }
    #expect(try media(.online("a", .wiredEthernet)) == [true, true, false, true])
    #expect(try media(.online("a", .wifi)) == [true, true, false, false])
    #expect(try media(.online("a", .cellular)) == [true, false, true, false])
    #expect(try media(.offline) == [false, false, false, false])
    var dormant = NetworkSnapshot.online("a", .cellular)
    dormant.links[0].condition = .dormant
    #expect(try media(dormant) == [false, false, false, false])
    let one = try make(Reachability.networkReachabilityForInternetConnection)
    #expect(one.connectionRequired && one.currentReachabilityStatus == .reachableViaWWAN)
  }

  @Test func localWiFiMustBeDirect() throws {
    let local = try make(Reachability.networkReachabilityForLocalWiFi)
    #expect(local.currentReachabilityStatus == .notReachable)
    var snapshot = NetworkSnapshot.online("a", .wifi)
    snapshot.destinations = ["169.254.0.0": DestinationRoute(.onLink, egresses: snapshot.egresses)]
    backend.send(snapshot)
    #expect(local.currentReachabilityStatus == .reachableViaWiFi && local.flags.contains(.isDirect))
  }

  @Test func whatCannotBeWatchedIsNil() {
    #expect(Reachability(hostName: "") == nil)
    #expect(Reachability(host: "") == nil)
    #expect(Reachability(hostAddress: sockaddr_in()) == nil)
  }

  @Test func nameNotifiesForItsFirstAnswerAndForChanges() throws {
    let reachability = try make { Reachability(hostName: "example.org") }
    let token = hear(reachability)
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(reachability.startNotifier(queue: DispatchQueue(label: "notes")))
    #expect(!reachability.startNotifier(queue: .main) && !reachability.startNotifier())
    resolver.answer("198.51.100.1")
    #expect(log.next() == [.reachable])
    backend.send(.offline)
    #expect(log.next() == [])
    reachability.stopNotifier()
    reachability.stopNotifier()
    #expect(backend.stops == backend.starts)
    #expect(reachability.startNotifier(queue: DispatchQueue(label: "notes")))
    reachability.stopNotifier()
  }

  @Test func bothNamesAreOneNotification() throws {
    #expect(ReachabilityDidChangeNotification == .reachabilityChanged)
    #expect(ReachabilityDidChangeNotification.rawValue == ReachabilityDidChangeNotificationName)
  }

  @Test func goingEndsTheNotifications() throws {
    weak var gone: Reachability?
    try {
      let reachability = try make { Reachability(host: "192.0.2.9") }
      gone = reachability
      #expect(reachability.startNotifier(queue: DispatchQueue(label: "notes")))
      #expect(backend.starts == 1)
    }()
    #expect(gone == nil && backend.stops == 1)
  }

  @Test("A thread of its own is notified on its run loop, one of a queue on the main queue")
  func places() async throws {
    let reachability = try make { Reachability(hostName: "example.org") }
    let (log, resolver) = (log, resolver)
    let onMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: onMain, value: true)
    let token = NotificationCenter.default.addObserver(
      forName: ReachabilityDidChangeNotification, object: reachability, queue: nil
    ) { note in
      // Under a program without a main run loop the main queue has no thread of its own.
      #expect(
        Thread.current.threadDictionary["classic"] != nil || DispatchQueue.getSpecific(key: onMain) == true)
      if let sender = note.object as? Reachability { log.add(sender.flags) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      Thread.current.threadDictionary["classic"] = true
      #expect(reachability.startNotifier())
      resolver.answer("198.51.100.1")
      // Until it has done something.
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: patience))
      reachability.stopNotifier()
      ended.signal()
    }
    await aside {
      #expect(ended.wait(timeout: .now() + patience) == .success)
      #expect(log.next() == [.reachable] && log.all.count == 1)
    }
    await aside {
      DispatchQueue(label: "elsewhere").async {
        #expect(reachability.startNotifier())
        resolver.answer("198.51.100.1")
      }
      #expect(log.next() == [.reachable])
      reachability.stopNotifier()
    }
  }
}
