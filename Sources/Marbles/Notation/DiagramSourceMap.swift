/// The offsets of events, of the end and of times in the text of a diagram.
///
/// ```swift
/// let places = try Diagram.places(in: "-[ab]-|", row: "r")
/// places.events                        // [2, 3]: the offsets of `a` and `b`
/// places.offset(at: .seconds(2))       // 5: the second `-`
/// ```
public struct DiagramSourceMap: Hashable, Sendable {
  /// One of the two forms of a diagram.
  public enum Form: Hashable, Sendable {
    /// One character is one time step.
    case grid
    /// Every token has its time.
    case absolute
  }

  /// The form of the text.
  public var form: Form
  /// The offset of each event's first character, from 0, in the order of the timeline.
  public var events: [Int]
  /// The offset of the mark that ends the row; nil when there is none.
  public var end: Int?
  /// The offset after the last character that is not blank.
  public var count: Int

  /// The tokens that pass time or mark events, in the order of time.
  var ticks: [Tick]
  /// The end of the time that the text describes; in the absolute form, the time of the last tick.
  var limit: SceneTime

  struct Tick: Hashable, Sendable {
    var time: SceneTime
    var offset: Int
  }

  /// The offset of the text for `time`.
  ///
  /// In the grid form this is the last character of that time step. In the absolute form it is the first token after
  /// that time, because most times are not mentioned. ``count`` when the text has ended by then.
  public func offset(at time: SceneTime) -> Int {
    switch form {
    case .grid: time >= limit ? count : ticks.last { $0.time <= time }?.offset ?? 0
    case .absolute: ticks.first { $0.time > time }?.offset ?? count
    }
  }
}

extension Diagram {
  /// Finds the offsets of a diagram's text; parameters and errors are those of
  /// ``parse(_:row:step:dialect:color:isExpectation:)``.
  public static func places(
    in text: String, row: String, step: SceneTime = .seconds(1), dialect: Dialect = .marbled,
    isExpectation: Bool = false
  ) throws(DiagramError) -> DiagramSourceMap {
    let source = DiagramSource(text: text, row: row, step: step, dialect: dialect, isExpectation: isExpectation)
    let read = try source.marks()
    let (diagram, events, end) = try source.diagram(of: read, color: .green)
    let zero = diagram.zero ?? .zero
    let ticks = read.marks.map { DiagramSourceMap.Tick(time: $0.time - zero, offset: $0.offset) }
    let pauses = read.pauses.map { DiagramSourceMap.Tick(time: $0.time - zero, offset: $0.offset) }
    return DiagramSourceMap(
      form: read.form, events: events, end: end,
      count: (source.characters.lastIndex { Alphabet($0) != .blank } ?? -1) + 1,
      ticks: (ticks + pauses).sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }, limit: read.limit - zero)
  }
}
