internal import Layout
internal import Marbles
package import Scenes
package import Terminal

/// Draws a scene with the banner and the playlist position below, and with the title card above before it starts.
package struct PlaylistOverlayPainter {
  private let overlay: PlaylistOverlay
  private let drawing: SceneDrawing
  private let size: Size
  private let card: TitleCard?
  /// The size of the scene within the terminal.
  package let sceneSize: Size

  package init(_ overlay: PlaylistOverlay, drawing: SceneDrawing, size: Size) {
    self.overlay = overlay
    self.drawing = drawing
    self.size = size
    // Replaces the scene's line of keys, because a kiosk has other keys.
    let below = overlay.message == nil || size.rows <= SceneDrawing.minimumSize.rows ? 0 : 1
    let card = overlay.showsCard ? TitleCard(drawing, size: size) : nil
    // Without enough room for the rows of the scene, there is no card.
    self.card = card.flatMap { size.rows - $0.height - below >= TimelineLayout.leastRoomy ? $0 : nil }
    sceneSize = Size(columns: size.columns, rows: size.rows - below - (self.card?.height ?? 0))
  }

  package func frame(of recording: Recording, at moment: FrameState) -> Canvas {
    if let night = overlay.night {
      return night.frame(size: size, theme: drawing.theme, ellipsis: drawing.palette.glyphs.ellipsis)
    }
    var canvas = Canvas(size: size)
    let scene = drawing.frame(recording, at: moment, size: sceneSize)
    // The card replaces the lines above the scene's axis.
    let top = card?.height ?? 0
    let axis = drawing.scene.kind == .timelines ? drawing.layout(at: moment, size: sceneSize).axis : 1
    for row in (card == nil ? 0 : axis)..<sceneSize.rows {
      for column in 0..<size.columns { canvas[column, top + row] = scene[column, row] }
    }
    card?.draw(on: &canvas)
    drawBanner(on: &canvas)
    if overlay.showsKeys, overlay.notice == nil {
      drawing.drawLineOfKeys(of: recording, at: moment, on: &canvas)
    } else {
      drawLastLine(at: moment, on: &canvas)
    }
    overlay.code?.draw(isSteered: overlay.phones > 0, palette: drawing.palette, on: &canvas)
    return canvas
  }

  private func drawBanner(on canvas: inout Canvas) {
    guard let message = overlay.message, sceneSize.rows + (card?.height ?? 0) < size.rows else { return }
    let row = size.rows - 2
    let text = DisplayWidth.shortened(message, width: size.columns - 2, ellipsis: drawing.palette.glyphs.ellipsis)
    canvas.fill(columns: 0..<size.columns, rows: row..<row + 1, with: Cell(" ", style: Style(reverse: true)))
    canvas.put(
      text, column: max(1, (size.columns - DisplayWidth.of(text)) / 2), row: row,
      style: Style(bold: true, reverse: true))
  }

  /// Draws the last error, or the position in the playlist; and the hint.
  private func drawLastLine(at moment: FrameState, on canvas: inout Canvas) {
    let row = size.rows - 1
    if case .matrix = drawing.scene.kind, overlay.notice == nil, overlay.message == nil { return }
    canvas.fill(columns: 0..<size.columns, rows: row..<row + 1)
    let ellipsis = drawing.palette.glyphs.ellipsis
    if let notice = overlay.notice { return drawing.draw(notice: notice, on: &canvas) }
    let shown = DisplayWidth.shortened(place(at: moment), width: size.columns - 2, ellipsis: ellipsis)
    canvas.put(shown, column: 1, row: row, style: Style(foreground: drawing.theme.muted))
    var end = size.columns - 1
    for (text, color) in [(overlay.hint, drawing.theme.accent), (speed(at: moment), drawing.theme.muted)] {
      let column = end - DisplayWidth.of(text)
      guard !text.isEmpty, column > DisplayWidth.of(shown) + 3 else { continue }
      canvas.put(text, column: column, row: row, style: Style(foreground: color))
      end = column - 3
    }
  }

  /// The position in the playlist, the length of the turn, and the next scene; before that, changes by the user that
  /// are not visible elsewhere.
  private func place(at moment: FrameState) -> String {
    var parts: [String] = []
    // A title card looks the same when paused.
    if overlay.showsCard, overlay.isPaused { parts.append("\(drawing.palette.glyphs.pause) paused") }
    if moment.hidesOutputs { parts.append("outputs hidden: h reveals") }
    if overlay.phones > 0 { parts.append(overlay.phones == 1 ? "a phone steers" : "\(overlay.phones) phones steer") }
    parts += overlay.position.map { ["\($0) of \(overlay.count)"] } ?? []
    if overlay.showsCard, !overlay.length.isEmpty { parts.append(overlay.length) }
    // A playlist of one scene has no other next scene.
    if !overlay.next.isEmpty, overlay.count != 1 || overlay.position == nil { parts.append("next: \(overlay.next)") }
    return parts.joined(separator: "   ")
  }

  /// The speed, on a card that hides the status line.
  private func speed(at moment: FrameState) -> String {
    guard card != nil, !drawing.scene.isLive else { return "" }
    return drawing.palette.glyphs.times + moment.speedFactor.description
  }
}

extension SceneDrawing {
  /// Replaces the last line of a picture by a problem, or by what a key has done. The first line of an error contains the problem; later lines
  /// show the place.
  package func draw(notice: String, isProblem: Bool = true, on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    canvas.fill(columns: 0..<canvas.size.columns, rows: row..<row + 1)
    let line = notice.split(separator: "\n").first.map(String.init) ?? ""
    canvas.put(
      DisplayWidth.shortened(line, width: canvas.size.columns - 2, ellipsis: palette.glyphs.ellipsis), column: 1,
      row: row, style: Style(foreground: isProblem ? theme.alarm : theme.accent))
  }
}
