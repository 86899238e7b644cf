public import Playback

/// An operator that expressions may use: what it is called, what to say about it, and how to build the real one.
///
/// A new operator is one file with one `static let`, one line in ``Catalogue/standard``, and its test.
public struct Operator: Sendable {
  /// Groups of operators, as the catalogue lists them.
  public enum Category: String, Sendable, CaseIterable {
    /// Several streams into one.
    case combining
    /// Streams that begin by themselves.
    case creating
  }

  /// As Swift spells it.
  public var name: String
  /// Where the catalogue lists it.
  public var category: Category
  /// The Swift declaration, shortened to what a caller sees.
  public var signature: String
  /// One sentence of guidance.
  public var summary: String
  /// The nearest operator of RxJS.
  public var rxName: String
  /// An expression over the rows of the sample scene that shows it.
  public var sample: String
  /// How many streams it takes.
  public var arity: ClosedRange<Int>
  /// Whether it goes on for ever whatever its inputs do.
  public var isEndless: Bool
  /// Builds the operator over its inputs; timers are set on the given clock.
  public var build: @Sendable (_ inputs: [TracedStream], _ clock: PlaybackClock) -> TracedStream

  /// Describes an operator.
  public init(
    name: String, category: Category, signature: String, summary: String, rxName: String, sample: String,
    arity: ClosedRange<Int>, isEndless: Bool = false,
    build: @escaping @Sendable (_ inputs: [TracedStream], _ clock: PlaybackClock) -> TracedStream
  ) {
    self.name = name
    self.category = category
    self.signature = signature
    self.summary = summary
    self.rxName = rxName
    self.sample = sample
    self.arity = arity
    self.isEndless = isEndless
    self.build = build
  }
}
