internal import Drawing
internal import Formats
internal import Inputs
internal import Layout
public import Marbles
internal import Narrations
internal import Playback
internal import Player
internal import SceneFiles
internal import SceneTestSupport
public import Scenes
internal import Terminal

/// All uses of a scene, once each with random parameters: check it, export it in every format, draw it at any size,
/// time and window, narrate it, move its marbles, and feed odd lines to its live rows.
public struct SceneRehearsal: Sendable {
  /// The scene.
  public let scene: Scene
  /// The text of its file.
  public let text: String

  /// Few events, because deep graphs are slow, and no long texts in each of them, because each format writes them.
  private static let budget: RunBudget = {
    var budget = RunBudget.standard
    (budget.eventsPerRow, budget.bytes) = (200, 4 << 20)
    return budget
  }()

  /// Creates a rehearsal of a scene that was parsed from `text`.
  public init(_ scene: Scene, text: String) { (self.scene, self.text) = (scene, text) }

  /// Runs everything; returns the first problem, or nil.
  public func problem(_ random: inout SplitMix64) -> String? {
    if let problem = savingProblem() { return problem }
    let recording: Recording
    switch play(scene, &random) {
    case .success(let played): recording = played
    case .failure(let error): return error.isLimit ? nil : "can't be played: \(error)"
    }
    write(recording)
    draw(scene, recording, &random)
    guard !scene.isLive else { return nil }
    if let problem = stageProblem(&random) { return problem }
    use(recording, &random)
    let report = Checker().check(["x.yaml"]) { _ in text }
    return report.files.count == 1 ? nil : "checked as \(report.files.count) files"
  }

  private func savingProblem() -> String? {
    do throws(SceneFileError) {
      let again = try SceneFile(parsing: scene.yaml, path: "x.yaml").scene
      return again == scene ? nil : "saved, it is another scene: \(scene.yaml)"
    } catch {
      return "saved, it is none: \(error)\n\(scene.yaml)"
    }
  }

  // MARK: Playing

  private func play(_ scene: Scene, _ random: inout SplitMix64) -> Result<Recording, SceneError> {
    let executor = PlaybackExecutor(jobsPerInstant: 5_000, instantsPerRun: 5_000, hopsInPlace: true)
    do throws(SceneError) {
      let player = try ScenePlayer(scene, budget: Self.budget, executor: executor)
      guard scene.isLive else { return .success(try player.runImmediately()) }
      return .success(try feed(player, &random))
    } catch {
      return .failure(error)
    }
  }

  /// The first thing that a record of stages changes, or that is wrong in it; nil when nothing is, and for a live scene.
  func stageProblem(_ random: inout SplitMix64) -> String? {
    guard !scene.isLive else { return nil }
    let order = scene.order
    let executor = { PlaybackExecutor(jobsPerInstant: 5_000, instantsPerRun: 5_000, hopsInPlace: true, order: order) }
    var comparison = StageComparison(scene, budget: Self.budget, executor: executor)
    if let problem = comparison.problem() { return problem }
    do {
      if let problem = try comparison.problemOfMeter() { return problem }
    } catch {
      return "with its stages counted: \(error)"
    }
    guard let recording = comparison.staged else { return nil }
    // In real time, a long scene has many waits.
    let drive = random.below(StageComparison.drives.count)
    for stages in [StageSelection.none, .all] where drive > 0 && recording.duration < .seconds(600) {
      let player = try? ScenePlayer(scene, budget: Self.budget, executor: executor(), stages: stages)
      let driven = try? player.map(StageComparison.drives[drive])
      if driven != (stages == .all ? recording : recording.withoutStages) {
        return "differs, driven by \(drive), \(stages)"
      }
    }
    let expansion = StageExpansion(of: scene, recording) { _ in random.below(4) > 0 }
    write(recording)
    draw(expansion.scene, expansion.recording, &random)
    return recording.rows.indices.lazy.compactMap { row in
      StageFates(ofRow: row, in: recording, of: scene).flatMap {
        StageAudit($0, of: recording.rows[row]).problems.first
      }
    }.first
  }

