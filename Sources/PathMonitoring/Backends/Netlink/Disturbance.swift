internal import Netlink

/// What has to be looked at again.
struct Disturbance {
  /// What lookups of one family are in question.
  struct Lookups {
    /// Unbound ones and those of all links.
    var isWhole = false
    /// Unbound ones and those bound to these links.
    var links: Set<Int32> = []
    /// Unbound ones and those that carry one of these addresses, or one that is not their link's own: the addresses
    /// came or went, or changed their state.
    var sources: Set<RawAddress> = []
    /// Unbound ones and those of links that had a way: routes over several links may have gone.
    var ways = false

    var isEmpty: Bool { !isWhole && links.isEmpty && sources.isEmpty && !ways }
  }

  var ipv4 = Lookups()
  var ipv6 = Lookups()
  /// The addresses: one was put to use without a message.
  var addresses = false
  /// Lookups of these destinations.
  var destinations: Set<NetworkEndpoint.Host> = []
  /// A name, a type, a master: nothing to ask, but the snapshot may differ.
  var facts = false
  /// The kernel may have told of a removal that it makes only now: an IPv4 route (fib_table_delete in
  /// net/ipv4/fib_trie.c), or the routes of an address, of a next hop object, of a link.
  var removal = false
  /// Messages were lost: everything.
  var everything = false

  var isEmpty: Bool {
    ipv4.isEmpty && ipv6.isEmpty && destinations.isEmpty && !addresses && !facts && !everything
  }

  subscript(family: AddressFamily) -> Lookups {
    get { family == .ipv4 ? ipv4 : ipv6 }
    _modify {
      switch family {
      case .ipv4: yield &ipv4
      case .ipv6: yield &ipv6
      }
    }
  }

  /// All lookups of all families.
  mutating func disturbLookups() {
    ipv4.isWhole = true
    ipv6.isWhole = true
  }

  /// Lookups of all families that have to do with a link.
  mutating func disturbLookups(ofLink index: Int32) {
    ipv4.links.insert(index)
    ipv6.links.insert(index)
  }
}
