internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws lines between marbles and the marbles that were made from them, over the finished rows.
struct ConnectorPainter {
  let layout: TimelineLayout
  let palette: CellPalette
  let anchors: Anchors
  /// What is in the way.
  let ground: ConnectorGround
  /// Which values wait in output rows.
  let waits: OpenWaits
  /// The column of the playhead in each visible row, by position.
  let playheads: [Int: Int]
  /// The recording of the whole scene.
  let plan: Recording
  /// The lines of the last frame.
  let memory: FrameMemory
  /// The visible ends of rows, by position.
  let ends: [Int: RowEnd]
  /// The positions of the rows that the expression of a row reads.
  let references: (Int) -> [Int]
  /// Whether the times of a row are from its start, so that its values are not where they were used.
  let isCold: (Int) -> Bool
  /// Whether lines come from all sources of an event: an event is selected.
  let showsAllSources: Bool
  /// Whether there are only a few lines, and only of values that move in time: the picture is at its end.
  let isSparse: Bool
  /// How lines to new values look; nil when nothing moves.
  let emission: EmissionMotion?
  /// The time that each row shows, by position.
  let time: (Int) -> SceneTime

  /// The maximum number of lines; more would be a grey area.
  private static let limit = 500
  /// The maximum number of lines of a picture at its end.
  private static let sparse = 6
  /// The maximum number of source events to look up for one event; the newest are used.
  private static let sources = 5000

  /// Draws lines to each of the events with these keys, from what they were made from, and returns how many have no place.
  @discardableResult
  func draw(to keys: [EventKey], on surface: inout Surface) -> Int {
    var pairs = pairs(to: keys)
    if isSparse { pairs = Array(pairs.filter(\.movesInTime).prefix(Self.sparse)) }
    guard !pairs.isEmpty else { return 0 }
    let shown = pairs.prefix(Self.limit)
    guard !surface.recordsElements else {
      for pair in shown { surface.add(.link(link(pair))) }
      return pairs.count - shown.count
    }
    // The way of a line depends on those before it, so the shortest are first.
    let routed = shown.stablySorted(by: \.height)
    let routes = ConnectorRoutes(requests: routed.map(\.request), ground: ground)
    let lines = ConnectorLines(routes: routes, looks: routed.map(\.look))
    let drawn = memory.lines.value(of: lines) { lines.drawn(memory.routes.value(of: routes) { routes.found() }) }
    surface.connections += drawn.connections
    for part in drawn.parts where isVisible(part.sides, column: part.column, row: part.row) {
      let style = palette.theme.line(part.color, isBright: part.isBright)
      surface.cells {
        $0.set(Cell(palette.glyphs.dotted[part.sides], style: style), column: part.column, row: part.row)
      }
    }
    return pairs.count - shown.count + drawn.missing
  }

  /// Whether a line shows: it goes behind marbles and texts, also behind the blanks of an expression, because a line between
  /// two words reads as a part of the code, and it crosses the playhead behind it.
  private func isVisible(_ sides: CellSides, column: Int, row: Int) -> Bool {
    switch ground[column, row] {
    case .text, .marble: false
    default: sides != .horizontal || layout.position(at: row).flatMap { playheads[$0] } != column
    }
  }

  private func link(_ pair: Pair) -> PictureElement.Link {
    PictureElement.Link(
      start: pair.start, end: pair.end, source: pair.source, target: pair.target,
      style: palette.theme.line(pair.color, isBright: pair.isBright))
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
    /// Where the line starts and ends in a vector picture.
    var start: PictureElement.Link.End
    var end: PictureElement.Link.End
    /// The share that has grown.
    var growth = 1.0
    /// Whether the target has just been emitted.
    var isBright = false
    /// Whether the value came before it was emitted, and its row does not show how it waited.
    var movesInTime: Bool

    var request: ConnectorRoutes.Request {
      ConnectorRoutes.Request(connector: connector, otherwise: otherwise, source: source)
    }

    var look: ConnectorLines.Look {
      ConnectorLines.Look(target: target, color: color, growth: growth, isBright: isBright)
    }

    /// The number of rows between its ends, which is the same for cells and vectors.
    var distance: Int { abs(source.row - target.row) }

    /// The number of rows of cells between its ends.
    var height: Int { abs(connector.source.rows.lowerBound - connector.target.rows.lowerBound) }
  }

  /// Those between the nearest rows first, so that simple connections stay if there are too many.
  private func pairs(to keys: [EventKey]) -> [Pair] {
    keys.flatMap { key in
      var pairs = pairs(to: key)
      guard let emission, let event = anchors.marble(of: key)?[key] else { return pairs }
      let (growth, isBright) = (
        emission.growth(event.time, at: time(key.row)), emission.isBright(event.time, at: time(key.row))
      )
      for index in pairs.indices { (pairs[index].growth, pairs[index].isBright) = (growth, isBright) }
      return pairs
    }.stablySorted(by: \.distance)
  }