  private static let lines = [
    "1", "2.5", "-0", "word", "{\"status\":200}", "{\"status\":null}", "{}", "[]", "[1,[2,[3]]]", "null", "\"\"", "",
    "{", "\u{0}", "\u{1B}[31m", "é", "99999999999999999999", "1e400", "{\"a\":{\"b\":{\"c\":1}}}", "\u{FEFF}1",
  ]

  private func feed(_ player: ScenePlayer, _ random: inout SplitMix64) throws(SceneError) -> Recording {
    var time = SceneTime.zero
    let inputs = scene.rows.filter { $0.live != nil }.compactMap { player.liveInput($0.name) }
    var readers = inputs.map { _ in LineReader() }
    do throws(PlaybackError) {
      for _ in 0..<8 {
        for (index, input) in inputs.enumerated() {
          let text = (0..<random.below(6)).map { _ in random.pick(Self.lines) + "\n" }.joined()
          for line in readers[index].read(Array(text.utf8)) {
            if case .value(let value) = line.content { input.offer(value) } else { input.noteMalformed() }
          }
        }
        time += .milliseconds(Int64(random.below(2000)))
        try player.executor.advance(to: time)
      }
      for input in inputs where random.below(2) == 0 { input.finish() }
      try player.executor.end()
    } catch {
      throw .playback(error)
    }
    return try player.recording()
  }

  // MARK: Out

  private func write(_ recording: Recording) {
    _ = JSONLines.print(recording, of: scene)
    for format in NarrationFormat.allCases { _ = format.print(recording, of: scene) }
    _ = scene.commandLine
    _ = SceneFormat.swift.write(SceneDocument(scene, recording))
    _ = MarbleSheet.print(recording, of: scene)
    _ = Narration(of: recording, scene).everything
  }

  private func draw(_ scene: Scene, _ recording: Recording, _ random: inout SplitMix64) {
    var scene = scene
    if random.below(2) == 0 { scene.window = random.pick(Self.windows) }
    var drawing = SceneDrawing(
      scene: scene, plan: recording, theme: .named(random.pick(Theme.Name.allCases)),
      glyphs: random.pick([.full, .ascii]))
    drawing.connectors = random.pick(Connector.Choice.allCases)
    for _ in 0..<4 {
      let time = random.pick(Self.times + [recording.duration, recording.duration - .nanoseconds(1)])
      var moment = FrameState(
        time: time, speedFactor: scene.speedFactor, state: random.pick([.playing, .paused, .finished]),
        scroll: random.pick([0, 1, 5, .max]))
      if random.below(3) == 0 {
        moment.rowTimes = scene.rows.map { _ in random.pick(Self.times) }
      }
      let size = random.pick(Self.sizes)
      if let row = scene.rows.indices.first {
        let key = EventKey(row: random.below(row + 3), index: random.below(3))
        (moment.selected, moment.hovered) = (key, key)
      }
      _ = drawing.frame(recording, at: moment, size: size)
    }
  }

