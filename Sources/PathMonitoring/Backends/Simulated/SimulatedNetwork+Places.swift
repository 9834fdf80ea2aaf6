/// Which link an event is about.
extension SimulatedNetwork {
  /// Where a link of that name stands.
  func place(_ name: String) throws(SimulationProblem) -> Int {
    guard let place = links.firstIndex(where: { $0.name == name }) else {
      throw .noSuchLink(name, known: links.map(\.name))
    }
    return place
  }

  /// Where a link of that name stands, or the first that suits.
  func place(
    _ name: String?, _ kind: String, where suits: (SimulatedLink) -> Bool
  ) throws(SimulationProblem) -> Int {
    if let name { return try place(name) }
    guard let place = links.firstIndex(where: suits) else { throw SimulationProblem("there is no \(kind)") }
    return place
  }

  /// Where a link of that name stands, or the first that packets leave by.
  func place(ofUsed name: String?, where suits: (SimulatedLink) -> Bool) throws(SimulationProblem) -> Int {
    if let name { return try place(name) }
    let used = ordered.first { !$0.isTunnel && $0.effectiveCondition == .usable && suits($0) }
    guard let used else { throw SimulationProblem("there is no link in use that has such an address") }
    return try place(used.name)
  }

  /// Where a link of that name stands, or the first of the type of `usual`; one that is not there appears.
  mutating func place(_ name: String?, _ usual: SimulatedLink) throws(SimulationProblem) -> Int {
    let name = name ?? links.first { $0.type == usual.type }?.name ?? usual.name
    if !links.contains(where: { $0.name == name }) {
      var link = usual
      link.name = name
      try add(link)
    }
    let place = try place(name)
    try check(place, is: usual.type)
    return place
  }

  func check(_ place: Int, is type: NetworkInterface.InterfaceType) throws(SimulationProblem) {
    guard links[place].type == type else {
      throw SimulationProblem(
        "\"\(links[place].name)\" is of type \(InterfaceTypeName.name(links[place].type)), not \(InterfaceTypeName.name(type))"
      )
    }
  }
}

extension SimulatedLink {
  /// An Ethernet cable that leads to no phone.
  var isCable: Bool { type == .wiredEthernet && !isTunnel && !isMetered }

  var isPhone: Bool { type == .wiredEthernet && isMetered }

  var isWireless: Bool { type == .wifi || type == .cellular }

  /// Whether it would be given an address, since it has none.
  func awaits(_ address: SimulatedAddress?) -> Bool {
    address == nil && !isTunnel && effectiveCondition == .usable
  }
}
