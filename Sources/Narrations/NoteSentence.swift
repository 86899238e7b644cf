internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// The sentence about a note: what an operator of a row did without emitting a value.
struct NoteSentence {
  let narration: Narration
  let past: RecordingPrefix
  let row: Int
  let note: Recording.Note

  init(_ narration: Narration, _ note: Recording.Note, ofRow row: Int) {
    (self.narration, self.row, self.note) = (narration, row, note)
    past = RecordingPrefix(narration, through: note.time)
  }

  /// The sentence; nil when other sentences of the instant say the same.
  var sentence: Sentence? {
    guard let clause else { return nil }
    let stop = clause.hasSuffix(".") ? "" : "."
    return Sentence(
      time: note.time, row: row, event: nil, text: "\(narration.opening(note.time))\(subject) \(clause)\(stop)",
      sources: note.note.from, isNote: true)
  }

  /// The row, or the stage of its expression that did it.
  private var subject: String { narration.subject(of: note.note, inRow: row) }

  private var clause: String? {
    switch note.note.action {
    case .dropped(.cancelled): "cancels the stream for \(value): \(cause) replaced it"
    case .dropped(.empty): "gets no value from the stream for \(value)"
    case .dropped(.replacedRestarting): "waits again: \(cause) replaced \(value)"
    case .dropped(let reason): "drops \(value): \(self.reason(reason))"
    case .used(.opened): "opens: \(described(closing: ",")) came"
    case .used: nil
    case .timedOut(let message): isTold ? nil : "times out: \(narration.shown(Self.reason(ofTimeout: message)))"
    case .restarted(let message): "starts again: its stream failed with \(narration.shown(message))"
    case .switched(let message):
      "continues with its replacement: its stream failed with \(narration.shown(message))"
    case .delivered(.waits): "waits in `send` of \(value): nobody asks for it"
    case .delivered(.taken(let reader, .zero)):
      "gives \(value) to \(narration.name(ofRow: reader)) alone: a \(note.note.name) gives each value to one reader"
    case .delivered(.taken(let reader, let time)):
      "waited \(narration.span(time)) in `send` of \(value), until \(narration.name(ofRow: reader)) asked"
    case .delivered(.cut(let reader)):
      "ends for all its readers: \(narration.name(ofRow: reader)) cancelled its request"
    }
  }

  /// Whether the row fails because of the timeout, which the sentence about its end says.
  private var isTold: Bool { past.failure(ofRow: row)?.time == note.time && narration.calls[row]?.name == "timeout" }

  private static func reason(ofTimeout message: String) -> String {
    let prefix = "timeout: "
    return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
  }

  /// Why the value was dropped, in a clause after the value.
  func reason(_ reason: OperatorNote.Reason) -> String {
    switch reason {
    case .replacedRestarting, .replaced, .cancelled: "\(cause) replaced it"
    case .skipped: "\(cause) is the value of this interval"
    case .full(let policy): Self.reason(ofFull: policy)
    case .filtered: Self.failedTests[note.note.name] ?? "it does not pass \(note.note.name)"
    case .duplicate: "it equals the value before it"
    case .matched: "its closure is true for \(compared)"
    case .repeated: "one like it came before"
    case .repeatedKey: "one with its key came before"
    case .early: note.note.name == "dropFirst" ? "it is one of the first" : "its condition still holds"
    case .unopened: "the other stream has not emitted yet"
    case .empty: "its stream finished without a value"
    case .lost: "another stream was first"
    case .between: "it is between two windows"
    case .unfilled: "its window was not full at the end"
    case .unmatched: "no value with its key came in time"
    case .surplus: "as many keys as there may be are open"
    case .unread: "nothing reads the stream of its key any more"
    case .idle: "there was nothing to do"
    case .ended where note.note.name == "stream": "the stream is over"
    case .ended: "\(note.note.name) ended first"
    }
  }

