internal import Marbles
internal import Scenes

/// The texts of dots, on free lines above the row.
extension RowPlacer {
  /// The most dots whose texts are placed: more would take longer than a viewer waits for a picture.
  private static let mostDots = 50_000
  /// The fewest columns of a text that is cut.
  private static let least = 4
  /// The most texts of one column, one above the other.
  private static let mostTexts = 4
  /// The most values of one column that share a marble where no line is free.
  private static let mostListed = 8

  /// Hangs the texts of dots on free lines: first those that begin at their dots, from right to left, so that an earlier text
  /// is above a later one; then those that have to begin left of them.
  func hang(_ placement: inout RowPlacement, _ free: inout FreeLines) {
    var open = placement.shapes.indices.filter { placement.shapes[$0].isDot }
    guard !open.isEmpty else { return }
    guard open.count <= Self.mostDots else {
      for index in open { placement.shapes[index].face = .hidden(placement.shapes[index].events.count) }
      return
    }
    for isShifted in [false, true] {
      var rest: [Int] = []
      for index in open.reversed() {
        let group = (events: placement.shapes[index].events, column: placement.shapes[index].anchor)
        var found: (texts: [String], place: FreeLines.Place)?
        for texts in hungTexts(of: group.events) where found == nil {
          let width = texts.map(measure.width).max() ?? 0
          found = free.place(
            width: width, height: texts.count, at: group.column, from: base(of: group.column), isShifted: isShifted
          )
          .map { (texts, $0) }
        }
        guard let found else {
          rest.append(index)
          continue
        }
        // More values would need more lines.
        if found.texts != hungTexts(of: group.events).first { placement.missing += group.events.count > 1 ? 1 : 0 }
        free.take(found.place, height: found.texts.count, at: group.column, from: base(of: group.column))
        placement.texts.append(
          RowPlacement.HungText(
            shape: index, texts: found.texts, line: found.place.line, columns: found.place.columns,
            anchor: group.column,
            base: base(of: group.column)))
      }
      open = rest.reversed()
    }
    for index in open.reversed() { cut(index, &placement, &free) }
    placement.texts.sort { $0.shape < $1.shape }
  }

  /// The text of a marble that has too little room; nil where there is none at all.
  private func cutText(of events: Range<Int>, width: Int) -> String? {
    let values = events.prefix(Self.mostListed).map { contents.labels.value(of: contents.events[$0]) }
    guard events.count > 1 else {
      return width >= Self.least - 1 ? MarbleText.cut(values[0], width: width, measure: measure) : nil
    }
    return events.count > values.count ? nil : MarbleText.listed(values, width: width, measure: measure)
  }

  /// The first line above a dot: that of a mark of its column is taken.
  private func base(of column: Int) -> Int {
    let mark = marks.partitioningIndex { $0.column >= column }
    return mark < marks.count && marks[mark].column == column && marks[mark].line > 0
      && marks[mark].mark.kind != .signal ? 2 : 1
  }

  /// The texts of the events of one column, the most informative first.
  private func hungTexts(of events: Range<Int>) -> [[String]] {
    let forms = events.prefix(Self.mostTexts).map { texts.forms(at: $0).hung }
    guard events.count > 1 else { return forms[0].filter { !$0.isEmpty }.map { [$0] } }
    let all = forms.map { $0.first ?? "" }
    let rest = "+\(events.count - 1)"
    let short = [[all[0], rest], ["\(all[0]) \(rest)"]]
    return events.count > Self.mostTexts ? short : events.count > 2 ? [all] + short : [all, short[1]]
  }

  /// Makes a marble of a dot, and moves the mark of its column above it; false where something is in the way.
  private func enlarge(
    _ index: Int, to marble: MarbleShape, _ placement: inout RowPlacement, _ free: inout FreeLines
  ) -> Bool {
    let inside = (density.height - 1) / 2
    guard inside > 0 else {
      placement.shapes[index] = marble
      return true
    }
    let column = marble.anchor
    let mark = base(of: column) > 1 ? marks.partitioningIndex { $0.column >= column } : nil
    let parts =
      mark == nil
      ? [marble.shoulders] : [marble.shoulders.prefix(upTo: column), marble.shoulders.suffix(from: column + 1)]
    guard (1...inside).allSatisfy({ line in parts.allSatisfy { free.isFree($0, line: line) } }),
      mark == nil || free.isFree(column..<column + 1, line: inside + 1)
    else { return false }
    for line in 1...inside { free.take(marble.shoulders, line: line) }
    if let mark {
      placement.marks[mark].line = inside + 1
      free.take(column..<column + 1, line: inside + 1)
    }
    placement.shapes[index] = marble
    return true
  }

  /// Cuts a text for which there is no room: in its marble, or on a line.
  private func cut(_ index: Int, _ placement: inout RowPlacement, _ free: inout FreeLines) {
    let shape = placement.shapes[index]
    // An empty text needs no room.
    guard let hung = hungTexts(of: shape.events).first else { return }
    placement.missing += 1
    let column = shape.anchor
    let before = index > 0 ? placement.shapes[index - 1].columns.upperBound : scale.left
    let room = min(start(after: column, placement) - column - 1, texts.widestMarble - 2)
    if !form.isRound, before < column, barrier(before: column) < column - 1,
      let text = cutText(of: shape.events, width: room),
      enlarge(index, to: marble(Group(events: shape.events, column: column), text), &placement, &free)
    {
      return
    }
    for line in base(of: column)..<max(base(of: column), free.count + 1) {
      let room = free.room(from: column, line: line, limit: LayoutMetrics.widestText) - 1
      if room >= Self.least {
        let text = measure.shortened(hung[0], width: room)
        let place = FreeLines.Place(line: line, columns: column..<column + measure.width(of: text))
        free.take(place, height: 1, at: column, from: base(of: column))
        placement.texts.append(
          RowPlacement.HungText(
            shape: index, texts: [text], line: line, columns: place.columns, anchor: column, base: base(of: column)))
        return
      }
      if room < 0 { break }
    }
    placement.shapes[index].face = .hidden(shape.events.count)
  }
}
