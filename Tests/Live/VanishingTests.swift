import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// Namespaces that go, with what is in them.
  @Suite struct VanishingTests {
    @Test("A link that is moved away, or whose other end goes with a namespace, is gone")
    func links() throws {
      let network = try Namespace()
      try network.shell(
        "uplink v0 192.0.2.2/24 192.0.2.1", "uplink w0 198.51.100.2/24 198.51.100.1 metric 600")
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "vanishing"))
      defer { monitor.cancel() }
      #expect(try log.next().ways == ["v0", "w0"])
      // A process in a namespace of its own, which is all that keeps it.
      let other = try network.launch("exec unshare -n sleep 1000")
      defer { other.stop() }
      let isAway = "[[ $(readlink /proc/\(other.process)/ns/net) != $(readlink /proc/self/ns/net) ]]"
      try network.shell("until \(isAway); do :; done", "ip link set v0 netns \(other.process)")
      try log.next(where: { $0.ways == ["w0"] })
      try network.shell("ip link set pw0 netns \(other.process)")
      // Its other end is down where it is now.
      try log.next(where: { $0.status == .unsatisfied })
      other.stop()
      // The kernel takes down both ends, in its own time.
      #expect(eventually { (try? network.shell("ip -o link | wc -l")) == "1\n" }, "lo is left")
      try network.shell("uplink x0 203.0.113.2/24 203.0.113.1")
      try log.next(where: { $0.ways == ["x0"] })
    }

    @Test("A monitor whose namespace everybody else has left goes on, and ends when it is told to")
    func deserted() throws {
      let folder = try TemporaryFolder()
      var network: Namespace? = try Namespace()
      try network?.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let launched = try network?.launch(
        "exec \(Live.tool) watch --json >\(folder.path)/paths 2>\(folder.path)/words")
      let job = try #require(launched)
      defer { job.stop() }
      func lines() -> [Substring] {
        ((try? String(contentsOfFile: "\(folder.path)/paths", encoding: .utf8)) ?? "").split(separator: "\n")
      }
      #expect(eventually { lines().last?.contains("\"v0\"") == true })
      network = nil
      _ = try Shell.run("nsenter --net=/proc/\(job.process)/ns/net ip route del default")
      #expect(eventually { lines().last?.contains("\"unsatisfied\"") == true })
      _ = try Shell.run("nsenter --net=/proc/\(job.process)/ns/net ip link del v0")
      _ = try Shell.run("kill -TERM \(job.process)")
      #expect(eventually { !FileManager.default.fileExists(atPath: "/proc/\(job.process)/ns/net") })
      #expect(lines().count == 2)
    }
  }
}
