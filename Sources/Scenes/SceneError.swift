public import Expressions
public import Marbles
public import Playback

/// Why a scene can't be played.
public enum SceneError: Error, Hashable, Sendable {
  /// Two rows have the same name.
  case duplicateRow(String)
  /// An expression is invalid, or refers to an unknown name.
  case expression(row: String, ExpressionError)
  /// A list refers to an unknown row.
  case unknownRow(String, among: [String])
  /// Rows refer to each other in a cycle.
  case cycle([String])
  /// The scene has too many rows.
  case tooManyRows(Int, limit: Int)
  /// The expressions and diagrams of the scene, up to this row, are too long.
  case tooManyCharacters(row: String, limit: Int)
  /// Two events have the same id.
  case duplicateID(String)
  /// An event has an id that is reserved for an output's event.
  case reservedID(String, row: String)
  /// An event has a negative time.
  case beforeZero(id: String)
  /// A row loops without letting time pass.
  case runaway(row: String, at: SceneTime, jobs: Int)
  /// The values of a row have too many parts.
  case tooManyParts(row: String, limit: Int)
  /// A row emits too many events.
  case tooManyEvents(row: String, limit: Int)
  /// The events of all rows take too much memory; this row has exceeded the limit.
  case tooManyBytes(row: String, limit: Int)
  /// A scene with a live row can't be run to its end at once.
  case live(row: String)
  /// A row has an expectation, but the scene has a live row.
  case liveExpectation(row: String, live: String)
  /// A live scene can't have a speed other than 1.
  case liveSpeed(row: String, factor: SpeedFactor)
  /// The consumer of a row takes no time, or less.
  case consumingTime(row: String, SceneTime)
  /// A row of a scene with demand diagrams says how long its consumer takes.
  case consumerOfDemandDiagrams(row: String)
  /// A row shows its stages, but the scene has a live row.
  case liveStages(row: String, live: String)
  /// A row shows its stages, but the scene draws no rows.
  case stagesWithoutRows(row: String, Scene.Kind.Name)
  /// The run was stopped from outside.
  case stopped(Cancellation.Cause)
  /// The playback engine stopped the run.
  case playback(PlaybackError)
}

extension SceneError: CustomStringConvertible {
  /// What is wrong and where, for a person.
  public var description: String {
    switch self {
    case .duplicateRow(let name): "two rows are called `\(name)`; names of rows must be unique"
    case .expression(let row, let error): "row \(row): \(error)"
    case .unknownRow(let name, let names):
      "no row is called `\(name)`"
        + (Suggestion.nearest(to: name, among: names).map { "; did you mean `\($0)`?" }
          ?? (names.isEmpty ? "" : "; known rows: \(names.listed)"))
    case .cycle(let names):
      "rows refer to each other in a cycle: "
        + (names.count <= 20
          ? names.joined(separator: " → ")
          : "\(names.prefix(10).joined(separator: " → ")) → … → \(names.last ?? ""), \(names.count - 1) rows")
    case .tooManyRows(let count, let limit): "the scene has \(count) rows; expected at most \(limit)"
    case .tooManyCharacters(let row, let limit):
      "row \(row): the scene's expressions and diagrams have more than \(limit) characters in total"
    case .duplicateID(let id): "two events have the id `\(id)`; ids must be unique in a scene"
    case .reservedID(let id, let row): "the id `\(id)` is reserved for an event of row \(row); choose another id"
    case .beforeZero(let id): "event `\(id)` has a negative time; expected 0 or more"
    case .runaway(let row, let time, let jobs):
      "row \(row): more than \(jobs) steps of work at \(time) s; it loops without letting time pass"
    case .tooManyParts(let row, let limit): "row \(row): the values have more than \(limit) parts in total"
    case .tooManyBytes(let row, let limit):
      "row \(row): the events of all rows, and what operators hold, take more than \(limit >> 20) MiB of memory"
    case .stopped(let cause): cause.description
    case .tooManyEvents(let row, let limit): "row \(row) emits more than \(limit) events"
    case .live(let row): "row \(row) is live, so the scene can't be run to its end; use `play`"
    case .liveExpectation(let row, let live):
      "row \(row) has `expect:`, but row \(live) of the scene is live; remove `expect:`"
    case .liveSpeed(let row, let factor):
      "row \(row) is live, so scene time is wall time; the speed factor must be 1, not \(factor)"
    case .consumingTime(let row, let time):
      "row \(row): the consumer takes \(time) s for each value; expected more than 0"
    case .consumerOfDemandDiagrams(let row):
      "row \(row) has `consume:`, but with `dialect: asv` diagrams say when the consumer asks; remove `consume:`"
    case .liveStages(let row, let live):
      "row \(row) has `stages:`, but row \(live) of the scene is live, and live scenes do not record stages; remove `stages:`; "
        + "`marbled run --stats` counts what the rows do"
    case .stagesWithoutRows(let row, let kind):
      "row \(row) has `stages:`, but a scene of `kind: \(kind.rawValue)` draws no rows; remove `stages:`"
    case .playback(let error): error.description
    }
  }
}
