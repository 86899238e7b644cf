internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// The line of a row: from its beginning to its end, what it held, what waits, and whether a reader asks for a value.
extension RowPainter {
  /// When the row ended, or was cancelled.
  var endTime: SceneTime? { row.timeline.end.time ?? row.cancelled }

  func drawBaseline(on surface: inout Surface) {
    // The end of an input is known in advance; the end of an output only when it has happened.
    let end = endTime.map { knowsItsFuture || $0 <= known ? scale.center($0) : scale.end } ?? scale.end
    let columns = max(layout.gutter, scale.center(.zero))..<max(layout.gutter, min(end, scale.end) + 1)
    surface.add(baseline(in: columns))
    let (future, lines) = (isCold ? columns.upperBound : now + 1, middle..<middle + 1)
    let split = min(max(future, columns.lowerBound), columns.upperBound)
    surface.cells {
      $0.fill(columns: columns.lowerBound..<split, rows: lines, with: palette.baseline)
      $0.fill(columns: split..<columns.upperBound, rows: lines, with: palette.futureBaseline)
    }
    guard row.demand == nil else { return drawDemand(in: columns, on: &surface) }
    for column in layout.tickColumns(in: scale) where columns.contains(column) {
      let tick = palette.tick(isInput: row.isInput, isPast: column < future)
      surface.cells { $0.set(tick, column: column, row: middle) }
    }
  }

  /// Draws when no reader waits for a value of a stage, up to the playhead, and when one asks again.
  func drawDemand(in columns: Range<Int>, on surface: inout Surface) {
    let spans = row.demand ?? []
    let end = min(endTime ?? known, known)
    var begin = SceneTime.zero
    for span in spans + [end..<end] {
      // The value that answered the last request is in the column in which nobody asks any more.
      let idle = begin..<max(begin, min(span.lowerBound, end))
      let cells = (scale.center(idle.lowerBound)..<scale.center(idle.upperBound)).clamped(to: columns)
      surface.cells { $0.fill(columns: cells, rows: middle..<middle + 1, with: palette.unasked) }
      if !idle.isEmpty {
        let x = exact(idle.lowerBound)..<max(exact(idle.lowerBound), scale.x(idle.upperBound))
        surface.add(.trail(PictureElement.Trail(x: x, row: middle, look: .unasked, style: palette.unasked.style)))
      }
      let column = scale.center(span.lowerBound)
      if span.lowerBound < end, !idle.isEmpty || span.lowerBound == .zero, columns.contains(column), !isCovered(column)
      {
        let shift = scale.x(span.lowerBound) - Double(column) - 0.5
        surface.set(palette.ask, column: column, row: middle, shift: shift)
      }
      begin = span.upperBound
      if begin >= end { return }
    }
  }

  /// Whether a marble or a mark is in a column of the row's line.
  func isCovered(_ column: Int) -> Bool {
    let next = placement.shapes.partitioningIndex { $0.columns.upperBound - scale.scrolled > column }
    if next < placement.shapes.count, placement.shapes[next].columns.lowerBound - scale.scrolled <= column {
      return true
    }
    let first = placement.marks.partitioningIndex { $0.column - scale.scrolled >= column }
    return placement.marks[first...].prefix { $0.column - scale.scrolled == column }
      .contains { $0.line == 0 && $0.mark.time <= known }
  }

  /// The line as an element.
  func baseline(in columns: Range<Int>) -> PictureElement {
    let end = endTime.flatMap { knowsItsFuture || $0 <= known ? scale.x($0) : nil } ?? scale.exactEnd
    let start = exact(.zero)
    let ticks =
      row.demand != nil ? [] : scale.ticks(every: layout.tickInterval).filter { columns.contains(scale.center($0)) }
    return .baseline(
      PictureElement.Baseline(
        x: start..<max(start, min(end, scale.exactEnd)), row: middle, ticks: ticks.map(scale.x), ticksHang: row.isInput,
        now: isCold ? scale.exactEnd : exactNow, isOpen: endTime == nil, past: palette.baseline.style,
        future: palette.futureBaseline.style))
  }

