internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Draws one row of a scene as a timeline: label, baseline, ticks, trails, playhead, marbles.
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
  /// What waits in the row.
  var waits: [OpenWait] = []
  /// Whether the row notes what it does not show, rather than a panel.
  let showsNotes: Bool

  let row: Recording.Row
  /// The measures of the row.
  let measures: LayoutMetrics.Row
  let position: Int
  let time: SceneTime
  /// The time through which the viewer knows the row; outputs may be hidden.
  private let known: SceneTime
  /// The time through which the viewer knows what became of inputs; nil for all.
  private let fatesKnown: SceneTime?
  /// The time scale of this row; the window of a slow row lags behind, too.
  let scale: TimeScale
  private let middle: Int
  private let hasDrops: Bool
  private let marblePainter: MarblePainter
  private let sizer: MarbleSizer
  /// Whether later events are unknown.
  private let isGrowing: Bool
  /// The column of the playhead.
  let now: Int
  /// The exact place of the playhead.
  private let exactNow: Double

  init(
    _ row: Recording.Row, measures: LayoutMetrics.Row, position: Int, at time: SceneTime,
    known: SceneTime? = nil, fatesKnown: SceneTime? = nil, layout: TimelineLayout, palette: CellPalette,
    fates: EventFates, showsGhosts: Bool, isGrowing: Bool = false, motion: RowMotion? = nil,
    showsNotes: Bool = true
  ) {
    (self.motion, self.isGrowing, self.showsNotes) = (motion, isGrowing, showsNotes)
    (self.layout, self.palette, self.fates, self.showsGhosts) = (layout, palette, fates, showsGhosts)
    (self.row, self.measures, self.position, self.time) = (row, measures, position, time)
    (self.known, self.fatesKnown) = (known ?? time, fatesKnown)
    let scale = layout.scale.following(time)
    self.scale = scale
    middle = layout.middle(position)
    hasDrops = fates.hasDrops(row: position)
    (now, exactNow) = (min(scale.center(time), scale.end), scale.playhead(time))
    marblePainter = MarblePainter(scale: scale, lines: layout.marbleLines(position), ellipsis: palette.glyphs.ellipsis)
    sizer = MarbleSizer(
      measures, scale: scale, measure: palette.glyphs.measure, widest: layout.marbleWidth,
      form: layout.form, isGrowing: isGrowing)
  }

  private var glyphs: Glyphs { palette.glyphs }
  private var theme: Theme { palette.theme }
  /// Whether future events of the row are shown.
  private var knowsItsFuture: Bool { (row.isInput && !row.isLive && showsGhosts) || showsPlan }

  /// Draws the row, and returns the positions of its marbles.
  func draw(isMarked: Bool, on surface: inout Surface) -> [Anchors.Place] {
    let shapes = shapes
    // New events are the last ones, unless animations have different durations.
    let moving = movingShapes(of: shapes)
    var marbles: [Anchors.Place] = []
    marbles.reserveCapacity(shapes.count)
    for (index, shape) in shapes.enumerated() {
      guard !moving.isEmpty, moving.contains(index) else {
        marbles.append(draw(shape, on: &surface))
        continue
      }
      // The ghost of a future input gives way to the marble that appears.
      if knowsItsFuture { marbles.append(draw(shape, as: .ghost, on: &surface)) }
    }
    drawLabel(isMarked: isMarked, on: &surface)
    drawBaseline(between: marbles, on: &surface)
    drawTrails(on: &surface)
    drawWaits(on: &surface)
    drawExpression(on: &surface)
    drawPlayhead(behind: marbles, on: &surface)
    guard !moving.isEmpty else {
      drawEnd(after: marbles.last?.bounds.columns.upperBound, exactly: marbles.last?.right, on: &surface)
      return marbles
    }
    // The end mark stays behind the last marble, even while that moves.
    var (last, right) = (marbles.last?.bounds.columns.upperBound, marbles.last?.right)
    let places = drawMoving(moving.map { shapes[$0] }, on: &surface).map { place, shift in
      last = max(last ?? 0, place.bounds.columns.upperBound + max(0, shift))
      right = max(right ?? 0, place.right + Double(max(0, shift)))
      return place
    }
    drawEnd(after: last, exactly: right, on: &surface)
    return (marbles.filter { place in !places.contains { $0.events == place.events } } + places)
      .sorted { $0.events.lowerBound < $1.events.lowerBound }
  }

  private func drawLabel(isMarked: Bool, on surface: inout Surface) {
    let width = layout.gutter - 2
    let label = DisplayWidth.shortened(row.name, width: width, ellipsis: glyphs.ellipsis)
    let column = width - DisplayWidth.of(label) + 1
    surface.put(
      label, column: column, row: middle,
      style: row.isInput ? Style(bold: true) : Style(foreground: theme.accent))
    guard isMarked else { return }
    surface.put(
      String(glyphs.selection), column: column - 1, row: middle, style: Style(foreground: theme.accent, bold: true))
  }

  /// The expression and the cells that it may cover.
  private var expression: ExpressionLabel? {
    layout.expressionLines(position).flatMap { lines in
      ExpressionLabel(
        row.expression, notes: showsNotes ? row.lossNotes : [], lines: lines,
        columns: 1..<(isInGutter ? layout.gutter - 1 : layout.size.columns - 2),
        isTrailing: isInGutter, glyphs: glyphs)
    }
  }

  private var isInGutter: Bool { layout.hasExpressionsInGutter }

  /// The cells of the row's expression.
  var expressionBounds: CellBounds? { expression?.bounds }

  private func drawExpression(on surface: inout Surface) {
    expression?.draw(Style(foreground: theme.muted, italic: true), on: &surface)
  }

  // MARK: The line

  /// When the row ended, or was cancelled.
  private var endTime: SceneTime? { row.timeline.end.time ?? row.cancelled }

  /// Draws the line between marbles: in a crowded row, little of it is visible.
  private func drawBaseline(between marbles: [Anchors.Place], on surface: inout Surface) {
    // The end of an input is known in advance; the end of an output only when it has happened.
    let end = endTime.map { knowsItsFuture || $0 <= known ? scale.center($0) : scale.end } ?? scale.end
    let columns = max(layout.gutter, scale.center(.zero))..<max(layout.gutter, min(end, scale.end) + 1)
    surface.add(baseline(in: columns))
    let lines = middle..<middle + 1
    func drawGap(_ start: Int, _ end: Int) {
      let split = min(max(now + 1, start), end)
      surface.cells {
        $0.fill(columns: start..<split, rows: lines, with: palette.baseline)
        $0.fill(columns: split..<end, rows: lines, with: palette.futureBaseline)
      }
    }
    var start = columns.lowerBound
    for marble in marbles {
      let end = min(marble.bounds.columns.lowerBound, columns.upperBound)
      if start < end { drawGap(start, end) }
      start = max(start, marble.bounds.columns.upperBound)
    }
    if start < columns.upperBound { drawGap(start, columns.upperBound) }
    for column in layout.tickColumns(in: scale) where columns.contains(column) && !isCovered(column, by: marbles) {
      let tick = palette.tick(isInput: row.isInput, isPast: column <= now)
      surface.cells { $0.set(tick, column: column, row: middle) }
    }
  }

  /// The line as an element.
  private func baseline(in columns: Range<Int>) -> PictureElement {
    let end = endTime.flatMap { knowsItsFuture || $0 <= known ? scale.x($0) : nil } ?? scale.exactEnd
    let start = exact(.zero)
    let ticks = scale.ticks(every: layout.tickInterval).filter { columns.contains(scale.center($0)) }
    return .baseline(
      PictureElement.Baseline(
        x: start..<max(start, min(end, scale.exactEnd)), row: middle, ticks: ticks.map(scale.x), ticksHang: row.isInput,
        now: exactNow, past: palette.baseline.style, future: palette.futureBaseline.style))
  }

  /// The exact place of a time that is not left of the plot.
  private func exact(_ time: SceneTime) -> Double { max(Double(layout.gutter), scale.x(time)) }

  private func isCovered(_ column: Int, by marbles: [Anchors.Place]) -> Bool {
    let next = marbles.partitioningIndex { $0.bounds.columns.upperBound > column }
    return next < marbles.count && marbles[next].bounds.columns.contains(column)
  }

  /// Draws dots on an output row from the time of a waiting source to the time of its output event.
  private func drawTrails(on surface: inout Surface) {
    guard !row.isInput else { return }
    let events = row.timeline.events
    let (earliest, latest) = (scale.earliest(at: layout.gutter), min(known, scale.latestVisible))
    let first = events.partitioningIndex { $0.time >= earliest }
    for index in events.indices[first...] {
      guard events[index].time <= latest else { break }
      guard let start = fates.wait(row: position, at: index) else { continue }
      let begin = max(layout.gutter, scale.center(start))
      let columns = begin..<max(begin, scale.center(events[index].time))
      let trail = palette.trail(events[index].color)
      for column in columns where surface[column, middle] == palette.baseline {
        surface.cells { $0.set(trail, column: column, row: middle) }
      }
      let x = exact(start)..<max(exact(start), scale.x(events[index].time))
      surface.add(.trail(PictureElement.Trail(x: x, row: middle, look: .dotted, style: trail.style)))
    }
  }

  /// Draws what waits: the line fills from the beginning of the wait to the playhead, and dots lead to its expected end.
  private func drawWaits(on surface: inout Surface) {
    // The newest wait is on top.
    for wait in waits.reversed() {
      let start = max(layout.gutter, scale.center(wait.start))
      let run = wait.expected == nil ? palette.trail(wait.color) : palette.fill(wait.color)
      let past = start..<max(start, now + 1)
      for column in past where palette.isLine(surface[column, middle]) {
        surface.cells { $0.set(run, column: column, row: middle) }
      }
      surface.add(
        .trail(
          PictureElement.Trail(
            x: exact(wait.start)..<max(exact(wait.start), exactNow), row: middle,
            look: wait.expected == nil ? .dotted : .filled, style: run.style)))
      guard let expected = wait.expected else { continue }
      let end = min(scale.center(expected), scale.columns.upperBound - 1)
      let (future, trail) = (now + 1..<max(now + 1, end + 1), palette.trail(wait.color))
      for column in future where palette.isLine(surface[column, middle]) {
        surface.cells { $0.set(trail, column: column, row: middle) }
      }
      let x = exactNow..<max(exactNow, min(scale.x(expected), Double(scale.columns.upperBound)))
      surface.add(.trail(PictureElement.Trail(x: x, row: middle, look: .dotted, style: trail.style)))
    }
  }

  private func drawPlayhead(behind marbles: [Anchors.Place], on surface: inout Surface) {
    let covered = isCovered(now, by: marbles) ? layout.marbleLines(position) : 0..<0
    let expression = expressionBounds
    for line in layout.band(position) where !covered.contains(line) {
      let isText = expression.map { $0.rows.contains(line) && $0.columns.contains(now) } ?? false
      // The playhead goes behind an expression, also behind its blanks.
      if isText { continue }
      surface.cells { $0.set(palette.playhead, column: now, row: line) }
    }
    // Marbles and text are above it.
    surface.add(.playhead(x: exactNow, rows: layout.band(position), palette.playhead.style))
  }

  // MARK: Marbles

  private var shapes: [MarbleShape] {
    let events = row.timeline.events
    let shown = knowsItsFuture ? events[...] : events[..<events.partitioningIndex { $0.time > time }]
    let times = isGrowing ? measures.times[..<shown.endIndex] : measures.times
    return sizer.shapes(
      of: MarbleGroups.of(times, scale: scale, widest: layout.marbleWidth), showing: shown)
  }

  private func look(of shape: MarbleShape) -> CellPalette.Look {
    guard row.isInput else { return isBright(shape) ? .brightOutput : .output }
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

  /// Draws the marbles that are appearing; returns their final positions, and how far to the right of those they are.
  private func drawMoving(_ shapes: [MarbleShape], on surface: inout Surface) -> [(place: Anchors.Place, shift: Int)] {
    // One picture for all final marbles of the row, because they don't overlap.
    let lines = layout.marbleLines(position)
    var picture = Canvas(size: Size(columns: surface.size.columns, rows: lines.count))
    let marblePainter = marblePainter.moved(to: 0..<lines.count)
    let area = CellBounds(columns: layout.gutter..<scale.columns.upperBound, rows: layout.band(position))
    return shapes.map { shape in
      var place = marblePainter.draw(shape, brush(of: shape), on: &picture)
      place.bounds.rows = lines
      guard let appearance = appearance(of: shape) else { return (place, 0) }
      let painter = TransitionPainter(
        picture: picture, bounds: place.bounds, area: area, front: expressionBounds, glyphs: glyphs)
      return (place, surface.cells { painter.draw(appearance, on: &$0) })
    }
  }

  private func draw(
    _ shape: MarbleShape, as look: CellPalette.Look? = nil, on surface: inout Surface
  ) -> Anchors.Place {
    marblePainter.draw(shape, brush(of: shape, as: look), on: &surface)
  }

  private func brush(of shape: MarbleShape, as look: CellPalette.Look? = nil) -> CellPalette.Marble {
    let isHidden = row.timeline.events[shape.events.upperBound - 1].time > known && !row.isInput
    let color = isHidden ? .gray : measures.color ?? row.timeline.events[shape.events.lowerBound].color
    return palette.marble(color, look ?? self.look(of: shape))
  }

  /// - Parameters:
  ///   - last: the column after the last marble; nil for a row without marbles.
  ///   - right: the exact right edge of the last marble.
  private func drawEnd(after last: Int?, exactly right: Double?, on surface: inout Surface) {
    guard let end = endTime, knowsItsFuture || end <= known else { return }
    let column = max(scale.center(end), last ?? 0)
    guard column >= layout.gutter, column <= scale.columns.upperBound else { return }
    let isGhost = end > time
    let (kind, style): (PictureElement.End.Kind, Style) =
      if case .error = row.timeline.end {
        (.error, Style(foreground: theme.alarm, bold: true, dim: isGhost))
      } else if row.timeline.end == .open {
        (.cancelled, Style(bold: true, dim: isGhost))
      } else {
        (.finish, Style(foreground: isGhost ? theme.faint : nil, dim: isGhost))
      }
    surface.put(
      PictureElement.End(kind: kind, column: column, x: scale.x(end, after: right), row: middle, style: style), glyphs)
  }
}
