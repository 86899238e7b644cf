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
    /// The marbles, by the keys of their events and by place.
    public var anchors: Anchors
    /// What does not fit.
    package var hidden = HiddenCount()
    /// The lists of rows.
    package var panels: [ListPanel] = []
  }

  /// The least that a picture needs.
  public static let minimumSize = Size(columns: 20, rows: 5)

  /// What is played.
  public var scene: Scene { planned.scene }
  /// The whole recording, which the layout is made for, so that nothing moves when a value arrives.
  public var plan: Recording { planned.recording }
  /// The colours.
  public var theme: Theme { didSet { brushes = Brushes(theme: theme, glyphs: glyphs) } }
  /// What the terminal's font has.
  public let glyphs: GlyphSet
  /// Which events have lines from what they came from.
  public var connectors = Connector.Choice.selected
  /// Whether input events are shown before they happen, and hollow when they reach no output row.
  public var showsGhosts = true
  /// Whether everything is simply there when it happens, whatever its animation, and rain falls calmly.
  public var reducesMotion: Bool

  /// What follows from what is played.
  private(set) var planned: StagePlan
  private(set) var brushes: Brushes
  /// What the layout is made for while something is dragged.
  private var frozen: PlanMeasures?
  private let rain = RainKeeper()

  /// Creates a stage.
  public init(scene: Scene, plan: Recording, theme: Theme = .dark, glyphs: GlyphSet = .full) {
    planned = StagePlan(scene, plan, glyphs)
    self.theme = theme
    self.glyphs = glyphs
    brushes = Brushes(theme: theme, glyphs: glyphs)
    reducesMotion = scene.reducesMotion
  }

  /// The same stage for a scene that is being changed: all that stands still stays where it is.
  package func replanned(_ scene: Scene, _ plan: Recording) -> Stage {
    var stage = self
    stage.planned = StagePlan(scene, plan, glyphs)
    // Inner streams come and go, and rows with them.
    let hasLanes = [planned, stage.planned].contains { !$0.measures.lanes.allSatisfy(\.isEmpty) }
    stage.frozen = hasLanes ? nil : measures
    return stage
  }

  /// The same stage, when the scene is no longer being changed.
  package var measuredAnew: Stage {
    var stage = self
    stage.frozen = nil
    return stage
  }

  /// What the layout is made for.
  var measures: PlanMeasures { frozen ?? planned.measures }

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
    let recording = moment.hidesOutputs ? recording.withoutOutputs : recording
    if scene.isLive {
      let recent = recent(of: recording, at: moment)
      return growing(recent).drawn(recent, at: moment, size: size)
    }
    return drawn(recording, at: moment, size: size)
  }

  /// The same stage for what a frame of a live scene can show.
  private func growing(_ plan: Recording) -> Stage {
    var stage = self
    stage.planned = StagePlan(scene, plan, glyphs, isGrowing: true)
    return stage
  }

  private func drawn(_ recording: Recording, at moment: Moment, size: Size) -> Picture {
    var canvas = Canvas(size: size)
    if case .matrix = scene.kind {
      // It needs no room for words: a screen of it is full.
      drawRain(at: moment, on: &canvas)
      return Picture(canvas: canvas, anchors: Anchors())
    }
    var anchors = Anchors()
    guard size.columns >= Self.minimumSize.columns, size.rows >= Self.minimumSize.rows else {
      canvas.put("needs \(Self.minimumSize.columns)x\(Self.minimumSize.rows)", column: 0, row: 0)
      return Picture(canvas: canvas, anchors: anchors)
    }
    let surroundings =
      switch scene.kind {
      case .timelines: drawTimelines(of: recording, at: moment, anchors: &anchors, on: &canvas)
      case .list(let list): draw(list, of: recording, at: moment, anchors: &anchors, on: &canvas)
      case .matrix: Surroundings(body(size: size))
      }
    if let lines = surroundings.captionLines,
      let caption = caption(of: recording, at: moment, rows: surroundings.rows)
    {
      CaptionPainter(lines: lines, columns: surroundings.columns, brushes: brushes).draw(caption, on: &canvas)
    }
    let bars = StatusBars(
      scene: scene, duration: scene.isEndless || scene.isLive ? nil : plan.duration, theme: theme,
      glyphs: brushes.glyphs,
      hasLineBelow: surroundings.hasLineBelow, hint: hint(for: recording, at: moment))
    bars.drawStatus(moment, on: &canvas)
    bars.drawKeys(moment, hidden: surroundings.hidden, panels: surroundings.panels, on: &canvas)
    if moment.hovered != nil, case .timelines = scene.kind {
      drawTooltip(at: moment, layout: layout(at: moment, size: size), anchors: anchors, on: &canvas)
    }
    if scene.backdrop != nil {
      var backdrop = Canvas(size: size)
      drawRain(at: moment, on: &backdrop)
      canvas.fillBlanks(from: backdrop, margin: 1)
    }
    return Picture(canvas: canvas, anchors: anchors, hidden: surroundings.hidden, panels: surroundings.panels)
  }

  // MARK: What a kind of scene draws

  /// What is around that which a kind draws.
  struct Surroundings {
    /// The rows of cells of the caption; nil when there is none, or no room.
    var captionLines: Range<Int>?
    /// How many columns from the left there are for it.
    var columns: Int
    /// The positions of the rows that are seen.
    var rows = 0..<0
    /// Whether the line below the status line is free.
    var hasLineBelow: Bool
    /// What did not fit.
    var hidden = HiddenCount()
    /// The lists of rows.
    var panels: [ListPanel] = []
  }

  func body(size: Size) -> SceneBody {
    // Of items that are given there is nothing to tell.
    SceneBody(size: size, hasCaption: planned.content?.row != nil)
  }

  /// When the rain in it is redrawn; nil where it does not rain.
  package var rainSchedule: RainSchedule? { RainSchedule(of: scene, reducesMotion: reducesMotion) }

  private func drawRain(at moment: Moment, on canvas: inout Canvas) {
    guard let matrix = scene.rain, let schedule = rainSchedule else { return }
    rain.draw(
      matrix, tick: schedule.tick(at: moment.rain?.columns ?? moment.time),
      glyphsAt: moment.rain?.glyphs ?? moment.time, glyphs: glyphs, theme: theme, isBackdrop: scene.backdrop != nil,
      on: &canvas)
  }
}

extension Stage.Surroundings {
  init(_ body: SceneBody, rows: Range<Int> = 0..<0, hidden: HiddenCount = HiddenCount()) {
    self.init(
      captionLines: body.captionLines, columns: body.size.columns, rows: rows, hasLineBelow: body.hasLineBelow,
      hidden: hidden)
  }
}

extension Recording {
  /// What is left when nothing of the outputs is shown.
  fileprivate var withoutOutputs: Recording {
    var recording = self
    for position in rows.indices where !rows[position].isInput {
      recording.rows[position].timeline = Timeline(end: .open)
      recording.rows[position].inner = []
    }
    return recording
  }
}
