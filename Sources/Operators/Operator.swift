/// An operator that expressions may use: what it is called, what to say about it, and how to build the real one.
///
/// A new operator is one file with one `static let`, one line in ``Catalogue/standard``, and its test.
public struct Operator: Sendable {
  /// Groups of operators, as the catalogue lists them.
  public enum Category: String, Sendable, CaseIterable {
    /// Several streams into one.
    case combining
    /// Each value into another, or into several.
    case transforming
    /// Some values, not others.
    case filtering
    /// Many values into one.
    case reducing
    /// When values arrive.
    case timing
    /// What happens when something fails.
    case failing
    /// How values are kept and shared.
    case buffering
    /// Streams that begin by themselves.
    case creating
  }

  /// Where an operator comes from.
  public enum Origin: String, Sendable, CaseIterable {
    /// Apple's swift-async-algorithms.
    case asyncAlgorithms = "AsyncAlgorithms"
    /// Swift's standard library.
    case standardLibrary = "Swift"
    /// marbled itself: what people ask for and the others have not.
    case marbled
  }

  /// One way to call an operator.
  public struct Form: Sendable {
    /// The Swift declaration, shortened to what a caller sees.
    public var signature: String
    /// What it takes, in order; a receiver is not counted.
    public var parameters: [Parameter]
    /// Whether it goes on for ever whatever its inputs do.
    public var isEndless: Bool
    /// Builds the operator.
    package var build: @Sendable (Call) throws -> TracedStream

    init(
      _ signature: String, _ parameters: [Parameter] = [], isEndless: Bool = false,
      build: @escaping @Sendable (Call) throws -> TracedStream
    ) {
      self.signature = signature
      self.parameters = parameters
      self.isEndless = isEndless
      self.build = build
    }
  }

  /// As Swift spells it.
  public var name: String
  /// Where the catalogue lists it.
  public var category: Category
  /// Where it comes from.
  public var origin: Origin
  /// One sentence of guidance.
  public var summary: String
  /// The nearest operator of RxJS; nil where there is none.
  public var rxName: String?
  /// An expression over the rows `a` and `b` that shows it.
  public var sample: Sample
  /// Whether it is called on a stream, `a.map { … }`, rather than by itself, `merge(a, b)`.
  public var isMethod: Bool
  /// The ways to call it.
  public var forms: [Form]

  /// Rows as diagrams, and an expression over them.
  public struct Sample: Hashable, Sendable {
    /// Names and diagrams of the input rows.
    public var rows: [(name: String, diagram: String)] { Swift.zip(names, diagrams).map { ($0, $1) } }
    /// The expression.
    public var expression: String
    private var names: [String]
    private var diagrams: [String]

    init(_ expression: String, a: String = "1-2-3--4|", b: String? = nil, c: String? = nil) {
      self.expression = expression
      let all = [("a", a), ("b", b), ("c", c)].compactMap { name, diagram in diagram.map { (name, $0) } }
      names = all.map(\.0)
      diagrams = all.map(\.1)
    }
  }

  /// Describes an operator that is called on a stream.
  static func method(
    _ name: String, _ category: Category, _ origin: Origin, rx rxName: String?, _ summary: String, sample: Sample,
    forms: [Form]
  ) -> Operator {
    Operator(
      name: name, category: category, origin: origin, summary: summary, rxName: rxName, sample: sample, isMethod: true,
      forms: forms)
  }

  /// Describes an operator that is called by itself.
  static func function(
    _ name: String, _ category: Category, _ origin: Origin, rx rxName: String?, _ summary: String, sample: Sample,
    forms: [Form]
  ) -> Operator {
    Operator(
      name: name, category: category, origin: origin, summary: summary, rxName: rxName, sample: sample,
      isMethod: false, forms: forms)
  }
}

/// What an operator takes at one place.
public struct Parameter: Hashable, Sendable {
  /// The kinds of arguments.
  public enum Kind: Hashable, Sendable {
    /// A row, or what operators make of rows.
    case stream
    /// As many streams as are given, within bounds.
    case streams(ClosedRange<Int>)
    /// A closure over values.
    case closure(Int)
    /// A closure that makes a stream of a value.
    case inner
    /// A span of scene time.
    case duration
    /// A value.
    case value
    /// A whole number from the bound on.
    case count(atLeast: Int)
    /// `true` or `false`.
    case flag
    /// `.bounded(2)`, `.unbounded`, `.bufferingLatest(2)`, `.bufferingOldest(2)`.
    case policy
    /// `.repeating(every: .seconds(1))`, with a clock as in `.repeating(every: .seconds(1), clock: clock)`.
    case repeating
    /// `clock`, `clock.scaled(by: 2)`, or any clock of Swift.
    case clock
    /// One of these names, `.slide`; and what they are names of.
    case choice(String, [String])
    /// `nil`.
    case nothing
  }

  /// The label; nil for none.
  public var label: String?
  /// What is taken.
  public var kind: Kind
  /// Whether it may be left out.
  public var isOptional: Bool

  /// Describes a parameter.
  package init(_ label: String?, _ kind: Kind, isOptional: Bool = false) {
    self.label = label
    self.kind = kind
    self.isOptional = isOptional
  }

  /// What operators that wait take, wherever it stands; without one they wait on the scene's clock.
  static let clock = Parameter("clock", .clock, isOptional: true)

  /// Whether it is taken by its label wherever it stands.
  package var isClock: Bool { self == .clock }

  static let receiver = Parameter("receiver", .stream)
}
