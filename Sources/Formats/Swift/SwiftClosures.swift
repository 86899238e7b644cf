internal import Expressions
internal import Marbles

/// Translates the closures and values of expressions, which are Swift, but without static types.
///
/// What has the same meaning for static types is written as it is. Where a value may be of several kinds, as members of
/// objects are, it is a `Value`, and the code calls functions of ``SwiftHelper``, which do what marbled does.
enum SwiftClosures {
  /// What a closure has to return.
  enum Wanted {
    case anything
    /// A Bool; nil counts as false.
    case condition
    /// A Bool; whatever is not `true` counts as false.
    case truth
    case value
  }

  /// A closure, an operator as a function, or the name of a conversion.
  ///
  /// - Parameter types: the types of the arguments.
  static func closure(
    _ syntax: Syntax, _ types: [SwiftType], wanted: Wanted = .anything, in scope: SwiftScope
  ) throws(Untranslatable) -> SwiftCode {
    switch syntax.kind {
    case .operatorReference(let symbol):
      guard types.count == 2 else { throw Untranslatable("`\(symbol)` takes two values", at: syntax.column) }
      let operands = types.enumerated().map { SwiftCode(text: "$\($0)", type: $1) }
      let code = try infix(symbol, operands[0], operands[1], in: scope, at: syntax.column)
      if types[0] == types[1], code.text == "$0 \(symbol) $1", fits(code.type, wanted) {
        return SwiftCode(text: symbol, type: code.type)
      }
      let body = try converted(code, wanted, in: scope, at: syntax.column)
      return SwiftCode(text: "{ \(body.text) }", type: body.type)
    case .name(let name):
      let arguments = types.enumerated().map { SwiftCode(text: "$\($0)", type: $1) }
      let code = try function(name, arguments, in: scope, at: syntax.column)
      let body = try converted(code, wanted, in: scope, at: syntax.column)
      return SwiftCode(text: "{ \(body.text) }", type: body.type)
    case .closure(let closure):
      var (inner, head) = (scope, "")
      if let parameters = closure.parameters {
        head = try declared(parameters, types, in: &inner, at: syntax.column)
      } else {
        head = try anonymous(closure, types, in: &inner, at: syntax.column)
      }
      let body = try SwiftStatements.body(of: closure.body, wanted: wanted, in: inner)
      return SwiftCode(text: "{ \(head)\(body.text) }", type: body.type)
    default: throw Untranslatable("expected a closure", at: syntax.column)
    }
  }

  private static func fits(_ type: SwiftType, _ wanted: Wanted) -> Bool {
    switch wanted {
    case .anything: true
    case .condition, .truth: type == .bool
    case .value: type == .value
    }
  }

  /// The head of a closure with named parameters.
  private static func declared(
    _ parameters: [String], _ types: [SwiftType], in scope: inout SwiftScope, at column: Int
  ) throws(Untranslatable) -> String {
    // A single tuple is taken apart.
    if parameters.count > 1, types.count == 1 {
      switch types[0] {
      case .tuple(let elements) where elements.count == parameters.count:
        let whole = scope.declareParameter(types[0])
        for (index, name) in parameters.enumerated() where name != "_" {
          scope.names[name] = SwiftCode(text: "\(whole.text).\(index)", type: elements[index])
        }
        return "\(whole.text) in "
      case .value:
        let whole = scope.declareParameter(.value)
        try scope.use("element", at: column)
        for (index, name) in parameters.enumerated() where name != "_" {
          let text = "\(whole.text).element(\(index), of: \(parameters.count))"
          scope.names[name] = SwiftCode(text: text, type: .value)
        }
        return "\(whole.text) in "
      default: break
      }
    }
    guard parameters.count == types.count else {
      throw Untranslatable("the closure takes \(parameters.count) values, but gets \(types.count)", at: column)
    }
    var names: [String] = []
    for (name, type) in zip(parameters, types) { names.append(try scope.declare(name, type, at: column)) }
    return "\(names.joined(separator: ", ")) in "
  }

