import Netlink
package import PathMonitoring

/// A kernel made of the dumps of a recording in Tests/Captures.
package typealias RecordedKernel = ModelKernel

extension ModelKernel {
  /// The state that a recording's dumps show.
  package init(_ capture: Capture) throws {
    self.init()
    for message in try capture.messages("getlink.nl") {
      if case .newLink(let link) = message { links.append(link) }
    }
    for message in try capture.messages("getaddr.nl") {
      if case .newAddress(let address) = message { addresses.append(address) }
    }
    for message in try capture.messages("getroute.nl") {
      if case .newRoute(let route) = message, !route.flags.contains(.cloned) { routes.append(route) }
    }
    for message in try capture.messages("getrule.nl") {
      if case .newRule(let rule) = message { rules.append(rule) }
    }
  }
}
