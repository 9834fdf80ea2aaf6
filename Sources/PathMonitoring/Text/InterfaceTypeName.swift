/// The names of interface types in files, arguments and output.
package enum InterfaceTypeName {
  package static let all = NameTable<NetworkInterface.InterfaceType>([
    (.wifi, "wifi"), (.cellular, "cellular"), (.wiredEthernet, "wiredEthernet"), (.loopback, "loopback"),
    (.other, "other"),
  ])

  package static var list: String { all.names.joined(separator: ", ") }

  package static func name(_ type: NetworkInterface.InterfaceType) -> String { all.name(type) ?? "other" }

  package static func type(_ name: String) -> NetworkInterface.InterfaceType? { all.value(name) }
}
