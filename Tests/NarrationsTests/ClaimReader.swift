import Expressions
import Marbles
import Operators
import Scenes

@testable import Narrations

/// Reads what a written sentence claims, word by word, and compares each claim with the recording.
///
/// Rows, values, times, waits and counts must be as recorded; whatever else a sentence says must be words that claim
/// nothing of the kind, so a number or a row that no rule here has checked is a fault.
struct ClaimReader {
  /// What is wrong with the sentence, in order.
  private(set) var faults: [String] = []
  /// The ids of the events that it names.
  private(set) var named: Set<String> = []

  let recording: Recording
  let narration: Narration
  private let sentence: Sentence
  private let event: Event?
  var rest: Substring
  /// Rows by name, longest first, so that no name hides a longer one.
  private let rows: [(name: String, index: Int)]

  private var now: SceneTime { sentence.time.inMilliseconds }

  init(_ sentence: Sentence, of entry: Recording.Entry, in narration: Narration) {
    self.sentence = sentence
    self.narration = narration
    recording = narration.recording.inMilliseconds
    rest = sentence.text[...]
    rows = narration.recording.rows.enumerated().map { ($1.name, $0) }.sorted { $0.0.count > $1.0.count }
    event =
      if case .value = entry.kind { recording[entry.key] } else { nil }
    readHead(entry)
    while !rest.isEmpty, faults.isEmpty { readClaim() }
    if let event, faults.isEmpty { checkOrigin(of: event) }
  }

  /// Reads the sentence about a note.
  init(_ sentence: Sentence, of note: Recording.Note, inRow row: Int, in narration: Narration) {
    self.sentence = sentence
    self.narration = narration
    recording = narration.recording.inMilliseconds
    rest = sentence.text[...]
    rows = narration.recording.rows.enumerated().map { ($1.name, $0) }.sorted { $0.0.count > $1.0.count }
    event = nil
    guard take("\(now) s: "), takeStage(of: note.note, inRow: row), take(recording.rows[row].name), rest.last == "."
    else {
      fault("no time and row")
      return
    }
    rest.removeLast()
    if case .timedOut = note.note.action { return }
    while !rest.isEmpty, faults.isEmpty { readNoteClaim(note.note) }
    // An input speaks of its own value.
    let missing = recording.rows[row].isInput ? [] : ids(note.note.from).filter { !named.contains($0) }
    if faults.isEmpty, !missing.isEmpty { fault("it says nothing about \(missing)") }
  }

  // MARK: The beginning

  private mutating func readHead(_ entry: Recording.Entry) {
    let row = recording.rows[entry.row]
    guard take("\(now) s: \(row.name)"), rest.last == "." else { return fault("no time and row") }
    rest.removeLast()
    switch entry.kind {
    case .value(let event):
      let value = narration.shown(event.value)
      if !take(" emits \(value)") { fault("not its value") }
    case .finish: if !take(" finishes") { fault("it finishes") }
    case .open: if !take(" is still open") { fault("it is open") }
    case .error(let message):
      guard take(" fails: ") else { return fault("it fails") }
      if take(narration.shown(message)) { return }
    }
  }

  // MARK: Claims

  /// `it slides in`
  private mutating func readAppearance() -> Bool {
    let said: [(String, Animation.Transition)] = [
      ("it drops in", .drop), ("it fades in", .fade), ("it pops up", .pop), ("it slides in", .slide),
    ]
    guard let (_, transition) = said.first(where: { take("; \($0.0)") }) else { return false }
    let animation = event?.animation ?? narration.rows[sentence.row].animation
    if animation?.transition != transition { fault("not how it appears") }
    return true
  }

  private mutating func readClaim() {
    let claims: [(inout ClaimReader) -> Bool] = [
      { $0.readLatest() }, { $0.readHeld() }, { $0.readOrigin() }, { $0.readEvents() }, { $0.readEnds() },
      { $0.readCounts() }, { $0.readRoles() }, { $0.readAppearance() }, { $0.readWord() },
    ]
    for claim in claims {
      var attempt = self
      if claim(&attempt) {
        self = attempt
        return
      }
    }
    fault("what does this claim?")
  }

  /// `a`, the latest from strings (since 1.5 s)
  private mutating func readLatest() -> Bool {
    guard let value = takeSetOff(), take(", the latest from "), let row = takeRow() else { return false }
    let since = takeTime("(since ")
    let candidates = events(row).filter { narration.setOff($0.value) == value && $0.time == (since ?? now) }
    guard let last = candidates.last else { return miss("no such value") }
    // At one instant the order of two rows is not on record; before it, nothing newer may have been there.
    if events(row).contains(where: { $0.time > last.time && $0.time < now }) { return miss("not the latest") }
    named.formUnion(candidates.map(\.id))
    return true
  }

