/// One character and how it is drawn, worked out once, for pictures that draw the same ones in every frame.
public struct Stamp: Hashable, Sendable {
  let glyph: Glyph
  let pen: Pen

  /// A stamp of a character of one scalar; a blank where that has no width.
  public init(_ scalar: Unicode.Scalar, style: Style = .plain) {
    let breadth = Breadth(of: scalar)
    glyph = breadth.width > 0 ? Glyph(scalar, breadth) : .blank
    pen = Pen(style)
  }

  /// The columns that it takes, 1 or 2.
  public var width: Int { glyph.width }
}

extension Canvas {
  /// Draws a character at a place; outside of the canvas it does nothing.
  public mutating func put(_ stamp: Stamp, column: Int, row: Int) {
    place(stamp.glyph, stamp.pen, column: column, row: row)
  }
}
