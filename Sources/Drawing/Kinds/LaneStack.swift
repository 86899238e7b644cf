internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// The inner streams of one row, one below the other, as far as there is room.
struct LaneStack {
  let layout: TimelineLayout
  let palette: CellPalette
  let measures: LayoutMetrics
  /// Whether the result of `colorBy:` is shown as a color.
  let hasColors: Bool
  /// The position of the row in the scene.
  let position: Int
  /// The row number in the keys of their events.
  let keys: Int

  /// Where the events of the visible streams are, also of those that have not started.
  var placements: [RowPlacement] {
    let (lines, plans) = (layout.laneLines(position), measures.lanes[position])
    return plans.prefix(lines.count < plans.count ? max(0, lines.count - 1) : plans.count).map {
      measures.placement(of: $0, ofRow: position, in: layout, hasColors: hasColors)
    }
  }

  /// Draws the streams that have started by `time`, and returns the number of others.
  func draw(at time: SceneTime, scale: TimeScale, anchors: inout Anchors, on surface: inout Surface) {
    let (lines, plans) = (layout.laneLines(position), measures.lanes[position])
    // If not all fit, the last line counts the others.
    let room = lines.count < plans.count ? max(0, lines.count - 1) : plans.count
    let begun = plans.prefix { $0.stream.begin <= time }.count
    for number in 0..<min(room, begun) {
      let plan = plans[number]
      let line = lines[number]
      let painter = LanePainter(
        layout: layout, palette: palette, scale: scale, line: line, time: time,
        placement: measures.placement(of: plan, ofRow: position, in: layout, hasColors: hasColors))
      let drawn = painter.draw(plan, isLast: number == begun - 1, on: &surface)
      anchors.publish(
        drawn.marbles, of: plan.stream.events, base: EventKey(row: keys, stream: number, index: 0),
        beginning: Anchors.Beginning(
          row: position, stream: number, from: plan.stream.from, bounds: drawn.beginning, dock: drawn.dock))
    }
    if let line = lines.last, begun > room {
      let note = "\(palette.glyphs.lastBranch) +\(begun - room)"
      surface.put(
        note, column: layout.laneLabel, row: line, style: Style(foreground: palette.theme.muted),
        maxWidth: layout.gutter - layout.laneLabel)
    }
  }
}
