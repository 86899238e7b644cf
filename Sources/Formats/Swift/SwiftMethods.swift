internal import Expressions
internal import Marbles

/// Methods.
extension SwiftClosures {
  /// What follows the name of a method.
  struct MethodArguments {
    var arguments: [Syntax.Argument]
    var scope: SwiftScope
    var column: Int
    let name: String

    var count: Int { arguments.count }
    /// The label of the first argument; nil for none, and for a trailing closure.
    var label: String? { arguments.first?.label }
    var isTrailing: Bool { arguments.first?.isTrailing == true }

    /// The first argument as a pattern.
    var pattern: Pattern? {
      if case .pattern(let pattern)? = arguments.first?.value.kind { pattern } else { nil }
    }

    func closure(_ index: Int, _ types: [SwiftType], _ wanted: Wanted = .anything) throws(Untranslatable) -> SwiftCode {
      try SwiftClosures.closure(arguments[index].value, types, wanted: wanted, in: scope)
    }

    func value(_ index: Int) throws(Untranslatable) -> SwiftCode {
      try SwiftClosures.value(arguments[index].value, in: scope)
    }

    func fail(_ reason: String) -> Untranslatable { Untranslatable(reason, at: column) }
  }

  static func method(
    _ name: String, of base: SwiftCode, _ arguments: [Syntax.Argument], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    let given = MethodArguments(arguments: arguments, scope: scope, column: column, name: name)
    switch base.type {
    case .string: if let code = try ofString(name, base, given) { return code }
    case .array(let element): if let code = try ofArray(name, base, element, given) { return code }
    case .int where name == "isMultiple" && given.label == "of":
      let divisor = try given.value(0)
      if divisor.type == .int { return SwiftCode(text: "\(base.operand).isMultiple(of: \(divisor.text))", type: .bool) }
      guard divisor.type.isOpen else { throw given.fail("`isMultiple` takes an Int") }
      return try call("isMultiple", "of: ", of: base, [divisor], given)
    case .double where name == "rounded" && arguments.isEmpty:
      return SwiftCode(text: "\(base.operand).rounded()", type: .double, weight: base.weight)
    case .value, .optional, .null: break
    default: throw given.fail("\(base.type.kindName) has no method `\(name)`")
    }
    return try dynamic(name, base, given)
  }

  // MARK: Static types

