package import Marbles
internal import Operators
package import Scenes

/// A mark on the line of an output row: something that the row did without emitting a value.
package struct RowMark: Hashable, Sendable {
  /// What it says; of several in one column, the greatest is drawn.
  package enum Kind: Int, Comparable {
    case signal, drop, again, timeout

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  package var kind: Kind
  /// Where it stands: the time of the value that was dropped, or of what happened.
  package var place: SceneTime
  /// Since when it is known.
  package var time: SceneTime
  /// The value that was dropped.
  package var value: Value?
  /// The positions of its notes among those of the row.
  package var notes: [Int]

  /// The mark of a note; nil for a note without one.
  private init?(_ note: Recording.Note, at index: Int, in plan: Recording, emitted: Set<Cancellation>) {
    (time, place, notes) = (note.time, note.time, [index])
    switch note.note.action {
    // Its stream ended early, but not without a value.
    case .dropped(.cancelled) where emitted.contains(Cancellation(time: time, value: note.note.value)): return nil
    // The new value restarts the wait; that the value before was replaced is a part of that.
    case .dropped(.replacedRestarting), .restarted: kind = .again
    case .timedOut: kind = .timeout
    case .used(.opened), .used(.ended), .used(.triggered): kind = .signal
    case .dropped(.idle), .used, .switched, .delivered: return nil
    case .dropped:
      (kind, value) = (.drop, note.note.value)
      let source = note.note.from.only ?? note.note.from.newest(1).first
      if let came = source.flatMap({ plan[$0]?.time }) { place = min(came, note.time) }
    }
  }

  /// When an inner stream was cancelled, and the value that it was made for.
  private struct Cancellation: Hashable {
    var time: SceneTime
    var value: Value?
  }

  /// The marks of a row, by their places.
  package static func all(ofRow position: Int, in plan: Recording) -> [RowMark] {
    guard plan.rows.indices.contains(position), !plan.rows[position].isInput else { return [] }
    let emitted = plan.rows[position].inner.compactMap { stream -> Cancellation? in
      guard case .cancelled(let time) = stream.end, !stream.events.isEmpty else { return nil }
      return Cancellation(time: time, value: stream.value)
    }
    let cancelled = Set(emitted)
    return plan.rows[position].notes.enumerated()
      .compactMap { RowMark($1, at: $0, in: plan, emitted: cancelled) }.enumerated().sorted {
        ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
      }.map(\.element)
  }
}
