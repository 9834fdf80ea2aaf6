/// Makes a policy of JSON.
enum PolicyReader {
  private typealias V = JSONValue

  // The keys of policy files, for the reader and the schema's test.
  static let policyKeys = ["$schema", "about", "rules"]
  static let ruleKeys = ["match", "note", "type", "expensive", "constrained", "prohibited"]
  static let matchKeys = ["name", "type"]

  /// How many rules there may be.
  static let ruleLimit = 1000
  /// How long a pattern may be: the kernel's longest name of an interface has 127 bytes (ALTIFNAMSIZ).
  static let patternLimit = 127

  static func policy(_ value: JSONValue) throws(TextError) -> PathPolicy {
    let fields = try JSONFields(value, "a policy", keys: policyKeys)
    // Editors find the schema by it.
    _ = try fields.optional("$schema", V.readString)
    _ = try fields.optional("about", V.readString)
    return PathPolicy(try fields.required("rules", V.readArray(limit: ruleLimit, rule)))
  }

  private static func rule(_ value: JSONValue) throws(TextError) -> PathPolicy.Rule {
    let fields = try JSONFields(value, "a rule", keys: ruleKeys)
    var rule = try fields.required("match", match)
    _ = try fields.optional("note", V.readString)
    let matched = rule
    rule.interfaceType = try fields.optional("type", V.readWord(InterfaceTypeName.all))
    rule.isExpensive = try fields.optional("expensive", V.readBool)
    rule.isConstrained = try fields.optional("constrained", V.readBool)
    rule.isProhibited = try fields.optional("prohibited", V.readBool)
    guard rule != matched else {
      throw TextError(
        value.offset,
        "a rule says nothing; give it one of \(ruleKeys.dropFirst(2).joined(separator: ", "))")
    }
    return rule
  }

  private static func match(_ value: JSONValue) throws(TextError) -> PathPolicy.Rule {
    let fields = try JSONFields(value, "what a rule matches", keys: matchKeys)
    let rule = PathPolicy.Rule(
      name: try fields.optional("name", pattern),
      ofType: try fields.optional("type", V.readWord(InterfaceTypeName.all)))
    guard rule != PathPolicy.Rule() else {
      throw TextError(
        value.offset, "needs a \"name\" or a \"type\"; {\"name\": \"*\"} matches all interfaces")
    }
    return rule
  }

  /// A name that an interface can have, or a pattern of such (dev_valid_name in net/core/dev.c).
  private static func pattern(_ value: JSONValue) throws(TextError) -> String {
    let text = try V.readString(value)
    let isName = text.unicodeScalars.allSatisfy { scalar in
      scalar != "/" && scalar != ":" && !scalar.properties.isWhitespace
        && scalar.properties.generalCategory != .control
    }
    guard !text.isEmpty, isName, text.utf8.count <= patternLimit else {
      throw TextError(
        value.offset,
        "should be the name of an interface, such as \"eth0\", or a pattern, such as \"wwan*\"; no name is empty, "
          + "has a space, a / or a :, or more than \(patternLimit) bytes")
    }
    return text
  }
}
