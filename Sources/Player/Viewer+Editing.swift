internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
internal import Terminal

/// Editing by keys.
extension Viewer {
  /// What a viewer edits at the bottom or at the side of the screen.
  enum Tool: Hashable {
    /// A line of text.
    case line(PromptEditor)
    /// The list of operators.
    case operators(OperatorPalette)
  }

  /// Whether the scene can be edited by this viewer.
  func canEdit(_ snapshot: PlaybackSnapshot) -> Bool {
    permissions.intersection(snapshot.permissions).contains(.edit) && snapshot.drawing.scene.isEditable
  }

  /// Handles a key that edits; nil for other keys, and where nothing can be edited. A key that can't work says why.
  mutating func pressToEdit(
    _ key: Key, _ modifiers: Modifiers, watching snapshot: PlaybackSnapshot, size: Size
  ) -> [Request]? {
    guard !isPresenting, drag?.last == nil else { return nil }
    guard canEdit(snapshot) else { return nil }
    defer {
      if tool != nil { revealFocused(watching: snapshot, size: size) }
      if case .line(var line) = tool {
        line.learn(snapshot.recording.seenMembers)
        tool = .line(line)
      }
    }
    let scene = snapshot.editedScene
    let row = focused(in: scene)
    let event = selected.flatMap { key in scene.event(at: key).map { (key, $0) } }
    if scene.isLive, modifiers.isEmpty, let reason = liveRefusal(of: key, row: row, in: scene) { return [.say(reason)] }
    switch (key, modifiers.contains(.control)) {
    case (.character("r"), true), (.character("U"), false):
      return snapshot.edits.canRedo ? redo() : [.say("nothing to redo")]
    case (_, true): return nil
    case (.character("u"), _): return snapshot.edits.canUndo ? undo() : [.say("nothing to undo")]
    case (.character("e"), _), (.enter, _):
      if key == .enter, let event { return open(.value(event.0), in: scene) }
      return open(.row(row ?? scene.rows.lastIndex { $0.expression != nil } ?? scene.rows.count - 1), in: scene)
    case (.character("i"), _):
      return open(.row(row ?? scene.rows.firstIndex { $0.timeline != nil } ?? 0), in: scene)
    case (.character("n"), _): return insert(after: event, in: scene, snapshot)
    case (.character("x"), _), (.delete, _):
      guard let event else {
        return [.say(selected == nil ? "select a marble first: Tab" : "only marbles of inputs can be deleted")]
      }
      remember()
      let rest = scene.rows[event.0.row].timeline?.events.count ?? 0
      selected = rest > 1 ? EventKey(row: event.0.row, index: min(event.0.index, rest - 2)) : nil
      focusedRow = event.0.row
      return apply(.removeEvent(event.0))
    case (.character("c"), _):
      guard let event else { return recolored(row, in: scene) }
      remember()
      return apply(.setColor(event.0, event.1.color.next))
    case (.character("A"), _): return open(.newOutput(at: row.map { $0 + 1 } ?? scene.rows.count), in: scene)
    case (.character("I"), _):
      return open(
        .newInput(at: row.map { $0 + 1 } ?? scene.rows.lastIndex { $0.timeline != nil }.map { $0 + 1 } ?? 0), in: scene)
    case (.character("X"), _):
      guard let row else { return [.say(Self.noRow)] }
      remember()
      (selected, focusedRow) = (nil, min(row, scene.rows.count - 2))
      return apply(.removeRow(row))
    case (.character("K"), _), (.character("J"), _):
      guard let row else { return [.say(Self.noRow)] }
      remember()
      let target = max(0, min(scene.rows.count - 1, row + (key == .character("K") ? -1 : 1)))
      (selected, focusedRow) = (nil, target)
      return apply(.moveRow(row, to: target))
    case (.character("o"), _):
      guard let row = row ?? scene.rows.indices.last else { return [] }
      let palette = OperatorPalette(row: row, in: scene)
      tool = .operators(palette)
      return [.steer(.edit(palette.edit, phase: .preview))]
    case (.character("E"), _): return expectResults(of: row, in: scene)
    case (.character(":"), _): return open(.command, in: scene)
    case (.character("w"), _): return [.write(nil)]
    default: return nil
    }
  }

  /// Opens the line for the name of a file.
  ///
  /// - Parameters:
  ///   - scene: the scene to save.
  ///   - problem: why the last name was not right; nil for the first.
  ///   - path: the name to begin with; nil for that of the scene.
  mutating func askForFile(_ scene: Scene, because problem: String? = nil, path: String? = nil) {
    tool = .line(PromptEditor(.file, in: scene, history: lines[.file] ?? PromptHistory(), text: path, problem: problem))
  }

  /// Opens a line, and holds the scene.
  mutating func open(_ subject: PromptEditor.Subject, in scene: Scene) -> [Request] {
    tool = .line(PromptEditor(subject, in: scene, history: lines[subject.kind(in: scene)] ?? PromptHistory()))
    return [.steer(.edit(nil, phase: .preview))]
  }