  /// Why values were dropped, in a clause after all of them.
  func reason(_ reason: OperatorNote.Reason, ofSeveral isPlural: Bool) -> String {
    switch reason {
    case .replacedRestarting, .replaced: isPlural ? "newer values replaced them" : "a newer value replaced it"
    case .cancelled: isPlural ? "newer values took their places" : "a newer value took its place"
    case .between where isPlural: "they are between windows"
    case .unfilled where isPlural: "their window was not full at the end"
    case .skipped: isPlural ? "their intervals have other values" : "its interval has another value"
    case .filtered where Self.failedTests[note.note.name] == nil && isPlural: "they do not pass"
    case .filtered where Self.failedTests[note.note.name] == nil: "it does not pass"
    case .duplicate where isPlural: "they equal the values before them"
    case .matched where isPlural: "its closure is true for each of them and the last value that it emitted"
    case .repeated where isPlural: "values like them came before"
    case .repeatedKey where isPlural: "values with their keys came before"
    case .early where isPlural: note.note.name == "dropFirst" ? "they are the first" : "its condition still holds"
    case .unmatched where isPlural: "no values with their keys came in time"
    case .unread where isPlural: "nothing read the streams of their keys any more"
    case .surplus: "as many keys as there may be were open"
    case .empty where isPlural: "their streams finished without a value"
    case .filtered where isPlural && note.note.name == "compactMap": "they became nil"
    case .filtered where isPlural && note.note.name == "compacted": "they are nil"
    case .filtered where isPlural && note.note.name == "first": "they do not match"
    default: self.reason(reason)
    }
  }

  static func reason(ofFull policy: BufferPolicy) -> String {
    switch policy {
    case .bufferingLatest(0), .bufferingOldest(0): "nobody asks for it, and the buffer keeps no values"
    case .bufferingLatest(let count): "the buffer is full and keeps the newest \(values(count))"
    case .bufferingOldest(let count): "the buffer is full and keeps the oldest \(values(count))"
    case .bounded, .unbounded: "the buffer is full"
    }
  }

  private static func values(_ count: Int) -> String { count == 1 ? "value" : "\(count) values" }

  private static let failedTests = [
    "compactMap": "it became nil", "compacted": "it is nil", "ignoreElements": "ignoreElements keeps no values",
    "first": "it does not match",
  ]

  // MARK: Values

  /// `2` from ints, or a value that was made from it.
  var value: String { described() }

  /// - Parameter closing: what follows a clause about where the value comes from.
  private func described(closing: String = "") -> String {
    guard let value = note.note.value else { return "a value" }
    let parts = parts(note.note.from)
    guard !parts.isEmpty else { return narration.setOff(value, ofRow: row) }
    if parts.count == 1, parts[0].event.value == value {
      // A row that sends speaks of its own value.
      guard parts[0].row != row else {
        return narration.dated(narration.setOff(value, ofRow: row), parts[0].event.time, now: note.time)
      }
      return dated(parts[0])
    }
    return "\(narration.setOff(value, ofRow: row)), made from \(listed(parts.map(dated)))\(closing)"
  }

  /// The two values that a closure compared, in the order of its arguments.
  private var compared: String {
    guard let value = note.note.value, let other = note.note.other else { return "it and the last emitted value" }
    return "\(narration.setOff(other, ofRow: row)) and \(narration.setOff(value, ofRow: row))"
  }

  private var cause: String {
    let parts = parts(note.note.cause)
    return parts.isEmpty ? "a newer value" : listed(parts.map(dated))
  }

  /// The maximum number of named sources.
  private static let namedSources = 4

  private func parts(_ lineage: Lineage) -> [RecordingPart] { lineage.newest(Self.namedSources).compactMap(past.part) }

  private func dated(_ part: RecordingPart) -> String {
    narration.dated(narration.named(part.event.value, ofRow: part.row), part.event.time, now: note.time)
  }
}
