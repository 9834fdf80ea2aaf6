import Netlink
import TestSupport
import Testing

@Suite struct CaptureTests {
  @Test("every recorded dump is read to its end", arguments: Capture.all)
  func dumps(_ capture: Capture) throws {
    for file in ["getlink.nl", "getaddr.nl", "getroute.nl", "getrule.nl"] {
      let messages = try capture.messages(file)
      #expect(messages.count > 1, "\(file)")
      let ends = messages.compactMap(\.end)
      #expect(ends.map(\.errno) == [nil], "\(file)")
      #expect(messages.last?.end != nil, "\(file)")
    }
  }

  @Test("every recorded event is read, and is of a type that is asked for", arguments: Capture.all)
  func events(_ capture: Capture) throws {
    for message in try capture.messages("events.nl") {
      #expect(message.link != nil || message.address != nil || message.route != nil || message.rule != nil)
    }
  }
}
