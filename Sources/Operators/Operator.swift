public import Marbles

/// An operator for expressions: its name, its documentation, and how to build it.
///
/// A new operator is one file with one `static let`, one line in ``Catalogue/standard``, and its test. What else is known of
/// it follows from its file: its ``OperatorSemantics``, guidance, and sample. ``NameIndex`` has its names elsewhere.
public struct Operator: Sendable {
  /// Groups of operators in listings.
  public enum Category: String, Sendable, CaseIterable {
    /// Operators that combine streams.
    case combining
    /// Operators that transform values.
    case transforming
    /// Operators that select values.
    case filtering
    /// Operators that reduce a stream to one value.
    case reducing
    /// Operators that depend on time.
    case timing
    /// Operators that handle errors.
    case failing
    /// Operators that buffer or share a stream.
    case buffering
    /// Functions that create streams.
    case creating
  }

  /// The library that an operator comes from.
  public enum Origin: String, Sendable, CaseIterable {
    /// Apple's swift-async-algorithms.
    case asyncAlgorithms = "AsyncAlgorithms"
    /// Swift's standard library.
    case standardLibrary = "Swift"
    /// marbled itself: common operators that the others lack.
    case marbled
  }

  /// One form of calling an operator.
  public struct Form: Sendable {
    /// The Swift declaration, shortened to the essentials.
    public var signature: String
    /// The parameters in order, without the receiver.
    public var parameters: [Parameter]
    /// Whether the stream never finishes, whatever its inputs do.
    public var isEndless: Bool
    /// What the operator does with values, from one argument for each parameter; nil for an omitted one.
    public var semantics: @Sendable ([ConstantArgument?]) -> OperatorSemantics
    /// Builds the stream of a call.
    package var build: @Sendable (Call) throws -> TracedStream

    init(
      _ signature: String, _ parameters: [Parameter] = [], isEndless: Bool = false, semantics: OperatorSemantics,
      build: @escaping @Sendable (Call) throws -> TracedStream
    ) {
      self.init(signature, parameters, isEndless: isEndless, semantics: { _ in semantics }, build: build)
    }

    init(
      _ signature: String, _ parameters: [Parameter] = [], isEndless: Bool = false,
      semantics: @escaping @Sendable ([ConstantArgument?]) -> OperatorSemantics,
      build: @escaping @Sendable (Call) throws -> TracedStream
    ) {
      self.signature = signature
      self.parameters = parameters
      self.isEndless = isEndless
      self.semantics = semantics
      self.build = build
    }
  }

  /// The name in Swift.
  public var name: String
  /// The group in listings.
  public var category: Category
  /// The library that it comes from.
  public var origin: Origin
  /// One sentence about what it does.
  public var summary: String
  /// When to use it, and what to use instead; a few sentences, which name operators in backticks.
  public var guidance: String
  /// What to write in Swift where it has no such operator, or another one by the name: sentences with code between backticks; nil where
  /// the operator is as it is in Swift.
  public var inSwift: String?
  /// An example expression over the rows `a` and `b`.
  public var sample: Sample
  /// Whether it is a method of a stream, `a.map { … }`, rather than a function, `merge(a, b)`.
  public var isMethod: Bool
  /// The forms of calling it.
  public var forms: [Form]

  /// The operators that ``guidance`` names, in its order.
  public var relatedNames: [String] {
    let parts = guidance.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
  }

  /// Input rows as diagrams, and an expression over them.
  public struct Sample: Hashable, Sendable {
    /// Another output, which reads the one of the expression.
    public struct Reader: Hashable, Sendable {
      /// The name of its row.
      public var name: String
      /// Its expression over the row with the name of the operator.
      public var expression: String
    }

    /// Names and diagrams of the input rows.
    public var rows: [(name: String, diagram: String)] { Swift.zip(names, diagrams).map { ($0, $1) } }
    /// The expression.
    public var expression: String
    /// How long the consumer of the expression takes for each value; nil to ask at once.
    public var consumingTime: SceneTime?
    /// Another output; nil for none.
    public var reader: Reader?
    /// Whether its consumer is slow, or not the only one.
    public var hasOtherConsumers: Bool { consumingTime != nil || reader != nil }
    private var names: [String]
    private var diagrams: [String]

    init(
      _ expression: String, a: String = "1-2-3--4|", b: String? = nil, c: String? = nil, consume: SceneTime? = nil,
      reader: Reader? = nil
    ) {
      (self.expression, consumingTime, self.reader) = (expression, consume, reader)
      let all = [("a", a), ("b", b), ("c", c)].compactMap { name, diagram in diagram.map { (name, $0) } }
      names = all.map(\.0)
      diagrams = all.map(\.1)
    }

    /// The expression with the duration of another one, if both have one: operators compare by what they do with it.
    public func expression(withTimesOf other: Sample) -> String {
      let duration = /for: \.seconds\([0-9.]+\)/
      guard let own = other.expression.firstMatch(of: duration)?.0 else { return expression }
      return expression.replacing(duration, with: own)
    }
  }

  /// Declares an operator that is a method of a stream.
  static func method(
    _ name: String, _ category: Category, _ origin: Origin, _ summary: String, use guidance: String,
    inSwift: String? = nil, sample: Sample, forms: [Form]
  ) -> Operator {
    Operator(
      name: name, category: category, origin: origin, summary: summary, guidance: guidance, inSwift: inSwift,
      sample: sample, isMethod: true, forms: forms)
  }

  /// Declares an operator that is a function.
  static func function(
    _ name: String, _ category: Category, _ origin: Origin, _ summary: String, use guidance: String,
    inSwift: String? = nil, sample: Sample, forms: [Form]
  ) -> Operator {
    Operator(
      name: name, category: category, origin: origin, summary: summary, guidance: guidance, inSwift: inSwift,
      sample: sample, isMethod: false, forms: forms)
  }
}

/// A parameter of an operator.
public struct Parameter: Hashable, Sendable {
  /// The kinds of arguments.
  public enum Kind: Hashable, Sendable {
    /// A stream: a row or an expression over rows.
    case stream
    /// Any number of streams within bounds.
    case streams(ClosedRange<Int>)
    /// A closure over this many values.
    case closure(Int)
    /// A closure that returns a stream for a value.
    case inner
    /// A closure that returns a stream for a key and the stream of its values.
    case grouping
    /// A duration in scene time.
    case duration
    /// A value.
    case value
    /// An integer with a lower bound.
    case count(atLeast: Int)
    /// `true` or `false`.
    case flag
    /// `.bounded(2)`, `.unbounded`, `.bufferingLatest(2)`, `.bufferingOldest(2)`.
    case policy
    /// `.repeating(every: .seconds(1))`, with a clock as in `.repeating(every: .seconds(1), clock: clock)`.
    case repeating
    /// `clock`, `clock.scaled(by: 2)`, or any clock in Swift.
    case clock
    /// One of these names, as in `.slide`, with a noun for messages.
    case choice(String, [String])
    /// `nil`.
    case nothing
  }

  /// The label; nil for none.
  public var label: String?
  /// The kind of argument.
  public var kind: Kind
  /// Whether the argument may be omitted.
  public var isOptional: Bool

  /// Describes a parameter.
  package init(_ label: String?, _ kind: Kind, isOptional: Bool = false) {
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
  }

  /// The optional clock of operators that wait, at any position; by default the scene's clock.
  static let clock = Parameter("clock", .clock, isOptional: true)

  /// Whether the parameter is a clock, which is matched by its label at any position.
  package var isClock: Bool { self == .clock }

  static let receiver = Parameter("receiver", .stream)
}
