/// What a path depends on and netlink does not tell: a line of text in a packet of its own.
///
/// `pathmonitor`, the kind, then `key=value` words; in values all but letters, digits and `._:-` is written as `%`
/// and two hexadecimal digits.
enum RecordingNote: Hashable {
  /// Begins a recording.
  case header(format: Int, kernel: String)
  /// What sysfs said of a link; nil if it did not know it.
  case sysfs(name: String, index: Int32, SysfsFacts?)
  /// Whether a name server is configured.
  case nameserver(Bool)
  /// All questions that were open had been answered: the path follows from what stands before.
  case asked
  /// The routing table was too large to be written down.
  case routesLeftOut

  /// The format that this code writes and the newest that it reads.
  static let format = 1

  /// The line.
  var text: String {
    let words: [String] =
      switch self {
      case .header(let format, let kernel):
        ["recording", "format=\(format)", "kernel=\(Self.escaped(kernel))"]
      case .sysfs(let name, let index, nil):
        ["sysfs", "index=\(index)", "name=\(Self.escaped(name))", "known=no"]
      case .sysfs(let name, let index, let facts?):
        ["sysfs", "index=\(index)", "name=\(Self.escaped(name))"]
          + (facts.deviceType.map { ["type=\(Self.escaped($0))"] } ?? [])
          + (facts.isWireless ? ["wireless=yes"] : []) + (facts.isTunnelDevice ? ["tunnel=yes"] : [])
          + facts.lowerNames.map { "lower=\(Self.escaped($0))" }
      case .nameserver(let isThere): ["nameserver", "configured=\(isThere ? "yes" : "no")"]
      case .asked: ["asked"]
      case .routesLeftOut: ["routes-left-out"]
      }
    return (["pathmonitor"] + words).joined(separator: " ")
  }

  /// Reads a line; nil if it is none of these: another program's, or a newer version's.
  init?(_ text: String) {
    var words = text.split(separator: " ")[...]
    guard words.popFirst() == "pathmonitor", let kind = words.popFirst() else { return nil }
    var values: [Substring: [String]] = [:]
    for word in words {
      guard let equals = word.firstIndex(of: "=") else { continue }
      values[word[..<equals], default: []].append(Self.unescaped(word[word.index(after: equals)...]))
    }
    switch kind {
    case "recording":
      guard let format = values["format"]?.first.flatMap({ Int($0) }) else { return nil }
      self = .header(format: format, kernel: values["kernel"]?.first ?? "")
    case "sysfs":
      guard let name = values["name"]?.first, let index = values["index"]?.first.flatMap({ Int32($0) }) else {
        return nil
      }
      guard values["known"]?.first != "no" else {
        self = .sysfs(name: name, index: index, nil)
        return
      }
      var facts = SysfsFacts()
      facts.deviceType = values["type"]?.first
      facts.isWireless = values["wireless"]?.first == "yes"
      facts.isTunnelDevice = values["tunnel"]?.first == "yes"
      facts.lowerNames = values["lower"] ?? []
      self = .sysfs(name: name, index: index, facts)
    case "nameserver": self = .nameserver(values["configured"]?.first == "yes")
    case "asked": self = .asked
    case "routes-left-out": self = .routesLeftOut
    default: return nil
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"),
        UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }
    return result
  }

  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        rest.removeFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