  /// zip now holds `3` from ints, with 1 more behind it, and waits for row strings
  private mutating func readHeld() -> Bool {
    guard takeRow() == sentence.row, take(" now holds ") else { return false }
    let count = events(sentence.row).count { $0.time <= now }
    if take("nothing") {
      let partners = Set(event?.from.keys.map(\.row) ?? [])
      let isEmpty = partners.allSatisfy { events($0).count { $0.time <= now } <= count }
      return isEmpty || miss("it holds something")
    }
    repeat {
      guard let value = takeSetOff(), take(" from "), let row = takeRow() else { return miss("what is held?") }
      let held = events(row).filter { $0.time <= now }.dropFirst(count)
      guard let first = held.first, narration.setOff(first.value) == value else { return miss("not what is held") }
      if take(", with ") {
        guard let more = takeNumber(), take(" more behind it,"), more == held.count - 1 else {
          return miss("another number")
        }
      } else if held.count != 1 {
        return miss("there are more")
      }
    } while takeSeparator(before: { $0.takeSetOff() != nil })
    guard take(" and waits for "), let waited = takeRows() else { return miss("what does it wait for?") }
    return waited.allSatisfy { row in events(row).count { $0.time <= now } <= count } || miss("it is there")
  }

  /// ` from ints (1 s)` after the value of the event
  private mutating func readOrigin() -> Bool {
    guard take(" from "), let event, let row = takeRow() else { return false }
    let origins = events(row).filter { $0.value == event.value && ids(event.from).contains($0.id) }
    // The time follows after a colon, or it is now.
    if rest.hasPrefix(": `") || rest.hasPrefix(": \""), !origins.isEmpty { return true }
    let time = takeTime("(") ?? now
    let matches = origins.filter { $0.time == time }
    named.formUnion(matches.map(\.id))
    return !matches.isEmpty
  }

  /// `2` from ints (1 s), `2` from ints waited 1.5 s, `1` (0 s), 3 more and `5` from ints were left out
  mutating func readEvents() -> Bool {
    var values: [(text: String, time: SceneTime?)] = []
    while values.isEmpty || take(", ") || take(" and ") {
      if takeNumber() != nil, !take(" more and ") { return false }
      guard let value = takeSetOff() else { return false }
      values.append((value, takeTime("(")))
      if take(" from ") { break }
    }
    guard let row = takeRow() else { return false }
    let isAlone = values.count == 1 && values[0].time == nil
    if isAlone, take(" waited ") {
      _ = take("for ")
      guard let wait = takeSpan() else { return miss("how long?") }
      guard wait > .zero else { return miss("waited for no time") }
      values[0].time = now - wait
      if rest.hasPrefix(" of quiet"), events(row).contains(where: { $0.time > now - wait && $0.time <= now }) {
        return miss("it was not quiet")
      }
    } else {
      if isAlone { values[0].time = takeTime("(") }
      guard values.allSatisfy({ $0.time != now }) else { return miss("that is now") }
    }
    let verbs = [" was left out", " were left out", " was replaced", " were replaced", " became nil"]
    let isLost = verbs.first { take($0) } != nil
    let came = Set(events(sentence.row).flatMap { ids($0.from) })
    for (text, time) in values {
      let matches = events(row).filter { $0.time == time ?? now && narration.setOff($0.value) == text }
      guard !matches.isEmpty else { return miss("no such event at \(time ?? now) s") }
      if isLost, matches.allSatisfy({ came.contains($0.id) }) { return miss("it did come through") }
      named.formUnion(matches.map(\.id))
    }
    return true
  }

  /// rows ints and strings finished (7.5 s), row a failed with error
  private mutating func readEnds() -> Bool {
    guard let ended = takeRows() else { return false }
    let isFailure = rest.hasPrefix(" failed") || rest.hasPrefix(", which failed")
    guard take(" finished") || take(" failed") || take(", which failed") else { return false }
    let time = takeTime("(") ?? now
    for row in ended {
      switch recording.rows[row].timeline.end {
      case .finish(time) where !isFailure: break
      case .error(time, let message) where isFailure:
        if take(" with "), !take(narration.shown(message)) { return miss("not its message") }
      default: return miss("it did not end so at \(time) s")
      }
    }
    return true
  }

  /// `5 more`, `of 3 values`, `its 2 values`, `for 2.5 s after`
  private mutating func readCounts() -> Bool {
    if take("nothing came for ") {
      guard let span = takeSpan() else { return false }
      var attempt = self
      let isAfter = attempt.take(" after ") && attempt.takeSetOff() != nil && attempt.take(" from ")
      let row = isAfter ? attempt.takeRow() : nil
      let isQuiet = (row.map { [$0] } ?? others).contains { row in
        !events(row).contains { $0.time > now - span && $0.time <= now }
      }
      return isQuiet || miss("something came")
    }
    if take("it has its one value") { return events(sentence.row).count == 1 || miss("another number") }
    if take("it has its "), let count = takeNumber(), take(" values") {
      return count == events(sentence.row).count || miss("another number")
    }
    if take("all of its ") || take("none of its ") || take("of ") {
      guard let count = takeNumber(), take(" value") else { return false }
      _ = take("s")
      return others.contains { events($0).count { $0.time <= now } == count } || miss("another number")
    }
    if let count = takeNumber() { return take(" more") && count > 0 }
    return false
  }

