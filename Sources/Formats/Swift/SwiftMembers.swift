internal import Expressions
internal import Marbles

/// Members, subscripts and functions.
extension SwiftClosures {
  /// Members that marbled computes for values of a static type, but Swift does not.
  private static func computed(_ type: SwiftType) -> [String] {
    switch type {
    case .string: ["capitalized", "isUppercase", "isLowercase", "isLetter", "isNumber"]
    case .array, .tuple: ["description"]
    default: []
    }
  }

  static func member(
    _ name: String, of base: SwiftCode, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    let text = "\(base.operand).\(name)"
    func code(_ type: SwiftType) -> SwiftCode { SwiftCode(text: text, type: type, weight: base.weight) }
    switch (base.type, name) {
    case (.tuple(let elements), _) where Int(name) != nil:
      if let index = Int(name), elements.indices.contains(index) { return code(elements[index]) }
      throw Untranslatable("the tuple has \(elements.count) elements and no `.\(name)`", at: column)
    case (.string, "count"), (.array, "count"): return code(.int)
    case (.string, "isEmpty"), (.array, "isEmpty"): return code(.bool)
    case (.string, "first"), (.string, "last"):
      return SwiftCode(text: "\(text).map { String($0) }", type: .optional(.string), weight: base.weight)
    case (.array(.value), "first"), (.array(.value), "last"):
      return SwiftCode(text: "\(text) ?? Value.null", type: .value, isOperation: true, weight: base.weight + 1)
    case (.array(let element), "first"), (.array(let element), "last"):
      guard case .optional = element else { return code(.optional(element)) }
    case (.int, "description"), (.double, "description"), (.bool, "description"): return code(.string)
    case (.string, "description"): return base
    default: break
    }
    guard base.type.isOpen || computed(base.type).contains(name) || ["first", "last"].contains(name) else {
      throw Untranslatable("\(base.type.kindName) has no `\(name)`", at: column)
    }
    try scope.use("member", at: column)
    let value = try lifted(base, in: scope, at: column)
    return SwiftCode(text: "\(value.operand).member(\(SwiftLiteral.string(name)))", type: .value, weight: base.weight)
  }

  /// `base[index]` and `base[key, default: value]`
  static func part(
    of base: SwiftCode, at arguments: [Syntax.Argument], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    let labels = arguments.map(\.label)
    guard labels == [nil] || labels == [nil, "default"] else {
      throw Untranslatable("expected an index, a name, or a name and `default:`", at: column)
    }
    try scope.use("part", at: column)
    let value = try lifted(base, in: scope, at: column)
    let codes = try values(arguments.map(\.value), in: scope)
    var texts: [String] = []
    for (code, label) in zip(codes, labels) {
      texts.append((label.map { "\($0): " } ?? "") + (try argument(code, in: scope, at: column)))
    }
    return SwiftCode(text: "\(value.operand).part(\(texts.joined(separator: ", ")))", type: .value, weight: base.weight)
  }

  // MARK: Functions

  private static let rounding = ["round": "", "floor": ".down", "ceil": ".up"]
  private static let mathematics = ["sqrt", "pow", "log", "log2", "log10", "exp"]

  static func function(
    _ name: String, _ arguments: [SwiftCode], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    guard let first = arguments.first else { throw Untranslatable("`\(name)` needs a value", at: column) }
    let weight = arguments.reduce(1) { $0 + $1.weight }
    func code(_ text: String, _ type: SwiftType) -> SwiftCode { SwiftCode(text: text, type: type, weight: weight) }
    let isAlone = arguments.count == 1
    switch (name, first.type) {
    case ("String", .int), ("String", .double), ("String", .bool):
      // `String(1)` of a literal would be the character in it.
      return code(
        first.isOperation ? "String((\(first.text)) as \(first.type.text!))" : "String(\(first.text))", .string)
    case ("String", .string): return first
    case ("String", .error), ("String", .instant): return code("String(describing: \(first.text))", .string)
    case ("String", _):
      return code("\(try lifted(first, in: scope, at: column).operand).description", .string)
    case ("Int", .int) where isAlone, ("Double", .double) where isAlone:
      return first
    case ("Int", .double) where isAlone && !first.isLiteral: return code("Int(\(first.text))", .int)
    case ("Int", .string) where isAlone: return code("Int(\(first.text))", .optional(.int))
    case ("Double", .int) where isAlone:
      return code("Double(\(first.isOperation ? "(\(first.text)) as Int" : first.text))", .double)
    case ("abs", .int) where isAlone, ("abs", .double) where isAlone: return code("abs(\(first.text))", first.type)
    case ("min", .int), ("max", .int):
      if arguments.count > 1, arguments.allSatisfy({ $0.type == .int }) {
        return code("\(name)(\(arguments.map(\.text).joined(separator: ", ")))", .int)
      }
    case (_, .double) where rounding[name] != nil && isAlone:
      return code("\(first.operand).rounded(\(rounding[name] ?? ""))", .double)
    default: break
    }
    return try dynamic(name, arguments, in: scope, at: column)
  }

  private static func dynamic(
    _ name: String, _ arguments: [SwiftCode], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    func values() throws(Untranslatable) -> [String] {
      var texts: [String] = []
      for argument in arguments { texts.append(try self.argument(argument, in: scope, at: column)) }
      return texts
    }
    switch name {
    case "Int", "Double", "abs":
      if case .bool = arguments[0].type {
        throw Untranslatable("`\(name)` can't be applied to \(arguments[0].type.kindName)", at: column)
      }
      let helper = ["Int": "asInt", "Double": "asDouble", "abs": "magnitude"][name] ?? name
      try scope.use(helper, at: column)
      return SwiftCode(text: "\(try lifted(arguments[0], in: scope, at: column).operand).\(helper)", type: .value)
    case "min", "max":
      try scope.use("extreme", at: column)
      return SwiftCode(
        text: "Value.extreme(\"\(name)\", [\(try values().joined(separator: ", "))])", type: .value)
    case _ where rounding[name] != nil || mathematics.contains(name):
      guard arguments.count == (name == "pow" ? 2 : 1) else {
        throw Untranslatable("`\(name)` takes \(name == "pow" ? "two numbers" : "one number")", at: column)
      }
      if let other = arguments.first(where: { !$0.type.isNumber && !$0.type.isOpen }) {
        throw Untranslatable("`\(name)` can't be applied to \(other.type.kindName)", at: column)
      }
      try scope.use("calculated", at: column)
      return SwiftCode(
        text: "Value.calculated(\"\(name)\", [\(try values().joined(separator: ", "))])", type: .value)
    default: throw Untranslatable("no function is called `\(name)`", at: column)
    }
  }
}
