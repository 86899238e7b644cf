internal import Layout
internal import Marbles
internal import Synchronization
internal import Terminal

/// The routes of a frame's connectors, kept for the next frame: most frames differ in nothing that a line goes around.
final class ConnectorRoutes: Sendable {
  /// What determines a route.
  struct Request: Hashable {
    var connector: Connector
    /// The alternative if the connector finds no path.
    var otherwise: Connector?
    /// The event from which the line comes: lines of one source branch, others cross.
    var source: EventKey
  }

  /// A picture without connectors: what determines the ground.
  struct Picture {
    var canvas: Canvas
    var layout: TimelineLayout
    /// The bounds of marbles and of expressions.
    var bounds: [CellBounds]
    /// The column of the playhead in each visible row, by position.
    var playheads: [Int: Int]

    func isSame(as other: Picture) -> Bool {
      playheads == other.playheads && bounds == other.bounds && layout == other.layout
        && canvas.hasSameCells(as: other.canvas)
    }
  }

  /// What is in the way of connectors, and their routes.
  struct Found {
    /// What is in the way, row by row.
    var ground: [CellObstacle]
    /// The cells of each route, from top to bottom; empty for a connector without a path.
    var routes: [[ConnectorRoute.Step]]
  }

  private struct Known {
    var picture: Picture
    var requests: [Request]
    var found: Found
  }
  private let known = Mutex<Known?>(nil)

  /// The routes of connectors in a picture.
  ///
  /// - Parameters:
  ///   - requests: the connectors; earlier ones have precedence.
  ///   - picture: what determines the ground.
  ///   - map: the ground of the picture, row by row.
  func routes(_ requests: [Request], in picture: Picture, map: () -> [CellObstacle]) -> Found {
    known.withLock { known in
      let isSamePicture = known.map { $0.picture.isSame(as: picture) } == true
      if isSamePicture, let known, known.requests == requests { return known.found }
      let ground = (isSamePicture ? known?.found.ground : nil) ?? map()
      if let old = known, old.requests == requests, old.found.ground == ground {
        known?.picture = picture
        return old.found
      }
      let found = Found(
        ground: ground, routes: Self.find(requests, on: ground, size: picture.canvas.size))
      known = Known(picture: picture, requests: requests, found: found)
      return found
    }
  }

  private static func find(
    _ requests: [Request], on ground: [CellObstacle], size: Size
  ) -> [[ConnectorRoute.Step]] {
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
          ConnectorRoute.find(connector, size: size) { column, row in obstacles[row * size.columns + column] }
        }
      }.first { !$0.isEmpty }
      let way = (steps ?? []).map { $0.row * size.columns + $0.column }
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
    case (.horizontal, .free), (.horizontal, .ahead): .crossing
    case (.vertical, .free), (.vertical, .ahead), (.vertical, .playhead): .across
    default: .blocked
    }
  }
}
