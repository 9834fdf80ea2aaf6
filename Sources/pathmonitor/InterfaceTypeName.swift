import PathMonitoring

/// The names of interface types in arguments and output.
enum InterfaceTypeName {
  private static let all: [(NetworkInterface.InterfaceType, String)] = [
    (.wifi, "wifi"), (.cellular, "cellular"), (.wiredEthernet, "wiredEthernet"), (.loopback, "loopback"),
    (.other, "other"),
  ]

  static var list: String { all.map(\.1).joined(separator: ", ") }

  static func name(_ type: NetworkInterface.InterfaceType) -> String {
    all.first { $0.0 == type }?.1 ?? "other"
  }

  static func type(_ name: String) -> NetworkInterface.InterfaceType? {
    all.first { $0.1.lowercased() == name.lowercased() }?.0
  }
}
