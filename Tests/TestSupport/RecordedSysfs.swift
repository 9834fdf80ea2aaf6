package import PathMonitoring

/// `/sys/class/net` as a recording has it as text.
package struct RecordedSysfs: Sendable {
  private var facts: [String: SysfsFacts] = [:]
  private var indexes: [String: Int32] = [:]

  package init(_ capture: Capture) {
    for line in capture.text("sysfs.txt").split(separator: "\n") {
      guard let slash = line.firstIndex(of: "/") else { continue }
      let name = String(line[..<slash])
      let rest = line[line.index(after: slash)...]
      // A link of the interface itself, `eth0 -> /sys/devices/…`.
      guard !name.contains(" ") else { continue }
      facts[name, default: SysfsFacts()].read(rest)
      if rest.hasPrefix("ifindex: ") { indexes[name] = Int32(rest.dropFirst("ifindex: ".count)) }
    }
  }

  package func facts(_ name: String, _ index: Int32) -> SysfsFacts? {
    indexes[name] == index ? facts[name] : nil
  }
}

extension SysfsFacts {
  fileprivate mutating func read(_ line: Substring) {
    if line.hasPrefix("uevent: DEVTYPE=") { deviceType = String(line.dropFirst("uevent: DEVTYPE=".count)) }
    if line.hasPrefix("phy80211 ->") || line.hasPrefix("wireless/") { isWireless = true }
    if line.hasPrefix("tun_flags: ") { isTunnelDevice = true }
    if line.hasPrefix("lower_"), let end = line.firstIndex(of: " ") {
      lowerNames.append(String(line[line.index(line.startIndex, offsetBy: 6)..<end]))
    }
  }
}
