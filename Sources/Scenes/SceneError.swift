public import Expressions
public import Marbles
public import Playback

/// Why a scene can't be played.
public enum SceneError: Error, Hashable, Sendable {
  /// Two rows have one name.
  case duplicateRow(String)
  /// An expression can't be read, or names what is not there.
  case expression(row: String, ExpressionError)
  /// A list shows the value of a row that is not there.
  case unknownRow(String, among: [String])
  /// Rows that refer to each other in a circle.
  case cycle([String])
  /// It has more rows than a scene may have.
  case tooManyRows(Int, limit: Int)
  /// Its expressions and diagrams are longer than those of a scene may be, the ones of this row counted.
  case tooManyCharacters(row: String, limit: Int)
  /// Two events have one id.
  case duplicateID(String)
  /// An event has an id that an output's event will have.
  case reservedID(String, row: String)
  /// An event lies before the scene begins.
  case beforeZero(id: String)
  /// A row never lets time pass.
  case runaway(row: String, at: SceneTime, jobs: Int)
  /// A row emits values of more parts than can be kept.
  case tooManyParts(row: String, limit: Int)
  /// A row emits more than can be kept.
  case tooManyEvents(row: String, limit: Int)
  /// What comes from outside has no end that could be run to at once.
  case live(row: String)
  /// A row expects something of what comes from outside.
  case liveExpectation(row: String, live: String)
  /// Scene time is wall time where something comes from outside.
  case liveSpeed(row: String, factor: SpeedFactor)
  /// The engine stopped the run.
  case playback(PlaybackError)
}

extension SceneError: CustomStringConvertible {
  /// What is wrong, and where, for a person.
  public var description: String {
    switch self {
    case .duplicateRow(let name): "two rows are called `\(name)`"
    case .expression(let row, let error): "row \(row): \(error)"
    case .unknownRow(let name, let names):
      "no row is called `\(name)`"
        + (Suggestion.nearest(to: name, among: names).map { "; did you mean `\($0)`?" }
          ?? (names.isEmpty ? "" : "; there are \(names.listed)"))
    case .cycle(let names):
      "rows refer to each other in a circle: "
        + (names.count <= 20
          ? names.joined(separator: " → ")
          : "\(names.prefix(10).joined(separator: " → ")) → … → \(names.last ?? ""), \(names.count - 1) rows")
    case .tooManyRows(let count, let limit): "\(count) rows; a scene has at most \(limit)"
    case .tooManyCharacters(let row, let limit):
      "row \(row): more than \(limit) characters of expressions and diagrams in all rows together"
    case .duplicateID(let id): "two events have the id `\(id)`"
    case .reservedID(let id, let row): "the id `\(id)` is that of an event of row \(row)"
    case .beforeZero(let id): "event `\(id)` lies before 0 s, where a scene begins"
    case .runaway(let row, let time, let jobs):
      "row \(row): more than \(jobs) steps of work at \(time) s; it loops without letting time pass"
    case .tooManyParts(let row, let limit): "row \(row): values of more than \(limit) parts in all"
    case .tooManyEvents(let row, let limit): "row \(row): more than \(limit) events"
    case .live(let row): "row \(row) is live: what comes has no end that could be run to at once; play it instead"
    case .liveExpectation(let row, let live):
      "row \(row) expects what can't be known before: row \(live) is live"
    case .liveSpeed(let row, let factor):
      "row \(row) is live, so scene time is wall time: the speed factor is 1, and can't be \(factor)"
    case .playback(let error): error.description
    }
  }
}
