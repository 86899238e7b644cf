internal import Layout
internal import Marbles

/// Lines between values, each with its way and its look.
struct ConnectorLines: Hashable {
  /// The ways of the lines.
  var routes: ConnectorRoutes
  /// The look of each line.
  var looks: [Look]

  /// How a line looks.
  struct Look: Hashable {
    /// The event to which it leads.
    var target: EventKey
    var color: MarbleColor
    /// The share that has grown.
    var growth: Double
    /// Whether the target has just been emitted.
    var isBright: Bool
  }

  /// The part of lines in one cell.
  struct Part {
    var column: Int
    var row: Int
    var sides: CellSides
    var color: MarbleColor
    /// Whether it leads to a value that has just been emitted.
    var isBright: Bool
  }

  /// The cells of lines.
  struct Drawn {
    /// In no order.
    var parts: [Part]
    /// The events that each line joins, and all of its way.
    var connections: [Connection]
    /// The number of lines without a way.
    var missing: Int
  }

  /// The cells of the lines.
  ///
  /// - Parameter found: the cells of each line, from top to bottom.
  func drawn(_ found: [[ConnectorRoute.Step]]) -> Drawn {
    let columns = routes.ground.columns
    var lines: [Int: (line: ConnectorLine, color: MarbleColor, isBright: Bool)] = [:]
    for ((request, look), steps) in zip(zip(routes.requests, looks), found) {
      // The way of a line does not depend on how far others have grown.
      for step in grown(steps, of: request.connector, look.growth) {
        var part = lines[step.row * columns + step.column] ?? (ConnectorLine(request.source), look.color, false)
        part.line.add(step.sides, of: request.source)
        if part.line.source == request.source { part.color = look.color }
        if look.isBright { part.isBright = true }
        lines[step.row * columns + step.column] = part
      }
    }
    return Drawn(
      parts: lines.map { cell, part in
        Part(
          column: cell % columns, row: cell / columns, sides: part.line.sides, color: part.color,
          isBright: part.isBright)
      },
      connections: zip(zip(routes.requests, looks), found).map { line, steps in
        Connection(source: line.0.source, target: line.1.target, cells: steps.map { ($0.column, $0.row) })
      }, missing: found.count(where: \.isEmpty))
  }

  /// The part of a way, from top to bottom, that has grown from the source.
  private func grown<Cell>(_ steps: [Cell], of connector: Connector, _ growth: Double) -> ArraySlice<Cell> {
    guard growth < 1 else { return steps[...] }
    let count = Int((Double(steps.count) * growth).rounded())
    let isDownward = connector.source.rows.upperBound <= connector.target.rows.lowerBound
    return isDownward ? steps.prefix(count) : steps.suffix(count)
  }
}
