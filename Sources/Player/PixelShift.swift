internal import Platform
internal import Terminal

/// Moves a picture by a cell now and then, around four cells, so that it does not burn in.
struct PixelShift {
  /// How long the picture stays at one place, in wall nanoseconds.
  private let interval: Int64

  /// - Parameter interval: how long the picture stays at one place; nil for ever, which is no shift.
  init?(_ interval: Duration?) {
    guard let interval = interval?.wholeNanoseconds, interval > 0 else { return nil }
    self.interval = interval
  }

  /// The size of the picture, which leaves a column and a row free.
  func size(in size: Size) -> Size { Size(columns: max(1, size.columns - 1), rows: max(1, size.rows - 1)) }

  /// The picture at its place, some wall nanoseconds after the first one.
  func moved(_ canvas: Canvas, to size: Size, after elapsed: Int64) -> Canvas {
    let (left, top) = [(0, 0), (1, 0), (1, 1), (0, 1)][Int(elapsed / interval % 4)]
    return canvas.resized(to: size, left: left, top: top)
  }

  /// The wall nanoseconds until it moves.
  func untilNext(after elapsed: Int64) -> Int64 { interval - elapsed % interval }
}
