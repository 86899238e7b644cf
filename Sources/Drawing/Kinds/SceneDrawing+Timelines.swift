internal import Expressions
package import Layout
internal import Marbles
internal import Scenes
package import Terminal

/// Scenes with timelines, one above the other.
extension SceneDrawing {
  func drawTimelines(
    of recording: Recording, at moment: FrameState, anchors: inout Anchors, on surface: inout Surface
  ) -> Chrome {
    let layout = layout(at: moment, size: surface.size)
    let lanes = planned.measures.lanes
    AxisPainter(layout: layout, palette: palette).draw(at: moment.time, on: &surface)
    let lines = drawRows(of: recording, at: moment, layout: layout, anchors: &anchors, on: &surface)
    markFindings(at: moment, layout: layout, on: &surface)
    let lists = ListPanelLayout(planned.rowContents, size: surface.size, isVector: recordsElements)
    let panels = drawRowLists(lists, of: recording, at: moment, anchors: &anchors, on: &surface)
    let live = livePanels(at: moment, size: surface.size).aligned(with: layout)
    LivePanelPainter(layout: live, palette: palette).draw(scene, liveStatus, logs, on: &surface)
    let hidden = OverflowCount(
      above: layout.visibleRows.lowerBound, below: plan.rows.count - layout.visibleRows.upperBound,
      streams: layout.visibleRows.reduce(0) { count, position in
        guard layout.lanes[position] == 0 else { return count }
        let known = knownTime(ofRow: position, at: moment)
        return count + lanes[position].count { $0.stream.begin <= known }
      }, lines: connectors == .all ? lines : 0)
    var chrome = Chrome(
      captionLines: layout.captionLines, columns: layout.size.columns, rows: layout.visibleRows,
      hasLineBelow: layout.axis > 1, hidden: hidden, panels: panels)
    let below = (lists.areas + live.areas.map(\.bounds)).map(\.rows.lowerBound)
      .filter { $0 > layout.bands.upperBound }
    chrome.captionLimit = below.min().map { $0 - 1 } ?? chrome.captionLimit
    return chrome
  }

  /// When the inner streams of a row are active that have no lines of their own.
  private func work(ofRow position: Int, at time: SceneTime, in layout: TimelineLayout) -> [OpenWait] {
    let lanes = planned.measures.lanes[position]
    guard layout.lanes[position] == 0, !lanes.isEmpty else { return [] }
    return lanes.reversed().lazy.map(\.stream).filter { $0.begin <= time }.prefix(Self.mostWork).map {
      OpenWait(start: $0.begin, end: $0.end.time ?? .distantFuture, color: $0.color)
    }
  }

  /// The most inner streams of a row that are drawn on its line.
  private static let mostWork = 500

  /// Whether the times of a row are from its start, which each use of it has for itself.
  private func isCold(_ position: Int) -> Bool {
    scene.rows.indices.contains(position) && scene.rows[position].input?.start == .cold
  }

  /// The layout of the timelines.
  package func layout(at moment: FrameState, size: Size) -> TimelineLayout {
    // Only open scenes continue after the last known event.
    let readings = currentReadings(at: moment)
    let measures = measures.shown(as: readings.forms)
    let goesOn = measures.isOpen && scene.duration == nil
    let room = livePanels(at: moment, size: size).timelines
    var options = TimelineLayout.Options(size: Room(columns: room.columns, rows: room.rows))
    options.window = scene.window ?? (isLive ? Scene.liveWindow : nil)
    if goesOn { options.latest = moment.rowTimes.reduce(moment.time) { max($0, $1) } }
    (options.marbleWidth, options.isPresenting) = (marbleWidth, moment.isPresenting)
    options.isVector = recordsElements
    // Rows in other forms tell their news themselves.
    if readings.hasMarbles { options.captionLines = captionLines(columns: room.columns) }
    return measures.layout(in: options).scrolled(to: moment.scroll)
  }

  /// The room for the newest values of live rows, beside or below that for timelines.
  func livePanels(at moment: FrameState, size: Size) -> LivePanelLayout {
    let room = ListPanelLayout(planned.rowContents, size: size, isVector: recordsElements).timelines
    return isLive ? LivePanelLayout(scene, currentReadings(at: moment).forms, size: room) : LivePanelLayout(size: room)
  }

