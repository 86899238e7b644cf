internal import Marbles
public import Scenes
public import Terminal

/// Turns a scene, what has happened in it, a moment and a size into a frame of cells.
///
/// A frame is a function of these and nothing else, so what `play` shows at a time and what `render` prints of it are the
/// same cells.
public struct Stage: Sendable {
  /// The least that a picture needs.
  public static let minimumSize = Size(columns: 20, rows: 5)

  /// What is played.
  public let scene: Scene
  /// The whole recording, which the layout is made for, so that nothing moves when a value arrives.
  public let plan: Recording
  /// The colours.
  public var theme: Theme
  /// What the terminal's font has.
  public var glyphs: GlyphSet

  /// Creates a stage.
  public init(scene: Scene, plan: Recording, theme: Theme = .dark, glyphs: GlyphSet = .full) {
    self.scene = scene
    self.plan = plan
    self.theme = theme
    self.glyphs = glyphs
  }

  /// The frame of `recording` at `moment`.
  ///
  /// - Parameters:
  ///   - recording: what has happened so far; what is later than the moment is not shown.
  ///   - moment: where the playhead is.
  ///   - size: the extent of the frame, in cells.
  public func frame(_ recording: Recording, at moment: Moment, size: Size) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.columns >= Self.minimumSize.columns, size.rows >= Self.minimumSize.rows else {
      canvas.put("needs \(Self.minimumSize.columns)x\(Self.minimumSize.rows)", column: 0, row: 0)
      return canvas
    }
    let painter = TimelinePainter(
      layout: TimelineLayout(plan: plan, size: size), theme: theme, glyphs: Glyphs(glyphs))
    painter.drawAxis(at: moment.time, on: &canvas)
    for (position, row) in recording.rows.prefix(painter.layout.visibleRows).enumerated() {
      painter.draw(row, at: moment.time(ofRow: position), position: position, on: &canvas)
    }
    let bars = StatusBars(scene: scene, duration: plan.duration, theme: theme, glyphs: Glyphs(glyphs))
    bars.drawStatus(moment, on: &canvas)
    bars.drawKeys(moment, hiddenRows: recording.rows.count - painter.layout.visibleRows, on: &canvas)
    return canvas
  }
}
