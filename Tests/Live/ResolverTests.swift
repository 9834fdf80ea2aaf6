import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// A folder of its own takes the place of /etc and /run; the path itself stays satisfied.
  @Suite struct ResolverTests {
    private let network: Namespace
    private let folder: TemporaryFolder
    private let monitor: PathMonitor
    private let log = PathLog()

    init() throws {
      network = try Namespace()
      folder = try TemporaryFolder()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      monitor = PathMonitor(
        backend: network.backend(
          resolver: "\(folder.path)/etc/resolv.conf", uplinks: "\(folder.path)/run/resolve/resolv.conf"))
      monitor.pathUpdateHandler = log.hear
      try files("mkdir etc run", "echo 'nameserver 9.9.9.9' >run/one", ": >run/none")
    }

    /// Does something to the files. In bash, since that is how it is done to real ones.
    private func files(_ lines: String...) throws {
      try network.shell("cd \(folder.path)\n" + lines.joined(separator: "\n"))
    }

    private func start(_ supportsDNS: Bool) throws {
      monitor.start(queue: DispatchQueue(label: "resolver"))
      try expect(supportsDNS)
    }

    /// The next path, which tells of name servers and of nothing else.
    private func expect(_ supportsDNS: Bool, _ location: SourceLocation = #_sourceLocation) throws {
      let path = try log.next()
      #expect(path.supportsDNS == supportsDNS, sourceLocation: location)
      #expect(path.ways == ["v0"], sourceLocation: location)
    }

    /// No path since the last one: a change of another kind is the next.
    private func expectNothing(_ supportsDNS: Bool, _ location: SourceLocation = #_sourceLocation) throws {
      let other = gateway(log.all.last?.gateways == [gateway(1)] ? 2 : 1)
      try network.shell("ip route replace default via 192.0.2.\(other == gateway(1) ? 1 : 2) dev v0")
      let path = try log.next()
      #expect(path.gateways == [other], sourceLocation: location)
      #expect(path.supportsDNS == supportsDNS, sourceLocation: location)
    }

    @Test("The target of a link is replaced, the link by a file, and that is deleted and made again")
    func replaced() throws {
      try files("ln -s ../run/one etc/resolv.conf")
      try start(true)
      try files("mv run/none run/one")
      try expect(false)
      try files("echo 'nameserver 9.9.9.9' >etc/new", "mv etc/new etc/resolv.conf")
      try expect(true)
      try files("rm etc/resolv.conf")
      try expect(false)
      try files("echo 'nameserver 2620:fe::fe' >etc/resolv.conf")
      try expect(true)
      monitor.cancel()
    }

    @Test("That only name servers came makes a path unequal to the last")
    func onlyDNS() throws {
      try start(false)
      try files("echo 'nameserver 9.9.9.9' >etc/resolv.conf")
      try expect(true)
      let paths = log.all
      #expect(paths[0] != paths[1])
      #expect(paths[0].gateways == paths[1].gateways)
      monitor.cancel()
    }

    @Test("A file is written in place, with a server and without")
    func written() throws {
      try files(": >etc/resolv.conf")
      try start(false)
      try files("echo 'nameserver 9.9.9.9' >etc/resolv.conf")
      try expect(true)
      try files("echo 'search example.net' >etc/resolv.conf")
      try expect(false)
      try files("echo 'options ndots:2' >>etc/resolv.conf")
      try expectNothing(false)
      try files("echo 'nameserver 9.9.9.9' >>etc/resolv.conf")
      try expect(true)
      monitor.cancel()
    }

    @Test("That a file is empty between being opened and being written is not told")
    func emptyForAMoment() throws {
      try files("cp run/one etc/resolv.conf")
      try start(true)
      // Open and emptied, until the other change has been heard.
      let writer = try network.launch(
        "cd \(folder.path)", "exec 3>etc/resolv.conf", "touch opened", "sleep 600")
      #expect(try network.shell("until [ -e \(folder.path)/opened ]; do :; done") == "")
      try expectNothing(true)
      // The writer's end closes it: now it is empty for good.
      writer.stop()
      try expect(false)
      monitor.cancel()
    }

    @Test("A link is made to lead elsewhere")
    func retargeted() throws {
      try files("ln -s ../run/one etc/resolv.conf")
      try start(true)
      for (target, supportsDNS) in [("none", false), ("one", true), ("missing", false), ("one", true)] {
        try files("ln -s ../run/\(target) etc/new", "mv -T etc/new etc/resolv.conf")
        try expect(supportsDNS)
      }
      monitor.cancel()
    }

    @Test("A link in the middle of a chain is made to lead elsewhere, and then the old end changes")
    func chain() throws {
      try files("ln -s ../run/first etc/resolv.conf", "ln -s second run/first", "ln -s one run/second")
      try start(true)
      try files("ln -s none run/new", "mv -T run/new run/second")
      try expect(false)
      try files("rm run/one")
      try expectNothing(false)
      try files("echo 'nameserver 9.9.9.9' >run/none")
      try expect(true)
      monitor.cancel()
    }

    @Test("A link leads nowhere, until the folder that it leads into is made")
    func dangling() throws {
      try files("ln -s \(folder.path)/run/a/b/resolv.conf etc/resolv.conf")
      try start(false)
      for _ in 0..<3 {
        try files("mkdir -p run/a/b", "cp run/one run/a/b/resolv.conf")
        try expect(true)
        try files("rm -r run/a")
        try expect(false)
      }
      monitor.cancel()
    }

    @Test("A folder on the way is behind a link, and that is made to lead elsewhere")
    func folderRetargeted() throws {
      // As in a volume of Kubernetes: the files of one generation stand in one folder.
      try files(
        "mkdir run/old run/new", "cp run/one run/old/resolv.conf", ": >run/new/resolv.conf",
        "ln -s old run/current", "ln -s ../run/current/resolv.conf etc/resolv.conf")
      try start(true)
      try files("ln -s new run/temporary", "mv -T run/temporary run/current")
      try expect(false)
      try files("cp run/one run/new/resolv.conf")
      try expect(true)
      monitor.cancel()
    }

    @Test("The folder itself is moved away, and another takes its place")
    func folderReplaced() throws {
      try files("cp run/one etc/resolv.conf")
      try start(true)
      try files("mv etc old")
      try expect(false)
      try files("mkdir etc", "cp run/one etc/resolv.conf")
      try expect(true)
      try files("rm old/resolv.conf")
      try expectNothing(true)
      monitor.cancel()
    }

    @Test("Where only systemd-resolved is asked, it depends on whether that has a server to ask")
    func stub() throws {
      try files("echo 'nameserver 127.0.0.53' >etc/resolv.conf")
      // It does not run, or not as the reader knows it: somebody answers at that address.
      try start(true)
      try files("mkdir run/resolve", ": >run/resolve/resolv.conf")
      try expect(false)
      try files("cp run/one run/resolve/new", "mv run/resolve/new run/resolve/resolv.conf")
      try expect(true)
      try files("mv run/none run/resolve/resolv.conf")
      try expect(false)
      try files("rm -r run/resolve")
      try expect(true)
      monitor.cancel()
    }
  }
}
