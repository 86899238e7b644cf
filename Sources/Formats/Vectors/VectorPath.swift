internal import Drawing
internal import Layout
internal import Terminal

/// A line through cells, with round corners.
struct VectorPath {
  /// The `d` attribute of a path.
  let data: String

  private struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// The radius of a corner, at most half a cell.
  private static let radius = 4.5

  /// - Parameter cells: neighbours, in their order.
  init(_ cells: [PictureElement.Line.Cell]) {
    guard let first = cells.first, let last = cells.last else {
      data = ""
      return
    }
    let centers = cells.map(Self.center)
    let outside = Self.outside(first, towards: cells.dropFirst().first)
    var points = outside.first.map { [Self.edge(of: first, $0)] } ?? []
    points += centers
    let ends = cells.count == 1 ? Array(outside.dropFirst()) : Self.outside(last, towards: cells.dropLast().last)
    points += ends.first.map { [Self.edge(of: last, $0)] } ?? []
    var data = Self.smooth(Self.corners(of: points))
    // A junction has more than two ways out.
    for side in ends.dropFirst() {
      let end = Self.edge(of: last, side)
      data +=
        "M\(centers[centers.count - 1].x.short) \(centers[centers.count - 1].y.short)L\(end.x.short) \(end.y.short)"
    }
    self.data = data
  }

  private static func center(_ cell: PictureElement.Line.Cell) -> Point {
    Point(
      x: VectorPainter.middle(cell.column) + cell.shift * VectorPainter.cell.width,
      y: VectorPainter.middle(row: cell.row))
  }

  /// The sides by which a line leaves a cell, but not to a neighbour.
  private static func outside(
    _ cell: PictureElement.Line.Cell, towards neighbour: PictureElement.Line.Cell?
  ) -> [CellSides] {
    var sides = cell.sides
    if let neighbour {
      if neighbour.row > cell.row { sides.remove(.down) }
      if neighbour.row < cell.row { sides.remove(.up) }
      if neighbour.column > cell.column { sides.remove(.right) }
      if neighbour.column < cell.column { sides.remove(.left) }
    }
    return [CellSides.up, .left, .right, .down].filter(sides.contains)
  }

  private static func edge(of cell: PictureElement.Line.Cell, _ side: CellSides) -> Point {
    var point = center(cell)
    let (width, height) = (VectorPainter.cell.width / 2, VectorPainter.cell.height / 2)
    switch side {
    case .up: point.y -= height
    case .down: point.y += height
    case .left: point.x -= width
    default: point.x += width
    }
    return point
  }

  /// The points at which the direction changes, and the ends.
  private static func corners(of points: [Point]) -> [Point] {
    var corners: [Point] = []
    for point in points where corners.last != point {
      if corners.count > 1 {
        let (before, last) = (corners[corners.count - 2], corners[corners.count - 1])
        if (before.x == last.x && last.x == point.x) || (before.y == last.y && last.y == point.y) {
          corners.removeLast()
        }
      }
      corners.append(point)
    }
    return corners
  }

  private static func smooth(_ points: [Point]) -> String {
    guard let first = points.first, let last = points.last else { return "" }
    var data = "M\(first.x.short) \(first.y.short)"
    for index in points.indices.dropFirst().dropLast() {
      let corner = points[index]
      // Two corners share the way between them.
      let (start, end) = (
        near(corner, points[index - 1], share: index == 1 ? 1 : 0.5),
        near(corner, points[index + 1], share: index == points.count - 2 ? 1 : 0.5)
      )
      data += "L\(start.x.short) \(start.y.short)Q\(corner.x.short) \(corner.y.short) \(end.x.short) \(end.y.short)"
    }
    return data + "L\(last.x.short) \(last.y.short)"
  }

  /// The point on the way from a corner to another point where the curve begins, in the given share of the way.
  private static func near(_ corner: Point, _ other: Point, share: Double) -> Point {
    func step(_ from: Double, _ to: Double) -> Double { from + min(max((to - from) * share, -radius), radius) }
    return Point(x: step(corner.x, other.x), y: step(corner.y, other.y))
  }
}
