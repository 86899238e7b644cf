internal import Marbles
internal import Scenes

/// What became of each value that a viewer has drawn in a row.
struct RowGuess: Hashable {
  /// The verdict of each value; empty until the row is compared.
  private(set) var verdicts: [TimelineComparison.Verdict?] = []
  /// The verdict of the end; nil until the row is compared, and for a row without an end.
  private(set) var end: TimelineComparison.Verdict?

  /// A row that is not compared yet.
  init() {}

  /// Compares what is drawn with what the row does.
  init(_ drawn: Timeline, comparedWith actual: Timeline, dialect: Dialect) {
    let marks = TimelineComparison(expected: drawn, actual: actual, dialect: dialect, isPrediction: true).marks
      .filter { $0.expected != nil }
    verdicts = drawn.events.map { event in
      marks.first { $0.expected == event.time && $0.happening == .value(event.value) }?.verdict
    }
    end = marks.first { if case .value = $0.happening { false } else { true } }?.verdict
  }

  /// Whether all of these values are right.
  func isRight(_ events: Range<Int>) -> Bool { events.allSatisfy { verdict(of: $0) == .right } }

  /// The first verdict of these values that is not right, or else that they are; nil until the row is compared.
  func verdict(of events: Range<Int>) -> TimelineComparison.Verdict? {
    let verdicts = events.compactMap(verdict)
    return verdicts.first { $0 != .right } ?? verdicts.first
  }

  private func verdict(of event: Int) -> TimelineComparison.Verdict? {
    verdicts.indices.contains(event) ? verdicts[event] : nil
  }
}

extension Glyphs {
  /// The sign of a verdict: what is early or late has the key that moves it to its place.
  func sign(of verdict: TimelineComparison.Verdict) -> Character {
    switch verdict {
    case .right: yes == "T" ? "=" : yes.first ?? "="
    case .early: "<"
    case .late: ">"
    case .missing, .unexpected: drop
    }
  }
}

extension SceneDrawing {
  /// What became of what is drawn in a row; nil for a row in which nothing is drawn.
  func guess(ofRow position: Int, at moment: FrameState) -> RowGuess? {
    guard let outcome, outcome.rows.indices.contains(position), !outcome.rows[position].isInput,
      let drawn = scene.rows[position].timeline
    else { return nil }
    guard moment.predictions[scene.rows[position].name] != nil else { return RowGuess() }
    return RowGuess(drawn, comparedWith: outcome.rows[position].timeline, dialect: scene.dialect)
  }

  /// The sentence about a value that the viewer has drawn; nil for other events.
  func guessed(_ key: EventKey, at moment: FrameState) -> String? {
    guard let outcome, outcome.rows.indices.contains(key.row), !outcome.rows[key.row].isInput,
      let drawn = scene.rows[key.row].timeline, drawn.events.indices.contains(key.index)
    else { return nil }
    let (name, event) = (scene.rows[key.row].name, drawn.events[key.index])
    guard moment.predictions[name] != nil else {
      return "\(name): you predict \(DisplayText.shortened(event.value.description, to: 60)) at \(event.time) s."
    }
    let comparison = TimelineComparison(
      expected: drawn, actual: outcome.rows[key.row].timeline, dialect: scene.dialect, isPrediction: true)
    return comparison.marks.first { $0.expected == event.time && $0.happening == .value(event.value) }
      .map { "\(name): \(comparison.sentence(of: $0))." }
  }
}
