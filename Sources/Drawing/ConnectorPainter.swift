internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws lines between marbles and the marbles that were made from them, over the finished rows.
struct ConnectorPainter {
  let layout: TimelineLayout
  let palette: CellPalette
  let anchors: Anchors
  /// The bounds of expressions: text that contains blanks.
  let texts: [CellBounds]
  /// The column of the playhead in each visible row, by position.
  let playheads: [Int: Int]
  /// The recording of the whole scene.
  let plan: Recording
  /// The routes of the last frame.
  let routes: ConnectorRoutes
  /// Whether lines come from all sources of an event: an event is selected.
  let showsAllSources: Bool
  /// How lines to new values look; nil when nothing moves.
  let emission: EmissionMotion?
  /// The time that each row shows, by position.
  let time: (Int) -> SceneTime

  /// The maximum number of lines; more would be a grey area.
  private static let limit = 500
  /// The maximum number of source events to look up for one event; the newest are used.
  private static let sources = 5000

  /// Draws lines to each of the events with these keys, from the events of rows that they were made from.
  func draw(to keys: [EventKey], on surface: inout Surface) {
    let pairs = pairs(to: keys)
    guard !pairs.isEmpty else { return }
    let (canvas, size) = (surface.canvas, surface.size)
    let shown = pairs.prefix(Self.limit)
    let picture = ConnectorRoutes.Picture(
      canvas: canvas, layout: layout, bounds: texts + anchors.bounds, playheads: playheads)
    let found = routes.routes(shown.map(\.request), in: picture) { map(of: canvas) }
    let ground = found.ground
    var lines: [Int: Line] = [:]
    for (pair, steps) in zip(shown, found.routes) {
      // The way of a line does not depend on how far others have grown.
      for step in pair.grown(of: steps) {
        lines[step.row * size.columns + step.column, default: Line(pair)].add(step.sides, of: pair)
      }
    }
    if surface.recordsElements {
      for (pair, steps) in zip(shown, found.routes) {
        let cells = ConnectorDock.cells(of: steps, between: pair.docks)
        for cells in visibleParts(of: pair.grown(of: cells), on: ground, columns: size.columns) {
          surface.add(.line(line(cells, pair)))
        }
      }
    }
    for (cell, line) in lines {
      let (column, row) = (cell % size.columns, cell / size.columns)
      draw(line, column: column, row: row, on: ground[cell], of: &surface)
    }
  }

  /// The part of lines in one cell, and its look.
  private struct Line {
    private var line: ConnectorLine
    var color: MarbleColor
    /// Whether it leads to a value that has just been emitted.
    var isBright = false

    init(_ pair: Pair) { (line, color) = (ConnectorLine(pair.source), pair.color) }

    var sides: CellSides { line.sides }

    mutating func add(_ sides: CellSides, of pair: Pair) {
      line.add(sides, of: pair.source)
      if line.source == pair.source { color = pair.color }
      if pair.isBright { isBright = true }
    }
  }

  private func draw(
    _ line: Line, column: Int, row: Int, on ground: CellObstacle, of surface: inout Surface
  ) {
    let sides = line.sides
    guard Self.isVisible(sides, on: ground) else { return }
    let character = palette.glyphs.dotted[sides]
    let theme = palette.theme
    let style = theme.line(line.color, isBright: line.isBright)
    surface.cells { $0.set(Cell(character, style: style), column: column, row: row) }
  }

  /// Whether a line shows: it goes behind the playhead, and behind expressions, also behind their blanks, because a line
  /// between two words reads as a part of the code.
  private static func isVisible(_ sides: CellSides, on ground: CellObstacle) -> Bool {
    switch ground {
    case .playhead: sides != .horizontal
    case .text: false
    default: true
    }
  }

  /// The parts of a route between the places where it is hidden.
  private func visibleParts(
    of cells: ArraySlice<PictureElement.Line.Cell>, on ground: [CellObstacle], columns: Int
  ) -> [[PictureElement.Line.Cell]] {
    cells.split { ground[$0.row * columns + $0.column] == .text }.map(Array.init)
  }

  private func line(_ cells: [PictureElement.Line.Cell], _ pair: Pair) -> PictureElement.Line {
    PictureElement.Line(
      cells: cells, isDotted: true, style: palette.theme.line(pair.color, isBright: pair.isBright),
      events: PictureElement.Line.Ends(source: pair.source, target: pair.target))
  }

