internal import Netlink

/// What `/sys/class/net` says of a link beyond netlink.
package struct SysfsFacts: Hashable, Sendable {
  /// The line `DEVTYPE=` of `uevent`, such as `wlan`.
  package var deviceType: String?
  /// There is a `phy80211` link or a `wireless` folder.
  package var isWireless = false
  /// There is `tun_flags`.
  package var isTunnelDevice = false
  /// The names behind `lower_`.
  package var lowerNames: [String] = []
  /// Not all could be read, for want of descriptors or memory: it is to be asked again.
  package var isShort = false

  package init() {}
}

/// Reads `/sys/class/net`.
struct Sysfs: Sendable {
  var root = "/sys/class/net"

  /// Whether a text may be a link's name. It is a path component to us, and the kernel's rules forbid the two
  /// that lead elsewhere.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// The facts of a link; nil if sysfs does not know it.
  ///
  /// sysfs shows the network namespace that it was mounted in, which need not be that of the netlink socket
  /// (`unshare -n` leaves the old mount): only where the index agrees does it speak of the same link.
  func facts(name: String, index: Int32) -> SysfsFacts? {
    guard Self.isName(name) else { return nil }
    let folder = "\(root)/\(name)"
    var facts = SysfsFacts()
    /// What cannot be read is not there, unless the fault is ours.
    func read<Value>(_ body: () throws(SystemError) -> Value) -> Value? {
      do throws(SystemError) { return try body() } catch {
        facts.isShort = facts.isShort || error.errno.isShortage
        return nil
      }
    }
    let number = read { () throws(SystemError) in try SmallFile.text("\(folder)/ifindex") }
    guard number.flatMap({ Int32($0.trimmed) }) == index else { return facts.isShort ? facts : nil }
    if let uevent = read({ () throws(SystemError) in try SmallFile.text("\(folder)/uevent") }) {
      facts.deviceType = uevent.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }
        .map { String($0.dropFirst("DEVTYPE=".count)) }
    }
    let names = read { () throws(SystemError) in try SmallFile.names(in: folder) } ?? []
    facts.isWireless = names.contains("phy80211") || names.contains("wireless")
    facts.isTunnelDevice = names.contains("tun_flags")
    facts.lowerNames = names.filter { $0.hasPrefix("lower_") }.map { String($0.dropFirst("lower_".count)) }
    return facts
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: Substring {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
