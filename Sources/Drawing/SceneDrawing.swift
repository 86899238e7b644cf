public import Layout
internal import Marbles
internal import Narrations
public import Scenes
public import Terminal

/// Draws a frame of cells from a scene, its recording, a moment and a size.
///
/// A frame depends on nothing else, so `play` and `render` give the same cells for the same time. Facts about the whole
/// recording are computed once per drawing; a frame examines only visible events.
public struct SceneDrawing: Sendable {
  /// A frame and the positions of its marbles.
  public struct Picture: Sendable {
    /// The cells.
    public var canvas: Canvas
    /// The marbles, by event key and by cell.
    public var anchors: Anchors
    /// The elements of a vector picture; empty for a frame of cells.
    public var elements: [PictureElement] = []
    /// The lines between events of a frame of cells; those of a vector picture are elements.
    package var connections: [Connection] = []
    /// The number of rows and streams that don't fit.
    package var hidden = OverflowCount()
    /// The lists of rows.
    package var panels: [ListPanel] = []
  }

  /// The minimum size of a picture.
  public static let minimumSize = Size(columns: 20, rows: 5)

  /// The scene to draw.
  public var scene: Scene { planned.scene }
  /// Whether the scene plays live input.
  var isLive: Bool { planned.isLive }
  /// The planned recording. It determines the layout, so that nothing moves when a value arrives.
  public var plan: Recording { planned.recording }
  /// The colours of the picture.
  public var theme: Theme { didSet { palette = CellPalette(theme: theme, glyphs: glyphs) } }
  /// The characters that the terminal's font has.
  public let glyphs: GlyphSet
  /// The events with connector lines.
  public var connectors = Connector.Choice.selected
  /// Whether future inputs are shown, and inputs that reach no output row are hollow.
  public var showsGhosts = true
  /// The maximum width of a marble in columns; at least 3.
  public var marbleWidth = defaultMarbleWidth
  /// The default of ``marbleWidth``.
  public static let defaultMarbleWidth = 24
  /// Whether values appear without animation, and rain falls calmly.
  public var reducesMotion: Bool

  /// The facts derived from the scene and its recording.
  private(set) var planned: DrawingPlan
  private(set) var palette: CellPalette
  /// The plan that determines the layout while the user drags a marble.
  private var frozen: DrawingPlan?
  /// What the panels of a live scene say, by row.
  private(set) var liveStatus: [LiveRowStatus] = []
  /// The recording with which predictions are compared, while outputs have what the viewer draws; nil at other times.
  package private(set) var outcome: Recording?
  /// Whether pictures have elements. Then everything is at its place, also what is on its way there in a frame.
  package var recordsElements = false
  /// Whether sentences are below the picture.
  package var hasCaption = true
  /// Whether values are on their way to their places.
  var showsMotion: Bool { !reducesMotion && !recordsElements }
  /// How each row is drawn, in the picture of a moment.
  private(set) var readings = RowReadings()
  /// The newest values of rows that are shown as lines, by position.
  private(set) var logs: [Int: ArraySlice<Event>] = [:]
  /// What is remembered of the forms of rows.
  let forms = FormKeeper()
  /// What is kept of the last picture.
  var memory = FrameMemory()
  private let rain = RainKeeper()

  /// Creates a drawing; expensive facts are computed when first used.
  public init(scene: Scene, plan: Recording, theme: Theme = .dark, glyphs: GlyphSet = .full) {
    planned = DrawingPlan(scene, plan, glyphs)
    self.theme = theme
    self.glyphs = glyphs
    palette = CellPalette(theme: theme, glyphs: glyphs)
    reducesMotion = scene.reducesMotion
  }

  /// A drawing for an edited scene whose layout stays fixed while the user drags.
  package func replanned(_ scene: Scene, _ plan: Recording) -> SceneDrawing {
    var drawing = self
    drawing.planned = DrawingPlan(scene, plan, glyphs)
    // The number of inner streams changes the layout of rows.
    let hasLanes = [planned, drawing.planned].contains { !$0.measures.lanes.allSatisfy(\.isEmpty) }
    let hasSameRows = scene.rows.map(\.name) == self.scene.rows.map(\.name)
    drawing.frozen = hasLanes || !hasSameRows ? nil : frozen ?? planned
    return drawing
  }

  /// A drawing with a new layout, after the user has finished dragging.
  package var remeasured: SceneDrawing {
    var drawing = self
    drawing.frozen = nil
    return drawing
  }

