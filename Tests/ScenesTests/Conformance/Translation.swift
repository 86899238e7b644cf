import Expressions
import Marbles
import Operators
import Scenes

/// Why a block has no counterpart in our words.
struct Untranslatable: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

extension ValidateBlock {
  /// The rows of the diagrams, and one that is expected to emit what the last diagram says.
  ///
  /// - Throws: `DiagramError` for a diagram, `ExpressionError` for the operators, ``Untranslatable``.
  func scene(catalogue: Catalogue) throws -> Scene {
    if hasTheme { throw Untranslatable("its diagrams are in an alphabet of its own") }
    var rows = try inputs.enumerated().map { index, text in
      let diagram = try Diagram.parse(text, row: Self.row(index), dialect: .asv)
      return Scene.Row(name: Self.row(index), content: .input(diagram.timeline))
    }
    let expectation = try Scene.Expectation(parsing: output, row: "output", dialect: .asv)
    let expression = try Expression.parse(try expression(), catalogue: catalogue)
    rows.append(Scene.Row(name: "output", content: .output(expression), expectation: expectation))
    return Scene(name: name, dialect: .asv, rows: rows)
  }

  private static func row(_ index: Int) -> String { "input\(index)" }

  /// The operators as an expression of ours.
  func expression() throws -> String {
    if operation.contains(where: { $0.is("sleep") }) {
      throw Untranslatable("a closure of its own Swift, which sleeps")
    }
    return Self.rewritten(inlined(namingRows(in: operation))).source
  }

  // MARK: Names

  /// `$0.inputs[1]` is the row `input1`, and the clock need not be said.
  private func namingRows(in tokens: [SwiftToken]) -> [SwiftToken] {
    var named: [SwiftToken] = []
    var depth = 0
    var position = 0
    while position < tokens.count {
      let rest = tokens[position...]
      if tokens[position].is("{") { depth += 1 }
      if tokens[position].is("}") { depth -= 1 }
      // Inside of a closure `$0` is the closure's.
      guard rest.starts(with: [parameter, "."]), parameter != "$0" || depth == 0 else {
        named.append(tokens[position])
        position += 1
        continue
      }
      if rest.starts(with: [parameter, ".", "inputs", "["]), let index = Int(tokens[position + 4].text) {
        named.append(.name(Self.row(index), like: tokens[position]))
        position += 6
      } else if rest.starts(with: [parameter, ".", "clock"]), named.last?.is(":") == true {
        // The label before it goes, too, and one comma.
        named.removeLast(2)
        position += 3
        if named.last?.is(",") == true {
          named.removeLast()
        } else if tokens[position...].starts(with: [","]) {
          position += 1
        }
      } else {
        named.append(tokens[position])
        position += 1
      }
    }
    return named
  }

  // MARK: Functions

  /// With the expressions of the file's functions in place of their names.
  private func inlined(_ tokens: [SwiftToken]) -> [SwiftToken] {
    var inlined: [SwiftToken] = []
    var position = 0
    while position < tokens.count {
      let token = tokens[position]
      position += 1
      guard token.kind == .name, let function = functions[token.text] else {
        inlined.append(token)
        continue
      }
      if position < tokens.count, tokens[position].is("("), let close = tokens.close(of: position) {
        let argument = Array(tokens[position...close])
        let call = function.body.flatMap { $0.is(function.parameter) ? argument.spaced(like: $0) : [$0] }
        inlined += call.spaced(like: token)
        position = close + 1
      } else {
        let closure = SwiftScanner.tokens(of: "{ \(function.parameter) in \(function.body.source) }")
        inlined += closure.spaced(like: token)
      }
    }
    return inlined
  }

  // MARK: Spellings

  /// In the words of our expressions, which have no assignments and nothing to wait for.
  private static func rewritten(_ tokens: [SwiftToken]) -> [SwiftToken] {
    var rewritten: [SwiftToken] = []
    var position = 0
    while position < tokens.count {
      let rest = tokens[position...]
      let token = tokens[position]
      if rest.starts(with: ["await", "Task", "{"]), let close = tokens.close(of: position + 2),
        tokens[(close + 1)...].starts(with: [".", "value"])
      {
        // What a task gives when one waits for it is what is in it.
        rewritten += Self.rewritten(Array(tokens[position + 3..<close]))
        position = close + 3
      } else if rest.starts(with: ["(", "into", ":"]), let close = tokens.close(of: position),
        tokens[(close + 1)...].starts(with: ["{", "$0", "="])
      {
        // `reduce(into: 0) { $0 = $0 + $1 }` is `reduce(0) { $0 + $1 }`.
        rewritten += [token] + Array(tokens[position + 3...close]).spaced(like: token) + [tokens[close + 1]]
        position = close + 4
      } else if rest.starts(with: ["Failure", "(", ")"]) {
        rewritten += SwiftScanner.tokens(of: #""failure""#).spaced(like: token)
        position += 3
      } else {
        rewritten.append(token.rewritten { Self.rewritten($0) })
        position += 1
      }
    }
    return rewritten
  }
}

extension SwiftToken {
  static func name(_ text: String, like token: SwiftToken) -> SwiftToken {
    SwiftToken(kind: .name, text: text, followsSpace: token.followsSpace, followsLine: token.followsLine)
  }

  /// With the code in strings rewritten, and without the underscore of what is not official yet.
  fileprivate func rewritten(_ rewrite: ([SwiftToken]) -> [SwiftToken]) -> SwiftToken {
    var token = self
    switch kind {
    case .string(let parts):
      token.kind = .string(
        parts.map { part in
          if case .code(let tokens) = part { .code(rewrite(tokens)) } else { part }
        })
    case .name where text.hasPrefix("_") && text.count > 1: token.text = String(text.dropFirst())
    default: break
    }
    return token
  }
}

extension [SwiftToken] {
  /// With the white space of `token` before the first.
  fileprivate func spaced(like token: SwiftToken) -> [SwiftToken] {
    var tokens = self
    if !tokens.isEmpty { tokens[0].followsSpace = token.followsSpace }
    return tokens
  }
}

extension ArraySlice<SwiftToken> {
  fileprivate func starts(with texts: [String]) -> Bool { starts(with: texts) { $0.is($1) } }
}