  /// Rows that are said to be first, or ignored, or to have had a value.
  private mutating func readRoles() -> Bool {
    guard let rows = takeRows(), let row = rows.first else { return false }
    if take(" was first") {
      let first = events(row).first?.time ?? .distantFuture
      return others.allSatisfy { events($0).first.map { $0.time >= first } ?? true } || miss("it was not")
    }
    if take(" had its first value") { return events(row).first.map { $0.time <= now } == true || miss("it had none") }
    return take(" is ignored from now on") || take(" are ignored from now on")
  }

  private static let words: [String] = [
    "; ", ": ", ", ", " ", "from its timer", "from its list", "from its diagram", "from its replacement stream",
    "from its expression", "made from", "and", "with", "for", "after", "between", "until",
    "as", "in the stream for", "in place of", "it replaces the stream for", "it gathered", "came together",
    "came before every input had its first value", "came before", "came", "of quiet", "does not pass", "matches",
    "passed", "matched", "the result of", "is the greatest", "is the least", "is the first in its order",
    "is the last in its order", "is the first", "again", "its result is known", "it found a match", "its replacement",
    "its initial value", "finished", "a separator",
  ].sorted { $0.count > $1.count }

  /// Words that claim nothing by themselves, and `is added to 3`, `is combined with 3`.
  private mutating func readWord() -> Bool {
    for verb in ["is added to ", "is combined with "] where take(verb) {
      let before = events(sentence.row).filter { $0.time <= now }
      return takeValue(of: before, where: { _ in true }) != nil || miss("not what was before")
    }
    for word in Self.words where take(word) { return true }
    return false
  }

  /// What an event came from must be named, at its time, or counted.
  private mutating func checkOrigin(of event: Event) {
    let isSummary = [" more", "is combined with ", "is added to ", " finished, and "].contains {
      sentence.text.contains($0)
    }
    let missing = ids(event.from).filter { !named.contains($0) }
    guard !missing.isEmpty, !isSummary else { return }
    fault("it says nothing about \(missing)")
  }

  // MARK: Reading

  /// The rows that this one could be made of.
  private var others: [Int] { recording.rows.indices.filter { $0 != sentence.row } }

  private func events(_ row: Int) -> [Event] { recording.rows[row].timeline.events }

  private var boundary: Bool { rest.first.map { " ,;:".contains($0) } ?? true }

  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  private mutating func takeSeparator(before next: (inout ClaimReader) -> Bool) -> Bool {
    var attempt = self
    guard attempt.take(", ") || attempt.take(" and "), next(&attempt) else { return false }
    return take(", ") || take(" and ")
  }

  /// `row a`, `rows a and b`
  private mutating func takeRows() -> [Int]? {
    guard take("row ") || take("rows ") else { return nil }
    var taken: [Int] = []
    repeat {
      guard let row = takeRow() else { return nil }
      taken.append(row)
    } while takeSeparator(before: { $0.takeRow() != nil })
    return taken
  }

  /// A value that some row has had, in backquotes or quotes.
  private mutating func takeSetOff() -> String? {
    let values = recording.rows.indices.flatMap(events).filter { $0.time <= now }.map { narration.setOff($0.value) }
    guard let value = Set(values).sorted(by: { $0.count > $1.count }).first(where: rest.hasPrefix) else { return nil }
    rest.removeFirst(value.count)
    return value
  }

  private mutating func takeRow() -> Int? {
    for (name, index) in rows where rest.hasPrefix(name) {
      let before = rest
      rest.removeFirst(name.count)
      if boundary { return index }
      rest = before
    }
    return nil
  }

  private mutating func takeValue(of events: [Event], where isMeant: (Event) -> Bool) -> String? {
    let values = Set(events.filter(isMeant).map { narration.shown($0.value) }).sorted { $0.count > $1.count }
    for value in values {
      let before = rest
      if take(value), boundary { return value }
      rest = before
    }
    return nil
  }

  private mutating func takeNumber() -> Int? {
    let digits = rest.prefix { $0.isNumber }
    rest.removeFirst(digits.count)
    return Int(digits)
  }

  private mutating func takeSpan() -> SceneTime? {
    let digits = rest.prefix { $0.isNumber || $0 == "." }
    guard let time = try? DurationNotation.parse(String(digits)) else { return nil }
    rest.removeFirst(digits.count)
    return take(" s") ? time : nil
  }

  private mutating func takeTime(_ opening: String) -> SceneTime? {
    var attempt = self
    guard attempt.take(" \(opening)"), let time = attempt.takeSpan(), attempt.take(")") else { return nil }
    self = attempt
    return time
  }

  func ids(_ lineage: Lineage) -> [String] { lineage.keys.map(narration.recording.id) }

  mutating func fault(_ reason: String) { faults.append("\(reason) “\(rest)” in “\(sentence.text)”") }

  private mutating func miss(_ reason: String) -> Bool {
    fault(reason)
    return true
  }
}
