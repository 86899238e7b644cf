internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the lines from marbles to what they became, over rows that are drawn already.
struct ConnectorPainter {
  let layout: TimelineLayout
  let brushes: Brushes
  let anchors: Anchors
  /// Where expressions stand: text that has blanks in it.
  let texts: [Bounds]
  /// The column of the playhead in each row that is shown, by position.
  let playheads: [Int: Int]

  /// How many lines are drawn at most; more would be a grey area.
  private static let limit = 500

  /// Draws the lines to each of `events`, from each event of a row that it came from.
  func draw(to events: [Event], on canvas: inout Canvas) {
    let pairs = pairs(to: events)
    guard !pairs.isEmpty else { return }
    let ground = map(of: canvas)
    var lines: [Int: (sides: LineSides, color: MarbleColor)] = [:]
    let size = canvas.size
    for (connector, color) in pairs.prefix(Self.limit) {
      let steps = ConnectorRoute.find(connector, size: size) { ground[$1 * size.columns + $0] }
      for step in steps {
        let cell = step.row * size.columns + step.column
        lines[cell] = (step.sides.union(lines[cell]?.sides ?? []), color)
      }
    }
    for (cell, line) in lines {
      let (column, row) = (cell % size.columns, cell / size.columns)
      draw(line.sides, line.color, column: column, row: row, on: ground[cell], of: &canvas)
    }
  }

  private func draw(
    _ sides: LineSides, _ color: MarbleColor, column: Int, row: Int, on ground: Ground, of canvas: inout Canvas
  ) {
    // What meets text, or crosses the playhead, goes behind it.
    if ground == .text || (ground == .playhead && sides == .horizontal) { return }
    let glyphs = brushes.glyphs
    let text = canvas[column, row].text
    let isTick = text == String(glyphs.inputTick) || text == String(glyphs.outputTick)
    let character = isTick && row == middleLine(at: row) ? glyphs.crossing : glyphs.dotted[sides]
    canvas.set(Cell(character, style: Style(foreground: brushes.theme.marbles[color])), column: column, row: row)
  }

  /// The shortest first, so that what is simple stays simple.
  private func pairs(to events: [Event]) -> [(Connector, MarbleColor)] {
    var pairs: [(connector: Connector, color: MarbleColor)] = []
    for event in events {
      guard let target = anchors[event.id] else { continue }
      for id in event.from {
        guard let source = anchors.marble(of: id), let first = source.events.first else { continue }
        let color = source.events.first { $0.id == id }?.color ?? first.color
        pairs.append((Connector(from: source.bounds, to: target), color))
      }
    }
    func distance(_ pair: (connector: Connector, color: MarbleColor)) -> Int {
      abs(pair.connector.source.rows.lowerBound - pair.connector.target.rows.lowerBound)
    }
    return pairs.enumerated().sorted { (distance($0.element), $0.offset) < (distance($1.element), $1.offset) }
      .map(\.element)
  }

  // MARK: What is in the way

  private func middleLine(at row: Int) -> Int? {
    guard layout.bands.contains(row) else { return nil }
    return layout.middle(layout.visibleRows.lowerBound + (row - layout.top) / layout.pitch)
  }

  private func map(of canvas: Canvas) -> [Ground] {
    var map = Array(repeating: Ground.blocked, count: canvas.cells.count)
    let columns = layout.scale.columns.clamped(to: layout.gutter..<canvas.size.columns)
    for position in layout.visibleRows {
      let middle = layout.middle(position)
      for row in layout.band(position) {
        for column in columns {
          let cell = canvas[column, row]
          let place = row * canvas.size.columns + column
          if column == playheads[position], cell == brushes.playhead {
            map[place] = .playhead
          } else if row == middle {
            map[place] = isLine(cell) ? .crossing : .blocked
          } else if cell.text == " " {
            map[place] = column > playheads[position] ?? column ? .ahead : .free
          }
        }
      }
    }
    for (areas, ground) in [(texts, Ground.text), (anchors.bounds, .blocked)] {
      for bounds in areas {
        for row in bounds.rows {
          for column in bounds.columns.clamped(to: columns) { map[row * canvas.size.columns + column] = ground }
        }
      }
    }
    return map
  }

  private func isLine(_ cell: Cell) -> Bool {
    let glyphs = brushes.glyphs
    let lines = [glyphs.baseline, glyphs.futureBaseline, glyphs.trail, glyphs.inputTick, glyphs.outputTick, " "]
    return lines.contains { String($0) == cell.text }
  }
}
