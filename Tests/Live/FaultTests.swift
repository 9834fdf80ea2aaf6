import CTestSupport
import Dispatch
import Glibc
import TestSupport
import Testing

@testable import PathMonitoring

extension Live {
  /// System calls that fail: each in its turn for want of something, and all of them now and then for a signal.
  @Suite struct FaultTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    private static let shortages: [(call: fault_call, error: Int32)] = [
      (fault_socket, EMFILE), (fault_socket, ENFILE), (fault_socket, ENOBUFS), (fault_bind, ENOMEM),
      (fault_option, ENOBUFS), (fault_option, ENOMEM), (fault_send, ENOBUFS), (fault_send, ENOMEM),
      (fault_receive, ENOBUFS), (fault_receive, ENOMEM), (fault_poll, ENOMEM), (fault_event, EMFILE),
      (fault_event, ENOMEM), (fault_timer, EMFILE), (fault_notify, EMFILE), (fault_notify, ENOMEM),
      (fault_watch, ENOSPC), (fault_watch, ENOMEM), (fault_open, EMFILE), (fault_open, ENFILE),
      (fault_open, ENOMEM), (fault_read, ENOMEM),
    ]

    @Test("Whichever call is refused for want of memory or descriptors, the path is right soon after")
    func shortage() throws {
      let folder = try TemporaryFolder()
      let resolver = "\(folder.path)/resolv.conf"
      var (tried, failed) = (0, 0)
      for (call, error) in Self.shortages {
        for number in 1...trials(4) {
          try network.shell(
            "echo nameserver 192.0.2.53 >\(resolver)", "ip route replace default via 192.0.2.1 dev v0")
          let faults = FaultPlan([call], error, only: number)
          let short = try Namespace(joining: network, under: faults)
          let log = PathLog()
          let monitor = PathMonitor(backend: short.backend(resolver: resolver))
          monitor.pathUpdateHandler = log.hear
          monitor.start(queue: DispatchQueue(label: "fault"))
          defer { monitor.cancel() }
          let words = "call \(number) of kind \(call.rawValue), error \(error)"
          #expect(throws: Never.self, "\(words): \(log.ways)") {
            try log.next(where: { $0.ways == ["v0"] && $0.supportsDNS })
            try network.shell("ip route del default")
            try log.next(where: { $0.status == .unsatisfied })
            // A name server goes, and the network comes back.
            try network.shell("echo >\(resolver)", "ip route add default via 192.0.2.1 dev v0")
            try log.next(where: { $0.ways == ["v0"] && !$0.supportsDNS })
          }
          #expect(monitor.failure == nil, "\(words)")
          tried += 1
          failed += faults.failed
        }
      }
      #expect(tried == Self.shortages.count * trials(4))
      // Some calls are made once or twice only in such a life.
      #expect(failed > tried / 2, "\(failed) of \(tried)")
    }

    @Test("Signals that interrupt every second call are not noticed")
    func interruption() throws {
      let faults = FaultPlan(
        [fault_send, fault_receive, fault_poll, fault_open, fault_read, fault_write], EINTR, every: 2)
      let disturbed = try Namespace(joining: network, under: faults)
      let log = PathLog()
      let folder = try TemporaryFolder()
      let resolver = "\(folder.path)/resolv.conf"
      let monitor = PathMonitor(backend: disturbed.backend(resolver: resolver))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "fault"))
      defer { monitor.cancel() }
      try log.next(where: { $0.ways == ["v0"] })
      for trial in 1...trials(20) {
        let router = 10 + trial % 90
        try network.shell(
          "ip route replace default via 192.0.2.\(router) dev v0",
          "echo \(trial.isMultiple(of: 2) ? "" : "nameserver 192.0.2.53") >\(resolver)")
        try log.next(where: {
          $0.gateways == [gateway(router)] && $0.supportsDNS == !trial.isMultiple(of: 2)
        })
      }
      #expect(monitor.failure == nil)
      #expect(faults.failed > 100, "\(faults.failed) of \(faults.seen)")
    }

    @Test("A thread that is refused is told, and tried again until it is there")
    func threads() throws {
      let faults = FaultPlan([fault_thread], EAGAIN, every: 1)
      let short = try Namespace(joining: network, under: faults)
      let log = PathLog()
      let backend = short.backend()
      let monitor = PathMonitor(backend: backend)
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "fault"))
      defer { monitor.cancel() }
      let path = try log.next()
      #expect(path.status == .satisfied && path.availableInterfaces.isEmpty)
      #expect(faults.failed > 0)
      // Tried again by a thread that is not short of any, in the network that it is in itself.
      #expect(eventually { monitor.failure == nil && monitor.backendDescription == "netlink" })
      monitor.cancel()

      // Whoever comes later, and is let, begins anew.
      faults.failEvery(0)
      let second = PathMonitor(backend: short.backend())
      second.pathUpdateHandler = log.hear
      second.start(queue: DispatchQueue(label: "fault"))
      defer { second.cancel() }
      try log.next(where: { $0.ways == ["v0"] })
    }

    @Test("A file that cannot be opened for now is read later, although nobody writes to it again")
    func resolverShortage() throws {
      let folder = try TemporaryFolder()
      var files = ResolverWatch.Files()
      files.resolver = "\(folder.path)/resolv.conf"
      files.uplinks = "/nonexistent"
      let faults = FaultPlan([fault_open], ENOMEM)
      let short = try Namespace(joining: network, under: faults)
      let (resolver, settled) = (files.resolver, files)
      try short.run {
        var watch = ResolverWatch(settled)
        let before = watch.hasNameserver
        #expect(!before)
        // Not by this thread, which is to fail.
        try network.shell("echo nameserver 192.0.2.53 >\(resolver)")
        faults.failEvery(1)
        let (isNews, deadline) = (watch.update(), watch.deadline)
        #expect(!isNews && deadline != nil)
        faults.failEvery(0)
        let isKnown = eventually {
          guard let deadline = watch.deadline, deadline <= .now else { return false }
          return watch.update()
        }
        let (after, none) = (watch.hasNameserver, watch.deadline)
        #expect(isKnown && after && none == nil)
      }
    }

    /// Whether there is another user to run something as: not for root of a user namespace.
    private static let canBeSomebodyElse =
      (try? Shell.run("setpriv --reuid=54321 --regid=54321 --clear-groups true")) != nil

    @Test(
      "A program without a thread to spare is told so at once, and ends",
      .enabled(if: canBeSomebodyElse, "needs another user than root, whom limits bind"))
    func tool() throws {
      // As somebody else, whom the limit binds.
      let folder = try TemporaryFolder()
      try network.shell(
        """
        chmod 755 \(folder.path); cp \(Live.tool) \(folder.path)/tool
        exec 2>&1
        export LD_LIBRARY_PATH=$(ldd \(Live.tool) | sed -n 's,.*=> \\(/.*\\)/libswiftCore.so.*,\\1,p')
        for command in watch status wait "record /dev/null" "simulate train-ride"; do
          status=0
          timeout 20 setpriv --reuid=54321 --regid=54321 --clear-groups prlimit --nproc=1 \
            \(folder.path)/tool $command >\(folder.path)/out 2>\(folder.path)/err || status=$?
          [[ $status == 71 && ! -s \(folder.path)/out ]] || { echo "$command: $status"; cat \(folder.path)/err; exit 1; }
          grep -q 'pthread_create: .*; end threads' \(folder.path)/err
        done
        """)
    }
  }
}
