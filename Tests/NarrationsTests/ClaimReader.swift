import Marbles
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

  private let recording: Recording
  private let narration: Narration
  private let sentence: Sentence
  private let event: Event?
  private var rest: Substring
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

  // MARK: The beginning

  private mutating func readHead(_ entry: Recording.Entry) {
    let row = recording.rows[entry.row]
    guard take("\(now) s: \(row.name)"), rest.last == "." else { return fault("no time and row") }
    rest.removeLast()
    switch entry.kind {
    case .value(let event):
      let value = narration.shown(event.value)
      if row.isInput { return take(" \(value)") ? () : fault("not its value") }
      guard take(" emits \(value)") || take(" ticks: \(value)") || take(" passes \(value) on") else {
        return fault("not its value")
      }
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
    let animation = event?.animation ?? narration.animations[sentence.row]
    if animation?.transition != transition { fault("not how it appears") }
    return true
  }

  private mutating func readClaim() {
    let claims: [(inout ClaimReader) -> Bool] = [
      { $0.readLatest() }, { $0.readHeld() }, { $0.readEvent() }, { $0.readEnds() }, { $0.readCounts() },
      { $0.readRoles() }, { $0.readAppearance() }, { $0.readWord() },
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

  /// `the latest of strings, a (from 1.5 s)`
  private mutating func readLatest() -> Bool {
    guard take("the latest of "), let row = takeRow(), take(", ") else { return false }
    let earlier = events(row).filter { $0.time <= now }
    guard let event = takeValue(of: earlier, where: { _ in true }) else { return false }
    let since = takeTime("(from ")
    let candidates = earlier.filter { narration.shown($0.value) == event && $0.time == (since ?? now) }
    guard let last = candidates.last else { return miss("no such value") }
    // At one instant the order of two rows is not on record; before it, nothing newer may have been there.
    if events(row).contains(where: { $0.time > last.time && $0.time < now }) { return miss("not the latest") }
    named.formUnion(candidates.map(\.id))
    return true
  }

  /// `zip now holds ints 3, with 1 more behind it, and waits for strings`
  private mutating func readHeld() -> Bool {
    guard takeRow() == sentence.row, take(" now holds ") else { return false }
    let count = events(sentence.row).count { $0.time <= now }
    if take("nothing") {
      let partners = Set(event?.from.keys.map(\.row) ?? [])
      let isEmpty = partners.allSatisfy { events($0).count { $0.time <= now } <= count }
      return isEmpty || miss("it holds something")
    }
    repeat {
      guard let row = takeRow(), take(" ") else { return miss("what is held?") }
      let held = events(row).filter { $0.time <= now }.dropFirst(count)
      guard let first = held.first, take(narration.shown(first.value)) else { return miss("not what is held") }
      if take(", with ") {
        guard let more = takeNumber(), take(" more behind it,"), more == held.count - 1 else {
          return miss("not so many")
        }
      } else if held.count != 1 {
        return miss("there are more")
      }
    } while takeSeparator()
    guard take(" and waits for ") else { return miss("what does it wait for?") }
    repeat {
      guard let row = takeRow(), events(row).count(where: { $0.time <= now }) <= count else {
        return miss("it is there")
      }
    } while takeSeparator()
    return true
  }

  /// `ints 2`, `ints 2 (1 s)`, `ints 2 waited 1.5 s`, and of `passes 2 on from ints`
  private mutating func readEvent() -> Bool {
    if take(" from ") || take("from "), let event, let row = takeRow(), boundary {
      // `emits 4 from readings 4` names the event as any other sentence does.
      if rest.hasPrefix(" \(narration.shown(event.value))") { return false }
      let origins = events(row).filter { $0.value == event.value && ids(event.from).contains($0.id) }
      // When that was is said after a colon, or it is now.
      if rest.hasPrefix(": \(recording.rows[row].name) "), !origins.isEmpty { return true }
      let time = takeTime("(") ?? now
      let matches = origins.filter { $0.time == time }
      if !matches.isEmpty {
        named.formUnion(matches.map(\.id))
        return true
      }
      return false
    }
    guard let row = takeRow(), take(" ") else { return false }
    guard let value = takeValue(of: events(row).filter { $0.time <= now }, where: { _ in true }) else { return false }
    var time = now
    if take(" waited ") {
      guard let wait = takeSpan() else { return miss("how long?") }
      time = now - wait
      guard wait > .zero else { return miss("waited for no time") }
      if rest.hasPrefix(" of quiet"), events(row).contains(where: { $0.time > time && $0.time <= now }) {
        return miss("it was not quiet")
      }
    } else if let stated = takeTime("(") {
      time = stated
      guard time != now else { return miss("that is now") }
    }
    let matches = events(row).filter { $0.time == time && narration.shown($0.value) == value }
    guard !matches.isEmpty else { return miss("no such event at \(time) s") }
    let verbs = [" was left out", " were left out", " was replaced", " were replaced", " became nil"]
    // Of several that share the verb, it stands after the last.
    if let verb = verbs.first(where: { rest.hasPrefix($0) }) {
      _ = take(verb)
      let came = Set(events(sentence.row).flatMap { ids($0.from) })
      guard matches.contains(where: { !came.contains($0.id) }) else { return miss("it did come through") }
    }
    named.formUnion(matches.map(\.id))
    return true
  }

  /// `ints and strings finished (7.5 s)`, `a failed with error`
  private mutating func readEnds() -> Bool {
    var ended: [Int] = []
    repeat {
      guard let row = takeRow() else { return false }
      ended.append(row)
    } while takeSeparator()
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
      let row = attempt.take(" after ") ? attempt.takeRow() : nil
      let isQuiet = (row.map { [$0] } ?? others).contains { row in
        !events(row).contains { $0.time > now - span && $0.time <= now }
      }
      return isQuiet || miss("something came")
    }
    if take("it has its one value") { return events(sentence.row).count == 1 || miss("not so many") }
    if take("it has its "), let count = takeNumber(), take(" values") {
      return count == events(sentence.row).count || miss("not so many")
    }
    if take("every one of ") || take("none of ") || take("of ") {
      guard let count = takeNumber(), take(" value") else { return false }
      _ = take("s")
      return others.contains { events($0).count { $0.time <= now } == count } || miss("not so many")
    }
    if let count = takeNumber() { return take(" more") && count > 0 }
    return false
  }

  /// Rows that are said to be first, or unheard, or what is waited for.
  private mutating func readRoles() -> Bool {
    guard let row = takeRow() else { return false }
    if take(" was first") {
      let first = events(row).first?.time ?? .distantFuture
      return others.allSatisfy { events($0).first.map { $0.time >= first } ?? true } || miss("it was not")
    }
    if take(" had its first value") { return events(row).first.map { $0.time <= now } == true || miss("it had none") }
    while takeSeparator() { if takeRow() == nil { return false } }
    return take(" is not heard any more") || take(" are not heard any more")
  }

  private static let words: [String] = [
    "; ", ": ", ", ", " ", "what ", "which comes from no row", "made of", "from", "and", "with", "for", "after",
    "between", "until", "as", "in the stream of", "in place of", "it took the place of the stream of", "it gathered",
    "it begins with", "came together", "came before every input had its first value", "came before", "came", "met",
    "of quiet", "does not pass", "is there", "passed", "was it", "comes to", "come to", "is the greatest",
    "is the least",
    "is the first in its order", "is the last in its order", "is the first", "again", "it has its answer",
    "it has what it looked for", "what took its place", "which it begins with", "finished", "which it puts between",
  ].sorted { $0.count > $1.count }

  /// Words that claim nothing by themselves, and `is added to 3`, `joins 3`.
  private mutating func readWord() -> Bool {
    for verb in ["is added to ", "joins "] where take(verb) {
      let before = events(sentence.row).filter { $0.time <= now }
      return takeValue(of: before, where: { _ in true }) != nil || miss("not what was before")
    }
    for word in Self.words where take(word) { return true }
    return false
  }

  /// What an event came from must be named, at its time, or counted.
  private mutating func checkOrigin(of event: Event) {
    let isSummary = [" more", "joins ", "is added to ", " finished, and "].contains { sentence.text.contains($0) }
    let missing = ids(event.from).filter { !named.contains($0) }
    guard !missing.isEmpty, !isSummary else { return }
    fault("it says nothing about \(missing)")
  }

  // MARK: Reading

  /// The rows that this one could be made of.
  private var others: [Int] { recording.rows.indices.filter { $0 != sentence.row } }

  private func events(_ row: Int) -> [Event] { recording.rows[row].timeline.events }

  private var boundary: Bool { rest.first.map { " ,;:".contains($0) } ?? true }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  private mutating func takeSeparator() -> Bool {
    var attempt = self
    guard attempt.take(", ") || attempt.take(" and "), attempt.takeRow() != nil else { return false }
    return take(", ") || take(" and ")
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
    guard let time = DurationText.parse(String(digits)) else { return nil }
    rest.removeFirst(digits.count)
    return take(" s") ? time : nil
  }

  private mutating func takeTime(_ opening: String) -> SceneTime? {
    var attempt = self
    guard attempt.take(" \(opening)"), let time = attempt.takeSpan(), attempt.take(")") else { return nil }
    self = attempt
    return time
  }

  private func ids(_ lineage: Lineage) -> [String] { lineage.keys.map(narration.recording.id) }

  private mutating func fault(_ reason: String) { faults.append("\(reason) “\(rest)” in “\(sentence.text)”") }

  private mutating func miss(_ reason: String) -> Bool {
    fault(reason)
    return true
  }
}

extension Recording {
  /// The same at times as people read them.
  fileprivate var inMilliseconds: Recording {
    var recording = self
    for position in rows.indices {
      let timeline = rows[position].timeline
      let events = timeline.events.enumerated().map { index, event in
        var event = event
        event.name = id(of: key(row: position, at: index))
        event.time = event.time.inMilliseconds
        return event
      }
      let end: Timeline.End =
        switch timeline.end {
        case .finish(let time): .finish(time.inMilliseconds)
        case .error(let time, let message): .error(time.inMilliseconds, message: message)
        case .open: .open
        }
      recording.rows[position].timeline = Timeline(events: events, end: end)
    }
    return recording
  }
}

extension Event {
  /// Each has a name here.
  fileprivate var id: String { name ?? "" }
}
