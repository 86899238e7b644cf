/// One `validate { … }` of upstream's tests: diagrams, what is done with them, and what is to come of it.
struct ValidateBlock: Sendable {
  /// `TestClass.test_function`, and `#2` for the second in one function.
  var name: String
  /// Each input's diagram.
  var inputs: [String] = []
  /// The operators.
  var operation: [SwiftToken] = []
  /// What they are to emit.
  var output = ""
  /// What the operators call the block itself: `$0`, or a name.
  var parameter = "$0"
  /// What is to be found wrong, in upstream's words.
  var expectedFailures: Set<String> = []
  /// Whether the diagrams are in an alphabet of the test's own.
  var hasTheme = false
  /// The functions of the file that operators may be given.
  var functions: [String: Function] = [:]

  /// A function of one value that is one expression.
  struct Function: Sendable {
    var parameter: String
    var body: [SwiftToken]
  }
}

extension ValidateBlock {
  /// Every block of a source file, in order.
  ///
  /// - Throws: `Problem` for one that can't be taken apart.
  static func blocks(in source: String) throws -> [ValidateBlock] {
    let tokens = SwiftScanner.tokens(of: source)
    var scopes: [(keyword: String, name: String)] = []
    var declaration: (keyword: String, name: String)?
    var functions: [String: Function] = [:]
    var counts: [String: Int] = [:]
    var blocks: [ValidateBlock] = []
    for (position, token) in tokens.enumerated() {
      if token.is("{") {
        scopes.append(declaration ?? ("", ""))
        declaration = nil
      } else if token.is("}") {
        _ = scopes.popLast()
      } else if ["class", "struct", "enum", "extension", "func"].contains(token.text), position + 1 < tokens.count,
        tokens[position + 1].kind == .name
      {
        declaration = (token.text, tokens[position + 1].text)
        if token.is("func"), scopes.isEmpty, let function = Function(tokens, at: position + 2) {
          functions[tokens[position + 1].text] = function
        }
      } else if token.is("validate"), position > 0, !tokens[position - 1].is("."), !tokens[position - 1].is("func") {
        let type = scopes.first { $0.keyword != "func" }?.name ?? ""
        let function = scopes.first { $0.keyword == "func" }?.name ?? ""
        counts["\(type).\(function)", default: 0] += 1
        let count = counts["\(type).\(function)", default: 1]
        let name = "\(type).\(function)" + (count > 1 ? "#\(count)" : "")
        blocks.append(try ValidateBlock(name: name, tokens, after: position))
      }
    }
    for index in blocks.indices { blocks[index].functions = functions }
    return blocks
  }

  /// Takes the call after `validate` at `position` apart.
  private init(name: String, _ tokens: [SwiftToken], after position: Int) throws {
    self.init(name: name)
    var open = position + 1
    if open < tokens.count, tokens[open].is("("), let close = tokens.close(of: open) {
      try readArguments(Array(tokens[open + 1..<close]))
      open = close + 1
    }
    guard open < tokens.count, tokens[open].is("{"), let close = tokens.close(of: open) else {
      throw Problem("\(name): no block follows `validate`")
    }
    var body = tokens[open + 1..<close]
    if body.count > 2, body.dropFirst().first!.is("in") {
      parameter = body.removeFirst().text
      body.removeFirst()
    }
    try readStatements(Array(body))
  }

  private mutating func readArguments(_ tokens: [SwiftToken]) throws {
    for argument in tokens.split(by: ",") where !argument.isEmpty {
      switch argument[0].text {
      case "expectedFailures": expectedFailures = Set(argument.compactMap(\.literal))
      case "theme": hasTheme = true
      default: throw Problem("\(name): nothing is known of the argument `\(argument[0].text)`")
      }
    }
  }

  /// Strings are inputs until the operators, and then the output; a line that begins with a dot goes on with the last.
  private mutating func readStatements(_ tokens: [SwiftToken]) throws {
    var statements: [[SwiftToken]] = []
    for part in tokens.lines {
      if !statements.isEmpty, part[0].is(".") {
        statements[statements.count - 1] += part
      } else {
        statements.append(part)
      }
    }
    guard let output = statements.last?.diagram, let operation = statements.dropLast().last, operation.diagram == nil
    else { throw Problem("\(name): the last two statements are not operators and a diagram") }
    self.output = output
    self.operation = operation
    inputs = try statements.dropLast(2).map {
      guard let diagram = $0.diagram else { throw Problem("\(name): `\($0.source)` is not a diagram") }
      return diagram
    }
  }
}

extension ValidateBlock.Function {
  /// The function whose parameters begin at `position`; nil when it is not one expression over one value.
  fileprivate init?(_ tokens: [SwiftToken], at position: Int) {
    guard position < tokens.count, tokens[position].is("("), let close = tokens.close(of: position),
      close - position > 3, tokens[position + 1].is("_"), tokens[position + 2].kind == .name,
      !tokens[position + 1..<close].contains(where: { $0.is(",") }),
      let open = tokens[close...].firstIndex(where: { $0.is("{") }), let end = tokens.close(of: open)
    else { return nil }
    var body = Array(tokens[open + 1..<end])
    if body.first?.is("return") == true { body.removeFirst() }
    guard body.lines.count == 1 else { return nil }
    self.init(parameter: tokens[position + 2].text, body: body)
  }
}

extension [SwiftToken] {
  /// What the one string literal in it says.
  fileprivate var diagram: String? { count == 1 ? self[0].literal : nil }
}

/// What is wrong with the tests themselves.
struct Problem: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