  /// From each event that `event` was made from. For an inner stream, from its cause to the stream, and from the stream
  /// to the event.
  private func pairs(to key: EventKey) -> [Pair] {
    guard let marble = anchors.marble(of: key), let event = marble[key] else { return [] }
    let (target, dock, end) = (marble.bounds, marble.anchor, PictureElement.Link.End(marble))
    let through = plan.rows.indices.contains(key.row) ? plan.rows[key.row].through[key.index] ?? .none : .none
    let inner = through.newest(Self.sources).filter { $0.row >= plan.rows.count }
      .compactMap { key in anchors.marble(of: key).map { (key, $0) } }
    let beginnings = inner.compactMap { anchors.beginning(of: $0.1) }
    var pairs = inner.compactMap { source, marble in
      marble[source].map {
        Pair(
          connector: Connector(from: marble.bounds, at: marble.anchor, to: target, at: dock),
          source: source, target: key, color: $0.color,
          start: PictureElement.Link.End(marble), end: end, movesInTime: false)
      }
    }
    for sourceKey in sources(of: event, key) where !isCold(sourceKey.row) {
      guard let source = anchors.marble(of: sourceKey), let color = source[sourceKey]?.color else { continue }
      let whole = Connector(from: source.bounds, at: source.anchor, to: target, at: dock)
      let start = PictureElement.Link.End(source)
      var search = LineageSearch(for: sourceKey)
      if let beginning = beginnings.first(where: { search.isFound(in: $0.from) }) {
        let toStream = Connector(from: source.bounds, at: source.anchor, to: beginning.bounds)
        pairs.append(
          Pair(
            connector: toStream, otherwise: whole, source: sourceKey, target: key, color: color,
            start: start, end: PictureElement.Link.End(beginning), movesInTime: false))
      } else if let entry = entry(of: sourceKey, from: source, into: key) {
        // The value waited on the line of the row.
        let toEntry = Connector(from: source.bounds, at: source.anchor, to: entry.bounds)
        pairs.append(
          Pair(
            connector: toEntry, otherwise: whole, source: sourceKey, target: key, color: color,
            start: start, end: PictureElement.Link.End(entry), movesInTime: false))
      } else {
        pairs.append(
          Pair(
            connector: whole, source: sourceKey, target: key, color: color, start: start, end: end,
            movesInTime: plan[sourceKey]?.time != plan[key]?.time))
      }
    }
    return pairs + releases(of: event, key, to: marble)
  }

  /// The place in the row of an output where a source began to wait for it; nil for a source that did not.
  private func entry(of source: EventKey, from marble: Anchors.Marble, into key: EventKey) -> Anchors.Beginning? {
    guard let came = plan[source]?.time, let emitted = plan[key]?.time, came < emitted,
      waits.holds(row: key.row, from: came, to: emitted), layout.visibleRows.contains(key.row)
    else { return nil }
    let (row, column) = (layout.middle(key.row), marble.anchor)
    return Anchors.Beginning(
      row: key.row, stream: 0, from: .none, bounds: CellBounds(columns: column..<column + 1, rows: row..<row + 1),
      dock: marble.dock)
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

  // MARK: Causes that are no values of an event

  /// From the signal that released what an event is made of, and from the end of a row that did.
  private func releases(of event: Event, _ key: EventKey, to marble: Anchors.Marble) -> [Pair] {
    let signals = plan.signals(ofRow: key.row, at: event.time).compactMap { signal in
      anchors.marble(of: signal).map { source in
        pair(source.bounds, at: source.anchor, PictureElement.Link.End(source), from: signal, to: key, marble)
      }
    }
    guard signals.isEmpty, plan[event.from.newest(1).first ?? key]?.time != event.time || event.from.isEmpty else {
      return signals
    }
    return references(key.row).compactMap { row in
      guard let end = ends[row], plan.rows[row].timeline.end.time == event.time else { return nil }
      let source = EventKey(row: row, index: plan.rows[row].count)
      return pair(end.bounds, at: end.bounds.columns.lowerBound, end.link, from: source, to: key, marble)
    }
  }

  private func pair(
    _ bounds: CellBounds, at column: Int, _ start: PictureElement.Link.End, from source: EventKey, to key: EventKey,
    _ marble: Anchors.Marble
  ) -> Pair {
    Pair(
      connector: Connector(from: bounds, at: column, to: marble.bounds, at: marble.anchor), source: source,
      target: key, color: .gray, start: start, end: PictureElement.Link.End(marble), movesInTime: false)
  }
}

/// The visible end of a row, where lines start.
struct RowEnd {
  let bounds: CellBounds
  let link: PictureElement.Link.End

  /// - Parameters:
  ///   - column: the column of its sign.
  ///   - x: its exact place, in columns.
  ///   - row: the row of cells.
  init(column: Int, x: Double, row: Int) {
    bounds = CellBounds(columns: column..<column + 1, rows: row..<row + 1)
    link = PictureElement.Link.End(x: x, row: row, shape: .line)
  }
}

extension Sequence {
  /// In the order of a number; elements with the same number keep theirs.
  fileprivate func stablySorted(by number: (Element) -> Int) -> [Element] {
    enumerated().sorted { (number($0.element), $0.offset) < (number($1.element), $1.offset) }.map(\.element)
  }
}

extension PictureElement.Link.End {
  /// At a marble.
  fileprivate init(_ marble: Anchors.Marble) {
    (x, row) = (marble.dock, marble.bounds[.center].row)
    shape = marble.bounds.columns.count > 1 ? .circle : .dot
  }

  /// At the beginning of an inner stream, or where a row began to hold a value.
  fileprivate init(_ beginning: Anchors.Beginning) {
    (x, row, shape) = (beginning.dock, beginning.bounds[.center].row, .line)
  }
}
