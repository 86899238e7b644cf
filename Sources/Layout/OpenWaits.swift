internal import Expressions
package import Marbles
internal import Operators
package import Scenes

/// A value that an output row holds, or a time limit that runs.
package struct OpenWait: Hashable, Sendable {
  /// When the wait began.
  package var start: SceneTime
  /// When it is over: the value is emitted or dropped, or the time limit starts again.
  package var end: SceneTime
  /// When the value is emitted, or the limit is reached, if nothing else happens; nil when that does not depend on time.
  package var expected: SceneTime?
  /// The colour of the value.
  package var color: MarbleColor
  /// Whether it is a time limit, which no value entered.
  package var isLimit = false

  /// Creates a wait.
  package init(
    start: SceneTime, end: SceneTime, expected: SceneTime? = nil, color: MarbleColor, isLimit: Bool = false
  ) {
    (self.start, self.end, self.expected) = (start, end, expected)
    (self.color, self.isLimit) = (color, isLimit)
  }
}

/// The waits of each output row of a recording: those before an event, those that a newer value ended, and the limits of
/// `timeout`.
package struct OpenWaits: Sendable {
  private struct Row: Sendable {
    /// Ordered by start.
    var waits: [OpenWait] = []
    var longest = SceneTime.zero
  }

  private let theRows: [Lazy<Row>]
  private let theFills: [Lazy<BufferFill>]
  private let findFill: @Sendable (Int) -> BufferFill
  private let find: @Sendable (Int) -> [OpenWait]

  package init(of plan: Recording, in scene: Scene, _ fates: EventFates) {
    theRows = plan.rows.map { _ in Lazy() }
    theFills = plan.rows.map { _ in Lazy() }
    findFill = { BufferFill(ofRow: $0, in: plan, of: scene) }
    find = { position in
      guard plan.rows.indices.contains(position), scene.rows.indices.contains(position),
        let expression = scene.rows[position].expression
      else { return [] }
      let timed = expression.plan.timedCall(step: scene.step)
      // A value that stays after it was emitted does not wait, and leaves no trail when another one takes its place.
      let usesUp = expression.plan.usesUp
      let emitted = usesUp ? Self.emitted(by: position, in: plan, fates, isTimed: timed != nil) : []
      return emitted + Self.replaced(by: position, in: plan, timed, isKept: !usesUp)
        + Self.limits(of: position, in: plan, timed)
    }
  }

  /// The maximum number of waits of a row that are examined for a frame.
  private static let limit = 500

  /// The waits of a row that are open at a time.
  package func waits(ofRow position: Int, at time: SceneTime) -> [OpenWait] {
    guard theRows.indices.contains(position) else { return [] }
    let row = row(position)
    let begun = row.waits[..<row.waits.partitioningIndex { $0.start > time }]
    return begun.reversed().prefix(Self.limit).prefix { $0.start + row.longest > time }.filter { $0.end > time }
  }

  /// The values that a row has held, or holds, in a part of the time: those that entered it by `time`, the newest first.
  package func held(byRow position: Int, at time: SceneTime, since earliest: SceneTime) -> [OpenWait] {
    guard theRows.indices.contains(position) else { return [] }
    let row = row(position)
    let begun = row.waits[..<row.waits.partitioningIndex { $0.start > time }]
    return begun.reversed().prefix(Self.limit).prefix { $0.start + row.longest > earliest }
      .filter { $0.end > earliest && !$0.isLimit }
  }

  /// How many values wait in the buffer of a row; nothing for a row without a buffer, or one that never holds two values at
  /// once.
  package func fill(ofRow position: Int) -> BufferFill {
    guard theFills.indices.contains(position) else { return BufferFill() }
    return theFills[position].value { findFill(position) }
  }

  /// Whether a row held a value from its arrival to its emission.
  package func holds(row position: Int, from start: SceneTime, to end: SceneTime) -> Bool {
    guard theRows.indices.contains(position) else { return false }
    let waits = row(position).waits
    return waits[waits.partitioningIndex { $0.start >= start }...].prefix { $0.start == start }
      .contains { $0.end == end && !$0.isLimit }
  }

  private func row(_ position: Int) -> Row {
    theRows[position].value {
      let waits = find(position).filter { $0.start < $0.end }.sorted { $0.start < $1.start }
      return Row(waits: waits, longest: waits.map { $0.end - $0.start }.max() ?? .zero)
    }
  }

  /// From each source of an event to the event.
  private static func emitted(
    by position: Int, in plan: Recording, _ fates: EventFates, isTimed: Bool
  ) -> [OpenWait] {
    plan.rows[position].timeline.events.enumerated().flatMap { index, event in
      fates.waits(row: position, at: index).map {
        OpenWait(start: $0, end: event.time, expected: isTimed ? event.time : nil, color: event.color)
      }
    }
  }

  /// From a value to the newer one that took its place.
  private static func replaced(
    by position: Int, in plan: Recording, _ timed: TimedCall?, isKept: Bool
  ) -> [OpenWait] {
    plan.rows[position].notes.compactMap { note in
      guard note.note.reason == .replacedRestarting || (note.note.reason == .replaced && !isKept),
        let key = note.note.from.newest(1).first, let source = plan[key]
      else { return nil }
      let expected =
        note.note.reason == .replacedRestarting ? timed.flatMap { $0.isImmediate ? source.time + $0.span : nil } : nil
      return OpenWait(start: source.time, end: note.time, expected: expected, color: source.color)
    }
  }

  /// From each value that `timeout` passes on to the next one.
  private static func limits(of position: Int, in plan: Recording, _ timed: TimedCall?) -> [OpenWait] {
    guard let timed, timed.isLimit, timed.isOutermost else { return [] }
    let (events, end) = (plan.rows[position].timeline.events, plan.rows[position].timeline.end.time)
    let starts = [.zero] + events.map(\.time)
    let ends = events.map(\.time) + [end ?? plan.duration]
    return zip(starts, ends).map {
      OpenWait(start: $0, end: $1, expected: $0 + timed.span, color: .gray, isLimit: true)
    }
  }
}

