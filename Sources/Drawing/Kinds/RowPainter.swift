internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws one row of a scene as a timeline: its name and expression, its line, what it holds, the playhead, marks, marbles, texts
/// and its end, each over what is before it.
struct RowPainter {
  let layout: TimelineLayout
  let palette: CellPalette
  let fates: EventFates
  let showsGhosts: Bool
  /// The moving events; nil when nothing moves.
  let motion: RowMotion?
  /// How new values look; nil when nothing moves.
  var emission: EmissionMotion?
  /// Whether an output is shown to its end.
  var showsPlan = false
  /// What became of the values, in a row in which the viewer has drawn them; nil for other rows.
  var guess: RowGuess?
  /// What has waited in the row, or waits, the newest first.
  var held: [OpenWait] = []
  /// How many values wait in its buffer.
  var fill = BufferFill()
  /// What waits in the row; the end of the wait may be in the future.
  var waits: [OpenWait] = []
  /// Whether the row notes what it does not show, rather than a panel.
  let showsNotes: Bool
  /// Whether its times are from its start, which each use of it has for itself.
  var isCold = false
  /// The time of the playhead; nil for that of the row, which may be drawn as at an earlier one.
  var playhead: SceneTime?

  let row: Recording.Row
  /// The measures of the row.
  let measures: LayoutMetrics.Row
  /// Where its contents are, in columns that are not scrolled.
  let placement: RowPlacement
  let position: Int
  let time: SceneTime
  /// The time through which the viewer knows the row; outputs may be hidden.
  let known: SceneTime
  /// The time through which the viewer knows what became of inputs; nil for all.
  private let fatesKnown: SceneTime?
  /// The time scale of this row; the window of a slow row lags behind, too.
  let scale: TimeScale
  let middle: Int
  private let hasDrops: Bool
  private let marblePainter: MarblePainter
  /// The expression and the cells that it may cover.
  private let expression: ExpressionLabel?
  /// The column of the playhead.
  let now: Int
  /// The exact place of the playhead.
  let exactNow: Double

  init(
    _ row: Recording.Row, measures: LayoutMetrics.Row, placement: RowPlacement, position: Int, at time: SceneTime,
    known: SceneTime? = nil, fatesKnown: SceneTime? = nil, layout: TimelineLayout, palette: CellPalette,
    fates: EventFates, showsGhosts: Bool, motion: RowMotion? = nil, showsNotes: Bool = true
  ) {
    (self.placement, self.motion, self.showsNotes) = (placement, motion, showsNotes)
    (self.layout, self.palette, self.fates, self.showsGhosts) = (layout, palette, fates, showsGhosts)
    (self.row, self.measures, self.position, self.time) = (row, measures, position, time)
    (self.known, self.fatesKnown) = (known ?? time, fatesKnown)
    let scale = layout.scale.following(time)
    self.scale = scale
    middle = layout.middle(position)
    hasDrops = fates.hasDrops(row: position)
    expression = Self.expression(
      of: row, at: position, placement, layout, showsNotes: showsNotes, palette.glyphs)
    (now, exactNow) = (min(scale.center(time), scale.end), scale.playhead(time))
    marblePainter = MarblePainter(scale: scale, lines: layout.marbleLines(position), ellipsis: palette.glyphs.ellipsis)
  }

  var glyphs: Glyphs { palette.glyphs }
  var theme: Theme { palette.theme }
  /// Whether future events of the row are shown.
  var knowsItsFuture: Bool { (row.isInput && !row.isLive && showsGhosts) || showsPlan || guess != nil }

