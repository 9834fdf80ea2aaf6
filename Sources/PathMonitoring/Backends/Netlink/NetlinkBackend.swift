package import Netlink

/// The kernel's own word: rtnetlink messages and lookups, and inotify for resolv.conf.
///
/// All monitors of a process share one socket, one thread and one state, which are there while a monitor is.
public struct NetlinkBackend: PathMonitorBackend {
  typealias Hub = SourceHub<NetlinkListener>

  /// That of all monitors that were not given another.
  private static let shared = Hub(NetlinkListener.Settings())

  private let hub: Hub

  private init(hub: Hub) {
    self.hub = hub
  }

  /// The one that all monitors of the process share.
  init() {
    self.init(hub: Self.shared)
  }

  /// `netlink`
  public var name: String { "netlink" }

  /// Adds the receiver to those of the process.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    hub.add(receiver)
  }

  /// A backend that shares nothing with others, for tests and recordings: it works in the network namespace of the thread
  /// that starts its first monitor. A recorder keeps what that monitor and its companions hear and ask, a tap hears
  /// what they ask. A process that ends with the first path need not follow the resolver's files.
  package static func separate(
    resolver: String = "/etc/resolv.conf", uplinks: String = "/run/systemd/resolve/resolv.conf",
    followsResolver: Bool = true, receiveBuffer: Int32? = nil, mostLooks: Int? = nil,
    recorder: NetworkRecorder? = nil, tap: (any NetlinkTap)? = nil
  ) -> NetlinkBackend {
    var settings = NetlinkListener.Settings()
    settings.files.resolver = resolver
    settings.files.uplinks = uplinks
    settings.files.areFollowed = followsResolver
    if let receiveBuffer { settings.receiveBuffer = receiveBuffer }
    if let mostLooks { settings.mostLooks = mostLooks }
    settings.recorder = recorder
    settings.tap = tap
    return NetlinkBackend(hub: Hub(settings))
  }

  /// Why the path is what it is now, asked of the kernel by the calling thread.
  package static func explain(_ requirements: PathRequirements) throws(NetlinkError) -> PathExplanation {
    let requester: NetlinkRequester
    do { requester = try NetlinkRequester() } catch { throw .system(error) }
    let sysfs = Sysfs()
    return try NetlinkEngine.explanation(requester, sysfs: { sysfs.facts(name: $0, index: $1) }, requirements)
  }
}

extension PathMonitorBackend where Self == NetlinkBackend {
  /// The kernel's own word: rtnetlink messages and lookups, and inotify for resolv.conf.
  public static var netlink: NetlinkBackend { NetlinkBackend() }
}
