import PathMonitoring
import Testing

@testable import pathmonitor

/// What is said on standard error.
@Suite struct AnnouncementTests {
  private let announcements = Announcements()

  @Test func eachSwitchAndFailureOnce() {
    let lines = [
      .source("netlink", because: nil), .snapshot(.unknown),
      .source("sysfs, every 1s", because: "netlink: closed"), .snapshot(.unknown),
      .source("sysfs, every 1s", because: "netlink: closed"),
      .source("netlink", because: nil), .snapshot(.unknown),
      .failure("netlink: closed; sysfs: no /proc"), .failure("netlink: closed; sysfs: no /proc"),
      .source("netlink", because: nil), .snapshot(.unknown), .failure("netlink: closed; sysfs: no /proc"),
    ].map(announcements.line)
    #expect(
      lines == [
        nil, nil, "netlink: closed; falling back to sysfs, every 1s", nil, nil, "back to netlink", nil,
        "netlink: closed; sysfs: no /proc; the path is unknown", nil, nil, nil,
        "netlink: closed; sysfs: no /proc; the path is unknown",
      ])
  }

  @Test func fallbackFromTheStartIsSaid() {
    #expect(
      announcements.line(.source("sysfs", because: "netlink: refused"))
        == "netlink: refused; falling back to sysfs")
  }
}
