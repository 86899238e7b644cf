internal import Layout
internal import Marbles
internal import Scenes
internal import Synchronization

/// What the pictures of a scene remember of the forms of its rows from frame to frame: the form of a live row, once it is
/// decided, and what its values are in each column.
///
/// The decision is kept, so a row does not change its form while it is watched. The bins are only a cache.
final class FormKeeper: Sendable {
  private struct Kept {
    /// The form that the values have suggested.
    var suggested: RowReading?
    /// What is read from the values for a form that the scene or the viewer chose.
    var chosen: RowReading?
    var bins: [ValueBins] = []
  }

  /// The maximum number of bins of a row: viewers may have screens of different sizes.
  private static let sizes = 4

  /// A row, which is another one when its expression changes.
  private struct Row: Hashable {
    var name: String
    var expression: String?
  }

  private let rows = Mutex<[Row: Kept]>([:])

  /// How a row is drawn; nil while its values have not decided.
  ///
  /// - Parameters:
  ///   - chosen: the form that the scene or the viewer chooses.
  ///   - suggestion: the form that the values suggest, asked until it is decided.
  ///   - reading: what can be read from the values so far, and whether that are enough values to keep it.
  func reading(
    ofRow name: String, _ expression: String?, chosen: RowForm?,
    suggestion: () -> RowReading? = { nil }, reading: () -> (RowReading, isFinal: Bool)? = { nil }
  ) -> RowReading? {
    let key = Row(name: name, expression: expression)
    let kept = rows.withLock { $0[key] }
    guard let chosen else {
      if let suggested = kept?.suggested { return suggested }
      guard let suggested = suggestion() else { return nil }
      rows.withLock { $0[key, default: Kept()].suggested = suggested }
      return suggested
    }
    if let known = kept?.chosen ?? kept?.suggested { return known.shown(as: chosen) }
    guard let (read, isFinal) = reading() else { return RowReading(form: chosen) }
    if isFinal { rows.withLock { $0[key, default: Kept()].chosen = read } }
    return read.shown(as: chosen)
  }

  /// The values of a row through `time` in the intervals of a rule.
  func bins(
    of row: Recording.Row, _ reading: RowReading, _ rule: ValueBins.Rule, through time: SceneTime
  ) -> ValueBins {
    let key = Row(name: row.name, expression: row.expression)
    return rows.withLock { rows in
      var bins = rows[key]?.bins ?? []
      rows[key]?.bins = []
      let place = bins.firstIndex { $0.rule == rule && $0.reading.isSame(as: reading) }
      if let place, place > 0 { bins.swapAt(0, place) }
      if place == nil {
        bins.insert(ValueBins(rule, reading), at: 0)
        if bins.count > Self.sizes { bins.removeLast() }
      }
      bins[0].take(row.timeline.events, earlier: row.earlier, through: time)
      rows[key, default: Kept()].bins = bins
      return bins[0]
    }
  }
}

extension RowReading {
  /// Whether the same is read from values, for whatever form.
  fileprivate func isSame(as other: RowReading) -> Bool { number == other.number && severity == other.severity }
}
