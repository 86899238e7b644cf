internal import Marbles
internal import Scenes
internal import Terminal

/// Draws the rows of a scene as timelines: labels, baselines, ticks, marbles, the playhead.
struct TimelinePainter {
  let layout: TimelineLayout
  let theme: Theme
  let glyphs: Glyphs

  private var scale: TimeScale { layout.scale }

  // MARK: The axis

  func drawAxis(at time: SceneTime, on canvas: inout Canvas) {
    for second in ticks {
      let isFirstOrLast = second == .zero || second + layout.tickInterval > scale.duration
      let label = second.description + (isFirstOrLast ? "s" : "")
      let column = scale.center(second) - (label.count - (isFirstOrLast ? 1 : 0) - 1) / 2
      canvas.put(
        label, column: min(column, canvas.size.columns - label.count), row: layout.axis,
        style: Style(foreground: theme.muted))
    }
    let (now, line) = (min(scale.center(time), scale.end), layout.top - 1)
    // On a low screen the mark shares the line of the labels, and leaves them readable.
    guard canvas[now, line].text == " " else { return }
    canvas[now, line] = Cell(glyphs.mark, style: Style(foreground: theme.accent))
  }

  private var ticks: [SceneTime] {
    Array(stride(from: 0, through: scale.duration.nanoseconds, by: Int(layout.tickInterval.nanoseconds)))
      .map { SceneTime(nanoseconds: $0) }
  }

  // MARK: A row

  func draw(_ row: Recording.Row, at time: SceneTime, position: Int, on canvas: inout Canvas) {
    let middle = layout.middle(position)
    drawLabel(row, middle: middle, on: &canvas)
    drawBaseline(row, at: time, middle: middle, on: &canvas)
    drawPlayhead(at: time, position: position, on: &canvas)
    drawCaption(row, position: position, on: &canvas)
    let groups = groups(of: row, at: time)
    for group in groups { draw(group, of: row, at: time, middle: middle, on: &canvas) }
    drawEnd(of: row, at: time, middle: middle, after: groups.last, on: &canvas)
  }

  private func drawLabel(_ row: Recording.Row, middle: Int, on canvas: inout Canvas) {
    let width = layout.gutter - 2
    let label = MarbleText.shortened(row.name, width: width, ellipsis: glyphs.ellipsis)
    canvas.put(
      label, column: width - DisplayWidth.of(label) + 1, row: middle,
      style: row.isInput ? Style(bold: true) : Style(foreground: theme.accent))
  }

  private func drawCaption(_ row: Recording.Row, position: Int, on canvas: inout Canvas) {
    guard let expression = row.expression, let line = layout.caption(position) else { return }
    let room = canvas.size.columns - layout.gutter - 2
    let text = MarbleText.shortened(expression, width: room, ellipsis: glyphs.ellipsis)
    canvas.put(
      text, column: canvas.size.columns - 2 - DisplayWidth.of(text), row: line,
      style: Style(foreground: theme.muted, italic: true))
  }

  private func drawBaseline(_ row: Recording.Row, at time: SceneTime, middle: Int, on canvas: inout Canvas) {
    let now = scale.center(time)
    // An input is known to its end; of an output only what has happened is.
    let end = row.timeline.end.time.map { row.isInput || $0 <= time ? scale.center($0) : scale.end } ?? scale.end
    let start = scale.center(.zero)
    guard start <= end else { return }
    for column in start...end {
      let isPast = column <= now
      canvas[column, middle] = Cell(
        isPast ? glyphs.baseline : glyphs.futureBaseline, style: Style(foreground: isPast ? theme.muted : theme.faint))
    }
    for second in ticks where (start...end).contains(scale.center(second)) {
      let column = scale.center(second)
      canvas[column, middle] = Cell(
        glyphs.tick, style: Style(foreground: column <= now ? theme.muted : theme.faint))
    }
  }

  private func drawPlayhead(at time: SceneTime, position: Int, on canvas: inout Canvas) {
    let column = min(scale.center(time), scale.end)
    for line in layout.band(position) {
      guard canvas[column, line].text == " " || line == layout.middle(position) else { continue }
      canvas[column, line] = Cell(glyphs.playhead, style: Style(foreground: theme.accent))
    }
  }

  // MARK: Marbles

  private func groups(of row: Recording.Row, at time: SceneTime) -> [MarbleGroup] {
    let events = row.timeline.events
    let shown = row.isInput ? events[...] : events.prefix { $0.time <= time }
    return MarbleGroups.of(shown, scale: scale, times: glyphs.times)
  }

  private func face(of group: MarbleGroup, in row: Recording.Row) -> String {
    guard group.events.count == 1 else {
      return MarbleText.centered("\(group.events.count)\(glyphs.times)", width: group.width - 2)
    }
    let value = row.timeline.events[group.events.lowerBound].value
    return MarbleText.face(value, width: group.width - 2, ellipsis: glyphs.ellipsis)
  }

  private func draw(
    _ group: MarbleGroup, of row: Recording.Row, at time: SceneTime, middle: Int, on canvas: inout Canvas
  ) {
    let first = row.timeline.events[group.events.lowerBound]
    let text = face(of: group, in: row)
    let isGhost = first.time > time
    let edge = theme.edge(first.color, isGhost: isGhost)
    let face = isGhost ? edge : theme.face(first.color)
    let inner = DisplayWidth.of(text)
    let box = isGhost ? glyphs.ghost : glyphs.solid
    let compact = isGhost ? glyphs.compactGhost : glyphs.compactSolid
    let sides = layout.density == .comfortable ? box.sides : compact
    let right = group.column + inner + 1
    canvas[group.column, middle] = Cell(sides.left, style: edge)
    canvas.put(text, column: group.column + 1, row: middle, style: face, maxWidth: inner)
    canvas[right, middle] = Cell(sides.right, style: edge)
    guard layout.density == .comfortable else { return }
    for (line, corner) in [(middle - 1, box.top), (middle + 1, box.bottom)] {
      canvas[group.column, line] = Cell(corner.left, style: edge)
      canvas.fill(columns: group.column + 1..<right, rows: line..<line + 1, with: Cell(corner.middle, style: edge))
      canvas[right, line] = Cell(corner.right, style: edge)
    }
  }

  private func drawEnd(
    of row: Recording.Row, at time: SceneTime, middle: Int, after group: MarbleGroup?, on canvas: inout Canvas
  ) {
    guard let end = row.timeline.end.time, row.isInput || end <= time else { return }
    let isGhost = end > time
    var column = scale.center(end)
    if let group { column = max(column, group.column + DisplayWidth.of(face(of: group, in: row)) + 2) }
    switch row.timeline.end {
    case .finish:
      canvas[column, middle] = Cell(glyphs.finish, style: Style(foreground: isGhost ? theme.faint : nil))
    case .error:
      canvas[column, middle] = Cell(
        glyphs.error, style: Style(foreground: theme.alarm, bold: true, dim: isGhost))
    case .open: break
    }
  }
}
