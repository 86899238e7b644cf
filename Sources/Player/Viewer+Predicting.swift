internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// What a viewer draws in hidden outputs, with the keys and the mouse that edit inputs.
extension Viewer {
  /// The timelines that are drawn, and those before and after an undo.
  struct Drawn: Hashable {
    /// What is drawn, by row name.
    private(set) var rows: [String: Timeline] = [:]
    /// The scene in which it is edited, while outputs are hidden; nil at other times.
    var sheet: Scene?
    /// The positions of the rows in which is drawn.
    var outputs: [Int] = []
    /// Whether the line for the first marble is open.
    var isBegun = false
    /// A drag that goes on.
    var preview: SceneEdit?
    private var undone: [[String: Timeline]] = []
    private var done: [[String: Timeline]] = []

    /// Whether there is nothing, nor anything to undo.
    var isEmpty: Bool { rows.isEmpty && done.isEmpty }
    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    /// Draws these rows.
    mutating func set(_ next: [String: Timeline]) {
      guard next != rows else { return }
      done = done.suffix(Self.mostSteps) + [rows]
      (rows, undone) = (next, [])
    }

    private static let mostSteps = 100

    /// Goes a step back.
    mutating func undo() {
      guard let last = done.popLast() else { return }
      undone.append(rows)
      rows = last
    }

    /// Goes a step forward again.
    mutating func redo() {
      guard let last = undone.popLast() else { return }
      done.append(rows)
      rows = last
    }
  }

  /// Whether outputs have what the viewer draws: while all of them are hidden, once something is drawn, or when the scene
  /// asks for a prediction.
  private func isPredicting(_ snapshot: PlaybackSnapshot) -> Bool {
    let scene = snapshot.drawing.scene
    return revealed == Self.nothing && scene.isEditable && !scene.isLive && snapshot.owners == nil && !isPresenting
      && (asksForPrediction(snapshot) || !drawn.isEmpty || drawn.isBegun && tool != nil)
  }

  /// The snapshot with what the viewer draws in place of hidden outputs.
  func predicted(_ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
    guard snapshot.drawing.outcome == nil, isPredicting(snapshot) else { return snapshot }
    var predicted = snapshot
    var sheet = snapshot.drawing.scene.predicting(drawn.rows)
    if let preview = drawn.preview, let edited = try? sheet.applying(preview) { sheet = edited }
    predicted.drawing = snapshot.drawing.predicting(sheet)
    predicted.recording = predicted.drawing.plan
    predicted.pendingScene = nil
    predicted.edits = EditState()
    (predicted.edits.canUndo, predicted.edits.canRedo) = (drawn.canUndo, drawn.canRedo)
    return predicted
  }

  /// The snapshot in which keys and the mouse act, and notes in which scene predictions are edited.
  mutating func entered(_ snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
    if tool == nil { drawn.isBegun = false }
    let predicted = predicted(snapshot)
    drawn.sheet = predicted.drawing.outcome == nil ? nil : snapshot.drawing.scene.predicting(drawn.rows)
    drawn.outputs = drawn.sheet == nil ? [] : outputs(snapshot)
    return predicted
  }

  /// The positions of the outputs of a scene.
  private func outputs(_ snapshot: PlaybackSnapshot) -> [Int] {
    let rows = (snapshot.drawing.outcome ?? snapshot.drawing.plan).rows
    return rows.indices.filter { !rows[$0].isInput }
  }

  // MARK: Keys