  /// The exact place of a time that is not left of the plot.
  func exact(_ time: SceneTime) -> Double { max(Double(layout.gutter), scale.x(time)) }

  /// Draws the line of what the row has held, from the column in which a value entered to that of its end, or to the playhead.
  func drawHeld(on surface: inout Surface) {
    guard fill.changes.isEmpty else { return drawFill(on: &surface) }
    var entries: [(column: Int, cell: Cell)] = []
    // The newest one is on top.
    for wait in held.reversed() {
      let start = max(layout.gutter, scale.center(wait.start))
      let end = min(wait.end, known)
      let columns = start..<max(start, min(scale.center(end) + (wait.end > known ? 1 : 0), scale.columns.upperBound))
      let fill = palette.fill(wait.color)
      surface.cells { $0.fill(columns: columns, rows: middle..<middle + 1, with: fill) }
      if start < scale.columns.upperBound { entries.append((start, palette.entry(wait.color))) }
      let x = exact(wait.start)..<max(exact(wait.start), min(scale.x(end), exactNow))
      surface.add(.trail(PictureElement.Trail(x: x, row: middle, look: .filled, style: fill.style)))
    }
    for (column, cell) in entries { surface.cells { $0.set(cell, column: column, row: middle) } }
  }

  /// Draws how many values wait in the buffer of the row, as high as the signs of the terminal can tell.
  private func drawFill(on surface: inout Surface) {
    let (levels, style) = (glyphs.levels, palette.fill(row.timeline.events.first?.color ?? .gray).style)
    let (changes, greatest) = (fill.changes, fill.greatest)
    let plot = layout.gutter..<scale.columns.upperBound
    let first = max(0, changes.partitioningIndex { scale.center($0.time) > plot.lowerBound } - 1)
    let last = changes.partitioningIndex { $0.time > known || scale.center($0.time) >= plot.upperBound - 1 }
    for (index, change) in zip(first..., changes[first..<max(first, last)]) {
      let end = index + 1 < changes.count ? min(changes[index + 1].time, known) : min(endTime ?? known, known)
      let columns = (scale.center(change.time)..<max(scale.center(change.time), scale.center(end))).clamped(to: plot)
      guard change.count > 0, !columns.isEmpty else { continue }
      let level =
        greatest <= levels.count
        ? change.count : Levels(lines: 1, parts: levels.count).level(ofCount: change.count, greatest: greatest)
      surface.put(
        String(repeating: levels[level - 1], count: columns.count), column: columns.lowerBound, row: middle,
        style: style,
        shift: scale.x(change.time) - Double(scale.center(change.time)) - 0.5)
    }
  }

  /// Draws the limits that run, and dots to the expected end of what waits.
  func drawWaits(on surface: inout Surface) {
    // The newest wait is on top.
    for wait in waits.reversed() {
      let start = max(layout.gutter, scale.center(wait.start))
      if wait.isLimit {
        let fill = palette.fill(wait.color)
        surface.cells { $0.fill(columns: start..<max(start, now + 1), rows: middle..<middle + 1, with: fill) }
        surface.add(
          .trail(
            PictureElement.Trail(
              x: exact(wait.start)..<max(exact(wait.start), exactNow), row: middle, look: .filled, style: fill.style)))
      }
      guard let expected = wait.expected else { continue }
      let end = min(scale.center(expected), scale.columns.upperBound - 1)
      let trail = palette.trail(wait.color)
      surface.cells { $0.fill(columns: now + 1..<max(now + 1, end + 1), rows: middle..<middle + 1, with: trail) }
      let x = exactNow..<max(exactNow, min(scale.x(expected), Double(scale.columns.upperBound)))
      surface.add(.trail(PictureElement.Trail(x: x, row: middle, look: .dotted, style: trail.style)))
    }
  }
}
