internal import Drawing
internal import Layout
internal import Terminal

/// A piece of SVG, and where it belongs.
struct VectorFragment: Hashable {
  let layer: PictureElement.Layer
  /// Whether it shows only what is left of the playhead.
  var isPast = false
  /// The refresh interval of its row, in milliseconds; nil for that of the scene.
  var refresh: Int?
  let svg: String
}

/// Paints the elements of a picture as vectors.
///
/// All positions come from the layout of the cells: a cell is ``cell`` units wide and high, and a column or row begins
/// at a multiple of that. What belongs to a moment is at its exact place, between the columns of cells.
struct VectorPainter {
  /// The width and height of a cell, in units of the picture: that of a monospaced font of 15 pixels.
  static let cell = (width: 9.0, height: 18.0)

  /// The radius of a value whose text is beside it.
  private static let dot = 6.0

  /// Whether the playhead moves, so that past and future are told apart by a clip and not by its column.
  let isAnimated: Bool
  private(set) var classes: ColorClasses

  init(themes: [Theme], isAnimated: Bool = false) {
    classes = ColorClasses(themes)
    self.isAnimated = isAnimated
  }

  /// The class of the background.
  mutating func paper() -> String { classes.paper() }

  /// The fragments of an element, which is given as it looks in each theme.
  ///
  /// - Parameter ids: the ids of the events of the marble with some bounds.
  mutating func fragments(of looks: [PictureElement], ids: (CellBounds) -> String?) -> [VectorFragment] {
    guard let element = looks.first else { return [] }
    let styles = looks.map(\.styles)
    func fragment(_ svg: String, isPast: Bool = false) -> [VectorFragment] {
      [VectorFragment(layer: element.layer, isPast: isPast, svg: svg)]
    }
    switch element {
    case .text(let text): return fragment(self.text(text, styles))
    case .clock(let text): return isAnimated ? [] : fragment(self.text(text, styles))
    case .area(let bounds, _):
      let fill = classes.name(.fill) { $0.background(styles[$1][0]) }
      return fragment(
        "<rect \(Self.box(x: bounds.columns, y: bounds.rows)) class=\"\(fill)\"/>")
    case .marble(let marble): return fragment(self.marble(marble, styles, id: ids(marble.bounds)))
    case .baseline(let line): return baseline(line, styles)
    case .trail(let trail):
      return fragment(self.trail(trail, stroke(styles)), isPast: isAnimated && trail.look != .dotted)
    case .line(let line): return fragment(self.line(line, stroke(styles)))
    case .playhead(let place, let rows, _):
      let x = place * Self.cell.width
      let (top, bottom) = (Double(rows.lowerBound) * Self.cell.height, Double(rows.upperBound) * Self.cell.height)
      return fragment("<path d=\"M\(x.short) \(top.short)V\(bottom.short)\" class=\"\(stroke(styles))\"/>")
    case .pointer(let place, let row, _):
      let fill = foreground(styles)
      let (x, y) = (place * Self.cell.width, Double(row) * Self.cell.height + 5)
      return fragment("<path d=\"M\((x - 5).short) \(y.short)h10l-5 9z\" class=\"\(fill)\"/>")
    case .end(let end): return fragment(self.end(end, stroke(styles)))
    }
  }

  // MARK: Colours

  private mutating func stroke(_ styles: [[Style]], _ index: Int = 0) -> String {
    classes.name(.stroke) { $0.foreground(styles[$1][index]) }
  }

  private mutating func foreground(_ styles: [[Style]], _ index: Int = 0) -> String {
    classes.name(.fill) { $0.foreground(styles[$1][index]) }
  }

  // MARK: Shapes

  private mutating func text(_ text: PictureElement.Text, _ styles: [[Style]]) -> String {
    var names = foreground(styles)
    if text.style.bold { names += " b" }
    if text.style.italic { names += " i" }
    let x = (Double(text.column) + text.shift) * Self.cell.width
    return
      "<text x=\"\(x.short)\" y=\"\(Self.textBase(text.row).short)\"\(Self.length(text.width)) class=\"\(names)\">"
      + "\(XML.escaped(text.text))</text>"
  }

