public import Marbles

/// How fast values come in a row, and how long ago the newest one came.
public struct RowMeasure: Hashable, Sendable {
  /// The time since the newest value; nil before the first one.
  public private(set) var sinceLast: SceneTime?
  /// Values a second over the last ``span``, or since the start.
  public private(set) var rate: Double

  /// The time over which the rate is measured.
  static let span = SceneTime.seconds(10)

  /// Measures a row.
  ///
  /// - Parameters:
  ///   - row: the row with its newest events.
  ///   - time: the current scene time.
  public init(_ row: Recording.Row, at time: SceneTime) {
    let events = row.timeline.events
    sinceLast = events.last.map { max(.zero, time - $0.time) }
    // They may be very many, and requests wait for it.
    let recent = events[events.partitioningIndex { $0.time > time - Self.span }...]
    // Of a very fast row, fewer seconds are retained.
    let isCut = recent.count == events.count && row.count > events.count
    let start = isCut ? recent.first?.time ?? time : max(.zero, time - Self.span)
    let seconds = max(0.1, (time - start).seconds)
    rate = (Double(recent.count) / seconds * 10).rounded() / 10
  }
}