  /// The head of a closure with `$0`, `$1`, …
  private static func anonymous(
    _ closure: Syntax.Closure, _ types: [SwiftType], in scope: inout SwiftScope, at column: Int
  ) throws(Untranslatable) -> String {
    let arity = closure.arity
    let isNamed = closure.body.hidesParameters()
    var values = types.enumerated().map { SwiftCode(text: "$\($0)", type: $1) }
    if isNamed { for index in values.indices { values[index] = scope.declareParameter(types[index]) } }
    var head = isNamed ? values.map(\.text).joined(separator: ", ") + " in " : ""
    let count = values.count
    if arity > 1, count == 1 {
      switch types[0] {
      case .tuple(let elements) where elements.count >= arity:
        scope.anonymous = elements.enumerated().map { SwiftCode(text: "\(values[0].text).\($0)", type: $1) }
        return head
      case .value:
        try scope.use("element", at: column)
        scope.anonymous = (0..<arity).map {
          SwiftCode(text: "\(values[0].text).element(\($0), atLeast: \(arity))", type: .value)
        }
        return head
      default: break
      }
    }
    guard arity <= count else {
      throw Untranslatable("the closure takes \(arity) values, but gets \(count)", at: column)
    }
    scope.anonymous = values
    if !isNamed, arity < count {
      // Swift wants all parameters, or none.
      guard arity > 0 else { return values.map { _ in "_" }.joined(separator: ", ") + " in " }
      for index in values.indices { values[index] = scope.declareParameter(types[index]) }
      scope.anonymous = values
      head = values.enumerated().map { $0 < arity ? $1.text : "_" }.joined(separator: ", ") + " in "
    }
    return head
  }

  /// The code of a value.
  static func value(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    // A chain of operators and members is as deep as it is long: it is followed in a loop, which takes no stack.
    let scope = try scope.deeper(at: syntax.column)
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
    let column = syntax.column
    switch syntax.kind {
    case .infix(let symbol, let left, let right):
      return .link(after: left) { code throws(Untranslatable) in
        try infix(symbol, code, value(right, in: scope), in: scope, at: column)
      }
    case .unwrap(let base):
      return .link(after: base) { code throws(Untranslatable) in try unwrapped(code, in: scope, at: column) }
    case .member(let base, let name):
      return .link(after: base) { code throws(Untranslatable) in try member(name, of: code, in: scope, at: column) }
    case .subscript(let base, let arguments):
      return .link(after: base) { code throws(Untranslatable) in
        try part(of: code, at: arguments, in: scope, at: column)
      }
    case .call(let callee, let arguments): return try call(callee, arguments, in: scope, at: column)
    default: return .whole(try whole(syntax, in: scope))
    }
  }

