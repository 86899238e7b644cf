internal import Marbles
internal import Narrations
public import Scenes
public import Terminal

/// Turns a scene, what has happened in it, a moment and a size into a frame of cells.
///
/// A frame is a function of these and nothing else, so what `play` shows at a time and what `render` prints of it are the
/// same cells. What has to be known of the whole recording is looked up once, when the stage is made; a frame touches
/// only what can be seen.
public struct Stage: Sendable {
  /// A frame, and where the marbles in it stand.
  public struct Picture: Sendable {
    /// The cells.
    public var canvas: Canvas
    /// The marbles, by their events' ids and by place.
    public var anchors: Anchors
  }

  /// The least that a picture needs.
  public static let minimumSize = Size(columns: 20, rows: 5)

  /// What is played.
  public private(set) var scene: Scene
  /// The whole recording, which the layout is made for, so that nothing moves when a value arrives.
  public private(set) var plan: Recording
  /// The colours.
  public var theme: Theme { didSet { brushes = Brushes(theme: theme, glyphs: glyphs) } }
  /// What the terminal's font has.
  public var glyphs: GlyphSet {
    didSet {
      brushes = Brushes(theme: theme, glyphs: glyphs)
      content = Self.content(of: scene, plan, glyphs)
      rowContents = Self.rowContents(of: scene, plan, glyphs)
    }
  }
  /// Which events have lines from what they came from.
  public var connectors = Connector.Choice.selected
  /// Whether input events are shown before they happen, and hollow when they reach no output row.
  public var showsGhosts = true
  /// Whether everything is simply there when it happens, whatever its animation, and rain falls calmly.
  public var reducesMotion: Bool

  private(set) var brushes: Brushes
  /// What is ever in the list that the scene is; nil when it is none.
  private(set) var content: ListContent?
  /// What is ever in the lists that rows of timelines are shown as.
  private(set) var rowContents: [ListContent]
  private var measures: PlanMeasures
  /// What the layout is made for while something is dragged.
  private var frozen: PlanMeasures?
  private var provenance: Provenance
  private(set) var narration: Narration
  private(set) var motion: SceneMotion
  private let rain = RainKeeper()

  /// Creates a stage.
  public init(scene: Scene, plan: Recording, theme: Theme = .dark, glyphs: GlyphSet = .full) {
    self.scene = scene
    self.plan = plan
    self.theme = theme
    self.glyphs = glyphs
    brushes = Brushes(theme: theme, glyphs: glyphs)
    content = Self.content(of: scene, plan, glyphs)
    rowContents = Self.rowContents(of: scene, plan, glyphs)
    measures = PlanMeasures(plan)
    provenance = Provenance(of: plan, in: scene)
    narration = Narration(of: plan, scene, index: provenance.index)
    motion = SceneMotion(scene, plan: plan)
    reducesMotion = scene.reducesMotion
  }

  /// The same stage for a scene that is being changed: all that stands still stays where it is.
  func replanned(_ scene: Scene, _ plan: Recording) -> Stage {
    var stage = self
    stage.scene = scene
    stage.plan = plan
    stage.content = Self.content(of: scene, plan, glyphs)
    stage.rowContents = Self.rowContents(of: scene, plan, glyphs)
    stage.measures = PlanMeasures(plan)
    // Inner streams come and go, and rows with them.
    let hasLanes = [measures, stage.measures].contains { !$0.lanes.allSatisfy(\.isEmpty) }
    stage.frozen = hasLanes ? nil : frozen ?? measures
    stage.provenance = Provenance(of: plan, in: scene)
    stage.motion = SceneMotion(scene, plan: plan)
    stage.narration = Narration(of: plan, scene, index: stage.provenance.index)
    return stage
  }

  /// The same stage, when the scene is no longer being changed.
  var measuredAnew: Stage {
    var stage = self
    stage.frozen = nil
    return stage
  }

  /// The frame of `recording` at `moment`.
  ///
  /// - Parameters:
  ///   - recording: what has happened so far; what is later than the moment is not shown.
  ///   - moment: where the playhead is.
  ///   - size: the extent of the frame, in cells.
  public func frame(_ recording: Recording, at moment: Moment, size: Size) -> Canvas {
    picture(of: recording, at: moment, size: size).canvas
  }

  /// The frame of `recording` at `moment`, and where the marbles in it stand.
  public func picture(of recording: Recording, at moment: Moment, size: Size) -> Picture {
    if scene.isLive {
      let recent = recent(of: recording, at: moment)
      return stage(for: recent).drawn(recent, at: moment, size: size)
    }
    return drawn(recording, at: moment, size: size)
  }

  /// The same stage for what a frame of a live scene can show.
  private func stage(for plan: Recording) -> Stage {
    var stage = self
    stage.plan = plan
    stage.measures = PlanMeasures(plan, isGrowing: true)
    stage.provenance = Provenance(of: plan, in: scene)
    stage.content = Self.content(of: scene, plan, glyphs)
    stage.rowContents = Self.rowContents(of: scene, plan, glyphs)
    return stage
  }

