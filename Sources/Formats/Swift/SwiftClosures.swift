internal import Expressions
internal import Marbles

/// The types of the names that a closure may use.
struct SwiftScope {
  var names: [String: SwiftType] = [:]
  /// The types of `$0`, `$1`, …
  var anonymous: [SwiftType] = []
}

/// Translates the closures and values of expressions, which are Swift, but without static types.
enum SwiftClosures {
  /// A closure, an operator as a function, or neither.
  ///
  /// - Parameter types: the types of the arguments.
  static func closure(_ syntax: Syntax, _ types: [SwiftType], in scope: SwiftScope) throws(Untranslatable) -> SwiftCode
  {
    switch syntax.kind {
    case .operatorReference(let symbol):
      guard types.count == 2, types[0] == types[1] else {
        throw Untranslatable("`\(symbol)` has operands of two types")
      }
      let operands = types.map { SwiftCode(text: "", type: $0) }
      return SwiftCode(text: symbol, type: try infix(symbol, operands[0], operands[1]).type)
    case .closure(let closure):
      var inner = scope
      guard let parameters = closure.parameters else {
        inner.anonymous = types
        let body = try value(closure.body, in: inner)
        let count = closure.arity
        if count == types.count { return SwiftCode(text: "{ \(body.text) }", type: body.type) }
        guard count == 0 else { throw Untranslatable("a closure does not use all of its parameters") }
        let names = types.map { _ in "_" }.joined(separator: ", ")
        return SwiftCode(text: "{ \(names) in \(body.text) }", type: body.type)
      }
      guard parameters.count == types.count else { throw Untranslatable("a closure takes a tuple apart") }
      try SwiftNames.check(parameters)
      for (name, type) in zip(parameters, types) { inner.names[name] = type }
      let body = try value(closure.body, in: inner)
      return SwiftCode(text: "{ \(parameters.joined(separator: ", ")) in \(body.text) }", type: body.type)
    case .name(let name): throw Untranslatable("`\(name)` is a conversion of marbled")
    default: throw Untranslatable("a closure has no counterpart in Swift")
    }
  }

  /// The code of a value.
  static func value(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    // A chain of operators and members is as deep as it is long: it is followed in a loop, which takes no stack.
    var links: [(SwiftCode) throws(Untranslatable) -> SwiftCode] = []
    var rest = syntax
    while true {
      switch try part(rest, in: scope) {
      case .link(let base, let append):
        links.append(append)
        rest = base
      case .whole(var code):
        for append in links.reversed() { code = try append(code) }
        return code
      }
    }
  }

  /// A value, or what a chain has after its base.
  private enum Part {
    case whole(SwiftCode)
    case link(after: Syntax, (SwiftCode) throws(Untranslatable) -> SwiftCode)
  }