  /// Draws the rows and the lines between them, and returns how many lines have no place.
  private func drawRows(
    of recording: Recording, at moment: FrameState, layout: TimelineLayout, anchors: inout Anchors,
    on surface: inout Surface
  ) -> Int {
    let (fates, measures, motion) = (planned.fates, planned.measures, planned.motion)
    let emission = showsMotion ? EmissionMotion(moment) : nil
    // What waits would tell what is hidden.
    let showsWaits = !reducesMotion && moment.state != .finished && !moment.hidesOutputs
    let selectedRow = moment.selected.flatMap { plan[$0] == nil ? nil : $0.row } ?? moment.focusedRow
    let told = Set(livePanels(at: moment, size: surface.size).aligned(with: layout).areas.map(\.row))
    var ground: [ConnectorGround.Row] = []
    var playheads: [Int: Int] = [:]
    var ends: [Int: RowEnd] = [:]
    for position in layout.visibleRows
    where recording.rows.indices.contains(position) && moment.rowsInSight?.contains(position) != false {
      if let painter = formPainter(
        position, of: recording, at: moment, layout: layout, showsNotes: !told.contains(position))
      {
        painter.draw(isMarked: position == selectedRow, on: &surface)
        playheads[position] = painter.now
        continue
      }
      var row = measures.row(position, of: recording.rows[position].timeline.events)
      row.labels.hasColors = theme.depth != .none
      let guess = guess(ofRow: position, at: moment)
      row.labels.revealed = recording.rows[position].isInput || guess != nil ? nil : moment.revealed
      let known = knownTime(ofRow: position, at: moment)
      let placement = measures.placement(
        ofRow: position, as: recording.rows[position], in: layout, hasColors: row.labels.hasColors)
      var painter = RowPainter(
        recording.rows[position], measures: row, placement: placement, position: position,
        at: drawnTime(ofRow: position, at: moment), known: known, fatesKnown: moment.revealed, layout: layout,
        palette: palette, fates: fates, showsGhosts: showsGhosts,
        motion: showsMotion && guess == nil ? motion.row(position, at: moment) : nil,
        showsNotes: !told.contains(position))
      painter.guess = guess
      painter.emission = guess == nil ? emission : nil
      painter.isCold = isCold(position)
      painter.playhead = moment.time(ofRow: position)
      painter.showsPlan = moment.showsPlan && !moment.hidesOutputs
      if !recording.rows[position].isInput {
        painter.held = planned.waits.held(
          byRow: position, at: known, since: painter.scale.earliest(at: layout.gutter))
      }
      if moment.hidesOutputs {
        // What still waits would tell what is hidden.
        painter.held.removeAll { $0.end > known }
      } else if !recording.rows[position].isInput {
        painter.fill = planned.waits.fill(ofRow: position)
        painter.held += work(ofRow: position, at: known, in: layout)
        if showsWaits { painter.waits = planned.waits.waits(ofRow: position, at: known) }
      }
      anchors.publish(
        painter.draw(isMarked: position == selectedRow, on: &surface), of: recording.rows[position].timeline.events,
        base: recording.key(row: position, at: 0))
      if recordsElements {
        anchors.marks += placement.marks.map {
          Anchors.Mark(
            row: position, mark: $0.mark, x: painter.scale.x($0.mark.place),
            line: layout.row(ofLine: $0.line, of: position))
        }
      }
      playheads[position] = painter.now
      ends[position] = painter.visibleEnd
      let lanes = LaneStack(
        layout: layout, palette: palette, measures: measures, hasColors: row.labels.hasColors, position: position,
        keys: plan.rows.count + position)
      lanes.draw(at: known, scale: painter.scale, anchors: &anchors, on: &surface)
      if connectors != .none {
        ground.append(
          ConnectorGround.Row(
            position: position, placement: placement, scrolled: painter.scale.scrolled,
            expression: painter.expressionBounds, lanes: lanes.placements))
      }
    }
    let keys = connected(in: recording, at: moment, layout: layout, anchors: anchors)
    var hiddenLines = 0
    if !keys.isEmpty {
      hiddenLines = ConnectorPainter(
        layout: layout, palette: palette, anchors: anchors,
        ground: ConnectorGround(of: ground, in: layout, columns: surface.size.columns, rows: surface.size.rows),
        waits: planned.waits, playheads: playheads, plan: plan, memory: memory, ends: ends,
        references: references(ofRow:), isCold: isCold,
        showsAllSources: moment.selected != nil,
        isSparse: connectors == .selected && moment.state == .finished && moment.selected == nil, emission: emission,
        time: { drawnTime(ofRow: $0, at: moment) }
      ).draw(to: keys, on: &surface)
    }
    mark(moment, anchors: anchors, on: &surface)
    return hiddenLines
  }

  /// The positions of the rows that the expression of a row reads.
  private func references(ofRow position: Int) -> [Int] {
    guard scene.rows.indices.contains(position) else { return [] }
    return (scene.rows[position].expression?.references ?? []).compactMap { scene.position(of: $0.name) }
  }
}