  /// Two marbles to connect.
  private struct Pair {
    var connector: Connector
    /// The alternative if the connector finds no path.
    var otherwise: Connector?
    /// The event from which the line comes.
    var source: EventKey
    /// The event to which it leads.
    var target: EventKey
    var color: MarbleColor
    /// What the line may join.
    var docks: [ConnectorDock]
    /// The share that has grown.
    var growth = 1.0
    /// Whether the target has just been emitted.
    var isBright = false

    /// The part of a route, from top to bottom, that has grown from the source.
    func grown<Cell>(of steps: [Cell]) -> ArraySlice<Cell> {
      guard growth < 1 else { return steps[...] }
      let count = Int((Double(steps.count) * growth).rounded())
      let isDownward = connector.source.rows.upperBound <= connector.target.rows.lowerBound
      return isDownward ? steps.prefix(count) : steps.suffix(count)
    }

    var request: ConnectorRoutes.Request {
      ConnectorRoutes.Request(connector: connector, otherwise: otherwise, source: source)
    }

    var distance: Int { abs(connector.source.rows.lowerBound - connector.target.rows.lowerBound) }
  }

  /// The shortest first, so that simple connections stay simple.
  private func pairs(to keys: [EventKey]) -> [Pair] {
    keys.flatMap { key in
      var pairs = pairs(to: key)
      guard let emission, let event = anchors.marble(of: key)?[key] else { return pairs }
      let (growth, isBright) = (
        emission.growth(event.time, at: time(key.row)), emission.isBright(event.time, at: time(key.row))
      )
      for index in pairs.indices { (pairs[index].growth, pairs[index].isBright) = (growth, isBright) }
      return pairs
    }.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element)
  }

  /// From each event that `event` was made from. For an inner stream, from its cause to the stream, and from the stream
  /// to the event.
  private func pairs(to key: EventKey) -> [Pair] {
    guard let marble = anchors.marble(of: key), let event = marble[key] else { return [] }
    let (target, dock, end) = (marble.bounds, marble.anchor, ConnectorDock(marble))
    let through = plan.rows.indices.contains(key.row) ? plan.rows[key.row].through[key.index] ?? .none : .none
    let inner = through.newest(Self.sources).filter { $0.row >= plan.rows.count }.compactMap(anchors.marble)
    let beginnings = inner.compactMap(anchors.beginning)
    var pairs = inner.compactMap { marble in
      marble.events.first.map {
        Pair(
          connector: Connector(from: marble.bounds, at: marble.anchor, to: target, at: dock),
          source: marble.key(at: 0), target: key, color: $0.color,
          docks: [ConnectorDock(marble), end])
      }
    }
    for sourceKey in sources(of: event, key) {
      guard let source = anchors.marble(of: sourceKey), let color = source[sourceKey]?.color else { continue }
      let whole = Connector(from: source.bounds, at: source.anchor, to: target, at: dock)
      let start = ConnectorDock(source)
      var search = LineageSearch(for: sourceKey)
      if let beginning = beginnings.first(where: { search.isFound(in: $0.from) }) {
        let toStream = Connector(from: source.bounds, at: source.anchor, to: beginning.bounds)
        pairs.append(
          Pair(
            connector: toStream, otherwise: whole, source: sourceKey, target: key, color: color,
            docks: [start, ConnectorDock(beginning), end]))
      } else {
        pairs.append(Pair(connector: whole, source: sourceKey, target: key, color: color, docks: [start, end]))
      }
    }
    return pairs
  }

  /// The sources to draw lines from: of an output that continues the one before, as in `reductions`, only what is new.
  private func sources(of event: Event, _ key: EventKey) -> [EventKey] {
    if !showsAllSources, key.index > 0, let before = plan[EventKey(row: key.row, index: key.index - 1)]?.from,
      !before.isEmpty, let added = event.from.added(to: before, limit: Self.sources), !added.isEmpty
    {
      return added
    }
    return event.from.newest(Self.sources)
  }

  // MARK: What is in the way

  private func map(of canvas: Canvas) -> [CellObstacle] {
    var map = Array(repeating: CellObstacle.blocked, count: canvas.size.columns * canvas.size.rows)
    let columns = layout.scale.columns.clamped(to: layout.gutter..<canvas.size.columns)
    for position in layout.visibleRows {
      let (middle, lanes, playhead) = (layout.middle(position), layout.laneLines(position), playheads[position])
      for row in layout.band(position) {
        for column in columns {
          let cell = canvas[column, row]
          let place = row * canvas.size.columns + column
          if column == playhead, cell == palette.playhead {
            map[place] = .playhead
          } else if row == middle || lanes.contains(row) {
            map[place] = isLine(cell) ? .crossing : .blocked
          } else if cell.shows(palette.blank) {
            map[place] = column > playhead ?? column ? .ahead : .free
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
