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
  /// How often values come: `312 /s`, `3 in the last minute`; nil when none came in that time, or after the end.
  var rate: String?
  /// The number of values so far.
  var count: Int
  /// The message of the error that ended the row.
  var failure: String?
  /// Input that did not become events: `2 lines not JSON (118, 204)`.
  var losses: [String]

  /// - Parameters:
  ///   - row: the row with all events that are retained.
  ///   - time: the time of the picture.
  init(_ row: Recording.Row, at time: SceneTime) {
    let events = row.timeline.events
    let past = events[..<events.partitioningIndex { $0.time > time }]
    newest = past.last?.value
    count = row.count - (events.count - past.count)
    losses = row.losses.notes
    let end = row.timeline.end.time.flatMap { $0 <= time ? row.timeline.end : nil }
    switch end {
    case .finish:
      state = "finished"
    case .error(_, let message):
      state = "failed"
      failure = message
    case .open, nil:
      state = past.last.map { Self.age(time - $0.time) }
      rate = Self.rate(of: past, isWhole: row.count == events.count, at: time)
    }
  }

  /// `now`, `0.2 s ago`, `42 s ago`, `12 min ago`, `3 h ago`.
  private static func age(_ age: SceneTime) -> String {
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
  private static let minute = SceneTime.seconds(60)

  /// Per second where at least one value a second comes, else in the last minute.
  ///
  /// - Parameter isWhole: whether the events are all events of the row so far, rather than the newest.
  private static func rate(of events: ArraySlice<Event>, isWhole: Bool, at time: SceneTime) -> String? {
    func since(_ start: SceneTime) -> ArraySlice<Event> { events[events.partitioningIndex { $0.time > start }...] }
    let recent = since(time - second)
    // Of a very fast row, fewer seconds are retained.
    let start = isWhole || recent.startIndex > events.startIndex ? time - second : recent.first?.time ?? time
    let span = min(time - max(.zero, start), second).nanoseconds
    if span > 0, Int64(recent.count) >= max(2, span / 1_000_000_000) {
      let (product, isTooLarge) = Int64(recent.count).multipliedReportingOverflow(by: 1_000_000_000)
      return isTooLarge ? nil : "\(RowNotes.grouped(Int((product + span / 2) / span))) /s"
    }
    let count = since(time - minute).count
    return count > 1 ? "\(count) in the last minute" : nil
  }
}
