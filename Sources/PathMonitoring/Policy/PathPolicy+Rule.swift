extension PathPolicy {
  /// What is said of the interfaces that it matches.
  public struct Rule: Hashable, Sendable {
    /// The names that it matches: one, or a pattern in which `*` stands for any number of characters and `?` for
    /// one; nil for all names. Capital and small letters differ, as they do to the kernel.
    public var name: String?
    /// The type that interfaces must have to be matched, as the system tells it; nil for all.
    public var ofType: NetworkInterface.InterfaceType?
    /// The type that they count as.
    public var interfaceType: NetworkInterface.InterfaceType?
    /// Whether a path is expensive that has such an interface first.
    public var isExpensive: Bool?
    /// Whether a path is constrained that has such an interface first.
    public var isConstrained: Bool?
    /// Whether they are left out of paths, as if they were not there.
    public var isProhibited: Bool?

    /// Makes a rule: what it matches, and what it says. Nil says nothing.
    ///
    /// - Parameters:
    ///   - name: the name or pattern of names that it matches.
    ///   - ofType: the type that it matches; with a name, both must match.
    ///   - interfaceType: the type that the interfaces count as.
    ///   - isExpensive: whether they cost money.
    ///   - isConstrained: whether they are to be used sparingly.
    ///   - isProhibited: whether they are left out.
    public init(
      name: String? = nil, ofType: NetworkInterface.InterfaceType? = nil,
      interfaceType: NetworkInterface.InterfaceType? = nil, isExpensive: Bool? = nil,
      isConstrained: Bool? = nil, isProhibited: Bool? = nil
    ) {
      self.name = name
      self.ofType = ofType
      self.interfaceType = interfaceType
      self.isExpensive = isExpensive
      self.isConstrained = isConstrained
      self.isProhibited = isProhibited
    }

    /// Whether it speaks of an interface that is as the system tells it.
    func matches(_ interface: NetworkInterface) -> Bool {
      if let ofType, interface.type != ofType { return false }
      return name.map { NamePattern.matches($0, interface.name) } ?? true
    }
  }
}