  /// The rectangle of a marble in some cells, which is shifted by some columns.
  static func shape(of bounds: CellBounds, shift: Double) -> (x: Double, y: Double, width: Double, height: Double) {
    let (columns, rows) = (bounds.columns, bounds.rows)
    // A value without a marble is a circle, and all of them have one size.
    guard columns.count > 1 else {
      let (x, y) = (
        (Double(columns.lowerBound) + 0.5 + shift) * cell.width, middle(row: rows.lowerBound + rows.count / 2)
      )
      return (x - dot, y - dot, 2 * dot, 2 * dot)
    }
    // The cells of a marble in several rows are half empty at its edges.
    let width = Double(max(1, columns.count - 1)) * cell.width
    let space = Double(rows.count) * cell.height
    // A narrow marble is lower, so that it is not an upright ellipse.
    let height = rows.count > 1 ? min(space - cell.height, max(width + 4, 24)) : space - 2
    return (
      (Double(columns.lowerBound) + 0.5 + shift) * cell.width,
      Double(rows.lowerBound) * cell.height + (space - height) / 2,
      width, height
    )
  }

  private mutating func marble(_ marble: PictureElement.Marble, _ styles: [[Style]], id: String?) -> String {
    let rows = marble.bounds.rows
    let (x, y, width, height) = Self.shape(of: marble.bounds, shift: marble.shift)
    let shape =
      "<rect x=\"\(x.short)\" y=\"\(y.short)\" width=\"\(width.short)\" height=\"\(height.short)\""
      + " rx=\"\(min(height / 2, 24).short)\""
    let name = marble.look == .ghost ? "" : id.map { " data-id=\"\(XML.escaped($0))\"" } ?? ""
    let look: String
    switch marble.look {
    case .solid:
      let fill = classes.name(.fill) { $0.background(styles[$1][0]) }
      look = "class=\"\(fill)\""
    case .ghost, .dropped:
      let dashes = marble.look == .dropped ? " stroke-dasharray=\"2 3\"" : ""
      look = "class=\"\(classes.paper()) \(stroke(styles, 1))\"\(dashes)"
    }
    guard !marble.text.isEmpty else { return "<g\(name)>\(shape) \(look)/></g>" }
    let ink = foreground(styles)
    let columns = marble.textColumns
    let textX = (Double(columns.lowerBound + columns.upperBound) / 2 + marble.shift) * Self.cell.width
    let middle = rows.lowerBound + rows.count / 2
    let text =
      marble.isBig
      ? "<text x=\"\(textX.short)\" y=\"\((Self.textBase(middle) + 10).short)\" class=\"\(ink) l\">"
      : "<text x=\"\(textX.short)\" y=\"\(Self.textBase(middle).short)\"\(Self.length(marble.textColumns.count))"
        + " class=\"\(ink)\">"
    return "<g\(name)>\(shape) \(look)/>\(text)\(XML.escaped(marble.text))</text></g>"
  }

  private mutating func baseline(_ line: PictureElement.Baseline, _ styles: [[Style]]) -> [VectorFragment] {
    let y = Self.middle(row: line.row)
    func path(_ part: Range<Double>) -> String {
      // The last tick may be at the end of the line.
      let ticks = line.ticks.filter { part.contains($0) || $0 == part.upperBound }.map {
        "M\(($0 * Self.cell.width).short) \(y.short)v\(line.ticksHang ? 5 : -5)"
      }
      return Self.horizontal(part, y) + ticks.joined()
    }
    let split = min(max(line.now, line.x.lowerBound), line.x.upperBound)
    let past = isAnimated ? line.x : line.x.lowerBound..<split
    let future = isAnimated ? line.x : split..<line.x.upperBound
    var fragments: [VectorFragment] = []
    if !future.isEmpty {
      fragments.append(
        VectorFragment(
          layer: .baselines,
          svg: "<path d=\"\(path(future))\" class=\"\(stroke(styles, 1))\" stroke-dasharray=\"3 3\"/>"))
    }
    if !past.isEmpty {
      fragments.append(
        VectorFragment(
          layer: .baselines, isPast: isAnimated, svg: "<path d=\"\(path(past))\" class=\"\(stroke(styles))\"/>"))
    }
    // A row without an end goes on.
    if line.isOpen {
      let x = line.x.upperBound * Self.cell.width
      let path = "M\((x - 5).short) \((y - 4).short)l6 4l-6 4"
      fragments.append(
        VectorFragment(layer: .baselines, svg: "<path d=\"\(path)\" class=\"\(stroke(styles, 1))\"/>"))
    }
    return fragments
  }