  /// Opens the line for what the viewer expects of the selected output, or of the first one.
  mutating func predict(_ snapshot: PlaybackSnapshot, size: Size) {
    let scene = snapshot.drawing.scene
    let outputs = scene.rows.indices.filter { scene.rows[$0].expression != nil }
    guard let row = focused(in: scene).flatMap({ outputs.contains($0) ? $0 : nil }) ?? outputs.first else { return }
    (selected, focusedRow) = (nil, row)
    tool = .line(
      PromptEditor(
        .prediction(row: row), in: scene, history: lines[.prediction] ?? PromptHistory(),
        text: predictions[scene.rows[row].name]?.text ?? drawnText(ofRow: row, in: scene)))
    revealFocused(watching: snapshot, size: size)
  }

  /// The row that keys concern: that of the selected event, or one without a selected event.
  func focused(in scene: Scene) -> Int? {
    [selected?.row, focusedRow].compactMap { $0 }.first { scene.rows.indices.contains($0) }
  }

  /// Selects a row, without an event of it.
  package mutating func focus(on row: Int) { (selected, focusedRow) = (nil, row) }

  /// A new event at the first free step after the selected one, or from the playhead on.
  mutating func insert(
    after event: (EventKey, Event)?, in scene: Scene, _ snapshot: PlaybackSnapshot
  ) -> [Request] {
    let focused = focused(in: scene)
    if let focused, scene.rows[focused].input == nil { return [.say("marbles can only be inserted into inputs")] }
    guard let row = focused ?? scene.rows.firstIndex(where: { $0.input != nil }) else {
      return [.say("the scene has no input; I adds one")]
    }
    let step = max(1, scene.step.nanoseconds)
    let now = snapshot.playhead.time.rounded(to: step)
    var time = event.map { $0.1.time + scene.step } ?? now
    let taken = Set(scene.rows[row].timeline?.events.map(\.time) ?? [])
    while taken.contains(time) { time += .nanoseconds(step) }
    return open(.newEvent(row: row, at: time), in: scene)
  }

  /// Scrolls to the row that keys concern, so that an open line doesn't hide it.
  private mutating func revealFocused(watching snapshot: PlaybackSnapshot, size: Size) {
    guard let row = focused(in: snapshot.drawing.scene) else { return }
    reveal(row, watching: snapshot, size: sceneSize(in: size))
  }

  private mutating func recolored(_ row: Int?, in scene: Scene) -> [Request] {
    guard let row else { return [.say(Self.noRow)] }
    remember()
    let palette = MarbleColor.allCases
    let next = scene.rows[row].color.map { palette.firstIndex(of: $0) ?? 0 }.map { $0 + 1 } ?? 0
    return apply(.setRowColor(row: row, palette.indices.contains(next) ? palette[next] : nil))
  }

  /// The requests of an edit that is complete.
  func apply(_ edit: SceneEdit) -> [Request] { [.steer(.edit(edit, phase: .kept))] }

  /// Remembers what is selected before an edit.
  mutating func remember() {
    places = places.suffix(Self.mostPlaces) + [Place(selected: selected, row: focusedRow)]
  }

  private static let mostPlaces = 100

  private mutating func redo() -> [Request] {
    remember()
    return [.steer(.redo)]
  }

  /// Takes the last edit back, and selects what was selected before it.
  private mutating func undo() -> [Request] {
    if let place = places.popLast() { (selected, focusedRow) = (place.selected, place.row) }
    return [.steer(.undo)]
  }

  private static let noRow = "select a row first: ↑ ↓"

  // MARK: Tools

  /// Handles a key while a tool is open.
  mutating func pressInTool(_ key: Key, _ modifiers: Modifiers, watching snapshot: PlaybackSnapshot) -> [Request] {
    if key == .enter, snapshot.edits.refusal != nil {
      switch tool {
      case .line(var line) where line.isPreviewed && !line.isChoosing:
        // What the playback refuses is not kept: the line stays open and says why.
        line.refuse()
        tool = .line(line)
        return []
      case .operators: return []
      case .line, nil: break
      }
    }
    return changeTool({ $0.press(key, modifiers) }, { $0.press(key, modifiers) })
  }

  /// Inserts pasted text into the open tool.
  package mutating func paste(_ text: String) -> [Request] {
    drawing(changeTool({ $0.paste(text) }, { $0.paste(text) }))
  }

  /// Changes the open tool, and does what comes of it.
  private mutating func changeTool(
    _ changeLine: (inout PromptEditor) -> ToolOutcome, _ changeList: (inout OperatorPalette) -> ToolOutcome
  ) -> [Request] {
    switch tool {
    case .line(var line):
      let outcome = changeLine(&line)
      tool = .line(line)
      return requests(of: outcome, in: line.scene)
    case .operators(var palette):
      let outcome = changeList(&palette)
      tool = .operators(palette)
      return requests(of: outcome, in: palette.scene)
    case nil: return []
    }
  }

