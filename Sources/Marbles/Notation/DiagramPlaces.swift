/// Where in a diagram's text stands what it says.
///
/// ```swift
/// let places = try Diagram.places(in: "-[ab]-|", row: "r")
/// places.events                        // [2, 3]: the offsets of `a` and `b`
/// places.offset(at: .seconds(2))       // 5: the second `-`
/// ```
public struct DiagramPlaces: Hashable, Sendable {
  /// One of the two ways in which a diagram is written.
  public enum Form: Hashable, Sendable {
    /// One character is one time step.
    case grid
    /// Every token says its time.
    case absolute
  }

  /// How the text is written.
  public var form: Form
  /// The offset of each event's first character, from 0, in the order of the timeline.
  public var events: [Int]
  /// The offset of the mark that ends the row; nil when it is not written.
  public var end: Int?
  /// The offset after the last character that is not blank.
  public var count: Int

  /// What stands for a span of time, or happens, in the order of time.
  var ticks: [Tick]
  /// When the time that the text describes is over; that of the last tick in the absolute form.
  var limit: SceneTime

  struct Tick: Hashable, Sendable {
    var time: SceneTime
    var offset: Int
  }

  /// The offset of what the text says about `time`.
  ///
  /// In the grid form it is the last character for that time step; in the absolute form, in which most times are not
  /// mentioned, the first token that is later. ``count`` when the text is over by then.
  public func offset(at time: SceneTime) -> Int {
    switch form {
    case .grid: time >= limit ? count : ticks.last { $0.time <= time }?.offset ?? 0
    case .absolute: ticks.first { $0.time > time }?.offset ?? count
    }
  }
}

extension Diagram {
  /// Where what a diagram says stands in its text; parameters and errors are those of
  /// ``parse(_:row:step:dialect:color:isExpectation:)``.
  public static func places(
    in text: String, row: String, step: SceneTime = .seconds(1), dialect: Dialect = .marbled,
    isExpectation: Bool = false
  ) throws(DiagramError) -> DiagramPlaces {
    let source = DiagramSource(text: text, row: row, step: step, dialect: dialect, isExpectation: isExpectation)
    let read = try source.marks()
    let (diagram, events, end) = try source.diagram(of: read, color: .green)
    let zero = diagram.zero ?? .zero
    let ticks = read.marks.map { DiagramPlaces.Tick(time: $0.time - zero, offset: $0.offset) }
    let pauses = read.pauses.map { DiagramPlaces.Tick(time: $0.time - zero, offset: $0.offset) }
    return DiagramPlaces(
      form: read.form, events: events, end: end,
      count: (source.characters.lastIndex { Alphabet($0) != .blank } ?? -1) + 1,
      ticks: (ticks + pauses).sorted { ($0.time, $0.offset) < ($1.time, $1.offset) }, limit: read.limit - zero)
  }
}
