internal import Marbles
internal import Scenes
internal import Terminal

/// Draws lines between marbles and the marbles that were made from them, over the finished rows.
struct ConnectorPainter {
  let layout: TimelineLayout
  let palette: CellPalette
  let anchors: Anchors
  /// The bounds of expressions: text that contains blanks.
  let texts: [Bounds]
  /// The column of the playhead in each visible row, by position.
  let playheads: [Int: Int]
  /// The recording of the whole scene.
  let plan: Recording

  /// The maximum number of lines; more would be a grey area.
  private static let limit = 500
  /// The maximum number of source events to look up for one event; the newest are used.
  private static let sources = 5000

  /// Draws lines to each of the events with these keys, from the events of rows that they were made from.
  func draw(to keys: [EventKey], on canvas: inout Canvas) {
    let pairs = pairs(to: keys)
    guard !pairs.isEmpty else { return }
    let ground = map(of: canvas)
    var lines: [Int: (sides: LineSides, color: MarbleColor)] = [:]
    let size = canvas.size
    for pair in pairs.prefix(Self.limit) {
      // To the start of an inner stream, or, if there is no path, to the event that came from the stream.
      let routes = [pair.connector, pair.otherwise].lazy.compactMap(\.self).map { connector in
        ConnectorRoute.find(connector, size: size) { ground[$1 * size.columns + $0] }
      }
      for step in routes.first(where: { !$0.isEmpty }) ?? [] {
        let cell = step.row * size.columns + step.column
        lines[cell] = (step.sides.union(lines[cell]?.sides ?? []), pair.color)
      }
    }
    for (cell, line) in lines {
      let (column, row) = (cell % size.columns, cell / size.columns)
      draw(line.sides, line.color, column: column, row: row, on: ground[cell], of: &canvas)
    }
  }

  private func draw(
    _ sides: LineSides, _ color: MarbleColor, column: Int, row: Int, on ground: CellObstacle, of canvas: inout Canvas
  ) {
    // Lines go behind text and behind the playhead.
    if ground == .text || (ground == .playhead && sides == .horizontal) { return }
    let glyphs = palette.glyphs
    let text = canvas[column, row].text
    let isTick = text == String(glyphs.inputTick) || text == String(glyphs.outputTick)
    let character = isTick && row == middleLine(at: row) ? glyphs.crossing : glyphs.dotted[sides]
    canvas.set(Cell(character, style: Style(foreground: palette.theme.marbles[color])), column: column, row: row)
  }

  /// Two marbles to connect.
  private struct Pair {
    var connector: Connector
    /// The alternative if the connector finds no path.
    var otherwise: Connector?
    var color: MarbleColor

    var distance: Int { abs(connector.source.rows.lowerBound - connector.target.rows.lowerBound) }
  }

  /// The shortest first, so that simple connections stay simple.
  private func pairs(to keys: [EventKey]) -> [Pair] {
    keys.flatMap(pairs).enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element)
  }

  /// From each event that `event` was made from. For an inner stream, from its cause to the stream, and from the stream
  /// to the event.
  private func pairs(to key: EventKey) -> [Pair] {
    guard let marble = anchors.marble(of: key), let event = marble[key] else { return [] }
    let target = marble.bounds
    let through = plan.rows.indices.contains(key.row) ? plan.rows[key.row].through[key.index] ?? .none : .none
    let inner = through.newest(Self.sources).filter { $0.row >= plan.rows.count }.compactMap(anchors.marble)
    let beginnings = inner.compactMap(anchors.beginning)
    var pairs = inner.compactMap { marble in
      marble.events.first.map { Pair(connector: Connector(from: marble.bounds, to: target), color: $0.color) }
    }
    for key in event.from.newest(Self.sources) {
      guard let source = anchors.marble(of: key), let color = source[key]?.color else { continue }
      let whole = Connector(from: source.bounds, to: target)
      var search = LineageSearch(for: key)
      if let beginning = beginnings.first(where: { search.isFound(in: $0.from) }) {
        pairs.append(
          Pair(connector: Connector(from: source.bounds, to: beginning.bounds), otherwise: whole, color: color))
      } else {
        pairs.append(Pair(connector: whole, color: color))
      }
    }
    return pairs
  }

  // MARK: What is in the way

  private func middleLine(at row: Int) -> Int? {
    layout.position(at: row).map(layout.middle)
  }

  private func map(of canvas: Canvas) -> [CellObstacle] {
    var map = Array(repeating: CellObstacle.blocked, count: canvas.size.columns * canvas.size.rows)
    let columns = layout.scale.columns.clamped(to: layout.gutter..<canvas.size.columns)
    for position in layout.visibleRows {
      let (middle, lanes) = (layout.middle(position), layout.laneLines(position))
      for row in layout.band(position) {
        for column in columns {
          let cell = canvas[column, row]
          let place = row * canvas.size.columns + column
          if column == playheads[position], cell == palette.playhead {
            map[place] = .playhead
          } else if row == middle || lanes.contains(row) {
            map[place] = isLine(cell) ? .crossing : .blocked
          } else if cell.shows(palette.blank) {
            map[place] = column > playheads[position] ?? column ? .ahead : .free
          }
        }
      }
    }
    for (areas, ground) in [(texts, CellObstacle.text), (anchors.bounds, .blocked)] {
      for bounds in areas {
        for row in bounds.rows {
          for column in bounds.columns.clamped(to: columns) { map[row * canvas.size.columns + column] = ground }
        }
      }
    }
    return map
  }

  private func isLine(_ cell: Cell) -> Bool { palette.lines.contains { $0.shows(cell) } }
}