  /// Draws the row, and returns the positions of its marbles.
  func draw(isMarked: Bool, on surface: inout Surface) -> [Anchors.Place] {
    let shapes = shapes
    // New events are the last ones, unless animations have different durations.
    let moving = movingShapes(of: shapes)
    if surface.recordsElements {
      surface.add(.label(label(isMarked: isMarked)))
    } else {
      drawLabel(isMarked: isMarked, on: &surface)
    }
    drawBaseline(on: &surface)
    drawHeld(on: &surface)
    drawWaits(on: &surface)
    if !surface.recordsElements { drawExpression(on: &surface) }
    drawPlayhead(behind: shapes, on: &surface)
    EditMarks(row: row, lines: layout.marbleLines(position), layout: layout, scale: scale, palette: palette, time: time)
      .draw(on: &surface)
    let notes = RowMarks(
      layout: layout, palette: palette, placement: placement, position: position, scale: scale, time: known)
    notes.draw(on: &surface)
    var marbles: [Anchors.Place] = []
    marbles.reserveCapacity(shapes.count)
    for (index, shape) in shapes.enumerated() {
      guard !moving.isEmpty, moving.contains(index) else {
        let place = draw(shape, on: &surface)
        marbles.append(place)
        guess?.verdict(of: shape.events).map { drawSign(of: $0, at: place.bounds, on: &surface) }
        continue
      }
      // The ghost of a future input gives way to the marble that appears.
      if knowsItsFuture { marbles.append(draw(shape, as: .ghost, on: &surface)) }
    }
    drawTexts(of: shapes, on: &surface)
    let moved = moving.isEmpty ? [] : drawMoving(moving.map { shapes[$0] }, on: &surface)
    let places = moved.map(\.place)
    // An end that is the border of the last marble moves with it.
    drawEnd(notes, movedBy: moving.last == shapes.count - 1 ? moved.last?.shift ?? 0 : 0, on: &surface)
    guard !places.isEmpty else { return marbles }
    return (marbles.filter { place in !places.contains { $0.events == place.events } } + places)
      .sorted { $0.events.lowerBound < $1.events.lowerBound }
  }

  private func drawLabel(isMarked: Bool, on surface: inout Surface) {
    let width = layout.gutter - 2
    let label = DisplayWidth.shortened(row.shownName, width: width, ellipsis: glyphs.ellipsis)
    let column = width - DisplayWidth.of(label) + 1
    surface.put(
      label, column: column, row: middle,
      style: row.isInput ? Style(bold: true) : Style(foreground: theme.accent))
    guard isMarked else { return }
    surface.put(
      String(glyphs.selection), column: column - 1, row: middle, style: Style(foreground: theme.accent, bold: true))
  }

  private static func expression(
    of row: Recording.Row, at position: Int, _ placement: RowPlacement, _ layout: TimelineLayout, showsNotes: Bool,
    _ glyphs: Glyphs
  ) -> ExpressionLabel? {
    layout.expressionLines(position).flatMap { lines in
      let notes = showsNotes ? row.lossNotes : []
      // Texts and marks of the row are beside it.
      let isAmongTexts = layout.expressionLine(position) != nil && notes.isEmpty
      let right = isAmongTexts ? min(placement.expression + 1, layout.size.columns - 2) : layout.size.columns - 2
      let isInGutter = layout.hasExpressionsInGutter
      return ExpressionLabel(
        row.expression, notes: notes, lines: lines, columns: 1..<max(1, isInGutter ? layout.gutter - 1 : right),
        isTrailing: isInGutter, glyphs: glyphs)
    }
  }

  /// The cells of the row's expression.
  var expressionBounds: CellBounds? { expression?.bounds }

  private func drawExpression(on surface: inout Surface) {
    expression?.draw(Style(foreground: theme.muted, italic: true), on: &surface)
  }

  private func drawPlayhead(behind shapes: [MarbleShape], on surface: inout Surface) {
    // The time of the scene is not that of the row.
    if isCold { return }
    let now = playhead.map { min(scale.center($0), scale.end) } ?? now
    let next = shapes.partitioningIndex { $0.columns.upperBound > now }
    let isCovered = next < shapes.count && shapes[next].columns.contains(now) && !shapes[next].isDot
    let covered = isCovered ? layout.marbleLines(position) : 0..<0
    let expression = expressionBounds
    for line in layout.band(position) where !covered.contains(line) {
      let isText = expression.map { $0.rows.contains(line) && $0.columns.contains(now) } ?? false
      // The playhead goes behind an expression, also behind its blanks.
      if isText { continue }
      surface.cells { $0.set(palette.playhead, column: now, row: line) }
    }
    // Marbles and text are above it.
    surface.add(
      .playhead(x: playhead.map(scale.playhead) ?? exactNow, rows: layout.band(position), palette.playhead.style))
  }

  // MARK: Marbles