  private func drawn(_ recording: Recording, at moment: Moment, size: Size) -> Picture {
    var canvas = Canvas(size: size)
    var anchors = Anchors(provenance: provenance)
    if case .matrix = scene.kind {
      // It needs no room for words: a screen of it is full.
      drawRain(at: moment, on: &canvas)
      return Picture(canvas: canvas, anchors: anchors)
    }
    guard size.columns >= Self.minimumSize.columns, size.rows >= Self.minimumSize.rows else {
      canvas.put("needs \(Self.minimumSize.columns)x\(Self.minimumSize.rows)", column: 0, row: 0)
      return Picture(canvas: canvas, anchors: anchors)
    }
    let surroundings =
      switch scene.kind {
      case .timelines: drawTimelines(of: recording, at: moment, anchors: &anchors, on: &canvas)
      case .list(let list): draw(list, of: recording, at: moment, anchors: &anchors, on: &canvas)
      case .matrix: Surroundings(body(at: moment, size: size))
      }
    if let lines = surroundings.captionLines, let caption = caption(of: recording, at: moment) {
      CaptionPainter(lines: lines, brushes: brushes).draw(caption, on: &canvas)
    }
    let bars = StatusBars(
      scene: scene, duration: scene.isEndless || scene.isLive ? nil : plan.duration, theme: theme,
      glyphs: brushes.glyphs,
      hasLineBelow: surroundings.hasLineBelow, hint: hint(for: recording, at: moment))
    bars.drawStatus(moment, on: &canvas)
    bars.drawKeys(moment, hidden: surroundings.hidden, on: &canvas)
    if scene.backdrop != nil {
      var backdrop = Canvas(size: size)
      drawRain(at: moment, on: &backdrop)
      canvas.fillBlanks(from: backdrop, margin: 1)
    }
    return Picture(canvas: canvas, anchors: anchors)
  }

  // MARK: What a kind of scene draws

  /// What is around that which a kind draws.
  struct Surroundings {
    /// The rows of cells of the caption; nil when there is none, or no room.
    var captionLines: Range<Int>?
    /// Whether the line below the status line is free.
    var hasLineBelow: Bool
    /// What did not fit.
    var hidden = HiddenCount()
  }

  func body(at moment: Moment, size: Size) -> SceneBody {
    // A list says what its marbles say.
    SceneBody(size: size, hasCaption: false)
  }

  /// When the rain in it is redrawn; nil where it does not rain.
  var rainSchedule: RainSchedule? { RainSchedule(of: scene, reducesMotion: reducesMotion) }

  private func drawRain(at moment: Moment, on canvas: inout Canvas) {
    guard let matrix = scene.rain, let schedule = rainSchedule else { return }
    rain.draw(
      matrix, tick: schedule.tick(at: moment.rain?.columns ?? moment.time),
      glyphsAt: moment.rain?.glyphs ?? moment.time, glyphs: glyphs, theme: theme, isBackdrop: scene.backdrop != nil,
      on: &canvas)
  }

  private func drawTimelines(
    of recording: Recording, at moment: Moment, anchors: inout Anchors, on canvas: inout Canvas
  ) -> Surroundings {
    let layout = layout(at: moment, size: canvas.size)
    AxisPainter(layout: layout, brushes: brushes).draw(at: moment.time, on: &canvas)
    drawRows(of: recording, at: moment, layout: layout, anchors: &anchors, on: &canvas)
    drawRowLists(
      ListShelf(rowContents, size: canvas.size), of: recording, at: moment, anchors: &anchors, on: &canvas)
    let hidden = HiddenCount(
      above: layout.visibleRows.lowerBound, below: plan.rows.count - layout.visibleRows.upperBound,
      streams: layout.visibleRows.reduce(0) { count, position in
        guard layout.lanes[position] == 0 else { return count }
        return count + measures.lanes[position].count { $0.stream.begin <= moment.time(ofRow: position) }
      })
    return Surroundings(captionLines: layout.captionLines, hasLineBelow: layout.axis > 1, hidden: hidden)
  }

  /// Where everything stands.
  func layout(at moment: Moment, size: Size) -> TimelineLayout {
    // Only what has no end of its own goes on after all that is known.
    let measures = frozen ?? measures
    let goesOn = measures.isOpen && scene.duration == nil
    return TimelineLayout(
      measures, size: ListShelf(rowContents, size: size).timelines,
      window: scene.window ?? (scene.isLive ? Scene.liveWindow : nil),
      latest: goesOn ? moment.rowTimes.reduce(moment.time) { max($0, $1) } : .zero, scroll: moment.scroll,
      hasCaption: true)
  }

