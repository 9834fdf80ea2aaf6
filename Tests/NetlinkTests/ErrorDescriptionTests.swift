import Netlink
import Testing

/// What a person reads.
@Suite struct ErrorDescriptionTests {
  @Test func refusal() {
    #expect(
      "\(NetlinkError.refused(request: "RTM_GETLINK", .invalidArgument, text: "Invalid header"))"
        == "netlink RTM_GETLINK refused: Invalid header: Invalid argument (errno 22)")
    #expect(
      "\(NetlinkError.refused(request: "RTM_GETLINK", .notPermitted, text: nil))"
        == "netlink RTM_GETLINK refused: Operation not permitted (errno 1)")
  }

  @Test("each names the request")
  func others() {
    let errors: [NetlinkError] = [
      .timedOut(request: "RTM_X"), .overrun(request: "RTM_X"), .truncated(request: "RTM_X"),
    ]
    #expect(Set(errors.map { "\($0)" }).count == errors.count)
    for error in errors { #expect("\(error)".hasPrefix("netlink RTM_X: ")) }
  }

  @Test func system() {
    let error = SystemError("open /etc/resolv.conf", .noEntry)
    #expect("\(error)" == "open /etc/resolv.conf: No such file or directory (errno 2)")
    #expect("\(NetlinkError.system(error))" == "\(error)")
  }

  @Test("a number that has no name")
  func unknown() { #expect("\(Errno(rawValue: 12_345))".hasSuffix("(errno 12345)")) }

  @Test func damage() {
    let short = NetlinkDecodeError(offset: 20, reason: .tooShort(needed: 16, left: 3))
    #expect("\(short)" == "netlink message cut short at byte 20: 16 bytes needed, 3 left")
    #expect("\(NetlinkError.malformed(short))" == "\(short)")
    #expect(
      "\(NetlinkDecodeError(offset: 0, reason: .badLength(stated: 3, left: 20)))"
        == "netlink length out of bounds at byte 0: 3 stated, 20 left")
    #expect(
      "\(NetlinkDecodeError(offset: 36, reason: .wrongAttributeSize(attribute: 16, size: 4)))"
        == "netlink attribute 16 at byte 36 has 4 bytes, which its type does not allow")
  }
}
