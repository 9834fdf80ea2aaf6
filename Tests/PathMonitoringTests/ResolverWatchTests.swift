import Foundation
import TestSupport
import Testing

@testable import PathMonitoring

/// The resolver's files where nothing is to follow them.
@Suite struct ResolverWatchTests {
  @Test func filesThatAreNotFollowedAreReadAtEachUpdate() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/resolv.conf"
    try "nameserver 192.0.2.1\n".write(toFile: file, atomically: true, encoding: .utf8)
    var watch = ResolverWatch(
      ResolverWatch.Files(
        resolver: file, uplinks: "\(folder.path)/none", nameServiceSwitch: "\(folder.path)/none",
        areFollowed: false))
    let atFirst = (watch.hasNameserver, watch.isFollowing, watch.number)
    #expect(atFirst == (true, false, -1))
    let untouched = watch.update()
    try "nameserver\n".write(toFile: file, atomically: true, encoding: .utf8)
    let isNews = watch.update()
    let now = (watch.hasNameserver, watch.isFollowing, watch.number)
    #expect(!untouched && isNews && now == (false, false, -1))
  }
}
