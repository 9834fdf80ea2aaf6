extension PathPolicy {
  /// What the rules come to for one interface.
  package struct Effect: Hashable, Sendable {
    /// What a rule says.
    package struct Ruling<Value: Hashable & Sendable>: Hashable, Sendable {
      package var value: Value
      /// The place of the rule, from 1.
      package var rule: Int
    }

    package var interfaceType: Ruling<NetworkInterface.InterfaceType>?
    package var isExpensive: Ruling<Bool>?
    package var isConstrained: Ruling<Bool>?
    package var isProhibited: Ruling<Bool>?

    package init() {}
  }

  /// What the rules come to for an interface that is as the system tells it.
  package func effect(on interface: NetworkInterface) -> Effect {
    var effect = Effect()
    for (place, rule) in zip(1..., rules) where rule.matches(interface) {
      func ruling<Value>(_ value: Value?) -> Effect.Ruling<Value>? {
        value.map { Effect.Ruling(value: $0, rule: place) }
      }
      effect.interfaceType = effect.interfaceType ?? ruling(rule.interfaceType)
      effect.isExpensive = effect.isExpensive ?? ruling(rule.isExpensive)
      effect.isConstrained = effect.isConstrained ?? ruling(rule.isConstrained)
      effect.isProhibited = effect.isProhibited ?? ruling(rule.isProhibited)
    }
    return effect
  }
}

extension NetworkLink {
  /// The link with the type that the policy gives it.
  func typed(by effect: PathPolicy.Effect) -> NetworkLink {
    guard let type = effect.interfaceType?.value else { return self }
    var link = self
    link.interface = NetworkInterface(name: interface.name, index: interface.index, type: type)
    return link
  }
}