  /// A drawing in which outputs have what the viewer draws, and nothing tells what they do.
  ///
  /// - Parameter sheet: the scene with predictions as inputs, see ``Scene/predicting(_:)``.
  package func predicting(_ sheet: Scene) -> SceneDrawing {
    var drawing = self
    (drawing.outcome, drawing.frozen) = (plan, nil)
    drawing.planned = memory.sheet.value(of: PredictionSheet(scene: sheet, plan: ObjectIdentifier(planned))) {
      let horizon = sheet.rows.reduce(plan.duration) { max($0, $1.timeline?.latest ?? .zero) }
      var blank = sheet
      blank.duration = horizon
      var drawn = blank.emptyRecording(until: horizon)
      // A row looks like what it is: an output.
      for position in drawn.rows.indices where plan.rows.indices.contains(position) {
        drawn.rows[position].expression = plan.rows[position].expression
      }
      return DrawingPlan(blank, drawn, glyphs)
    }
    return drawing
  }

  /// Computes what the first frame would compute, on the thread that calls it.
  ///
  /// - Parameter isStopped: whether the drawing is no longer needed.
  package func prepare(until isStopped: () -> Bool) { planned.prepare(until: isStopped) }

  /// The measures that determine the layout.
  package var measures: LayoutMetrics { layoutPlan.measures }

  /// The plan that determines the layout.
  var layoutPlan: DrawingPlan { frozen ?? planned }

  /// How wide texts are.
  package var measure: TextMeasure { palette.glyphs.measure }

  /// The frame of `recording` at `moment`.
  ///
  /// - Parameters:
  ///   - recording: the recording so far; events after the moment are not shown.
  ///   - moment: the state to show.
  ///   - size: the size of the frame, in cells.
  public func frame(_ recording: Recording, at moment: FrameState, size: Size) -> Canvas {
    picture(of: recording, at: moment, size: size).canvas
  }

  /// The frame of `recording` at `moment`, and the positions of its marbles.
  public func picture(of recording: Recording, at moment: FrameState, size: Size) -> Picture {
    if isLive {
      let recent = recent(of: recording, at: moment)
      var stage = growing(recent, readings(of: recent, at: moment))
      stage.logs = logs(of: recording, stage.readings, at: moment, lines: size.rows)
      // The newest value may be older than the visible part.
      stage.liveStatus = recording.rows.enumerated().map { position, row in
        let time = knownTime(ofRow: position, at: moment)
        var status = LiveRowStatus(row, at: time)
        status.wait = RowWait(ofRow: position, in: recording, of: scene)?.text(at: time)
        if let way = WayTimes(ofRow: position, in: recording, of: scene, at: time) { status.waits.append(way.text) }
        return status
      }
      return stage.drawn(recent, at: moment, size: size)
    }
    var stage = self
    stage.readings = plannedReadings(at: moment)
    guard let steady = SteadyPicture(of: recording, by: stage, at: moment, size: size) else {
      return stage.drawn(recording, at: moment, size: size)
    }
    return memory.picture.value(of: steady) { stage.drawn(recording, at: moment, size: size) }
  }

  /// A drawing for the visible part of a live scene.
  private func growing(_ plan: Recording, _ readings: RowReadings) -> SceneDrawing {
    var drawing = self
    drawing.readings = readings
    drawing.planned = DrawingPlan(scene, plan, glyphs, isGrowing: true, readings: readings)
    return drawing
  }

