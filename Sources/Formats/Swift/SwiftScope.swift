internal import Expressions

/// What the names of a closure are in Swift, and what the code may use.
struct SwiftScope {
  /// Parameters and constants by their names in the expression.
  var names: [String: SwiftCode] = [:]
  /// What `$0`, `$1`, … are.
  var anonymous: [SwiftCode] = []
  /// The functions that the code calls; nil when the file can have none.
  var helpers: SwiftHelperUse?
  /// The names of rows, which a closure that makes a stream may read.
  private let rows: Set<String>
  /// How deep values are nested around the code.
  private var depth = 0
  /// The names that are visible in the code.
  private var taken: Set<String> = []

  /// Names that the code uses itself.
  private static let reserved: Set<String> = [
    "Array", "Bool", "Double", "Int", "Members", "Regex", "String", "Value", "abs", "max", "min",
  ]

  init(helpers: SwiftHelperUse? = nil, rows: Set<String> = []) { (self.helpers, self.rows) = (helpers, rows) }

  /// Declares a parameter or a constant, under its own name if no other is hidden by it.
  mutating func declare(_ name: String, _ type: SwiftType, at column: Int) throws(Untranslatable) -> String {
    guard name != "_" else { return name }
    try SwiftNames.check([name], at: column)
    guard name.unicodeScalars.allSatisfy({ $0.properties.isXIDContinue }) else {
      throw Untranslatable("`\(name)` is no name in Swift", at: column)
    }
    var written = name
    while taken.contains(written) || Self.reserved.contains(written) { written += "_" }
    taken.insert(written)
    names[name] = SwiftCode(text: written, type: type)
    return written
  }

  /// Declares a parameter that has no name in the expression.
  mutating func declareParameter(_ type: SwiftType) -> SwiftCode {
    var number = 1
    while taken.contains("value\(number)") || rows.contains("value\(number)") { number += 1 }
    taken.insert("value\(number)")
    return SwiftCode(text: "value\(number)", type: type)
  }

  /// The deepest nesting of values.
  private static let mostDepth = 24

  /// The scope of a value inside of another.
  func deeper(at column: Int) throws(Untranslatable) -> SwiftScope {
    guard depth < Self.mostDepth else {
      throw Untranslatable("values are nested more than \(Self.mostDepth) deep", at: column)
    }
    var inner = self
    inner.depth += 1
    return inner
  }

  /// Notes that the code calls a function of ``SwiftHelper``.
  func use(_ name: String, at column: Int) throws(Untranslatable) {
    guard let helpers else {
      throw Untranslatable("it needs functions for values of several types", at: column)
    }
    helpers.names.insert(name)
  }
}

/// The functions that an export calls, as far as it is translated.
final class SwiftHelperUse {
  /// Names of ``SwiftHelper``s; `Value` for the type alone.
  var names: Set<String> = []
}

extension Syntax {
  /// Whether its code has a closure around a `$0` of this closure, so that the parameters need names: Swift's `$0` is
  /// that of the innermost closure.
  ///
  /// - Parameter isStatement: whether constants in it are statements of the closure itself.
  func hidesParameters(isStatement: Bool = true) -> Bool {
    // In a loop, as chains are deep.
    var rest = [(self, isStatement)]
    while let (syntax, isStatement) = rest.popLast() {
      switch syntax.kind {
      case .block(let bindings, let result):
        if !isStatement { return true }
        rest += bindings.map { ($0.value, false) }
        rest.append((result, true))
      case .closure(let closure): if closure.parameters != nil { return true }
      case .ternary(let condition, let yes, let no):
        rest += [(condition, false), (yes, isStatement), (no, isStatement)]
      default: rest += syntax.children.map { ($0, false) }
      }
    }
    return false
  }

  /// Whether it has constants that can be statements: before its result, or in a branch.
  var hasStatements: Bool {
    switch kind {
    case .block: true
    case .ternary(_, let yes, let no): yes.hasStatements || no.hasStatements
    default: false
    }
  }
}
