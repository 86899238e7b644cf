public import Marbles

/// The syntax tree of an expression: a subset of Swift's expressions.
public struct Syntax: Hashable, Sendable {
  /// The kinds of expressions.
  public indirect enum Kind: Hashable, Sendable {
    /// `1`, `"a"`, `true`, `nil`
    case literal(Value)
    /// `"at \(time)"`
    case interpolation([Syntax])
    /// `a`: a row, a parameter of a closure, or a function
    case name(String)
    /// `$0`
    case parameter(Int)
    /// `.seconds`
    case implicitMember(String)
    /// `a.b`, `$0.1`
    case member(Syntax, String)
    /// `f(x, label: y) { … }`; a trailing closure is the last argument, without a label
    case call(Syntax, [Argument])
    /// `{ a, b in … }`
    case closure(Closure)
    /// `[1, 2]`
    case array([Syntax])
    /// `(1, 2)`
    case tuple([Syntax])
    /// `-a`, `!a`
    case prefix(String, Syntax)
    /// `a!`
    case unwrap(Syntax)
    /// `a + b`
    case infix(String, Syntax, Syntax)
    /// `a ? b : c`, `if a { b } else { c }`
    case ternary(Syntax, Syntax, Syntax)
    /// `a[0]`, `a["k", default: 0]`
    case `subscript`(Syntax, [Argument])
    /// `["k": 1]`
    case object([Member])
    /// `/[0-9]+/`
    case pattern(Pattern)
    /// `let a = 1; a + 1`
    case block([Binding], Syntax)
    /// `+`, as an argument
    case operatorReference(String)
  }

  /// One argument of a call.
  public struct Argument: Hashable, Sendable {
    /// `for` in `for: .seconds(1)`.
    public var label: String?
    /// The column of the label: 1-based, in characters; nil without a label.
    public var labelColumn: Int?
    /// The expression of the argument.
    public var value: Syntax
    /// Whether it is a trailing closure.
    public var isTrailing = false
  }

  /// One member of an object.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public var key: Syntax
    /// Its value.
    public var value: Syntax
  }

  /// A constant in front of the result of a closure.
  public struct Binding: Hashable, Sendable {
    /// The name of the constant.
    public var name: String
    /// Its value.
    public var value: Syntax
  }

  /// A closure: its parameter names and its body.
  public struct Closure: Hashable, Sendable {
    /// The parameter names; nil when it uses `$0`, `$1`, …
    public let parameters: [String]?
    /// The expression of the body; a ``Kind/block(_:_:)`` if constants are before it.
    public let body: Syntax
    /// The number of parameters; stored, as it is read at each call.
    public let arity: Int

    init(parameters: [String]?, body: Syntax) {
      (self.parameters, self.body) = (parameters, body)
      arity = parameters?.count ?? (body.highestParameter.map { $0 + 1 } ?? 0)
    }
  }

  /// The kind of expression and its parts.
  public var kind: Kind
  /// The column of its first character: 1-based, in characters.
  public var column: Int
  /// The column after the last character of a call; 0 for other kinds.
  public var end = 0

  /// The direct subexpressions, including the body of a closure.
  package var children: [Syntax] {
    switch kind {
    case .literal, .name, .parameter, .implicitMember, .operatorReference, .pattern: []
    case .subscript(let base, let arguments): [base] + arguments.map(\.value)
    case .object(let members): members.flatMap { [$0.key, $0.value] }
    case .block(let bindings, let result): bindings.map(\.value) + [result]
    case .interpolation(let parts), .array(let parts), .tuple(let parts): parts
    case .member(let base, _), .prefix(_, let base), .unwrap(let base): [base]
    case .call(let callee, let arguments): [callee] + arguments.map(\.value)
    case .closure(let closure): [closure.body]
    case .infix(_, let left, let right): [left, right]
    case .ternary(let condition, let yes, let no): [condition, yes, no]
    }
  }

  /// Whether it is deeper than `limit`; computed without recursion, which would overflow the stack.
  func isDeeper(than limit: Int) -> Bool {
    var level = [self]
    for _ in 0..<limit {
      level = level.flatMap(\.children)
      if level.isEmpty { return false }
    }
    return true
  }

  /// The highest `$n` outside of nested closures.
  private var highestParameter: Int? {
    if case .parameter(let index) = kind { return index }
    if case .closure = kind { return nil }
    return children.compactMap(\.highestParameter).max()
  }
}