  /// - Parameter scene: the scene before the edit.
  private mutating func requests(of outcome: ToolOutcome, in scene: Scene) -> [Request] {
    switch outcome {
    case .none: return []
    case .preview(let edit): return [.steer(.edit(edit, phase: .preview))]
    case .keep(let edit):
      finishTool()
      remember()
      focus(on: edit, in: scene)
      return apply(edit)
    case .predict(let row, let expected):
      finishTool()
      draw(expected, ofRow: row)
      predictions[row] = expected
      return []
    case .save(let path):
      finishTool()
      return [Self.endsPreview, .write(path)]
    case .leave:
      finishTool()
      return [.leave]
    case .help:
      finishTool()
      showKeys()
      return [Self.endsPreview]
    case .undo, .redo:
      finishTool()
      return outcome == .undo ? undo() : redo()
    case .cancel: return closeTool()
    }
  }

  /// Closes the open line or list, and takes its preview back.
  mutating func closeTool() -> [Request] {
    defer { tool = nil }
    if case .line(let line) = tool, case .prediction = line.subject { return [] }
    return [Self.endsPreview]
  }

  /// Shows the scene without the edit that was tried.
  private static let endsPreview = Request.steer(.edit(nil, phase: .kept))

  /// Closes the tool, and keeps the text of a line for later lines of its kind.
  private mutating func finishTool() {
    if case .line(let line) = tool { lines[line.subject.kind(in: line.scene)] = line.historyWithText }
    tool = nil
  }

  /// Selects the row or the marble that an edit changes.
  ///
  /// - Parameter scene: the scene before the edit.
  private mutating func focus(on edit: SceneEdit, in scene: Scene) {
    switch edit {
    case .insertRow(_, let place): (selected, focusedRow) = (nil, place)
    case .insertEvent(_, let row, _):
      let edited = try? scene.applying(edit)
      (selected, focusedRow) = (edited.flatMap { scene.newEvent(ofRow: row, in: $0) }, row)
    case .setInput(let row, _), .setExpression(let row, _), .renameRow(let row, _): (selected, focusedRow) = (nil, row)
    case .setValue, .setColor, .setRowColor, .setStep, .setDuration, .setSpeedFactor, .setRefreshInterval,
      .setRowRefreshInterval, .setShowsStages, .setTitle, .setAbout, .setNotes, .setDialect, .setOrder, .setExpectation,
      .setLabel, .setStart, .setRowNotes:
      break
    default: selected = nil
    }
  }

  // MARK: Mouse

  /// Handles the mouse while a tool is open: the wheel and clicks choose an operator.
  mutating func pointAtTool(_ mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size) -> [Request] {
    changeTool(
      { _ in .none },
      { palette in
        switch mouse.action {
        case .scrollUp: return palette.move(-1)
        case .scrollDown: return palette.move(1)
        case .press(.left):
          let painter = OperatorListPainter(palette.shown(refusal: nil), drawing: snapshot.drawing, size: size)
          return painter.entry(atColumn: mouse.column, row: mouse.row).map { palette.highlight($0) } ?? .none
        default: return .none
        }
      })
  }

  /// What a double click edits: a marble, a new marble at an empty place of an input, or the text of a row.
  mutating func editByDoubleClick(
    at mouse: Mouse, watching snapshot: PlaybackSnapshot, layout: TimelineLayout, key: EventKey?
  ) -> [Request] {
    let scene = snapshot.editedScene
    if snapshot.owners != nil { return canEdit(snapshot) ? [.say(Self.stagesAreNotEdited)] : [] }
    // The places of the mouse are those of the picture.
    guard canEdit(snapshot), scene.rows.count == snapshot.drawing.scene.rows.count else { return [] }
    if let key, scene.event(at: key) != nil {
      return open(.value(key), in: scene)
    }
    guard let row = layout.position(at: mouse.row), scene.rows.indices.contains(row) else { return [] }
    focusedRow = row
    let scale = layout.scale.following(snapshot.playhead.time)
    if let reason = scene.rows[row].receives(Self.valuesAreNotTyped) { return [.say(reason)] }
    guard key == nil, scene.rows[row].input != nil, layout.marbleLines(row).contains(mouse.row),
      scale.columns.contains(mouse.column)
    else {
      return open(.row(row), in: scene)
    }
    let place = Drag(.playhead, start: .zero, column: scale.center(.zero), scale: scale, step: scene.step)
    return open(.newEvent(row: row, at: place.time(at: mouse.column, isFree: false)), in: scene)
  }
}

extension Scene {
  /// Whether it can be edited on the screen: it has rows on a time axis.
  var isEditable: Bool { kind == .timelines && !rows.isEmpty }
}

extension Scene {
  /// The event that an edited scene has and this one has not; nil when there is none.
  fileprivate func newEvent(ofRow row: Int, in edited: Scene) -> EventKey? {
    guard let old = rows[row].timeline?.events, let new = edited.rows[row].timeline?.events, new.count > old.count
    else {
      return nil
    }
    let index = old.indices.first { (old[$0].time, old[$0].value) != (new[$0].time, new[$0].value) } ?? old.count
    return EventKey(row: row, index: index)
  }
}

extension MarbleColor {
  /// The next colour, from the last to the first.
  fileprivate var next: MarbleColor {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
