import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// When the polling backend looks, and what it says of itself.
@Suite struct SysfsSourceTests {
  @Test(
    "the interval in words",
    arguments: [
      (.seconds(1), "1s"), (.milliseconds(100), "100ms"), (.milliseconds(2500), "2s500ms"),
      (.zero, "10ms"), (.seconds(-3), "10ms"),
    ] as [(Duration, String)])
  func description(_ interval: Duration, _ words: String) {
    var settings = SysfsSource.Settings()
    settings.interval = interval
    #expect(SysfsSource.description(settings) == "sysfs, every \(words)")
  }

  @Test func looksAtOnceAndThenWhenItIsTime() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("eth0", 2)])
    try tree.addDefaults(["eth0"])
    var source = try source(tree, .seconds(3600))
    let first = try source.change()
    #expect(first?.egresses.count == 1)
    try tree.remove("proc/net/route")
    let early = try source.change()
    #expect(early == nil)
    source.forgetLast()
    let again = try source.change()
    #expect(again == first, "told again without another look")
  }

  @Test func whoWakesItIsNoReasonToLook() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1)])
    var source = try source(tree, .seconds(3600))
    _ = try source.change()
    let wakeUp = WakeUp()
    wakeUp.signal()
    try source.wait(wakeUp)
    let change = try source.change()
    #expect(change == nil)
  }

  @Test func nothingToReadIsSaidWithWhatToDo() throws {
    let tree = try FixtureTree()
    var source = try source(tree, .seconds(1))
    let failure = #expect(throws: SourceFailure.self) { _ = try source.change() }
    #expect(failure?.description.contains("give the process /proc") == true)
  }

  @Test func whoMayOpenNoSocketDoesNotKnow() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("eth0", 2)])
    try tree.addDefaults(["eth0"])
    let system = ScriptedSystem(ipv4: [.ipv4("eth0", 2)])
    system.connector = { _, _ in .notAllowed }
    system.refusal = SystemError("socket(AF_INET and AF_INET6, SOCK_DGRAM)", .notPermitted)
    var kernel = PolledKernel(tree.roots, system)
    let failure = #expect(throws: NetlinkError.self) { _ = try kernel.dumpLinks(restart: {}, { _ in }) }
    #expect(failure?.description.contains("socket(AF_INET and AF_INET6") == true)
  }

  @Test func wantOfDescriptorsPasses() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("eth0", 2)])
    var source = try source(tree, .seconds(3600), SystemError("socket(AF_INET, SOCK_DGRAM)", .tooManyFiles))
    let failure = #expect(throws: SourceFailure.self) { _ = try source.change() }
    guard case .passing(let words) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(words.contains("Too many open files") && words.contains("ulimit -n"))
  }

  private func source(
    _ tree: FixtureTree, _ interval: Duration, _ shortage: SystemError? = nil
  ) throws -> SysfsSource {
    var settings = SysfsSource.Settings()
    settings.roots = tree.roots
    settings.files.resolver = "\(tree.root)/resolv.conf"
    settings.files.uplinks = "\(tree.root)/uplinks.conf"
    settings.interval = interval
    settings.system = {
      let system = ScriptedSystem(ipv4: [.ipv4("eth0", 2)])
      system.shortage = shortage
      system.connector = { address, _ in
        address.family == .ipv4 ? .source(.ipv4(0xC000_0202)) : .refused(.networkUnreachable)
      }
      return system
    }
    return try SysfsSource(settings, WakeUp())
  }
}
