internal import Marbles
internal import Synchronization

/// What the marbles of all rows have in common, so that equal values look equal in each row.
package struct MarbleForm: Hashable {
  /// Whether values are in big letters: all rows have room for theirs.
  package var isBig: Bool
  /// The maximum number of blank columns on each side of a text.
  package var padding: Int
  /// Whether each value is a circle of one size around its time, as in vector pictures.
  package var isRound = false

  /// The form of marbles that are as wide as their texts.
  package init(isBig: Bool, padding: Int) {
    self.isBig = isBig
    self.padding = padding
  }

  /// The form of vector pictures.
  package static let round: MarbleForm = {
    var form = MarbleForm(isBig: false, padding: 0)
    form.isRound = true
    return form
  }()

  /// The radius of a circle, in columns.
  package static let circle = 16.0 / 9
  /// The radius of a dot beside circles, in columns.
  package static let dot = 6.0 / 9
  /// The space around a circle that nothing else of its row is in, in columns.
  static let space = 2.0 / 9
  /// The widest text in a circle, in columns.
  static let textOfCircle = 4

  /// The largest form that all rows have room for.
  ///
  /// - Parameters:
  ///   - widest: the maximum width of a marble, in columns.
  package init(of measures: LayoutMetrics, scale: TimeScale, widest: Int, density: TimelineLayout.Density) {
    guard !measures.isGrowing else {
      (isBig, padding) = (false, 1)
      return
    }
    let rooms = measures.all.filter { !$0.times.isEmpty }.map { MarbleRoom($0, scale: scale, widest: widest) }
    isBig = density == .large && !rooms.isEmpty && rooms.allSatisfy(\.isBig)
    // A crowded row has no padding, whatever the others have. Marbles of several rows of cells are round only with a
    // blank on both sides.
    let common = rooms.compactMap { $0.padding(atMost: density.padding) }.min() ?? density.padding
    padding = density == .compact ? common : max(1, common)
  }
}

/// The forms of the last layouts of a recording: a form depends on all rows, and a frame shows few of them.
package final class MarbleFormCache: Sendable {
  private struct Key: Hashable {
    var scale: TimeScale
    var widest: Int
    var density: TimelineLayout.Density
  }
  private let known = Mutex<[(key: Key, form: MarbleForm)]>([])
  /// The maximum number of forms: a frame needs at most two.
  private static let limit = 4

  /// The form, computed when it is not among the last ones; see ``MarbleForm/init(of:scale:widest:density:)``.
  package func form(of measures: LayoutMetrics, scale: TimeScale, widest: Int, density: TimelineLayout.Density)
    -> MarbleForm
  {
    let key = Key(scale: scale, widest: widest, density: density)
    return known.withLock { known in
      if let form = known.first(where: { $0.key == key })?.form { return form }
      let form = MarbleForm(of: measures, scale: scale, widest: widest, density: density)
      known = known.suffix(Self.limit - 1) + [(key, form)]
      return form
    }
  }
}

/// What the marbles of one row have room for.
package struct MarbleRoom {
  private let row: LayoutMetrics.Row
  private let scale: TimeScale
  private let widest: Int
  /// The width of the widest text, in columns.
  private let text: Int

  package init(_ row: LayoutMetrics.Row, scale: TimeScale, widest: Int) {
    (self.row, self.scale, self.widest) = (row, scale, widest)
    text = min(row.widest, widest - 2)
  }

  /// The blank columns that there is room for on each side of all texts; nil when marbles of one character touch.
  package func padding(atMost most: Int) -> Int? {
    guard fits(TimelineLayout.narrowestMarble) else { return nil }
    return (0...most).last { fits(text + 2 + 2 * $0) } ?? 0
  }

  /// Whether all values have room for big letters, which take the place of several characters: their marbles may be
  /// wider than others.
  package var isBig: Bool {
    guard let letters = row.widestBig else { return false }
    let width = Self.width(ofBig: letters)
    // The end mark is right of the last marble: a wide one would move it to a later time.
    let endsBefore = row.beforeEnd.map { scale.isApart($0, columns: width - scale.lead) } ?? true
    return letters + 4 <= 2 * widest && fits(width) && endsBefore
  }

  /// The width of a marble with big letters: at least that of a round one.
  package static func width(ofBig text: Int) -> Int { max(3 + 2 * TimelineLayout.Density.large.padding, text + 4) }

  private func fits(_ columns: Int) -> Bool { row.closest.map { scale.isApart($0, columns: columns) } ?? true }
}