  private func drawn(_ recording: Recording, at moment: FrameState, size: Size) -> Picture {
    var surface = Surface(size: size, recordsElements: recordsElements)
    if case .matrix = scene.kind {
      // A full screen of rain has no text to keep clear.
      surface.addBackdrop { drawRain(at: moment, on: &$0) }
      return Picture(surface, Anchors())
    }
    var anchors = Anchors()
    guard size.columns >= Self.minimumSize.columns, size.rows >= Self.minimumSize.rows else {
      surface.put("needs \(Self.minimumSize.columns)x\(Self.minimumSize.rows)", column: 0, row: 0)
      return Picture(surface, anchors)
    }
    let surroundings =
      switch scene.kind {
      case .timelines: drawTimelines(of: recording, at: moment, anchors: &anchors, on: &surface)
      case .list(let list): draw(list, of: recording, at: moment, anchors: &anchors, on: &surface)
      case .matrix: Chrome(body(size: size))
      }
    if hasCaption, let lines = surroundings.captionLines {
      // A vector picture grows with its sentences.
      let room = recordsElements ? lines.lowerBound..<max(lines.upperBound, surroundings.captionLimit) : lines
      CaptionPainter(
        lines: room, columns: surroundings.columns, palette: palette, memory: memory,
        most: recordsElements ? lines.count : nil
      ).draw(
        caption(of: recording, at: moment, rows: surroundings.rows, lines: lines.count), on: &surface)
    }
    let bars = bars(hasLineBelow: surroundings.hasLineBelow, hint: hint(for: recording, at: moment))
    bars.drawStatus(moment, on: &surface)
    let context = keyContext(
      at: moment, of: recording, scrolled: surroundings.hidden.scrolled(or: surroundings.panels))
    if !moment.isPresenting || moment.state == .finished {
      surface.cells { bars.drawKeys(context, hidden: surroundings.hidden, on: &$0) }
    }
    if moment.hovered != nil, case .timelines = scene.kind {
      surface.cells { drawTooltip(at: moment, layout: layout(at: moment, size: size), anchors: anchors, on: &$0) }
    }
    if scene.backdrop != nil {
      var backdrop = Canvas(size: size)
      drawRain(at: moment, on: &backdrop)
      surface.addBackdrop { $0.fillBlanks(from: backdrop, margin: 1) }
    }
    var picture = Picture(surface, anchors)
    (picture.hidden, picture.panels) = (surroundings.hidden, surroundings.panels)
    return picture
  }

  private func bars(hasLineBelow: Bool = false, hint: String? = nil) -> StatusBars {
    StatusBars(
      scene: scene, isLive: isLive, duration: planned.isEndless || isLive ? nil : plan.duration, theme: theme,
      glyphs: palette.glyphs, hasLineBelow: hasLineBelow, memory: memory, hint: hint)
  }

  /// Replaces the last line of a picture by the keys that work.
  func drawLineOfKeys(of recording: Recording, at moment: FrameState, on canvas: inout Canvas) {
    canvas.fill(columns: 0..<canvas.size.columns, rows: canvas.size.rows - 1..<canvas.size.rows)
    let context = keyContext(at: moment, of: recording, scrolled: nil)
    bars().drawKeys(context, hidden: OverflowCount(), on: &canvas)
  }

  // MARK: What a kind of scene draws

  /// The layout around the contents of a scene.
  struct Chrome {
    /// The rows of cells of the caption; nil when there is no caption, or no room.
    var captionLines: Range<Int>?
    /// The row of cells before which a caption ends that grows: that of what is below it.
    var captionLimit = 1_000
    /// The number of columns for the contents, from the left.
    var columns: Int
    /// The positions of the visible rows.
    var rows = 0..<0
    /// Whether the line below the status line is free.
    var hasLineBelow: Bool
    /// The number of rows and streams that don't fit.
    var hidden = OverflowCount()
    /// The lists of rows.
    var panels: [ListPanel] = []
  }

  func body(size: Size) -> SceneBody {
    // Items of the scene have no history to narrate.
    SceneBody(size: size, hasCaption: planned.content?.row != nil)
  }

  /// When rain is redrawn; nil for a scene without rain.
  package var rainSchedule: RainSchedule? { RainSchedule(of: scene, reducesMotion: reducesMotion) }

  private func drawRain(at moment: FrameState, on canvas: inout Canvas) {
    guard let matrix = scene.rain, let schedule = rainSchedule else { return }
    rain.draw(
      matrix, tick: schedule.tick(at: moment.rain?.columns ?? moment.time),
      glyphsAt: moment.rain?.glyphs ?? moment.time, glyphs: glyphs, theme: theme, isBackdrop: scene.backdrop != nil,
      on: &canvas)
  }
}

extension SceneDrawing.Picture {
  fileprivate init(_ surface: Surface, _ anchors: Anchors) {
    self.init(canvas: surface.canvas, anchors: anchors, elements: surface.elements ?? [])
    connections = surface.connections
  }
}

extension SceneDrawing.Chrome {
  init(_ body: SceneBody, rows: Range<Int> = 0..<0, hidden: OverflowCount = OverflowCount()) {
    self.init(
      captionLines: body.captionLines, columns: body.size.columns, rows: rows, hasLineBelow: body.hasLineBelow,
      hidden: hidden)
  }
}
