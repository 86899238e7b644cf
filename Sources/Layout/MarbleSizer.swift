package import Marbles

/// A marble as it is drawn: its cells in a row, and its text.
package struct MarbleShape: Hashable {
  /// What a marble shows.
  package enum Face: Hashable {
    /// The text of its values.
    case text(String)
    /// The number of its values, as in `≡12`.
    case count(Int)
    /// The text of a value in three lines of big letters.
    case big(String, [String])
  }

  /// The indices of its events in the row.
  package var events: Range<Int>
  /// The column of its first event: of the first character, where connectors dock.
  package var anchor: Int
  /// The columns between its edges, and its edges.
  package var columns: Range<Int>
  package var face: Face
  /// The number of blank columns on each side of the text.
  package var padding = 0
  /// The exact place of its first event.
  package var dock = 0.0
  /// How far its exact place is right of its cells, in columns.
  package var shift = 0.0

  /// Whether there are blanks around the text in its line.
  package var isMoreThanText: Bool {
    if case .big = face { return true }
    return padding > 0
  }
}

/// Decides how wide each marble of a row is: as wide as its text, from its anchor to the next marble of the row.
package struct MarbleSizer {
  package let scale: TimeScale
  package let measure: TextMeasure
  private let labels: MarbleLabels
  /// The maximum width of a marble, in columns.
  package let widest: Int
  /// The blank columns on each side of the text of a marble with enough room on both sides.
  private let padding: Int
  /// Whether all tuples of the row are as narrow as possible, because some have to be.
  private let isClose: Bool
  /// Whether single values are in big letters: all of the scene have room for them.
  private let isBig: Bool

  /// - Parameters:
  ///   - row: the measures of the row; all its marbles have the same padding.
  ///   - form: what the marbles of all rows have in common.
  ///   - isGrowing: whether later events are unknown; then each marble has the padding that it has room for.
  package init(
    _ row: LayoutMetrics.Row, scale: TimeScale, measure: TextMeasure, widest: Int, form: MarbleForm,
    isGrowing: Bool = false
  ) {
    (self.scale, self.measure, self.widest, labels) = (scale, measure, widest, row.labels)
    let room = MarbleRoom(row, scale: scale, widest: widest)
    padding = isGrowing ? 1 : room.padding(atMost: form.padding) ?? 0
    isClose = !isGrowing && !room.isEnough
    isBig = form.isBig
  }

  /// The shapes of the marbles that are visible.
  ///
  /// - Parameters:
  ///   - groups: the events that share a marble, of the whole row, so that nothing moves when a value arrives.
  ///   - events: the events to show, from the first one on.
  package func shapes(of groups: [MarbleGroup], showing events: ArraySlice<Event>) -> [MarbleShape] {
    var shapes: [MarbleShape] = []
    shapes.reserveCapacity(groups.count)
    var left = scale.left - scale.scrolled
    for (index, group) in groups.enumerated() {
      let shown = group.events.clamped(to: events.startIndex..<max(events.startIndex, events.endIndex))
      guard !shown.isEmpty else { break }
      let right = index + 1 < groups.count ? groups[index + 1].column - lead : nil
      var shape = shape(of: group, events[shown], after: left, before: right)
      shape.dock = scale.x(events[shown.lowerBound].time)
      left = shape.columns.upperBound
      shapes.append(shape)
    }
    if padding > 0 { pad(&shapes, in: groups) }
    shift(&shapes, events)
    let visible = scale.left..<scale.columns.upperBound
    return shapes.filter { $0.columns.overlaps(visible) }
  }

  /// The narrowest shape with as much text as fits.
  private func shape(
    of group: MarbleGroup, _ events: ArraySlice<Event>, after left: Int, before right: Int?
  ) -> MarbleShape {
    let end = right ?? max(group.end, scale.limit)
    let most = max(group.width, widest) - 2
    let room = min(most, end - group.column - 2)
    var shape = MarbleShape(
      events: events.indices, anchor: group.anchor, columns: group.column..<group.end, face: .count(events.count))
    if isBig, events.count == 1, let big = big(events[events.startIndex], group, after: left, before: right) {
      return big
    }
    var text = text(of: events, width: room)
    var column = group.column
    // The last marble of a row continues to the left where the plot ends.
    let behind = min(most, end - left - 2)
    if right == nil, behind > room, let longer = self.text(of: events, width: behind), longer != text {
      text = longer
      column = min(column, end - measure.width(of: longer) - 2)
    }
    guard let text else { return shape }
    shape.face = .text(text)
    shape.columns = column..<column + measure.width(of: text) + 2
    return shape
  }

  /// The columns that a marble may begin left of its narrowest form.
  private var lead: Int { isBig ? scale.lead - 1 : 0 }

  /// The shape of a marble with big letters; nil when there is no room, or when a character has no big letter.
  private func big(_ event: Event, _ group: MarbleGroup, after left: Int, before right: Int?) -> MarbleShape? {
    let text = MarbleText.fitted(
      labels.value(of: event), width: LayoutMetrics.widestText, isClose: isClose, measure: measure)
    guard let lines = measure.big(text), let letters = measure.widthOfBig(text) else { return nil }
    let width = MarbleRoom.width(ofBig: letters)
    let end = right ?? scale.limit
    let column = min(group.anchor - scale.lead, end - width)
    guard column >= left, column <= group.anchor, right == nil || column == group.anchor - scale.lead else {
      return nil
    }
    return MarbleShape(
      events: group.events, anchor: group.anchor, columns: column..<column + width, face: .big(text, lines))
  }

  /// The text of one value, of several, or their number in words; nil where only a number fits.
  private func text(of events: ArraySlice<Event>, width: Int) -> String? {
    guard events.count > 1 else {
      return events.first.map {
        MarbleText.fitted(labels.value(of: $0), width: width, isClose: isClose, measure: measure)
      }
    }
    // A list has at least a character for each value and one between two: crowds are not looked at.
    if 2 * events.count - 1 <= width,
      let list = MarbleText.listed(events.map(labels.value), width: width, measure: measure)
    {
      return list
    }
    guard width >= Self.shortestCount else { return nil }
    let count = "\(events.count) values"
    return count.count <= width ? count : nil
  }

  /// The length of `2 values`.
  private static let shortestCount = 8

  /// Places the middle of each marble at its time, and that of a group between its first and its last one. Where there
  /// is no room for that, a marble touches the one before it or the edge of the plot.
  private func shift(_ shapes: inout [MarbleShape], _ events: ArraySlice<Event>) {
    // The edges of a marble are in the middle of its first and of its last column.
    var left = Double(scale.left) + 0.5
    for index in shapes.indices {
      let (shape, columns) = (shapes[index], shapes[index].columns)
      // What the window cuts off stays in its cells.
      if columns.clamped(to: scale.columns) == columns {
        let middle = (shape.dock + scale.x(events[shape.events.upperBound - 1].time)) / 2
        let wanted = middle - Double(columns.lowerBound + columns.upperBound) / 2
        let most = Double(scale.limit - columns.upperBound) + 0.5
        shapes[index].shift = max(left - Double(columns.lowerBound) - 0.5, min(wanted, most))
      }
      left = max(left, Double(columns.upperBound) - 0.5 + shapes[index].shift)
    }
  }

  /// Pads each marble that has room for its padding and that of its neighbours.
  private func pad(_ shapes: inout [MarbleShape], in groups: [MarbleGroup]) {
    var left = scale.left - scale.scrolled - padding
    for index in shapes.indices {
      let columns = shapes[index].columns
      defer { left = columns.upperBound }
      if case .big = shapes[index].face { continue }
      var right = index + 1 < groups.count ? groups[index + 1].column - lead : scale.limit + padding
      // The last marble may begin left of its anchor.
      if index + 1 < shapes.count { right = min(right, shapes[index + 1].columns.lowerBound) }
      if columns.lowerBound - left >= 2 * padding, right - columns.upperBound >= 2 * padding,
        columns.count + 2 * padding <= widest
      {
        shapes[index].columns = columns.lowerBound - padding..<columns.upperBound + padding
        shapes[index].padding = padding
      }
    }
  }
}
