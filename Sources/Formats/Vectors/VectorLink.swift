internal import Drawing

/// The way of a line between two events: straight down, or a curve that leaves and meets its marbles vertically.
struct VectorLink {
  /// The `d` attribute of a path.
  let data: String

  /// The distance, in units, up to which the ends are connected by a straight line.
  private static let straight = 6.0
  /// The part of the height after which a curve is at its middle.
  private static let bend = 0.5

  init(_ link: PictureElement.Link) {
    let isDown = link.start.row <= link.end.row
    let (start, end) = (Self.point(link.start, isBelow: !isDown), Self.point(link.end, isBelow: isDown))
    let begin = "M\(start.x.short) \(start.y.short)"
    if start.x.short == end.x.short {
      data = begin + "V\(end.y.short)"
    } else if abs(start.x - end.x) <= Self.straight {
      data = begin + "L\(end.x.short) \(end.y.short)"
    } else {
      let turn = start.y + (end.y - start.y) * Self.bend
      data = begin + "C\(start.x.short) \(turn.short) \(end.x.short) \(turn.short) \(end.x.short) \(end.y.short)"
    }
  }

  /// The place at which a line meets an end.
  private static func point(_ end: PictureElement.Link.End, isBelow: Bool) -> (x: Double, y: Double) {
    let reach =
      switch end.shape {
      case .circle: VectorPainter.radius(isDot: false)
      case .dot: VectorPainter.radius(isDot: true)
      case .line: 0.0
      }
    return (end.x * VectorPainter.cell.width, VectorPainter.middle(row: end.row) + (isBelow ? -reach : reach))
  }
}