  /// The visible marbles of events that have happened, or are known in advance, in the columns of the frame.
  private var shapes: [MarbleShape] {
    let events = row.timeline.events
    let count = knowsItsFuture ? events.count : events.partitioningIndex { $0.time > time }
    let visible = scale.left..<scale.columns.upperBound
    let all = placement.shapes
    var index = all.partitioningIndex { $0.columns.upperBound - scale.scrolled > visible.lowerBound }
    var shapes: [MarbleShape] = []
    while index < all.count, all[index].events.lowerBound < count {
      var shape = all[index]
      guard shape.columns.lowerBound - scale.scrolled < visible.upperBound else { break }
      index += 1
      shape.scroll(by: scale)
      // A window never shows a part of a circle.
      guard shape.isWhole(in: scale) else { continue }
      shape.events = shape.events.clamped(to: 0..<count)
      shapes.append(hidden(shape))
    }
    return shapes
  }

  /// A marble whose value the viewer has not revealed says nothing about it.
  private func hidden(_ shape: MarbleShape) -> MarbleShape {
    guard let revealed = measures.labels.revealed, measures.times[shape.events.lowerBound] > revealed else {
      return shape
    }
    var hidden = shape
    if shape.isCircle {
      hidden.face = .circle("?")
      return hidden
    }
    hidden.columns = shape.isDot ? shape.columns : shape.anchor - 1..<shape.anchor + 2
    hidden.face = shape.isDot ? .hidden(shape.events.count) : .text("?")
    hidden.padding = 0
    return hidden
  }

  private func look(of shape: MarbleShape) -> CellPalette.Look {
    if let guess { return guess.isRight(shape.events) ? .output : .ghost }
    guard row.isInput else { return isBright(shape) ? .brightOutput : .output }
    if isCold { return .input }
    if measures.times[shape.events.lowerBound] > time { return .ghost }
    if isBright(shape) { return .brightInput }
    guard showsGhosts, hasDrops else { return .input }
    let fateTime = min(time, fatesKnown ?? time)
    let isDropped = shape.events.allSatisfy {
      fates.drop(row: position, at: $0).map { $0 <= fateTime } == true
    }
    return isDropped ? .dropped : .input
  }

  /// Whether the newest event of a marble has just been emitted.
  private func isBright(_ shape: MarbleShape) -> Bool {
    guard let emission else { return false }
    return shape.events.reversed().lazy.map { measures.times[$0] }.first { $0 <= time }
      .map { emission.isBright($0, at: time) } == true
  }

  /// The indices of the marbles that are appearing.
  private func movingShapes(of shapes: [MarbleShape]) -> [Int] {
    guard let motion else { return [] }
    let recent = shapes.partitioningIndex { motion.mayMove(measures.times[$0.events.lowerBound]) }
    return shapes.indices[recent...].filter { appearance(of: shapes[$0]) != nil }
  }

  /// How a marble is appearing; nil when it is settled, or when an event was only added to its group.
  private func appearance(of shape: MarbleShape) -> MarbleAppearance? {
    let events = row.timeline.events
    guard let motion, motion.appearance(of: events[shape.events.lowerBound]) != nil else { return nil }
    return motion.appearance(of: events[shape.events.upperBound - 1])
  }

  /// Draws the marbles that are appearing, and returns their final positions, and how far to the right of those they are.
  private func drawMoving(_ shapes: [MarbleShape], on surface: inout Surface) -> [(place: Anchors.Place, shift: Int)] {
    // One picture for all final marbles of the row, because they don't overlap.
    let lines = layout.marbleLines(position)
    var picture = Canvas(size: Size(columns: surface.size.columns, rows: lines.count))
    let marblePainter = marblePainter.moved(to: 0..<lines.count)
    let area = CellBounds(columns: layout.gutter..<scale.columns.upperBound, rows: layout.band(position))
    return shapes.map { shape in
      var place = marblePainter.draw(shape, brush(of: shape), on: &picture)
      place.bounds.rows =
        lines.lowerBound + place.bounds.rows.lowerBound..<lines.lowerBound + place.bounds.rows.upperBound
      guard let appearance = appearance(of: shape) else { return (place, 0) }
      let painter = TransitionPainter(
        picture: picture, top: lines.lowerBound, bounds: place.bounds, area: area, front: expressionBounds,
        glyphs: glyphs)
      return (place, surface.cells { painter.draw(appearance, on: &$0) })
    }
  }