  private static func part(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> Part {
    switch syntax.kind {
    case .infix(let symbol, let left, let right):
      return .link(after: left) { code throws(Untranslatable) in try infix(symbol, code, value(right, in: scope)) }
    case .unwrap(let base): return .link(after: base) { code throws(Untranslatable) in try unwrapped(code) }
    case .member(let base, let name):
      return .link(after: base) { code throws(Untranslatable) in try member(name, of: code) }
    case .call(let callee, let arguments):
      guard case .member(let base, let name) = callee.kind else {
        throw Untranslatable("a function in a closure has no counterpart in Swift")
      }
      return .link(after: base) { code throws(Untranslatable) in
        try method(name, of: code, values(arguments.map(\.value), in: scope), labels: arguments.map(\.label))
      }
    case .literal(let value): return .whole(try literal(value))
    case .interpolation(let parts):
      var text = ""
      for part in parts {
        if case .literal(.string(let string)) = part.kind {
          text += SwiftText.escaped(string)
          continue
        }
        let code = try value(part, in: scope)
        guard code.type.hasSameText else { throw Untranslatable("marbled and Swift have different texts for a value") }
        text += "\\(\(code.text))"
      }
      return .whole(SwiftCode(text: "\"\(text)\"", type: .string))
    case .parameter(let index):
      guard index < scope.anonymous.count else { throw Untranslatable("`$\(index)` is not there") }
      return .whole(SwiftCode(text: "$\(index)", type: scope.anonymous[index]))
    case .name(let name):
      guard let type = scope.names[name] else { throw Untranslatable("`\(name)` is not a value") }
      return .whole(SwiftCode(text: name, type: type))
    case .array(let elements):
      let codes = try values(elements, in: scope)
      guard let first = codes.first, codes.allSatisfy({ $0.type == first.type }) else {
        throw Untranslatable("an array has no elements, or elements of several types")
      }
      return .whole(SwiftCode(text: "[\(codes.map(\.text).joined(separator: ", "))]", type: .array(first.type)))
    case .tuple(let elements):
      let codes = try values(elements, in: scope)
      return .whole(SwiftCode(text: "(\(codes.map(\.text).joined(separator: ", ")))", type: .tuple(codes.map(\.type))))
    case .prefix(let symbol, let operand):
      let code = try value(operand, in: scope)
      let isFine = symbol == "!" ? code.type == .bool : [.int, .double].contains(code.type)
      guard isFine else { throw Untranslatable("`\(symbol)` has an operand of another type") }
      return .whole(
        SwiftCode(text: "\(symbol)\(code.operand)", type: code.type, isLiteral: code.isLiteral, isOperation: true))
    case .ternary(let condition, let yes, let no):
      let test = try value(condition, in: scope)
      guard test.type == .bool else { throw Untranslatable("a condition is no Bool") }
      let (yes, no) = (try branch(yes, in: scope), try branch(no, in: scope))
      let type = try shared(yes, no)
      let text = "\(test.operand) ? \(yes?.operand ?? "nil") : \(no?.operand ?? "nil")"
      return .whole(SwiftCode(text: text, type: type, isOperation: true))
    case .implicitMember(let name): throw Untranslatable("`.\(name)` is no value")
    case .subscript: throw Untranslatable("a subscript that may be outside has no counterpart in Swift")
    case .object: throw Untranslatable("an object with values of several types has no counterpart in Swift")
    case .pattern: throw Untranslatable("a pattern is written by itself")
    case .block: throw Untranslatable("constants in a closure are not written yet")
    case .closure, .operatorReference: throw Untranslatable("a closure in a closure has no counterpart in Swift")
    }
  }

  private static func values(_ elements: [Syntax], in scope: SwiftScope) throws(Untranslatable) -> [SwiftCode] {
    var codes: [SwiftCode] = []
    for element in elements { codes.append(try value(element, in: scope)) }
    return codes
  }

  private static func literal(_ value: Value) throws(Untranslatable) -> SwiftCode {
    switch value {
    case .bool(let flag): SwiftCode(text: "\(flag)", type: .bool)
    case .int(let number): SwiftCode(text: "\(number)", type: .int, isLiteral: true)
    case .double(let number): SwiftCode(text: "\(number.value)", type: .double, isLiteral: true)
    case .string(let text): SwiftCode(text: SwiftText.literal(text), type: .string, isLiteral: true)
    case .null, .array, .object, .tuple: throw Untranslatable("`nil` has no type")
    }
  }

  /// A branch of a condition; nil for `nil`.
  private static func branch(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode? {
    if case .literal(.null) = syntax.kind { nil } else { try value(syntax, in: scope) }
  }

  private static func shared(_ left: SwiftCode?, _ right: SwiftCode?) throws(Untranslatable) -> SwiftType {
    switch (left, right) {
    case (let code?, nil), (nil, let code?):
      if case .optional = code.type { return code.type }
      return .optional(code.type)
    case (let left?, let right?):
      guard left.type == right.type else { throw Untranslatable("a condition has branches of two types") }
      return left.type
    case (nil, nil): throw Untranslatable("`nil` has no type")
    }
  }

  // MARK: Operators and members

  static func infix(_ symbol: String, _ left: SwiftCode, _ right: SwiftCode) throws(Untranslatable) -> SwiftCode {
    let text = "\(left.operand) \(symbol) \(right.operand)"
    let isTyped = left.type != .value && right.type != .value
    let problem = Untranslatable("`\(symbol)` \(isTyped ? "has operands of two types" : "needs values of one type")")
    var (leftType, rightType) = (left.type, right.type)
    // A literal takes the type of the other operand.
    let literals: [SwiftType] = [.int, .double, .string]
    if leftType != rightType {
      for type in [SwiftType.double, .value] {
        if left.isLiteral, rightType == type, type == .value ? literals.contains(leftType) : leftType == .int {
          leftType = type
        }
        if right.isLiteral, leftType == type, type == .value ? literals.contains(rightType) : rightType == .int {
          rightType = type
        }
      }
    }
    func code(_ type: SwiftType) -> SwiftCode { SwiftCode(text: text, type: type, isOperation: true) }
    switch symbol {
    case "??":
      guard leftType == .optional(rightType) else { throw problem }
      return code(rightType)
    case "&&", "||":
      guard leftType == .bool, rightType == .bool else { throw problem }
      return code(.bool)
    case "==", "!=":
      guard leftType == rightType, leftType.isEquatable else { throw problem }
      return code(.bool)
    case "<", "<=", ">", ">=":
      guard leftType == rightType, leftType.isComparable else { throw problem }
      return code(.bool)
    case "+":
      switch leftType {
      case .int, .double, .string, .array: if leftType == rightType { return code(leftType) }
      default: break
      }
      throw problem
    case "-", "*", "/":
      guard leftType == rightType, [.int, .double].contains(leftType) else { throw problem }
      return code(leftType)
    case "%":
      guard leftType == .int, rightType == .int else { throw problem }
      return code(.int)
    default: throw problem
    }
  }

  private static func unwrapped(_ base: SwiftCode) throws(Untranslatable) -> SwiftCode {
    guard case .optional(let wrapped) = base.type else {
      throw Untranslatable("`!` follows a value that is never nil")
    }
    return SwiftCode(text: "\(base.operand)!", type: wrapped)
  }

  private static func member(_ name: String, of base: SwiftCode) throws(Untranslatable) -> SwiftCode {
    let text = "\(base.operand).\(name)"
    switch (base.type, name) {
    case (.tuple(let elements), _):
      if let index = Int(name), elements.indices.contains(index) { return SwiftCode(text: text, type: elements[index]) }
    case (.string, "count"), (.array, "count"): return SwiftCode(text: text, type: .int)
    case (.string, "isEmpty"), (.array, "isEmpty"): return SwiftCode(text: text, type: .bool)
    case (.array(let element), "first"), (.array(let element), "last"):
      return SwiftCode(text: text, type: .optional(element))
    case (.int, "description"), (.double, "description"), (.value, "description"):
      return SwiftCode(text: text, type: .string)
    case (.value, _): throw Untranslatable("`.\(name)` is a member of a JSON object")
    default: break
    }
    throw Untranslatable("`.\(name)` is a member that only marbled has")
  }

  private static func method(
    _ name: String, of base: SwiftCode, _ arguments: [SwiftCode], labels: [String?]
  ) throws(Untranslatable) -> SwiftCode {
    func code(_ type: SwiftType, label: String? = nil) -> SwiftCode {
      let given = arguments.map { (label.map { "\($0): " } ?? "") + $0.text }.joined(separator: ", ")
      return SwiftCode(text: "\(base.operand).\(name)(\(given))", type: type)
    }
    switch (base.type, name, arguments.map(\.type)) {
    case (.string, "uppercased", []), (.string, "lowercased", []): return code(.string)
    case (.string, "hasPrefix", [.string]), (.string, "hasSuffix", [.string]), (.string, "contains", [.string]):
      if labels == [nil] { return code(.bool) }
    case (.int, "isMultiple", [.int]): if labels == ["of"] { return code(.bool, label: "of") }
    default: break
    }
    throw Untranslatable("`\(name)` is a method that only marbled has")
  }
}