  private func drawRows(
    of recording: Recording, at moment: Moment, layout: TimelineLayout, anchors: inout Anchors,
    on canvas: inout Canvas
  ) {
    let selectedRow = moment.selected.flatMap { provenance[$0]?.row }
    var texts: [Bounds] = []
    var playheads: [Int: Int] = [:]
    for position in layout.visibleRows where recording.rows.indices.contains(position) {
      let painter = RowPainter(
        recording.rows[position],
        measures: measures.row(position, of: recording.rows[position].timeline.events), position: position,
        at: moment.time(ofRow: position), layout: layout,
        brushes: brushes, provenance: provenance, showsGhosts: showsGhosts,
        motion: reducesMotion ? nil : motion.row(position, at: moment))
      anchors.publish(
        painter.draw(isMarked: position == selectedRow, on: &canvas), of: recording.rows[position].timeline.events,
        row: position)
      if let text = painter.expressionBounds { texts.append(text) }
      playheads[position] = painter.now
      LaneStack(layout: layout, brushes: brushes, plans: measures.lanes[position], position: position)
        .draw(at: moment.time(ofRow: position), scale: painter.scale, anchors: &anchors, on: &canvas)
    }
    let events = connected(in: recording, at: moment, layout: layout, anchors: anchors)
    ConnectorPainter(layout: layout, brushes: brushes, anchors: anchors, texts: texts, playheads: playheads) { event in
      provenance[event.id].flatMap { plan.rows[$0.row].through[event.id] } ?? []
    }
    .draw(to: events, on: &canvas)
    mark(moment, anchors: anchors, on: &canvas)
    drawTooltip(at: moment, layout: layout, anchors: anchors, on: &canvas)
  }

  // MARK: What is told

  /// The sentence about the selected event, or the newest one.
  ///
  /// What is said of an event looks at nothing later, so that the plan says the same of it as what happened.
  private func caption(of recording: Recording, at moment: Moment) -> String? {
    let event = selected(in: recording, at: moment) ?? newest(in: recording, at: moment)
    return event.flatMap { narration.sentence(about: $0.id) }?.text
  }

  /// The selected event, when it is shown.
  private func selected(in recording: Recording, at moment: Moment) -> Event? {
    guard let place = moment.selected.flatMap({ provenance[$0] }), recording.rows.indices.contains(place.row) else {
      return nil
    }
    let row = recording.rows[place.row]
    guard row.timeline.events.indices.contains(place.index) else { return nil }
    let event = row.timeline.events[place.index]
    return row.isInput && showsGhosts || event.time <= moment.time(ofRow: place.row) ? event : nil
  }

  /// The newest event: of the outputs, where there are any; the last in canonical order, as the narration has it.
  private func newest(in recording: Recording, at moment: Moment) -> Event? {
    let hasOutputs = recording.rows.contains { !$0.isInput }
    return recording.rows.indices.filter { !(hasOutputs && recording.rows[$0].isInput) }
      .compactMap { past(ofRow: $0, in: recording, at: moment).last }.max { $0.time <= $1.time }
  }

  private func past(ofRow position: Int, in recording: Recording, at moment: Moment) -> ArraySlice<Event> {
    let events = recording.rows[position].timeline.events
    return events[..<events.partitioningIndex { $0.time > moment.time(ofRow: position) }]
  }

  /// The events that lines are drawn to.
  private func connected(
    in recording: Recording, at moment: Moment, layout: TimelineLayout, anchors: Anchors
  ) -> [Event] {
    switch connectors {
    case .none: return []
    case .all:
      return anchors.marbles.flatMap { recording.rows[$0.row].isInput || $0.stream != nil ? [] : Array($0.events) }
    case .selected:
      guard let selected = selected(in: recording, at: moment) else {
        return newest(in: recording, at: moment).map { [$0] } ?? []
      }
      guard selected.from.isEmpty else { return [selected] }
      let visible = anchors.marbles.flatMap {
        recording.rows[$0.row].isInput || $0.stream != nil ? [] : Array($0.events)
      }
      return visible.filter { $0.from.contains(selected.id) }
    }
  }

  /// Marks what a person points at, in ways that need no colours.
  private func mark(_ moment: Moment, anchors: Anchors, on canvas: inout Canvas) {
    for (id, isSelected) in [(moment.hovered, false), (moment.selected, true)] {
      guard let bounds = id.flatMap({ anchors[$0] }) else { continue }
      let middle = bounds[.center].row
      canvas.restyle(columns: bounds.columns.dropFirst().dropLast(), rows: middle..<middle + 1) { style in
        style.underline = true
        style.bold = true
      }
      guard isSelected else { continue }
      for row in bounds.rows {
        for column in Set([bounds.columns.lowerBound, bounds.columns.upperBound - 1]) {
          canvas.restyle(columns: column..<column + 1, rows: row..<row + 1) { $0.foreground = theme.accent }
        }
      }
    }
  }
}

extension Stage.Surroundings {
  init(_ body: SceneBody, hidden: HiddenCount = HiddenCount()) {
    self.init(captionLines: body.captionLines, hasLineBelow: body.hasLineBelow, hidden: hidden)
  }
}