  /// Draws the texts of dots above the row.
  private func drawTexts(of shapes: [MarbleShape], on surface: inout Surface) {
    guard let first = shapes.first, let last = shapes.last, !placement.texts.isEmpty else { return }
    let texts = placement.texts
    var index = texts.partitioningIndex { placement.shapes[$0.shape].anchor - scale.scrolled >= first.anchor }
    while index < texts.count, placement.shapes[texts[index].shape].anchor - scale.scrolled <= last.anchor {
      let text = texts[index]
      let shown = shapes.partitioningIndex { $0.anchor >= text.anchor - scale.scrolled }
      if shown < shapes.count, shapes[shown].anchor == text.anchor - scale.scrolled {
        draw(text, of: shapes[shown], on: &surface)
      }
      index += 1
    }
  }

  private func draw(_ text: RowPlacement.HungText, of shape: MarbleShape, on surface: inout Surface) {
    if let revealed = measures.labels.revealed, measures.times[shape.events.lowerBound] > revealed { return }
    let style = brush(of: shape).edge
    marblePainter.draw(
      text, count: min(text.texts.count, shape.events.count), of: shape, scrolled: scale.scrolled, stem: glyphs.stem,
      style, on: &surface)
  }

  private func draw(
    _ shape: MarbleShape, as look: CellPalette.Look? = nil, on surface: inout Surface
  ) -> Anchors.Place {
    marblePainter.draw(shape, brush(of: shape, as: look), on: &surface)
  }

  private func brush(of shape: MarbleShape, as look: CellPalette.Look? = nil) -> CellPalette.Marble {
    let isHidden = row.timeline.events[shape.events.upperBound - 1].time > known && !row.isInput && guess == nil
    let color = isHidden ? .gray : measures.color ?? row.timeline.events[shape.events.lowerBound].color
    return palette.marble(color, look ?? self.look(of: shape))
  }

  /// Draws what became of a marble at its upper right corner.
  private func drawSign(of verdict: TimelineComparison.Verdict, at bounds: CellBounds, on surface: inout Surface) {
    surface.put(
      String(glyphs.sign(of: verdict)), column: bounds.columns.upperBound - 1, row: bounds.rows.lowerBound,
      style: Style(foreground: verdict == .right ? theme.accent : theme.alarm, bold: true))
  }

  /// The end, where lines start; nil while it is not visible.
  var visibleEnd: RowEnd? {
    guard let end = row.timeline.end.time, end <= known, !isCold, let placed = placement.end else { return nil }
    let column = placed.column - scale.scrolled
    guard column >= layout.gutter, column <= scale.columns.upperBound else { return nil }
    return RowEnd(column: column, x: placement.exactEnd(at: end, in: scale), row: middle)
  }

  private func drawEnd(_ notes: RowMarks, movedBy shift: Int, on surface: inout Surface) {
    guard let end = endTime, knowsItsFuture || end <= known, let placed = placement.end else { return }
    let column = placed.column - scale.scrolled + (placed.isBorder ? shift : 0)
    guard column >= layout.gutter, column <= scale.columns.upperBound else { return }
    let isGhost = end > time && !isCold
    let (kind, style): (PictureElement.End.Kind, Style) =
      if case .error = row.timeline.end {
        (.error, Style(foreground: theme.alarm, bold: true, dim: isGhost))
      } else if row.timeline.end == .open {
        (.cancelled, Style(bold: true, dim: isGhost))
      } else {
        (.finish, Style(foreground: isGhost ? theme.faint : nil, dim: isGhost))
      }
    surface.put(
      PictureElement.End(
        kind: kind, column: column, x: placement.exactEnd(at: end, in: scale), row: middle,
        style: style), glyphs)
    if let verdict = guess?.end {
      // The corner above it may be that of a marble.
      let row = layout.marbleLines(position).contains(middle + 1) ? middle + 1 : middle - 1
      drawSign(of: verdict, at: CellBounds(columns: column..<column + 1, rows: row..<row + 1), on: &surface)
    }
    let note = " from each start "
    if isCold, column + 2 + note.count < scale.columns.upperBound {
      let style = Style(foreground: theme.muted, italic: true)
      surface.put(note, column: column + 1, row: middle, style: style, shift: scale.x(end) - Double(column) - 0.5)
    } else if case .error(_, let message) = row.timeline.end, end <= known {
      notes.draw(message, besideEndAt: column, on: &surface)
    }
  }
}
