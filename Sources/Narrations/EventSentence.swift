internal import Expressions
internal import Marbles
internal import Scenes

/// The sentence about one event of a row: its sources, and the contribution of the operator.
struct EventSentence {
  let narration: Narration
  let past: RecordingPrefix
  /// The key of the event.
  let key: EventKey
  /// Its index among the available events of the row.
  let index: Int
  let event: Event
  /// The operator that made the event: that of the row, or the one whose values it passes on.
  let call: RowCall?
  /// Whether `call` is the row's operator, so that the row contains everything that it emitted.
  let isOwn: Bool
  /// The sources of the event in scene order; if there are more than ``manyParts``, the newest.
  let parts: [RecordingPart]
  /// Whether only the newest sources are examined, as there are too many.
  let hasMany: Bool
  /// Whether `parts` contains all sources.
  let isWhole: Bool

  /// The number of sources from which on a sentence does not name each.
  static let manyParts = 500

  var row: Int { key.row }
  var now: SceneTime { event.time }

  init(_ key: EventKey, _ event: Event, _ past: RecordingPrefix) {
    (self.key, self.event, self.past) = (key, event, past)
    narration = past.narration
    index = key.index - narration.recording.rows[key.row].earlier
    let own = narration.calls[key.row]
    call = own?.maker
    isOwn = call?.name == own?.name
    let keys = event.from.newest(Self.manyParts + 1)
    hasMany = keys.count > Self.manyParts
    parts = keys.compactMap(past.part)
    isWhole = !hasMany && parts.count == keys.count
  }

  /// The sentence.
  func sentence(isPlain: Bool) -> Sentence {
    let clause = isPlain && call != nil ? "\(name) \(plainly)" : clause
    return Sentence(
      time: now, row: row, event: key, text: narration.opening(now) + clause + ".", sources: event.from)
  }

  private var clause: String {
    guard let call else { return "\(name) \(emits)\(further(appearance))" }
    // If sources are missing, or the consumer caused the waits, the sentence does not mention the operator.
    guard isWhole || hasMany && Self.canSumUp(call), !call.isAsked else { return "\(name) \(plainly)" }
    let phrase = call.name.map { Self.phrase(of: $0, call.semantics) } ?? EventSentence.passing
    return "\(name) \(phrase?(self) ?? plainly)\(further(appearance))"
  }

  /// `it slides in`; nil for events without an animation.
  private var appearance: String? {
    guard let animation = event.animation ?? narration.rows[row].animation, !animation.isImmediate else { return nil }
    return switch animation.transition {
    case .drop: "it drops in"
    case .fade: "it fades in"
    case .pop: "it pops up"
    case .slide: "it slides in"
    }
  }

  /// The sentence for any operator: the sources of the value, with their times.
  var plainly: String {
    guard !event.from.isEmpty else {
      return "\(emits), from \((narration.calls[row]?.origin ?? .operation).rawValue)"
    }
    guard !hasMany else { return "\(emits), made from more than \(Self.manyParts) values" }
    guard isWhole else { return "\(emits), made from \(listed(event.from.keys.map(narration.recording.id)))" }
    if parts.count == 1, parts[0].event.value == event.value { return passesOn(parts[0]) }
    return "\(emits), made from \(gathered(parts))"
  }

  /// Whether the operator's sentence is correct without all sources.
  private static func canSumUp(_ call: RowCall) -> Bool { call.name == "reduce" || call.name == "reductions" }

  // MARK: Words

  var name: String { narration.name(ofRow: row) }
  var value: String { narration.shown(narration.named(event.value, in: row)) }
  var emits: String { "emits \(value)" }

  /// `2` from ints
  func named(_ part: RecordingPart) -> String { narration.named(part.event.value, ofRow: part.row) }

  /// `2` from ints (1 s); without the time when it is now.
  func dated(_ part: RecordingPart) -> String { narration.dated(named(part), part.event.time, now: now) }

  /// `2` from ints waited 1.5 s
  func waited(_ part: RecordingPart) -> String { "\(named(part)) waited \(narration.span(part.age))" }

