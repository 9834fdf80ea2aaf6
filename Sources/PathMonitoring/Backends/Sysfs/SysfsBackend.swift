package import Netlink

/// Looks at /sys/class/net, /proc/net and the system's answers to connected sockets now and then. For systems
/// that refuse netlink: sandboxes with a seccomp filter, gVisor, Android.
///
/// All monitors of a process that were given the same `sysfs` value share one thread and one state, which are
/// there while a monitor is: nothing is looked at while nobody monitors.
public struct SysfsBackend: PathMonitorBackend {
  typealias Hub = SourceHub<SysfsSource>

  private static let hubs = Lock<[Choice: Hub]>([:])

  private struct Choice: Hashable {
    var root: String
    var interval: Duration
  }

  private let hub: Hub

  private init(hub: Hub) {
    self.hub = hub
  }

  /// The one of the process for that root and interval.
  init(root: String, interval: Duration) {
    let choice = Choice(root: root, interval: max(interval, SysfsSource.shortestInterval))
    hub = Self.hubs.withLock { hubs in
      if let hub = hubs[choice] { return hub }
      let hub = Hub(Self.settings(choice))
      hubs[choice] = hub
      return hub
    }
  }

  /// `sysfs`
  public var name: String { "sysfs" }

  /// Adds the receiver to those that share this backend.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    hub.add(receiver)
  }

  /// A backend that shares nothing with others, for tests: it works in the network namespace of the thread
  /// that starts its first monitor. A process that ends with the first path need not follow the resolver's files.
  package static func separate(
    root: String = "/", interval: Duration = .seconds(1), resolver: String = "/etc/resolv.conf",
    uplinks: String = "/run/systemd/resolve/resolv.conf", followsResolver: Bool = true
  ) -> SysfsBackend {
    var settings = settings(Choice(root: root, interval: interval))
    settings.files.resolver = resolver
    settings.files.uplinks = uplinks
    settings.files.areFollowed = followsResolver
    return SysfsBackend(hub: Hub(settings))
  }

  /// Why the path is what it is now, asked of the system by the calling thread.
  package static func explain(_ requirements: PathRequirements) throws(NetlinkError) -> PathExplanation {
    let kernel = PolledKernel()
    return try NetlinkEngine.explanation(kernel, sysfs: kernel.facts, requirements)
  }

  private static func settings(_ choice: Choice) -> SysfsSource.Settings {
    var settings = SysfsSource.Settings()
    settings.interval = choice.interval
    var root = choice.root
    while root.hasSuffix("/") { root.removeLast() }
    settings.roots.sys = "\(root)/sys"
    settings.roots.proc = "\(root)/proc"
    return settings
  }
}

extension PathMonitorBackend where Self == SysfsBackend {
  /// Looks at the system now and then, without netlink.
  ///
  /// - Parameters:
  ///   - root: the folder that has `sys` and `proc`; other than `/` for a system that is mounted elsewhere.
  ///   - interval: the time between two looks, 10 ms at the least.
  /// - Returns: the backend; all of one root and interval are the same.
  public static func sysfs(root: String = "/", interval: Duration = .seconds(1)) -> SysfsBackend {
    SysfsBackend(root: root, interval: interval)
  }
}