  private func trail(_ trail: PictureElement.Trail, _ stroke: String) -> String {
    let look =
      switch trail.look {
      case .dotted: " stroke-width=\"3\" stroke-dasharray=\"0 6\""
      case .unasked: " stroke-width=\"4\" stroke-dasharray=\"1 5\""
      case .thin: ""
      case .filled: " stroke-width=\"4\""
      }
    let path = Self.horizontal(trail.x, Self.middle(row: trail.row))
    return "<path d=\"\(path)\" class=\"\(stroke)\"\(look)/>"
  }

  private static func horizontal(_ x: Range<Double>, _ y: Double) -> String {
    "M\((x.lowerBound * cell.width).short) \(y.short)H\((x.upperBound * cell.width).short)"
  }

  private func line(_ line: PictureElement.Line, _ stroke: String) -> String {
    // Connectors reach the round edge of a marble, which is half a cell away; marbles are above them.
    let path = VectorPath(line.cells, reach: line.events == nil ? 0 : Self.cell.height / 2)
    let dots = line.isDotted ? " stroke-dasharray=\"1 4\" stroke-width=\"2\"" : ""
    return "<path d=\"\(path.data)\" class=\"\(stroke)\"\(dots)/>"
  }

  private func end(_ end: PictureElement.End, _ stroke: String) -> String {
    let (x, y) = (end.x * Self.cell.width, Self.middle(row: end.row))
    let path =
      switch end.kind {
      case .finish: "M\(x.short) \((y - 8).short)v16"
      case .error: "M\((x - 5).short) \((y - 5).short)l10 10m0 -10l-10 10"
      case .cancelled: "M\((x - 4).short) \((y + 7).short)l8 -14"
      }
    return "<path d=\"\(path)\" class=\"\(stroke)\" stroke-width=\"3\"/>"
  }

  // MARK: Positions

  /// The middle of a column.
  static func middle(_ column: Int) -> Double { (Double(column) + 0.5) * cell.width }

  /// The middle of a row of cells.
  static func middle(row: Int) -> Double { (Double(row) + 0.5) * cell.height }

  /// The line on which a text stands.
  private static func textBase(_ row: Int) -> Double { Double(row) * cell.height + 14 }

  /// As wide as its cells, whatever the font.
  private static func length(_ columns: Int) -> String {
    columns > 1 ? " textLength=\"\((Double(columns) * cell.width).short)\"" : ""
  }

  private static func box(x columns: Range<Int>, y rows: Range<Int>) -> String {
    "x=\"\((Double(columns.lowerBound) * cell.width).short)\" y=\"\((Double(rows.lowerBound) * cell.height).short)\""
      + " width=\"\((Double(columns.count) * cell.width).short)\""
      + " height=\"\((Double(rows.count) * cell.height).short)\""
  }
}

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

  /// - Parameters:
  ///   - cells: neighbours, in their order.
  ///   - reach: how far the line goes beyond its first and its last cell, up and down.
  init(_ cells: [PictureElement.Line.Cell], reach: Double) {
    guard let first = cells.first, let last = cells.last else {
      data = ""
      return
    }
    let centers = cells.map(Self.center)
    let outside = Self.outside(first, towards: cells.dropFirst().first)
    var points = outside.first.map { [Self.edge(of: first, $0, reach)] } ?? []
    points += centers
    let ends = cells.count == 1 ? Array(outside.dropFirst()) : Self.outside(last, towards: cells.dropLast().last)
    points += ends.first.map { [Self.edge(of: last, $0, reach)] } ?? []
    var data = Self.smooth(Self.corners(of: points))
    // A junction has more than two ways out.
    for side in ends.dropFirst() {
      let end = Self.edge(of: last, side, 0)
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

  private static func edge(of cell: PictureElement.Line.Cell, _ side: CellSides, _ reach: Double) -> Point {
    var point = center(cell)
    let (width, height) = (VectorPainter.cell.width / 2, VectorPainter.cell.height / 2)
    switch side {
    case .up: point.y -= height + reach
    case .down: point.y += height + reach
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

extension Double {
  /// With at most one decimal.
  var short: String {
    let tenths = Int((self * 10).rounded())
    guard tenths % 10 != 0 else { return String(tenths / 10) }
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