  /// emits 2 from ints (1 s); without the time when it is now.
  func passesOn(_ part: RecordingPart) -> String {
    "\(emits) from \(narration.dated(narration.name(ofRow: part.row), part.event.time, now: now))"
  }

  /// `2` from ints (1 s), 5 more and `b` from strings: at most four are named, earliest first.
  ///
  /// Events of a single row share its name: `1` (0 s) and `2` (1 s) from ints.
  func gathered(_ parts: [RecordingPart]) -> String { gathered(parts, of: parts.count) }

  private func gathered(_ parts: [RecordingPart], of count: Int) -> String {
    let inOrder = parts.sorted { ($0.event.time, $0.row, $0.index) < ($1.event.time, $1.row, $1.index) }
    guard let first = inOrder.first, let last = inOrder.last else { return "" }
    let isOneRow = count > 1 && inOrder.allSatisfy { $0.row == first.row }
    let text = { (part: RecordingPart) -> String in
      guard isOneRow else { return dated(part) }
      return narration.dated(narration.setOff(part.event.value, ofRow: part.row), part.event.time, now: now)
    }
    let list = count > 4 ? "\(text(first)), \(count - 2) more and \(text(last))" : listed(inOrder.map(text))
    return isOneRow ? "\(list) from \(narration.name(ofRow: first.row))" : list
  }

  /// A further clause after a semicolon, or an empty text.
  func further(_ clause: String?) -> String { clause.map { "; \($0)" } ?? "" }

  // MARK: What else happened

  /// The only source; nil when there are several.
  var only: RecordingPart? { parts.count == 1 ? parts[0] : nil }

  /// Whether the operator received all sources at their times, so that their age is the time that it held them.
  var isDirect: Bool { call?.isDirect == true }

  /// The row that the operator is called on, if it is called on a row.
  var receiver: Int? { call?.operands.first?.row }

  /// The previous event of the row.
  var previous: Event? {
    index > 0 ? narration.recording.rows[row].timeline.events[index - 1] : nil
  }

  /// The only source of the previous event.
  var previousOnly: RecordingPart? {
    previous?.from.only.flatMap(past.part)
  }

  /// The next event of the row at the same instant.
  var next: Event? { past.events(ofRow: row).dropFirst(index + 1).first }

  /// Events of the receiver between the source of the previous event and the source of this one.
  func leftOut(_ verb: (one: String, several: String)) -> String? {
    guard isOwn, let part = only, part.row == receiver, let call, !call.isAsked else { return nil }
    let start: Int
    if index == 0 {
      start = 0
    } else if let last = previousOnly, last.row == part.row {
      start = last.index + 1
    } else {
      return nil
    }
    guard start < part.index else { return nil }
    let missed = [(row: part.row, indices: start..<part.index)]
    return "\(gathered(missed)) \(part.index - start == 1 ? verb.one : verb.several)"
  }

  /// The same for events that are not sources of this one.
  func gathered(_ runs: [(row: Int, indices: Range<Int>)]) -> String {
    let count = runs.map(\.indices.count).reduce(0, +)
    let parts = runs.filter { !$0.indices.isEmpty }.flatMap { row, indices in
      (count > 4 ? [indices.lowerBound, indices.upperBound - 1] : Array(indices)).map { part(row: row, index: $0) }
    }
    return gathered(parts, of: count)
  }

  /// An event of a row, treated like a source of this one.
  func part(row: Int, index: Int) -> RecordingPart {
    let event = past.events(ofRow: row)[index]
    return RecordingPart(row: row, index: index, event: event, age: now - event.time)
  }

  /// The last event of a row, if it belongs to this instant.
  func eventNow(ofRow row: Int?) -> RecordingPart? {
    guard let row, let index = past.events(ofRow: row).indices.last else { return nil }
    let part = part(row: row, index: index)
    return part.isNew ? part : nil
  }

  /// Whether a row finished at this instant.
  func finishesNow(_ row: Int?) -> Bool { row.flatMap(past.finish(ofRow:)) == now }
}
