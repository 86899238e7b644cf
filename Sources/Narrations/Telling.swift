internal import Expressions
internal import Marbles
internal import Scenes

/// One event of a row, about to be told: what it came from, and what its operator had to do with it.
struct Telling {
  let narration: Narration
  let past: Past
  /// Which event it is.
  let key: EventKey
  /// Its position among what is held of the row.
  let index: Int
  let event: Event
  /// The operator that made the event; that of the row, or one whose values it hands on.
  let call: RowCall?
  /// Whether `call` is that of the row, so that the row's events are all that it emitted.
  let isOwn: Bool
  /// What the event came from, in scene order; of more than ``manyParts`` the newest.
  let parts: [Part]
  /// Whether it came from so much that only its newest parts are looked at.
  let hasMany: Bool
  /// Whether all that it came from is in `parts`.
  let isWhole: Bool

  /// From how many parts on a sentence does not look at each.
  static let manyParts = 500

  var row: Int { key.row }
  var now: SceneTime { event.time }

  init(_ key: EventKey, _ event: Event, _ past: Past) {
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
    guard let call else { return inputClause + further(appearance) }
    // Without all that it came from, or with waits that are the consumer's doing, nothing is said about the operator.
    guard isWhole || hasMany && Self.canSumUp(call), !call.isAsked else { return "\(name) \(plainly)" }
    let phrase = call.name.map { Self.phrases[$0] } ?? Telling.passing
    return "\(name) \(phrase?(self) ?? plainly)\(further(appearance))"
  }

  /// `it slides in`; nothing is said of what is there at once.
  private var appearance: String? {
    guard let animation = event.animation ?? narration.animations[row], !animation.isImmediate else { return nil }
    return switch animation.transition {
    case .drop: "it drops in"
    case .fade: "it fades in"
    case .pop: "it pops up"
    case .slide: "it slides in"
    }
  }

  private var inputClause: String {
    narration.style == .written ? "\(name) \(value)" : "\(name) emits \(value)"
  }

  /// What can be said of any value: what it was made of, and when that was.
  var plainly: String {
    guard !event.from.isEmpty else { return "\(emits), which comes from no row" }
    guard !hasMany else { return "\(emits), made of more than \(Self.manyParts) values" }
    guard isWhole else { return "\(emits), made of \(listed(event.from.keys.map(narration.recording.id)))" }
    if parts.count == 1, parts[0].event.value == event.value { return passesOn(parts[0]) }
    return "\(emits), made of \(gathered(parts))"
  }

  /// Whether the operator's sentence is true although not each part was looked at.
  private static func canSumUp(_ call: RowCall) -> Bool { call.name == "reduce" || call.name == "reductions" }

  // MARK: Words

  var name: String { narration.name(ofRow: row) }
  var value: String { narration.shown(event.value) }
  var emits: String { "emits \(value)" }

  /// `ints 2`
  func named(_ part: Part) -> String { "\(narration.name(ofRow: part.row)) \(narration.shown(part.event.value))" }

  /// `ints 2 (1 s)`; without the time when it is now.
  func dated(_ part: Part) -> String { narration.dated(named(part), part.event.time, now: now) }

  /// `ints 2 waited 1.5 s`
  func waited(_ part: Part) -> String { "\(named(part)) waited \(narration.span(part.age))" }

  /// `passes 2 on from ints`, with the time when that was before.
  func passesOn(_ part: Part) -> String {
    "passes \(value) on from \(narration.dated(narration.name(ofRow: part.row), part.event.time, now: now))"
  }

  /// `ints 2 (1 s), 5 more and strings b`: at most four are named, earliest first.
  func gathered(_ parts: [Part]) -> String {
    let inOrder = parts.sorted { ($0.event.time, $0.row, $0.index) < ($1.event.time, $1.row, $1.index) }
    guard inOrder.count > 4, let last = inOrder.last else { return listed(inOrder.map(dated)) }
    return "\(dated(inOrder[0])), \(inOrder.count - 2) more and \(dated(last))"
  }

  /// A clause of its own, or nothing.
  func further(_ clause: String?) -> String { clause.map { "; \($0)" } ?? "" }

  // MARK: What else happened

  /// The only thing that it came from.
  var only: Part? { parts.count == 1 ? parts[0] : nil }

  /// Whether its operator got all it came from at its time, so that from then to now is how long that took.
  var isDirect: Bool { call?.isDirect == true }

  /// The row that the operator is called on, when it is called on a row.
  var receiver: Int? { call?.operands.first?.row }

  /// The row's event before this one.
  var previous: Event? {
    index > 0 ? narration.recording.rows[row].timeline.events[index - 1] : nil
  }

  /// What the event before this one came from, when it was one thing.
  var previousOnly: Part? {
    previous?.from.only.flatMap(past.part)
  }

  /// The row's event after this one, when it comes at the same instant.
  var next: Event? { past.events(ofRow: row).dropFirst(index + 1).first }

  /// Events of the receiver, between the last one that came through and this, that did not.
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

  /// The same of events that this one did not come from, however many they are.
  func gathered(_ runs: [(row: Int, indices: Range<Int>)]) -> String {
    let count = runs.map(\.indices.count).reduce(0, +)
    let parts = runs.filter { !$0.indices.isEmpty }.flatMap { row, indices in
      (count > 4 ? [indices.lowerBound, indices.upperBound - 1] : Array(indices)).map { part(row: row, index: $0) }
    }
    guard count > 4 else { return gathered(parts) }
    let inOrder = parts.sorted { ($0.event.time, $0.row, $0.index) < ($1.event.time, $1.row, $1.index) }
    return "\(dated(inOrder[0])), \(count - 2) more and \(dated(inOrder[inOrder.count - 1]))"
  }

  /// An event of a row as if this one had come from it.
  func part(row: Int, index: Int) -> Part {
    let event = past.events(ofRow: row)[index]
    return Part(row: row, index: index, event: event, age: now - event.time)
  }

  /// The last event of a row, when it is of this instant.
  func eventNow(ofRow row: Int?) -> Part? {
    guard let row, let index = past.events(ofRow: row).indices.last else { return nil }
    let part = part(row: row, index: index)
    return part.isNew ? part : nil
  }

  /// Whether a row finished at this instant.
  func finishesNow(_ row: Int?) -> Bool { row.flatMap(past.finish(ofRow:)) == now }
}