  /// Handles a key that draws or compares; nil for other keys, and where nothing is drawn.
  mutating func pressToDraw(
    _ key: Key, _ modifiers: Modifiers, watching snapshot: PlaybackSnapshot, size: Size
  ) -> [Request]? {
    guard drag?.last == nil, canEdit(snapshot) else { return nil }
    let outputs = drawn.outputs
    guard let sheet = drawn.sheet else { return beginToDraw(key, modifiers, watching: snapshot) }
    let row = focused(in: sheet).flatMap { outputs.contains($0) ? $0 : nil }
    let event = selected.flatMap { key in row == key.row ? sheet.event(at: key).map { (key, $0) } : nil }
    switch (key, modifiers.contains(.control)) {
    case (.character("r"), true), (.character("U"), false):
      guard drawn.canRedo else { return [.say("nothing to redo")] }
      change { $0.redo() }
    case (_, true): return nil
    case (.character("u"), _):
      guard drawn.canUndo else { return [.say("nothing to undo")] }
      change { $0.undo() }
    case (.character("c"), _): return compare(sheet)
    case (.character("n"), _):
      if row == nil { focus(on: outputs.first { $0 > focused(in: sheet) ?? -1 } ?? outputs[0]) }
      return insert(after: event, in: sheet, snapshot)
    case (.character("|"), _):
      guard let row = row ?? outputs.first else { return [] }
      var time = event?.1.time ?? snapshot.playhead.time.rounded(to: max(1, sheet.step.nanoseconds))
      let timeline = sheet.rows[row].timeline
      time = max(time, timeline?.events.last?.time ?? .zero)
      if let end = timeline?.end.time, end >= time { time = end + sheet.step }
      // The marks of a selected marble would cover it.
      (selected, focusedRow) = (nil, row)
      return setEnd(.finish(time), of: row, in: sheet)
    case (.enter, _) where event != nil: return event.map { open(.value($0.0), in: sheet) } ?? []
    case (.character("e"), _), (.character("i"), _), (.enter, _): predict(snapshot, size: size)
    case (.character("x"), _), (.delete, _):
      guard let event else { return setEnd(.open, of: row, in: sheet) }
      let rest = sheet.rows[event.0.row].timeline?.events.count ?? 0
      selected = rest > 1 ? EventKey(row: event.0.row, index: min(event.0.index, rest - 2)) : nil
      focusedRow = event.0.row
      return apply(.removeEvent(event.0))
    case (.character("<"), _), (.character(">"), _):
      let way = SceneTime.nanoseconds(sheet.step.nanoseconds * (key == .character("<") ? -1 : 1))
      guard let event else { return moveEnd(by: way, of: row, in: sheet) }
      let time = event.1.time + way
      guard let moved = sheet.moving(event.0, to: time), moved.scene != sheet else { return [] }
      selected = moved.key
      return apply(.moveEvent(event.0, to: time))
    default: return KeyBinding.edits(key) ? [.say(Self.isPredictingNow)] : nil
    }
    return []
  }

  /// Moves the end of a row that is drawn, if it has one.
  private mutating func moveEnd(by way: SceneTime, of row: Int?, in sheet: Scene) -> [Request] {
    let timeline = row.flatMap { sheet.rows[$0].timeline }
    guard let timeline, let time = timeline.end.time else { return [.say(Self.nothingIsSelected)] }
    let last = timeline.events.last?.time ?? .zero
    return time + way < last ? [] : setEnd(timeline.end.moved { $0 + way }, of: row, in: sheet)
  }

  /// Draws, moves or deletes the end of a row that is drawn, and says where it is.
  private mutating func setEnd(_ end: Timeline.End, of row: Int?, in sheet: Scene) -> [Request] {
    guard let row, end.time ?? sheet.rows[row].timeline?.end.time != nil else { return [.say(Self.nothingIsSelected)] }
    let told = end.time.map { Request.say("\(sheet.rows[row].name) ends at \($0) s: < and > move it, x deletes it") }
    return apply(.setEnd(row: row, end)) + (told.map { [$0] } ?? [])
  }

  private static let nothingIsSelected = "select a marble that you have drawn first: Tab"
  private static let isPredictingNow = "H shows the outputs; then you can edit the scene"

  /// The first marble in a hidden output.
  private mutating func beginToDraw(
    _ key: Key, _ modifiers: Modifiers, watching snapshot: PlaybackSnapshot
  ) -> [Request]? {
    let scene = snapshot.drawing.scene
    guard key == .character("n"), modifiers.isEmpty, revealed == Self.nothing, snapshot.owners == nil, !scene.isLive,
      !isPresenting,
      let row = focused(in: scene), outputs(snapshot).contains(row)
    else { return nil }
    let sheet = scene.predicting([:])
    (drawn.sheet, drawn.outputs, drawn.isBegun) = (sheet, outputs(snapshot), true)
    focus(on: row)
    return insert(after: nil, in: sheet, snapshot)
  }

  /// Compares every row in which something is drawn.
  private mutating func compare(_ sheet: Scene) -> [Request] {
    let rows = drawn.outputs.filter { sheet.rows[$0].timeline?.isBlank == false }
    guard !rows.isEmpty else { return [.say("draw what comes out first: n")] }
    for row in rows {
      let text = sheet.text(ofRow: row)
      predictions[sheet.rows[row].name] = try? Scene.Expectation(
        parsing: text, row: sheet.rows[row].name, step: sheet.step, dialect: sheet.dialect)
    }
    (selected, focusedRow) = (nil, rows.count == 1 ? rows[0] : focusedRow)
    return []
  }

