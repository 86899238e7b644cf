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
    case .label(let label): return self.label(label, styles)
    case .area(let bounds, _):
      let fill = classes.name(.fill) { $0.background(styles[$1][0]) }
      return fragment(
        "<rect \(Self.box(x: bounds.columns, y: bounds.rows)) class=\"\(fill)\"/>")
    case .marble(let marble): return fragment(self.marble(marble, styles, id: ids(marble.bounds)))
    case .baseline(let line): return baseline(line, styles)
    case .trail(let trail):
      return fragment(self.trail(trail, stroke(styles)), isPast: isAnimated && trail.look != .dotted)
    case .line(let line): return fragment(self.line(line, stroke(styles)))
    case .link(let link): return fragment(self.link(link, stroke(styles)))
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

  /// The heights of a name and of a line of an expression, and the space around both in a box.
  private static let label = (name: 18.0, line: 15.0, space: (x: 6.0, y: 2.0))

  /// The box around a name and the lines of an expression.
  static func box(of label: PictureElement.Label) -> PlayablePicture.Box {
    let height = Self.label.name + Double(label.lines.count) * Self.label.line
    return PlayablePicture.Box(
      x: Double(label.columns.lowerBound) * cell.width - Self.label.space.x,
      y: middle(row: label.row) - height / 2 - Self.label.space.y,
      width: Double(label.columns.count) * cell.width + 2 * Self.label.space.x, height: height + 2 * Self.label.space.y)
  }

  private mutating func label(_ label: PictureElement.Label, _ styles: [[Style]]) -> [VectorFragment] {
    let (left, right) = (
      Double(label.columns.lowerBound) * Self.cell.width, Double(label.columns.upperBound) * Self.cell.width
    )
    let top = Self.box(of: label).y + Self.label.space.y
    let side = label.isBoxed ? left : right
    let end = label.isBoxed ? "" : " text-anchor=\"end\""
    var texts =
      "<text x=\"\(side.short)\" y=\"\((top + 14).short)\"\(end) class=\"\(foreground(styles)) b\">"
      + "\(XML.escaped(label.name))</text>"
    for (index, line) in label.lines.enumerated() {
      let y = top + Self.label.name + Double(index) * Self.label.line + 11
      texts +=
        "<text x=\"\(side.short)\" y=\"\(y.short)\"\(end) class=\"\(foreground(styles, 1)) w\">\(XML.escaped(line))</text>"
    }
    let fragment = VectorFragment(layer: .texts, svg: "<g class=\"l\">\(texts)</g>")
    guard label.isBoxed else { return [fragment] }
    let place = Self.box(of: label)
    let box =
      "<rect x=\"\(place.x.short)\" y=\"\(place.y.short)\" width=\"\(place.width.short)\""
      + " height=\"\(place.height.short)\" rx=\"6\" fill-opacity=\".12\""
      + " class=\"\(foreground(styles, 2)) \(stroke(styles, 2))\"/>"
    return [VectorFragment(layer: .areas, svg: box), fragment]
  }

  /// The radius of a circle, or of a dot.
  static func radius(isDot: Bool) -> Double { (isDot ? MarbleForm.dot : MarbleForm.circle) * cell.width }

  private mutating func marble(_ marble: PictureElement.Marble, _ styles: [[Style]], id: String?) -> String {
    let (x, y) = (marble.x * Self.cell.width, Self.middle(row: marble.row))
    let radius = Self.radius(isDot: marble.text == nil)
    let circle = "<circle cx=\"\(x.short)\" cy=\"\(y.short)\" r=\"\(radius.short)\""
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
    guard let text = marble.text, !text.isEmpty else { return "<g\(name)>\(circle) \(look)/></g>" }
    let width = DisplayWidth.of(text)
    let font = width > 3 ? " n" : width > 2 ? " w" : ""
    let base = y + (width > 3 ? 4 : width > 2 ? 4.5 : 5)
    return "<g\(name)>\(circle) \(look)/>"
      + "<text x=\"\(x.short)\" y=\"\(base.short)\" class=\"\(foreground(styles))\(font)\">\(XML.escaped(text))</text></g>"
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
          svg: "<path d=\"\(path(future))\" class=\"\(stroke(styles, 1))\" stroke-width=\"1\""
            + " stroke-dasharray=\"3 3\"/>"))
    }
    if !past.isEmpty {
      // It covers the line of the future, which stays below it.
      let width = isAnimated ? " stroke-width=\"2\"" : ""
      fragments.append(
        VectorFragment(
          layer: .baselines, isPast: isAnimated, svg: "<path d=\"\(path(past))\" class=\"\(stroke(styles))\"\(width)/>")
      )
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
    let dots = line.isDotted ? " stroke-dasharray=\"1 4\" stroke-width=\"2\"" : ""
    return "<path d=\"\(VectorPath(line.cells).data)\" class=\"\(stroke)\"\(dots)/>"
  }

  private func link(_ link: PictureElement.Link, _ stroke: String) -> String {
    let data = VectorLink(link).data
    // Below a line is a wider one in the colour of the paper, so that lines that cross are told apart.
    return "<path d=\"\(data)\" class=\"e\"/><path d=\"\(data)\" class=\"\(stroke) k\"/>"
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

extension Double {
  /// With at most one decimal.
  var short: String {
    let tenths = Int((self * 10).rounded())
    guard tenths % 10 != 0 else { return String(tenths / 10) }
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
