import Netlink
import TestSupport
import Testing

@Suite struct CaptureTests {
  @Test("every recorded message is read", arguments: Capture.all)
  func reads(_ capture: Capture) throws {
    for file in ["getlink.nl", "getaddr.nl", "getroute.nl", "getrule.nl", "events.nl"] {
      _ = try capture.messages(file)
    }
  }
}
