package import Drawing
internal import Layout
internal import Marbles
internal import Scenes
package import Terminal

/// The state of a viewer: selection, scroll position, and the effects of keys.
package struct Viewer: Hashable {
  /// Requests of input beyond the state of the viewer.
  package enum Request: Hashable {
    /// Execute this command.
    case steer(PlaybackCommand)
    /// Quit.
    case leave
    /// Stop the process until it is continued.
    case suspend
    /// Repaint everything.
    case repaint
    /// Open the list of scenes.
    case pick
    /// Copy a command line that plays the scene.
    case copy
    /// Save the picture.
    case save
    /// Write the scene to this file, or to its own.
    case write(String?)
    /// Show why a key changes nothing.
    case say(String)
    /// Note that every output of the exercise of this name is predicted.
    case solved(String)
  }

  /// The selected event: its marble is marked, and its lines and sentence are shown.
  var selected: EventKey? {
    didSet {
      isInLists = false
      if selected != nil { leftTime = nil }
    }
  }
  /// The time of the event that was selected before a row without events.
  var leftTime: SceneTime?
  /// The row that keys concern where no event is selected.
  var focusedRow: Int?
  /// The line or list that edits the scene; nil while none is open.
  var tool: Tool?
  /// What was typed in lines, by kind.
  var lines: [PromptEditor.Kind: PromptHistory] = [:]
  /// What was selected before each edit that was kept, for undo.
  var places: [Place] = []
  /// The last press of the mouse, for double clicks.
  var lastPress: Press?
  /// A press of the mouse, and when it was.
  struct Press: Hashable {
    var mouse: Mouse
    var instant: Int64
  }
  /// What is selected: an event, or a row.
  struct Place: Hashable {
    var selected: EventKey?
    var row: Int?
  }
  /// Whether the selection has moved past the last row into the lists.
  var isInLists = false
  /// The event under the pointer.
  var hovered: EventKey?
  /// The position of the first visible row or item, if not all fit.
  var scroll = 0
  /// The first visible item of each list, by the position of its row.
  var panelScrolls: [Int: Int] = [:]
  /// The time through which outputs are shown while others are hidden; nil when none is hidden.
  var revealed: SceneTime?
  /// Whether outputs are hidden because the scene asks for a prediction.
  private var hidesForExercise = false
  /// Whether a scene that asks for a prediction begins with hidden outputs.
  var hidesExercises = false
  /// Whether lessons open the panel of what they teach by themselves.
  var teaches = false
  /// What is drawn in hidden outputs.
  var drawn = Drawn()
  /// What is expected of hidden outputs, by row name.
  var predictions: [String: Scene.Expectation] = [:]
  /// The page of the list of keys that work now, from 0; nil while the list is closed.
  var pageOfKeys: Int?
  /// The page of what the scene teaches, from 0; nil while it is closed.
  var pageOfLesson: Int?
  /// The page of what the doctor has found, from 0; nil while it is closed.
  var pageOfFindings: Int?
  /// The rows whose stages are shown.
  var stages = StageChoices()
  /// The forms that rows were given, by name.
  var forms: [String: RowForm] = [:]
  /// The list of scenes; nil while it is closed.
  var picker: ScenePicker?
  /// The scene that was seen last; nil before the first one.
  private var scene: SeenScene?
  /// What tells a scene from those before and after it.
  private struct SeenScene: Hashable {
    var name: String
    var place: ScenePlace?
  }
  /// Whether the pictures are for an audience.
  var isPresenting = false
  /// What the keys may do.
  var permissions = KeyPermissions.all
  /// The current drag.
  var drag: Drag?
  /// Whether the mouse is reported; otherwise the terminal selects text.
  private(set) var usesMouse = true

  /// The modes of the terminal.
  var modes: TerminalModes {
    var modes = TerminalModes.fullScreen
    modes.mouse = usesMouse ? .all : .off
    modes.focusEvents = true
    return modes
  }

  /// Creates a viewer without a selection.
  package init() {}

  // MARK: Seeing

  /// The picture that the viewer sees.
  package func picture(of snapshot: PlaybackSnapshot, size: Size) -> SceneDrawing.Picture {
    let snapshot = predicted(snapshot)
    return snapshot.drawing.picture(of: snapshot.recording, at: moment(of: snapshot), size: size)
  }

  /// What the viewer sees of the screen: the picture with everything around and above it, and the place of the cursor.
  package func screen(of snapshot: PlaybackSnapshot, size: Size) -> (canvas: Canvas, cursor: TerminalModes.Position?) {
    let snapshot = predicted(snapshot)
    if let picker { return (picker.painter(snapshot.drawing, still: snapshot.still, size: size).frame(), nil) }
    let moment = moment(of: snapshot)
    let inner = sceneSize(in: size)
    var canvas = snapshot.frame(at: moment, size: inner)
    switch tool {
    case .line(let line):
      canvas = canvas.resized(to: size)
      let cursor = snapshot.drawing.draw(line.shown(snapshot.edits), on: &canvas)
      return (canvas, cursor)
    case .operators(let palette):
      var screen = Canvas(size: size)
      OperatorListPainter(palette.shown(refusal: snapshot.edits.refusal), drawing: snapshot.drawing, size: size)
        .draw(canvas, on: &screen)
      return (screen, nil)
    case nil: break
    }
    if let pageOfKeys {
      canvas = canvas.resized(to: size)
      let context = keyContext(of: snapshot, size: snapshot.sceneSize(in: inner))
      snapshot.drawing.drawKeys(context, page: pageOfKeys, on: &canvas)
    }
    if let pageOfLesson { snapshot.drawing.drawLesson(lesson(of: snapshot), page: pageOfLesson, on: &canvas) }
    if let pageOfFindings { snapshot.drawing.drawFindings(page: pageOfFindings, on: &canvas) }
    return (canvas, nil)
  }

  /// The part of the screen for the scene and what is around it: a list of operators or keys is at its right, and on a
  /// small screen an open line is below it.
  func sceneSize(in size: Size) -> Size {
    switch tool {
    case .operators: Size(columns: max(1, size.columns - OperatorList.width(in: size.columns)), rows: size.rows)
    // The line covers the last row of the picture, which has the keys.
    case .line where size.rows < EditLine.leastRoomy:
      Size(columns: size.columns, rows: max(1, size.rows - EditLine.height(in: size.rows) + 1))
    case .line: size
    case nil: Size(columns: size.columns - (widthOfKeys(in: size) ?? 0), rows: size.rows)
    }
  }

  /// The columns of the list of keys beside the picture; nil while it is closed, and where it covers the picture.
  private func widthOfKeys(in size: Size) -> Int? { pageOfKeys == nil ? nil : KeyPanelPainter.width(in: size) }

  /// What decides which keys work now.
  package func keyContext(of snapshot: PlaybackSnapshot, size: Size) -> KeyContext {
    let snapshot = predicted(snapshot)
    let picture = picture(of: snapshot, size: size)
    return snapshot.drawing.keyContext(
      at: moment(of: snapshot), of: snapshot.recording, scrolled: picture.hidden.scrolled(or: picture.panels))
  }

  /// The moment of a frame: a playing scene refreshes at the rates of its rows, a paused one is exact.
  func moment(of snapshot: PlaybackSnapshot) -> FrameState {
    let playhead = snapshot.playhead
    var moment = FrameState(at: playhead.time, of: playhead.playback, by: FrameSchedule(of: snapshot.drawing))
    moment.isLooping = playhead.isLooping
    (moment.selected, moment.hovered, moment.scroll) = (selected, hovered, scroll)
    moment.panelScrolls = panelScrolls
    moment.focusedRow = focusedRow
    moment.showsPlan = tool != nil && canEdit(snapshot)
    moment.forms = forms
    moment.edits = snapshot.edits
    moment.revealed = revealed
    moment.predictions = predictions
    moment.isOneOfSeveral = snapshot.isOneOfSeveral
    moment.place = snapshot.place
    moment.isPresenting = isPresenting
    moment.permissions = permissions.intersection(snapshot.permissions)
    // Keys that edit say so, and are not offered.
    if snapshot.owners != nil { moment.permissions.remove(.edit) }
    return moment
  }

  /// The wall nanoseconds until the picture changes by time alone; nil while nothing moves, as in the list of scenes.
  func untilNextTick(of snapshot: PlaybackSnapshot) -> Int64? {
    if picker != nil { return nil }
    let playhead = snapshot.playhead
    return FrameSchedule(of: snapshot.drawing).untilNextTick(at: playhead.time, of: playhead.playback)
  }

  /// Forgets what belongs to the scene that was seen before, when another one plays: it may have come by itself.
  ///
  /// - Returns: whether the scene is new, and waits for a prediction.
  @discardableResult mutating func follow(_ snapshot: PlaybackSnapshot) -> Bool {
    let seen = SeenScene(name: snapshot.drawing.scene.name, place: snapshot.place)
    let isNew = scene != seen
    if scene != nil, isNew { forgetScene() }
    scene = seen
    guard isNew, hidesExercises, asksForPrediction(snapshot) else { return false }
    hidesForExercise = hidesForExercise || revealed == nil
    revealed = Self.nothing
    if teaches { showLesson() }
    return true
  }

  // MARK: Keys

  /// Opens the list of the keys that work now.
  mutating func showKeys() { pageOfKeys = 0 }

  /// Closes the list of keys and the panels about the scene.
  mutating func hideKeys() { (pageOfKeys, pageOfLesson, pageOfFindings) = (nil, nil, nil) }

  /// Handles a key.
  ///
  /// - Parameter screen: the size of the screen.
  package mutating func press(
    _ key: Key, _ modifiers: Modifiers, watching actual: PlaybackSnapshot, size screen: Size
  ) -> [Request] {
    let (snapshot, before) = (entered(actual), predictions)
    let requests = drawing(pressed(key, modifiers, watching: snapshot, actual, size: screen))
    return predictions == before ? requests : requests + concluded(watching: snapshot)
  }

  /// - Parameter actual: the snapshot without what the viewer draws.
  private mutating func pressed(
    _ key: Key, _ modifiers: Modifiers, watching snapshot: PlaybackSnapshot, _ actual: PlaybackSnapshot,
    size screen: Size
  ) -> [Request] {
    let playhead = snapshot.playhead
    let size = snapshot.sceneSize(in: sceneSize(in: screen))
    switch key {
    case .character("c") where modifiers.contains(.control) && tool != nil: return closeTool()
    case .character("c") where modifiers.contains(.control): return [.leave]
    case .character("z") where modifiers.contains(.control): return [.suspend]
    case .character("l") where modifiers.contains(.control): return [.repaint]
    case .escape where drag?.last != nil: return cancelDrag(watching: snapshot)
    case _ where picker != nil: return pressInPicker(key, modifiers)
    case _ where tool != nil: return pressInTool(key, modifiers, watching: snapshot)
    default: break
    }
    // A list in front of the scene goes away with the next key, and a key that edits does only that. One beside the
    // scene stays, so that its keys can be tried.
    let (ofKeys, ofLesson, isBeside) = (pageOfKeys, pageOfLesson, widthOfKeys(in: screen) != nil)
    let ofFindings = pageOfFindings
    let page = (isBeside ? nil : ofKeys) ?? ofLesson ?? ofFindings
    (pageOfKeys, pageOfLesson, pageOfFindings) = (isBeside ? ofKeys : nil, nil, nil)
    if snapshot.owners != nil, page == nil, KeyBinding.edits(key), canEdit(snapshot) {
      return [.say(Self.stagesAreNotEdited)]
    }
    if page == nil, let requests = pressToDraw(key, modifiers, watching: snapshot, size: size) { return requests }
    if page == nil, let requests = pressToEdit(key, modifiers, watching: snapshot, size: size) { return requests }
    if page != nil, canEdit(snapshot), KeyBinding.edits(key) { return [] }
    if page == nil, let reason = wallTimeRefusal(of: key, watching: snapshot) { return [.say(reason)] }
    switch key {
    case .character("q"): return [.leave]
    case .character("?"):
      let next = ofKeys.map { $0 + 1 } ?? 0
      let context = keyContext(of: snapshot, size: size)
      pageOfKeys = snapshot.drawing.pagesOfKeys(context, size: screen) > next ? next : nil
    case .character("L"):
      let next = ofLesson.map { $0 + 1 } ?? 0
      pageOfKeys = nil
      pageOfLesson = snapshot.drawing.pagesOfLesson(lesson(of: snapshot), size: screen) > next ? next : nil
    case .character("!"): turnFindings(after: ofFindings, of: snapshot, size: screen)
    case .escape where page != nil: break
    case .escape where isBeside: pageOfKeys = nil
    case .character("t"): return snapshot.permissions.contains(.remote) ? [.steer(.toggleRemote)] : []
    case .character("p"):
      pageOfKeys = nil
      return snapshot.permissions.contains(.choose) ? [.pick] : []
    case .character(" "), .enter, .right:
      if isPresenting, playhead.state == .finished, snapshot.place?.isLast == false {
        return changeScene(by: 1, watching: snapshot)
      }
      guard key == .character(" ") else {
        return key == .right ? go(to: snapshot.drawing.instant(after: playhead.time)) : []
      }
      return [.steer(playhead.state == .paused ? .resume : .pause)]
    case .character("+"), .character("="):
      return [.steer(.setSpeedFactor(SpeedLadder.faster(than: playhead.playback.speedFactor)))]
    case .character("-"): return [.steer(.setSpeedFactor(SpeedLadder.slower(than: playhead.playback.speedFactor)))]
    case .backspace: return [.steer(.setSpeedFactor(1))]
    case .character("l"): return [.steer(.setLooping(!playhead.isLooping))]
    case .character("r"):
      if revealed != nil { revealed = Self.nothing }
      return [.steer(.restart)]
    case .tab: selectMarble(1, watching: snapshot, size: size)
    case .backTab: selectMarble(-1, watching: snapshot, size: size)
    case .up: go(-1, watching: snapshot, size: size)
    case .down: go(1, watching: snapshot, size: size)
    case .character("<"): return moveSelected(-1, watching: snapshot)
    case .character(">"): return moveSelected(1, watching: snapshot)
    case .escape: (selected, focusedRow, leftTime) = (nil, nil, nil)
    case .character("["): return unfold(false, watching: snapshot)
    case .character("]"): return unfold(true, watching: snapshot)
    case .character("f"): return changeForm(watching: snapshot)
    case .character("h"): hideOrReveal(actual)
    case .character("H"): return showOutputs(snapshot)
    case .character("d"):
      guard revealed != nil, snapshot.drawing.scene.kind == .timelines, !snapshot.drawing.scene.isLive else { break }
      predict(actual, size: screen)
    case .character("y"): return [.copy]
    case .character("s"): return [.save]
    case .character("m"):
      usesMouse.toggle()
      (hovered, drag) = (nil, nil)
    case .left, .character(","): return go(to: snapshot.drawing.instant(before: playhead.time))
    case .character("."): return go(to: snapshot.drawing.instant(after: playhead.time))
    case .home: return [.steer(.seek(.zero))]
    case .end: return [.steer(.seek(snapshot.drawing.plan.duration))]
    case .pageUp: return changeScene(by: -1, watching: snapshot)
    case .pageDown, .character("N"): return changeScene(by: 1, watching: snapshot)
    default: break
    }
    return []
  }

  private mutating func changeScene(by distance: Int, watching snapshot: PlaybackSnapshot) -> [Request] {
    guard snapshot.isOneOfSeveral else { return [] }
    forgetScene()
    return [.steer(.changeScene(by: distance))]
  }

  private func go(to time: SceneTime?) -> [Request] { time.map { [.steer(.seek($0))] } ?? [] }

  /// Forgets what was selected, scrolled to and revealed in a scene that is left.
  private mutating func forgetScene() {
    (selected, focusedRow, hovered, drag, scroll, panelScrolls) = (nil, nil, nil, nil, 0, [:])
    stages = StageChoices()
    forms = [:]
    places = []
    (predictions, drawn) = ([:], Drawn())
    if hidesForExercise { (revealed, hidesForExercise) = (nil, false) }
    if revealed != nil { revealed = Self.nothing }
  }

  /// Shows the selected row, or the only one, in the next form that its values allow.
  private mutating func changeForm(watching snapshot: PlaybackSnapshot) -> [Request] {
    let (drawing, moment) = (snapshot.drawing, moment(of: snapshot))
    let rows = drawing.scene.rows
    guard drawing.scene.kind == .timelines, permissions.contains(.look) else { return [] }
    guard let row = selected?.row ?? focusedRow ?? (rows.count == 1 ? 0 : nil), rows.indices.contains(row) else {
      return rows.isEmpty ? [] : [.say("select a row first: ↑ ↓")]
    }
    guard let form = drawing.nextForm(ofRow: row, of: snapshot.recording, at: moment) else {
      return [.say("the row is a list")]
    }
    forms[rows[row].name] = form
    return []
  }

  /// Handles a key while the list of scenes is open.
  private mutating func pressInPicker(_ key: Key, _ modifiers: Modifiers) -> [Request] {
    switch picker?.press(key, modifiers) {
    case .choose(let index): return choose(index)
    case .leave:
      let isFirst = picker?.isFirst == true
      if !isFirst { picker = nil }
      return isFirst ? [.leave] : []
    case .some(.none), nil: return []
    }
  }

  /// Plays a scene of the list.
  mutating func choose(_ index: Int) -> [Request] {
    picker = nil
    forgetScene()
    return [.steer(.choose(index))]
  }
}