  /// What follows from a comparison: a scene is solved when every output is right.
  mutating func concluded(watching snapshot: PlaybackSnapshot) -> [Request] {
    let (scene, plan) = (snapshot.drawing.scene, snapshot.drawing.outcome ?? snapshot.drawing.plan)
    let isSolved = outputs(snapshot).allSatisfy { row in
      predictions[scene.rows[row].name].map {
        TimelineComparison(
          expected: $0.diagram.timeline, actual: plan.rows[row].timeline, dialect: scene.dialect, isPrediction: true
        ).agrees
      } ?? false
    }
    guard isSolved, scene.exercise != nil else { return [] }
    if teaches { showLesson() }
    return [.solved(scene.name)]
  }

  /// Whether every output of an exercise is compared, so that its notes give nothing away.
  func hasCompared(_ snapshot: PlaybackSnapshot) -> Bool {
    revealed == nil || outputs(snapshot).allSatisfy { predictions[snapshot.drawing.scene.rows[$0].name] != nil }
  }

  // MARK: Edits

  private mutating func change(_ change: (inout Drawn) -> Void) {
    let before = drawn.rows
    change(&drawn)
    forgetVerdicts(since: before)
    selected = nil
  }

  /// What is changed is not compared any more.
  private mutating func forgetVerdicts(since before: [String: Timeline]) {
    for name in Set(before.keys).union(drawn.rows.keys) where before[name] != drawn.rows[name] {
      predictions[name] = nil
    }
  }

  /// What is drawn in a row, as a diagram; nil for nothing.
  func drawnText(ofRow row: Int, in scene: Scene) -> String? {
    drawn.rows[scene.rows[row].name] == nil ? nil : scene.predicting(drawn.rows).text(ofRow: row)
  }

  /// Draws what was typed as a diagram.
  mutating func draw(_ expected: Scene.Expectation?, ofRow name: String) {
    var rows = drawn.rows
    rows[name] = expected?.diagram.timeline
    drawn.set(rows)
  }

  /// Takes the edits of predictions out of requests, and makes them.
  mutating func drawing(_ requests: [Request]) -> [Request] {
    guard let sheet = drawn.sheet else { return requests }
    return requests.compactMap { request in
      switch request {
      case .steer(.edit(let edit, let phase)): make(edit, phase, in: sheet)
      case .steer(.undo), .steer(.redo): nil
      default: request
      }
    }
  }

  private mutating func make(_ edit: SceneEdit?, _ phase: PlaybackCommand.Phase, in sheet: Scene) -> Request? {
    drawn.preview = nil
    guard let edit else { return nil }
    guard let edit = edit.ofPrediction, let row = edit.changedRow, drawn.outputs.contains(row),
      let edited = try? sheet.applying(edit)
    else {
      return .say(Self.isPredictingNow)
    }
    guard phase == .kept else {
      drawn.preview = edit
      return nil
    }
    let before = drawn.rows
    var rows = drawn.rows
    rows[sheet.rows[row].name] = edited.rows[row].timeline
    drawn.set(rows)
    forgetVerdicts(since: before)
    if let key = selected, edited.event(at: key) == nil { selected = nil }
    return nil
  }
}

extension SceneEdit {
  /// The edit of what is drawn: the value `|` is the end, and `^` or `#` an error.
  fileprivate var ofPrediction: SceneEdit? {
    switch self {
    case .insertEvent(.string("|"), let row, let time): .setEnd(row: row, .finish(time))
    case .insertEvent(.string("^"), let row, let time), .insertEvent(.string("#"), let row, let time):
      .setEnd(row: row, .error(time, message: "error"))
    case .moveEvent, .insertEvent, .removeEvent, .setValue, .setEnd, .setInput: self
    default: nil
    }
  }

  /// The row of the event or the end that it changes; nil for other edits.
  fileprivate var changedRow: Int? {
    switch self {
    case .moveEvent(let key, _), .removeEvent(let key), .setValue(let key, _): key.row
    case .insertEvent(_, let row, _), .setEnd(let row, _), .setInput(let row, _): row
    default: nil
    }
  }
}