/// The call of an expression that holds values, or limits their distance, by time.
private struct TimedCall {
  /// Whether it limits the distance.
  package var isLimit: Bool
  /// In scene time.
  package var span: SceneTime
  /// Whether no other operator follows.
  package var isOutermost: Bool
  /// Whether all operators before it emit values at once.
  package var isImmediate: Bool
}

extension Plan {
  /// Whether the outermost operator that holds values gives each of them away when it emits it.
  fileprivate var usesUp: Bool {
    var plan = self
    while case .call(let call) = plan {
      let all = [call.semantics.receiver.holding, call.semantics.streams.holding]
      if all.contains(where: { $0 == .latest || $0 == .previous }) { return false }
      if !all.allSatisfy({ $0 == .nothing }) { return true }
      guard let receiver = call.receiver else { return false }
      plan = receiver
    }
    return false
  }

  /// The outermost call that depends on time.
  fileprivate func timedCall(step: SceneTime) -> TimedCall? {
    var (plan, isOutermost, found) = (self, true, TimedCall?.none)
    while case .call(let call) = plan {
      let semantics = call.semantics
      if found == nil, semantics.trigger == .time || semantics.limitsTime,
        let span = call.arguments.lazy.compactMap({ $0?.span(step: step) }).first
      {
        let clock = call.arguments.lazy.compactMap { $0?.clock?.speedFactor }.first ?? .normal
        found = TimedCall(
          isLimit: semantics.limitsTime, span: SceneTime(nanoseconds: clock.wallSpan(of: span)),
          isOutermost: isOutermost, isImmediate: true)
      } else if !semantics.isPrompt {
        found?.isImmediate = false
      }
      isOutermost = false
      guard let receiver = call.receiver else { break }
      plan = receiver
    }
    return found
  }
}
