internal import Layout
internal import Marbles
internal import Terminal

/// What determines the ways of a frame's connectors: most frames differ in nothing that a line goes around.
struct ConnectorRoutes: Hashable {
  /// The connectors; earlier ones have precedence.
  var requests: [Request]
  /// What is in the way.
  var ground: ConnectorGround

  /// A line to find.
  struct Request: Hashable {
    var connector: Connector
    /// The alternative if the connector finds no path.
    var otherwise: Connector?
    /// The event from which the line comes: lines of one source branch, others cross.
    var source: EventKey
  }

  /// The cells of the route of each connector, from top to bottom; empty for a connector without a path.
  func found() -> [[ConnectorRoute.Step]] {
    let (ground, columns) = (ground.cells, ground.columns)
    let size = Size(columns: columns, rows: columns > 0 ? ground.count / columns : 0)
    var lines: [Int: ConnectorLine] = [:]
    // What is in the way of a line of another source.
    var taken = ground
    var cells: [EventKey: [Int]] = [:]
    return requests.map { request in
      let own = (cells[request.source] ?? []).filter { lines[$0]?.source == request.source }
      for cell in own { taken[cell] = .own }
      // To the start of an inner stream, or, if there is no path, to the event that came from the stream. If there is
      // no path without a part of another line, the lines of two sources share a part.
      let connectors = [request.connector, request.otherwise].compactMap(\.self)
      let steps = [taken, ground].lazy.flatMap { obstacles in
        connectors.lazy.map { connector in
          ConnectorRoute.find(connector, size: size) { column, row in obstacles[row * columns + column] }
        }
      }.first { !$0.isEmpty }
      let way = (steps ?? []).map { $0.row * columns + $0.column }
      for (cell, step) in zip(way, steps ?? []) {
        lines[cell, default: ConnectorLine(request.source)].add(step.sides, of: request.source)
      }
      cells[request.source, default: []] += way
      for cell in own + way { taken[cell] = lines[cell]?.obstacle(over: ground[cell]) ?? ground[cell] }
      return steps ?? []
    }
  }
}

/// The part of lines in one cell.
struct ConnectorLine {
  private(set) var sides: CellSides = []
  /// The event from which the line comes; lines of one source branch, lines of several cross.
  private(set) var source: EventKey

  init(_ source: EventKey) { self.source = source }

  /// Adds a branch, or a line that crosses below or above; what goes down is above.
  mutating func add(_ sides: CellSides, of source: EventKey) {
    if source != self.source {
      if self.sides == .vertical, sides == .horizontal { return }
      if self.sides == .horizontal, sides == .vertical { self.sides = [] }
    }
    self.sides.formUnion(sides)
    self.source = source
  }

  /// What the cell is for a line of another source.
  func obstacle(over ground: CellObstacle) -> CellObstacle {
    switch (sides, ground) {
    case (.horizontal, .free): .crossing
    case (.vertical, .free): .across
    default: .blocked
    }
  }
}
