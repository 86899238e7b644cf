internal import Marbles
package import Scenes
package import Terminal

/// Draws a scene and what stands around it: the banner and the place in the playlist below, and before it begins its
/// title in big letters above.
package struct BillingPainter {
  private let billing: Billing
  private let stage: Stage
  private let size: Size
  private let card: TitleCard?
  /// How much of the terminal the scene has.
  package let sceneSize: Size

  package init(_ billing: Billing, stage: Stage, size: Size) {
    self.billing = billing
    self.stage = stage
    self.size = size
    // In the place of the scene's own line of keys, which are not those of a kiosk.
    let below = billing.message == nil || size.rows <= Stage.minimumSize.rows ? 0 : 1
    let card = billing.showsCard ? TitleCard(stage, size: size) : nil
    // The rows of the scene stay where they can be read, or there is no card.
    self.card = card.flatMap { size.rows - $0.height - below >= TimelineLayout.leastRoomy ? $0 : nil }
    sceneSize = Size(columns: size.columns, rows: size.rows - below - (self.card?.height ?? 0))
  }

  package func frame(of recording: Recording, at moment: Moment) -> Canvas {
    var canvas = Canvas(size: size)
    let scene = stage.frame(recording, at: moment, size: sceneSize)
    // What stands above the scene's axis says what the card says.
    let top = card?.height ?? 0
    let axis = stage.scene.kind == .timelines ? stage.layout(at: moment, size: sceneSize).axis : 1
    for row in (card == nil ? 0 : axis)..<sceneSize.rows {
      for column in 0..<size.columns { canvas[column, top + row] = scene[column, row] }
    }
    card?.draw(on: &canvas)
    drawBanner(on: &canvas)
    drawLastLine(at: moment, on: &canvas)
    return canvas
  }

  private func drawBanner(on canvas: inout Canvas) {
    guard let message = billing.message, sceneSize.rows + (card?.height ?? 0) < size.rows else { return }
    let row = size.rows - 2
    let text = MarbleText.shortened(message, width: size.columns - 2, ellipsis: stage.brushes.glyphs.ellipsis)
    canvas.fill(columns: 0..<size.columns, rows: row..<row + 1, with: Cell(" ", style: Style(reverse: true)))
    canvas.put(
      text, column: max(1, (size.columns - DisplayWidth.of(text)) / 2), row: row,
      style: Style(bold: true, reverse: true))
  }

  /// What went wrong, or where this scene is among the others; and what can be done here.
  private func drawLastLine(at moment: Moment, on canvas: inout Canvas) {
    let row = size.rows - 1
    if case .matrix = stage.scene.kind, billing.notice == nil, billing.message == nil { return }
    canvas.fill(columns: 0..<size.columns, rows: row..<row + 1)
    let ellipsis = stage.brushes.glyphs.ellipsis
    if let notice = billing.notice {
      canvas.put(
        MarbleText.shortened(Self.line(notice), width: size.columns - 2, ellipsis: ellipsis), column: 1, row: row,
        style: Style(foreground: stage.theme.alarm))
      return
    }
    let shown = MarbleText.shortened(place(at: moment), width: size.columns - 2, ellipsis: ellipsis)
    canvas.put(shown, column: 1, row: row, style: Style(foreground: stage.theme.muted))
    var end = size.columns - 1
    for (text, color) in [(billing.hint, stage.theme.accent), (speed(at: moment), stage.theme.muted)] {
      let column = end - DisplayWidth.of(text)
      guard !text.isEmpty, column > DisplayWidth.of(shown) + 3 else { continue }
      canvas.put(text, column: column, row: row, style: Style(foreground: color))
      end = column - 3
    }
  }

  /// Where this scene is among the others, how long it stays, and which comes next; before that what a person has changed,
  /// where nothing else shows it.
  private func place(at moment: Moment) -> String {
    var parts: [String] = []
    // A card stands still, paused or not.
    if billing.showsCard, billing.isPaused { parts.append("\(stage.brushes.glyphs.pause) paused") }
    if moment.hidesOutputs { parts.append("outputs hidden: h reveals") }
    parts += billing.position.map { ["\($0) of \(billing.count)"] } ?? []
    if billing.showsCard, !billing.length.isEmpty { parts.append(billing.length) }
    // Of one there is no next but itself.
    if !billing.next.isEmpty, billing.count != 1 || billing.position == nil { parts.append("next: \(billing.next)") }
    return parts.joined(separator: "   ")
  }

  /// On a card, which hides the line that says it otherwise.
  private func speed(at moment: Moment) -> String {
    guard card != nil, !stage.scene.isLive else { return "" }
    return stage.brushes.glyphs.times + moment.speedFactor.description
  }

  /// The first line of what went wrong says what; those after it show where.
  private static func line(_ text: String) -> String {
    text.split(separator: "\n").first.map(String.init) ?? ""
  }
}
