internal import Marbles
internal import Scenes

/// What a panel says about a row of a live scene: its newest value, its rate, its age and its losses.
///
/// A pure function of the recording and the time, so that a paused picture does not change.
struct LiveRowStatus: Hashable, Sendable {
  /// The newest value; nil before the first one.
  var newest: Value?
  /// The time since the newest value, or the end: `now`, `0.2 s ago`, `finished`; nil before the first value.
  var state: String?
  /// How often values come: `312 /s`, `1.4 /s`, `3 /min`; nil when that is unknown, and after the end.
  var rate: String?
  /// The number of values so far.
  var count: Int
  /// The message of the error that ended the row.
  var failure: String?
  /// What the row's command does: `starting`, `restarted 3 times`, `ended with status 2`; nil when it runs as it should.
  var command: String?
  /// The newest lines of the command's standard error.
  var errorLines: [String]
  /// What an output holds and waits for: `holds 3 of a, waits for b, 12 s`; nil when it holds nothing.
  var wait: String?
  /// When its expression was changed last, and from which value on its results count: `edited at 3.2 s; before: a.map { $0 }`.
  var edits: [String]
  /// Input that did not become events: `2 lines not JSON (118, 204)`.
  var losses: [String]
  /// Who waits for whom in the program of a tap: `its loop waits 0.012 s and is busy 0.5 s per value`.
  var waits: [String]

  /// - Parameters:
  ///   - row: the row with all events that are retained.
  ///   - time: the time of the picture.
  init(_ row: Recording.Row, at time: SceneTime) {
    let events = row.timeline.events
    let past = events[..<events.partitioningIndex { $0.time > time }]
    newest = past.last?.value
    count = row.emitted - (events.count - past.count)
    losses = row.losses.notes + row.source.notes + (row.source.loop?.losses ?? [])
    waits = row.source.loop?.waits(after: time - (past.last?.time ?? .zero)) ?? []
    edits = row.edits.last { $0.time <= time }?.notes ?? []
    command = row.source.commandNote
    errorLines = row.source.errorLines
    let end = row.timeline.end.time.flatMap { $0 <= time ? row.timeline.end : nil }
    switch end {
    case .finish:
      state = "finished"
    case .error(_, let message):
      state = "failed"
      failure = message
    case .open, nil:
      // By the time at the source where there is one.
      state = past.last.map { event in
        Self.age(time - event.time + (event.sourceTime == nil ? .zero : max(.zero, row.source.delay ?? .zero)))
      }
      rate = Self.rate(of: past, isWhole: row.emitted == events.count, at: time)
    }
  }

  /// `now`, `0.2 s ago`, `42 s ago`, `12 min ago`, `3 h ago`.
  static func age(_ age: SceneTime) -> String {
    let tenths = max(0, age.nanoseconds) / 100_000_000
    return switch tenths {
    case 0: "now"
    case ..<100: "\(tenths / 10).\(tenths % 10) s ago"
    case ..<1200: "\(tenths / 10) s ago"
    case ..<72000: "\(tenths / 600) min ago"
    default: "\(tenths / 36000) h ago"
    }
  }

  /// The time over which a rate per second is measured.
  private static let second = SceneTime.seconds(5)
  /// The minimum and the maximum time over which a rate per minute is measured.
  private static let minute = SceneTime.seconds(10)...SceneTime.seconds(60)