  private static func call(
    _ callee: Syntax, _ arguments: [Syntax.Argument], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> Part {
    switch callee.kind {
    case .member(let base, let name):
      if name == "map", arguments.count == 1, case .member(let whole, let end) = base.kind,
        ["first", "last"].contains(end)
      {
        return .link(after: whole) { code throws(Untranslatable) in
          try map(end, of: code, arguments[0].value, in: scope, at: callee.column)
        }
      }
      return .link(after: base) { code throws(Untranslatable) in
        try method(name, of: code, arguments, in: scope, at: callee.column)
      }
    case .name("Date"):
      guard let text = arguments.first?.value else { throw Untranslatable("`Date` needs a text", at: column) }
      let code = try lifted(value(text, in: scope), in: scope, at: column)
      try scope.use("date", at: column)
      return .whole(SwiftCode(text: "Value.date(\(code.text))", type: .value))
    case .name(let name):
      return .whole(try function(name, values(arguments.map(\.value), in: scope), in: scope, at: column))
    default: throw Untranslatable("only functions and methods can be called", at: column)
    }
  }

  // Each kind is a function of its own to keep the stack small: values may be nested a hundred deep.
  private static func whole(_ syntax: Syntax, in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    let column = syntax.column
    switch syntax.kind {
    case .literal(let value): return try literal(value, at: column)
    case .interpolation(let parts): return try interpolation(parts, in: scope)
    case .parameter(let index):
      guard index < scope.anonymous.count else { throw Untranslatable("`$\(index)` is not there", at: column) }
      return scope.anonymous[index]
    case .name(let name):
      guard let code = scope.names[name] else { throw Untranslatable("`\(name)` is not a value", at: column) }
      return code
    case .array(let elements): return try array(elements, in: scope, at: column)
    case .tuple(let elements):
      let codes = try values(elements, in: scope)
      return SwiftCode(
        text: "(\(codes.map(\.text).joined(separator: ", ")))", type: .tuple(codes.map(\.type)),
        weight: codes.reduce(0) { $0 + $1.weight }, elements: codes)
    case .prefix(let symbol, let operand): return try prefix(symbol, value(operand, in: scope), in: scope, at: column)
    case .ternary(let condition, let yes, let no): return try ternary(condition, yes, no, in: scope)
    case .object(let members): return try object(members, in: scope, at: column)
    case .block: return try SwiftStatements.applied(syntax, in: scope)
    case .implicitMember(let name): throw Untranslatable("`.\(name)` is no value", at: column)
    case .pattern: throw Untranslatable("a pattern can't be used as a value", at: column)
    case .closure, .operatorReference: throw Untranslatable("a closure can't be used as a value", at: column)
    case .infix, .unwrap, .member, .subscript, .call: return try value(syntax, in: scope)
    }
  }

  static func values(_ elements: [Syntax], in scope: SwiftScope) throws(Untranslatable) -> [SwiftCode] {
    var codes: [SwiftCode] = []
    for element in elements { codes.append(try value(element, in: scope)) }
    return codes
  }

  private static func literal(_ value: Value, at column: Int) throws(Untranslatable) -> SwiftCode {
    switch value {
    case .bool(let flag): return SwiftCode(text: "\(flag)", type: .bool)
    case .int(let number): return SwiftCode(text: "\(number)", type: .int, isLiteral: true, constant: number)
    case .double(let number):
      guard number.value.isFinite else { throw Untranslatable("a number is too large", at: column) }
      return SwiftCode(text: "\(number.value)", type: .double, isLiteral: true)
    case .string(let text): return SwiftCode(text: SwiftLiteral.string(text), type: .string, isLiteral: true)
    case .null: return SwiftCode(text: "nil", type: .null)
    case .array, .object, .tuple: throw Untranslatable("a literal has several values", at: column)
    }
  }

  private static func interpolation(_ parts: [Syntax], in scope: SwiftScope) throws(Untranslatable) -> SwiftCode {
    var (text, weight) = ("", 0)
    for part in parts {
      if case .literal(.string(let string)) = part.kind {
        text += SwiftLiteral.escaped(string)
        continue
      }
      var code = try value(part, in: scope)
      if !code.type.hasSameText { code = try lifted(code, in: scope, at: part.column) }
      text += "\\(\(code.text))"
      weight += code.weight + 1
    }
    return SwiftCode(text: "\"\(text)\"", type: .string, weight: weight)
  }

  private static func array(
    _ elements: [Syntax], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    var codes = try values(elements, in: scope)
    let type: SwiftType
    if let first = codes.first?.type, first != .null, codes.allSatisfy({ $0.type == first }) {
      type = first
    } else {
      type = .value
      if codes.isEmpty {
        try scope.use("Value", at: column)
        return SwiftCode(text: "[Value]()", type: .array(.value))
      }
      for index in codes.indices { codes[index] = try lifted(codes[index], in: scope, at: elements[index].column) }
    }
    return SwiftCode(
      text: "[\(codes.map(\.text).joined(separator: ", "))]", type: .array(type),
      weight: codes.reduce(0) { $0 + $1.weight })
  }

  private static func object(
    _ members: [Syntax.Member], in scope: SwiftScope, at column: Int
  ) throws(Untranslatable) -> SwiftCode {
    try scope.use("Value", at: column)
    var (texts, keys): ([(key: String, value: String)], Set<String>) = ([], [])
    for member in members {
      var key = try value(member.key, in: scope)
      if key.type.isOpen {
        key = try lifted(key, in: scope, at: member.key.column)
        try scope.use("memberName", at: column)
        key = SwiftCode(text: "\(key.operand).memberName", type: .string)
      }
      guard key.type == .string else { throw Untranslatable("the name of a member is no text", at: member.key.column) }
      let code = try lifted(value(member.value, in: scope), in: scope, at: member.value.column)
      texts.append((key.text, code.text))
      if key.isLiteral { keys.insert(key.text) }
    }
    // A literal of a dictionary stops the program if a key is there twice.
    if keys.count == texts.count {
      let text = texts.isEmpty ? ":" : texts.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      return SwiftCode(text: "Value.object(Members([\(text)]))", type: .value)
    }
    let text = texts.map { "(\($0.key), \($0.value))" }.joined(separator: ", ")
    return SwiftCode(text: "Value.object(Members(dictionaryLiteral: \(text)))", type: .value)
  }
}