  private static let windows: [SceneTime] = [
    .nanoseconds(1), .milliseconds(1), .seconds(1), .seconds(60), .seconds(1e8), .longestReadable,
  ]
  private static let times: [SceneTime] = [
    .zero, .nanoseconds(1), .milliseconds(999), .seconds(1), .seconds(2.5), .seconds(8), .seconds(3600),
    .longestReadable,
  ]
  private static let sizes = [
    Size(columns: 1, rows: 1), Size(columns: 20, rows: 5), Size(columns: 21, rows: 6), Size(columns: 40, rows: 12),
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 300, rows: 3),
  ]

  // MARK: Keys and the mouse

  private static let keys: [Key] =
    [.tab, .backTab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .escape, .backspace, .enter]
    + " +-lrhHp?m<>,.eionxcAIXKJuUw:=|'a1(){$".map { .character($0) }

  /// Simulates a viewer: keys, pointing, dragging marbles and the playhead; edited scenes are played again.
  private func use(_ recording: Recording, _ random: inout SplitMix64) {
    var viewer = Viewer()
    var history = EditHistory(scene)
    var snapshot = PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: recording), recording: recording,
      playhead: Playhead(time: random.pick(Self.times), playback: PlaybackState(at: 0, isPaused: true)))
    for _ in 0..<4 {
      let size = random.pick(Self.sizes)
      for _ in 0..<4 {
        let held: Modifiers = random.below(8) == 0 ? .control : []
        handle(
          viewer.press(random.pick(Self.keys), held, watching: snapshot, size: size), &snapshot, &history, &random)
      }
      if random.below(4) == 0 {
        handle(viewer.paste(random.pick(Self.pastes)), &snapshot, &history, &random)
      }
      for mouse in gesture(viewer.picture(of: snapshot, size: size), size, &random) {
        handle(
          viewer.point(mouse, at: Int64(random.below(2)), watching: snapshot, size: size), &snapshot, &history, &random)
      }
      _ = viewer.screen(of: snapshot, size: size)
    }
  }

  /// Presses a marble or, rarely, an empty cell, drags it elsewhere and releases it.
  private func gesture(_ picture: SceneDrawing.Picture, _ size: Size, _ random: inout SplitMix64) -> [Mouse] {
    var from = (column: random.below(size.columns), row: random.below(size.rows))
    if random.below(4) > 0, let marble = picture.anchors.marbles.randomElement(using: &random) {
      from = marble.bounds[.center]
    }
    let to = (column: random.below(size.columns), row: random.below(size.rows))
    return [
      Mouse(.move, column: from.column, row: from.row),
      Mouse(.press(.left), column: from.column, row: from.row),
      Mouse(.drag(.left), column: to.column, row: to.row, modifiers: random.pick([[], .control])),
      Mouse(.release(.left), column: to.column, row: to.row),
      Mouse(random.pick([.scrollUp, .scrollDown]), column: to.column, row: to.row),
    ]
  }

  private static let pastes = [
    "a = merge(a, b)", "1-2-3|", "x\u{1B}[2J\r\ny", "👩\u{200D}👧", " = ", ".debounce(for: ", "scene step 250ms", "",
  ]

  private func handle(
    _ requests: [Viewer.Request], _ snapshot: inout PlaybackSnapshot, _ history: inout EditHistory,
    _ random: inout SplitMix64
  ) {
    for case .steer(let command) in requests {
      switch command {
      case .seek(let time), .drag(let time, _): snapshot.playhead.time = time
      case .setSpeedFactor(let factor): snapshot.playhead.playback.speedFactor = factor
      case .setLooping(let isLooping): snapshot.playhead.isLooping = isLooping
      case .pause: snapshot.playhead.playback.isPaused = true
      case .resume: snapshot.playhead.playback.isPaused = false
      case .restart: snapshot.playhead.time = .zero
      case .edit, .undo, .redo: edit(command, &snapshot, &history, &random)
      case .markSaved, .changeScene, .choose, .toggleRemote: break
      }
    }
  }
}

extension SceneRehearsal {
  /// Edits the scene as a playback does: what is refused, or can't be played, changes nothing.
  private func edit(
    _ command: PlaybackCommand, _ snapshot: inout PlaybackSnapshot, _ history: inout EditHistory,
    _ random: inout SplitMix64
  ) {
    var next = history
    switch command {
    case .edit(let edit, let phase):
      do { try next.preview(edit) } catch {
        if phase == .preview { snapshot.edits.refusal = "\(error)" }
        return
      }
      if phase == .kept { next.keep() }
    case .undo: next.undo()
    default: next.redo()
    }
    snapshot.edits.refusal = nil
    if next.scene != snapshot.drawing.scene {
      guard case .success(let recording) = play(next.scene, &random) else { return }
      snapshot.drawing = snapshot.drawing.replanned(next.scene, recording)
      snapshot.recording = recording
      if random.below(2) == 0 { snapshot.drawing = snapshot.drawing.remeasured }
    }
    history = next
  }
}

extension SceneError {
  /// Whether a limit stopped the run, which is correct.
  fileprivate var isLimit: Bool {
    switch self {
    case .tooManyEvents, .tooManyParts, .tooManyBytes, .runaway, .playback(.endless), .playback(.runaway): true
    default: false
    }
  }
}