  /// Per second where at least one value a second comes, else per minute.
  ///
  /// - Parameter isWhole: whether the events are all events of the row so far, rather than the newest.
  private static func rate(of events: ArraySlice<Event>, isWhole: Bool, at time: SceneTime) -> String? {
    func since(_ start: SceneTime) -> ArraySlice<Event> { events[events.partitioningIndex { $0.time > start }...] }
    let recent = since(time - second)
    // Of a very fast row, fewer seconds are retained.
    let start = isWhole || recent.startIndex > events.startIndex ? time - second : recent.first?.time ?? time
    let seconds = min(time - max(.zero, start), second).seconds
    if recent.count > 1, Double(recent.count) >= seconds {
      let tenths = Int((Double(recent.count) / max(0.1, seconds) * 10).rounded())
      return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : RowNotes.grouped((tenths + 5) / 10)) + " /s"
    }
    let span = min(time, minute.upperBound)
    let count = since(time - span).count
    guard span >= minute.lowerBound, count > 1 else { return nil }
    return "\(Int((Double(count) * 60 / span.seconds).rounded())) /min"
  }
}

extension Recording.Row.Edit {
  /// What the panel of the row says of it.
  fileprivate var notes: [String] {
    let edit = old.map { "edited at \(time.inMilliseconds) s; before: \($0)" }
    let counting =
      skipped > 0
      ? "its results lack \(RowNotes.grouped(unseen)) input values that were forgotten"
      : unseen > 0 ? "its results count from input value \(RowNotes.grouped(unseen + 1))" : nil
    return [edit, counting].compactMap(\.self)
  }
}

extension SourceStatus {
  /// What the row's command does; nil when it runs and always has, and for another source.
  fileprivate var commandNote: String? {
    let verb = isConnection ? "disconnected" : "restarted"
    let again = restarts == 0 ? nil : restarts == 1 ? "\(verb) once" : "\(verb) \(restarts) times"
    switch phase {
    case nil: return nil
    case .running: return again
    case .starting?: return again.map { "starting, \($0)" } ?? "starting"
    case let phase?: return again.map { "\(phase), \($0)" } ?? phase.description
    }
  }

  /// `3 out of order, by up to 4.2 s`, `2 without a time`, `12 queued`.
  fileprivate var notes: [String] {
    var notes: [String] = []
    if outOfOrder > 0 {
      notes.append("\(RowNotes.grouped(outOfOrder)) out of order, by up to \(greatestDisorder.inMilliseconds) s")
    }
    notes += stream?.notes ?? []
    if untimed > 0 { notes.append("\(RowNotes.grouped(untimed)) without a time") }
    if queued > ArrivalQueue.credits / 2 { notes.append("\(RowNotes.grouped(queued)) queued") }
    return notes
  }
}

extension LoopStatus {
  /// The silence from which on it is said who waits: before, that changes too often to be read.
  private static let silence = SceneTime.seconds(1)

  /// `12 lost at yield, the newest: 11`.
  fileprivate var losses: [String] {
    var notes: [String] = []
    if lost > 0 {
      let value = newestLoss.map { ", the newest: \(DisplayText.shortened($0.json, to: 40))" } ?? ""
      notes.append("\(RowNotes.grouped(lost)) lost at yield\(value)")
    }
    if refused > 0 { notes.append("\(RowNotes.grouped(refused)) after the end") }
    return notes
  }

  /// `its loop waits 0.012 s and is busy 0.5 s per value`, `its loop is busy`, `iteration 1, Shop/Ship.swift:12`; after a
  /// silence of this length.
  fileprivate func waits(after silence: SceneTime) -> [String] {
    var notes: [String] = []
    if let room { notes.append("room for \(RowNotes.grouped(room)) more") }
    if let sendWait {
      let now = sending > 0 ? ", \(RowNotes.grouped(sending)) waits now" : ""
      notes.append("a send waits \(sendWait.inMilliseconds) s\(now)")
    } else if sending > 0 {
      notes.append("\(RowNotes.grouped(sending)) waits to be taken")
    }
    if let waiting, let busy {
      notes.append("its loop waits \(waiting.inMilliseconds) s and is busy \(busy.inMilliseconds) s per value")
    }
    if let isBusy, silence >= Self.silence { notes.append(isBusy ? "its loop is busy" : "its loop waits for a value") }
    return notes + [place].compactMap(\.self)
  }
}
