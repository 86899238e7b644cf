internal import Drawing
internal import Layout
internal import Marbles
public import Scenes
internal import Terminal

/// What is wrong in the pictures of a scene: texts that are cut although a line has room, marks that are hidden or not in the
/// column of their value, lines that change their way or join nothing, and what cells and vectors show differently.
public struct PictureAudit {
  private let scene: Scene
  private let recording: Recording
  private let drawing: SceneDrawing

  /// The sizes of pictures that are examined.
  public static let sizes = [(80, 24), (120, 40), (200, 60)]

  /// Prepares the pictures of a scene with timelines that ends.
  public init(of scene: Scene, _ recording: Recording) {
    (self.scene, self.recording) = (scene, recording)
    drawing = SceneDrawing(scene: scene, plan: recording)
  }

  /// The problems at each of the sizes, the first few of each kind.
  public var problems: [String] {
    guard case .timelines = scene.kind, !scene.isLive, !scene.isEndless else { return [] }
    return Self.sizes.flatMap { columns, rows in
      problems(Size(columns: columns, rows: rows)).map { "\(columns)x\(rows): \($0)" }
    } + PainterAudit(of: drawing, recording).problems
  }

  /// The most moments whose lines are compared.
  private static let mostMoments = 4

  private func problems(_ size: Size) -> [String] {
    let end = FrameState(time: recording.duration, state: .finished)
    let layout = drawing.layout(at: end, size: size)
    let picture = drawing.picture(of: recording, at: end, size: size)
    var problems: [String] = []
    let forms = drawing.currentReadings(at: end).forms
    for position in layout.visibleRows {
      // Curves and bars have no texts, but marks.
      let problem =
        forms.indices.contains(position) && forms[position] != .marbles
        ? hiddenMarks(ofForm: position, layout, picture.canvas).first
        : cutTexts(ofRow: position, layout).first ?? hiddenMarks(ofRow: position, layout, picture.canvas).first
      if let problem { problems.append("row \(recording.rows[position].name): \(problem)") }
    }
    if scene.window == nil { problems += lineProblems(size, layout).prefix(1) }
    return problems
  }

  private func placement(ofRow position: Int, _ layout: TimelineLayout) -> RowPlacement {
    drawing.measures.placement(ofRow: position, as: recording.rows[position], in: layout, hasColors: true)
  }

  // MARK: Texts

  /// The texts of a row that are cut although a free line above it has room for them.
  private func cutTexts(ofRow position: Int, _ layout: TimelineLayout) -> [String] {
    let (row, measure) = (recording.rows[position], drawing.measure)
    let placement = placement(ofRow: position, layout)
    let labels =
      scene.rows.indices.contains(position) ? MarbleLabels(of: scene.rows[position], hasColors: true) : MarbleLabels()
    let texts = RowTexts(row.timeline.events, labels: labels, measure: measure, widest: drawing.marbleWidth)
    let free = placement.freeLines(ofRow: position, in: layout, measure: measure)
    let hung = Set(placement.texts.map(\.shape))
    return placement.shapes.enumerated().compactMap { index, shape in
      guard shape.events.count == 1 else { return nil }
      let forms = texts.forms(at: shape.events.lowerBound)
      switch shape.face {
      case .big, .circle: return nil
      case .text(let text): if forms.marble.contains(text) { return nil }
      case .dot, .hidden: if hung.contains(index) { return nil }
      }
      let base =
        placement.marks.contains { $0.column == shape.anchor && $0.line > 0 && $0.mark.kind != .signal } ? 2 : 1
      let text = forms.hung.first { text in
        free.place(width: measure.width(of: text), height: 1, at: shape.anchor, from: base, isShifted: true) != nil
      }
      return text.map { "\($0) is cut, but has room" }
    }
  }

  // MARK: Marks

  /// The marks, restarts, timeouts and errors of a row that can't be seen in their columns.
  private func hiddenMarks(ofRow position: Int, _ layout: TimelineLayout, _ canvas: Canvas) -> [String] {
    let placement = placement(ofRow: position, layout)
    let scale = layout.scale.following(recording.duration)
    var problems: [String] = []
    for mark in marks(ofRow: position) {
      let column = scale.center(mark.place)
      guard scale.columns.dropLast().contains(column) else { continue }
      let placed = placement.marks.first { $0.column - scale.scrolled == column }
      let line = layout.row(ofLine: placed?.line ?? 0, of: position)
      if !["×", "↺", "◷"].contains(canvas[column, line].text) {
        problems.append("no mark at \(column), \(line) for \(mark.kind) at \(mark.place.seconds) s")
      }
    }
    if case .error(let time, _) = recording.rows[position].timeline.end, let end = placement.end {
      let column = end.column - scale.scrolled
      if scale.columns.contains(column), canvas[column, layout.middle(position)].text != "╳" {
        problems.append("no error at \(column) at \(time.seconds) s")
      }
    }
    return problems
  }

  /// The marks of what was lost, or started again. The values that a signal releases are marks enough for it.
  private func marks(ofRow position: Int) -> [RowMark] {
    drawing.measures.marks(ofRow: position).filter { $0.kind != .signal && $0.time <= recording.duration }
  }

  /// The marks of a row that is no row of marbles, but for the one in the column of the playhead.
  private func hiddenMarks(ofForm position: Int, _ layout: TimelineLayout, _ canvas: Canvas) -> [String] {
    let scale = layout.scale.following(recording.duration)
    let columns = marks(ofRow: position).map { scale.center($0.place) }
    return Set(columns).filter { column in
      scale.columns.dropLast().contains(column)
        && !layout.formLines(position).contains { ["×", "↺", "◷", "┃", "╳"].contains(canvas[column, $0].text) }
    }.map { "no mark at \($0) in the row's curve or bars" }
  }

  // MARK: Lines

  /// Lines that have another way in a later frame of the same instant, and lines that do not begin or end at their events.
  private func lineProblems(_ size: Size, _ layout: TimelineLayout) -> [String] {
    let times = Set(recording.rows.filter { !$0.isInput }.flatMap { $0.timeline.events.map(\.time) }).sorted()
    return times.prefix(Self.mostMoments).enumerated().compactMap { index, time in
      let next = index + 1 < times.count ? times[index + 1] : recording.duration
      guard next > time, next <= recording.duration else { return nil }
      let later = time + .nanoseconds((next - time).nanoseconds / 2)
      let (first, last) = (lines(at: time, size), lines(at: later, size))
      guard first == last else { return "a line changes its way after \(time.seconds) s" }
      return nil
    }
  }

  private func lines(at time: SceneTime, _ size: Size) -> [Connection] {
    drawing.picture(of: recording, at: FrameState(time: time), size: size).connections
  }
}