  private static func ofString(
    _ name: String, _ base: SwiftCode, _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode? {
    func code(_ text: String, _ type: SwiftType) -> SwiftCode {
      SwiftCode(text: "\(base.operand).\(text)", type: type, weight: base.weight)
    }
    if let pattern = given.pattern {
      switch name {
      case "contains": return code("contains(\(SwiftText.regex(pattern.source)))", .bool)
      case "hasPrefix": return code("starts(with: \(SwiftText.regex(pattern.source)))", .bool)
      default: return nil
      }
    }
    switch (name, given.count) {
    case ("uppercased", 0), ("lowercased", 0): return code("\(name)()", .string)
    case ("reversed", 0): return SwiftCode(text: "String(\(base.operand).reversed())", type: .string)
    case ("hasPrefix", 1), ("hasSuffix", 1), ("contains", 1):
      guard !given.arguments[0].value.isClosure else { return nil }
      let part = try given.value(0)
      guard part.type == .string, name != "contains" || part.isLiteral && part.text != "\"\"" else {
        return try call(name, "", of: base, [part], given)
      }
      // `contains` of Foundation looks for parts of characters, too, such as the line feed of CR LF.
      if name == "contains", given.scope.helpers != nil {
        return SwiftCode(
          text: "\(base.operand).firstRange(of: \(part.text)) != nil", type: .bool, isOperation: true,
          weight: base.weight + 1)
      }
      return code("\(name)(\(part.text))", .bool)
    case ("split", 1):
      let separator = try given.value(0)
      guard separator.isLiteral, separator.type == .string, separator.text != "\"\"" else {
        return try call(name, "separator: ", of: base, [separator], given)
      }
      return code("split(separator: \(separator.text)).map { String($0) }", .array(.string))
    case ("prefix", _), ("suffix", _), ("dropFirst", _), ("dropLast", _):
      return try part(name, base, .string, "String", given)
    default: return nil
    }
  }

  private static func ofArray(
    _ name: String, _ base: SwiftCode, _ element: SwiftType, _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode? {
    func code(_ text: String, _ type: SwiftType) -> SwiftCode {
      SwiftCode(text: "\(base.operand).\(text)", type: type, weight: base.weight)
    }
    func called(_ name: String, _ label: String, _ closure: SwiftCode, _ type: SwiftType) -> SwiftCode {
      code("\(name)(\(label)\(closure.text))", type)
    }
    if element.text == nil { return nil }
    switch (name, given.label, given.count) {
    case ("map", nil, 1):
      let closure = try given.closure(0, [element])
      if closure.type.text == nil { throw given.fail("the closure returns no value of marbled's notation") }
      return called("map", "", closure, .array(closure.type))
    case ("filter", nil, 1): return called("filter", "", try given.closure(0, [element], .truth), base.type)
    case ("compactMap", nil, 1):
      let closure = try given.closure(0, [element])
      switch closure.type {
      case .optional(let wrapped): return called("compactMap", "", closure, .array(wrapped))
      case .value: return code("map(\(closure.text)).filter { $0 != Value.null }", .array(.value))
      default: return called("map", "", closure, .array(closure.type))
      }
    case ("allSatisfy", nil, 1):
      return called("allSatisfy", "", try given.closure(0, [element], .truth), .bool)
    case ("contains", "where", 1),
      ("contains", nil, 1) where given.isTrailing:
      return called("contains", "where: ", try given.closure(0, [element], .truth), .bool)
    case ("first", "where", 1),
      ("first", nil, 1) where given.isTrailing:
      if case .optional = element { return nil }
      let closure = try given.closure(0, [element], .truth)
      let found = called("first", "where: ", closure, .optional(element))
      guard element == .value else { return found }
      return SwiftCode(text: "\(found.text) ?? Value.null", type: .value, isOperation: true)
    case ("contains", nil, 1):
      let part = try given.value(0)
      guard part.type == element, element.isEquatable, element != .value, element != .null else {
        return try call(name, "", of: base, [part], given)
      }
      return code("contains(\(part.text))", .bool)
    case ("sorted", nil, 0): return element == .int || element == .string ? code("sorted()", base.type) : nil
    case ("min", nil, 0), ("max", nil, 0):
      return element.isComparable ? code("\(name)()", .optional(element)) : nil
    case ("sum", nil, 0): return element == .int ? code("reduce(0, +)", .int) : nil
    case ("joined", _, 0...1) where element == .string:
      guard given.count == 1 else { return code("joined()", .string) }
      let separator = try given.value(0)
      guard separator.type == .string else { return try call(name, "separator: ", of: base, [separator], given) }
      return code("joined(separator: \(separator.text))", .string)
    case ("reversed", nil, 0): return SwiftCode(text: "Array(\(base.operand).reversed())", type: base.type)
    case ("prefix", _, _), ("suffix", _, _), ("dropFirst", _, _), ("dropLast", _, _):
      return try part(name, base, base.type, "Array", given)
    default: return nil
    }
  }

  /// `prefix(2)` and its like.
  private static func part(
    _ name: String, _ base: SwiftCode, _ type: SwiftType, _ initializer: String, _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode? {
    guard given.count < 2, given.label == nil else { return nil }
    let count = try given.count == 1 ? given.value(0) : SwiftCode(text: "1", type: .int, isLiteral: true, constant: 1)
    guard count.type == .int else { return try call(name, "", of: base, [count], given) }
    if let constant = count.constant, constant < 0 { throw given.fail("`\(name)` takes a count of 0 or more") }
    return SwiftCode(text: "\(initializer)(\(base.operand).\(name)(\(count.text)))", type: type, weight: base.weight)
  }

  // MARK: Values

  /// The labels of the arguments of methods that call no closure.
  private static let methods: [String: [String]] = [
    "uppercased": [], "lowercased": [], "trimmed": [], "reversed": [], "sorted": [], "min": [], "max": [], "sum": [],
    "average": [], "rounded": [], "hasPrefix": [""], "hasSuffix": [""], "percentile": [""],
    "isMultiple": ["of: "], "joined": ["separator: "], "split": ["separator: "], "replacing": ["", "with: "],
    "prefix": [""], "suffix": [""], "dropFirst": [""], "dropLast": [""],
  ]
  /// The methods whose arguments may be left out.
  private static let withDefaults = ["joined", "prefix", "suffix", "dropFirst", "dropLast"]

  private static func dynamic(
    _ name: String, _ base: SwiftCode, _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode {
    if let pattern = given.pattern { return try matching(name, pattern, base, given) }
    if let code = try calling(name, base, given) { return code }
    guard let labels = methods[name] else { throw given.fail("`\(name)` has other arguments") }
    let count = given.count
    guard count == labels.count || count == 0 && withDefaults.contains(name) else {
      throw given.fail("`\(name)` takes \(labels.count) arguments, but gets \(count)")
    }
    let codes = try values(given.arguments.map(\.value), in: given.scope)
    return try call(name, labels.joined(separator: "|"), of: base, codes, given)
  }

  /// A call of a helper without closures.
  ///
  /// - Parameter labels: the labels of the arguments, with `|` between them.
  private static func call(
    _ name: String, _ labels: String, of base: SwiftCode, _ arguments: [SwiftCode], _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode {
    let (scope, column) = (given.scope, given.column)
    let value = try lifted(base, in: scope, at: column)
    try scope.use("\(name)()", at: column)
    let parts = labels.split(separator: "|", omittingEmptySubsequences: false)
    var texts: [String] = []
    for (index, code) in arguments.enumerated() {
      texts.append(parts[index] + (try argument(code, in: scope, at: column)))
    }
    return SwiftCode(text: "\(value.operand).\(name)(\(texts.joined(separator: ", ")))", type: .value)
  }

  /// Methods that take a pattern.
  private static func matching(
    _ name: String, _ pattern: Pattern, _ base: SwiftCode, _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode {
    let (scope, column) = (given.scope, given.column)
    let labels = [
      "contains": "", "hasPrefix": "", "split": "separator: ", "replacing": "", "firstMatch": "of: ",
      "wholeMatch": "of: ", "matches": "of: ",
    ]
    guard let label = labels[name] else { throw given.fail("`\(name)` takes no pattern") }
    let value = try lifted(base, in: scope, at: column)
    try scope.use("\(name)(pattern)", at: column)
    var text = label + SwiftText.regex(pattern.source)
    if name == "replacing" {
      guard given.count == 2, given.arguments[1].label == "with" else {
        throw given.fail("expected `replacing(\"a\", with: \"b\")`")
      }
      text += ", with: " + (try argument(given.value(1), in: scope, at: column))
    } else if given.count != 1 {
      throw given.fail("`\(name)` has other arguments")
    }
    return SwiftCode(text: "\(value.operand).\(name)(\(text))", type: .value)
  }

  /// Methods that call closures; nil for others.
  private static func calling(
    _ name: String, _ base: SwiftCode, _ given: MethodArguments
  ) throws(Untranslatable) -> SwiftCode? {
    let (scope, column) = (given.scope, given.column)
    func code(_ text: String) throws(Untranslatable) -> SwiftCode {
      try scope.use("\(name)(closure)", at: column)
      return SwiftCode(text: "\(try lifted(base, in: scope, at: column).operand).\(name)\(text)", type: .value)
    }
    switch (name, given.label, given.count) {
    case ("map", nil, 1), ("compactMap", nil, 1):
      return try code("(\(try given.closure(0, [.value], .value).text))")
    case ("filter", nil, 1), ("allSatisfy", nil, 1):
      return try code("(\(try given.closure(0, [.value], .truth).text))")
    case ("contains", "where", 1), ("first", "where", 1),
      ("contains", nil, 1) where given.isTrailing,
      ("first", nil, 1) where given.isTrailing:
      return try code("(where: \(try given.closure(0, [.value], .truth).text))")
    case ("contains", nil, 1):
      return try call(name, "", of: base, [given.value(0)], given)
    case ("reduce", nil, 2):
      let initial = try argument(given.value(0), in: scope, at: column)
      return try code("(\(initial), \(try given.closure(1, [.value, .value], .value).text))")
    case ("merging", nil, 2):
      let other = try argument(given.value(0), in: scope, at: column)
      return try code("(\(other), uniquingKeysWith: \(try given.closure(1, [.value, .value], .value).text))")
    default: return nil
    }
  }

  /// `map` directly after `first` or `last`: of that element if there is one.
  static func map(
    _ end: String, of base: SwiftCode, _ closure: Syntax, in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    switch base.type {
    case .array(let element) where element.text != nil && !element.isOpen:
      let code = try self.closure(closure, [element], in: scope)
      let text = "\(base.operand).\(end).map(\(code.text))"
      switch code.type {
      case .value: return SwiftCode(text: "\(text) ?? Value.null", type: .value, isOperation: true)
      case .optional: return SwiftCode(text: "\(base.operand).\(end).flatMap(\(code.text))", type: code.type)
      default: return SwiftCode(text: text, type: .optional(code.type))
      }
    default:
      try scope.use("mapEnd", at: column)
      let code = try self.closure(closure, [.value], wanted: .value, in: scope)
      let value = try lifted(base, in: scope, at: column)
      return SwiftCode(text: "\(value.operand).mapEnd(\"\(end)\", \(code.text))", type: .value)
    }
  }
}

extension Syntax {
  /// Whether it is a closure or an operator as a function.
  fileprivate var isClosure: Bool {
    switch kind {
    case .closure, .operatorReference: true
    default: false
    }
  }
}
