import CommandSupport
import Dispatch
import Formats
import Inputs
import Marbles
import Narrations
import Platform
internal import Player
import Scenes
import Synchronization
import Terminal

/// One pass through a scene.
final class PlainPass {
  enum Outcome { case over, left }

  /// The playback of the current pass, which a signal stops.
  final class Playing: Sendable {
    private let playback = Mutex<ScenePlayback?>(nil)

    func set(_ playback: ScenePlayback) { self.playback.withLock { $0 = playback } }
    func stop() { playback.withLock { $0 }?.stop() }
  }

  private var scene: Scene { history.scene }
  /// The scene and its edits.
  private(set) var history: EditHistory
  private let keeper: SceneKeeper?
  private let place: ScenePlace
  private let form: NarrationFormat
  private let introduces: Bool
  private let staysAtEnd: Bool
  /// Whether no scene follows.
  private let isLast: Bool
  private let news: DispatchSemaphore
  private let commands: CommandLines?
  private let feeds: SceneFeeds
  private var troubles = RowTroubles()
  private let recording: LiveRecording?
  private var scenePlayback: ScenePlayback
  /// The taps of programs that start later; nil unless all taps are rows.
  private let lateTaps: TapRows.LateRows?
  private var narration: Narration
  /// The duration of the scene; nil until a command needs it.
  private var knownDuration: SceneTime?
  private var knownStages: (scene: Scene, recording: Recording)?
  /// Earlier events have already been printed.
  private var toldBefore = SceneTime.zero

  /// - Parameters:
  ///   - history: the scene to tell, and its edits.
  ///   - place: its place among the scenes of this command.
  ///   - form: the form of the lines.
  ///   - start: the scene time at which to start.
  ///   - introduces: whether to begin with the title and the rows.
  ///   - staysAtEnd: whether to wait for commands at the end.
  ///   - isLast: whether no scene follows.
  ///   - news: signalled when there is something to do.
  ///   - commands: what is typed; nil without a terminal.
  ///   - feeds: what feeds live rows.
  ///   - recording: the recording of live rows; nil for none.
  ///   - playing: learns of the playback.
  ///   - keeper: writes edits to files; nil without commands.
  ///   - showsAllTaps: whether each tap of a program that starts later is a row.
  init(
    history: EditHistory, place: ScenePlace, form: NarrationFormat, start: SceneTime, introduces: Bool,
    staysAtEnd: Bool,
    isLast: Bool, news: DispatchSemaphore, commands: CommandLines?, feeds: SceneFeeds, recording: LiveRecording?,
    playing: Playing, keeper: SceneKeeper?, showsAllTaps: Bool = false
  ) throws {
    let scene = history.scene
    (self.history, self.keeper) = (history, keeper)
    self.recording = recording
    self.feeds = feeds
    self.place = place
    self.introduces = introduces
    self.staysAtEnd = staysAtEnd
    self.isLast = isLast
    self.form = form
    self.news = news
    self.commands = commands
    scenePlayback = try ScenePlayback(
      scene, speedFactor: scene.speedFactor, from: start, reportsInputs: true, reportsNotes: form == .sentences,
      recorder: recording?.recorder(of: scene), onChange: { news.signal() })
    try scenePlayback.catchUp()
    playing.set(scenePlayback)
    narration = Narration(beginning: scene, style: .spoken)
    lateTaps = showsAllTaps ? TapRows.LateRows { news.signal() } : nil
  }

  /// Whether something went wrong in a row so far.
  var hasTrouble: Bool { troubles.hasAny || feeds.hasTrouble || narration.recording.hasFailedOutput }

  func run() throws -> Outcome {
    if introduces, form == .sentences {
      for sentence in SceneIntroduction(to: scene, at: place).sentences { StandardStreams.printText(sentence + "\n") }
    }
    scenePlayback.begin()
    connectFeeds()
    var isFinished = false
    while true {
      news.wait()
      tellOfFeeds()
      addTaps()
      let isOver = scenePlayback.isOver
      tell(scenePlayback.takeEverything())
      if isOver, !isFinished {
        if let error = scenePlayback.error { throw error }
        isFinished = true
        tellOfFeeds(isEnd: true)
        tellOpenRows()
        if introduces, form == .sentences {
          for line in scene.lesson(of: scene.rows.indices) + findings.lines { StandardStreams.printText(line + "\n") }
        }
        if form == .sentences, !place.isAlone { StandardStreams.printText("This scene ends.\n") }
        if stays { StandardStreams.printError("This is the end. The commands are why, rows, restart, help and quit.") }
      }
      for line in commands?.take() ?? [] {
        switch try handle(line) {
        case .went(back: let isBack): if isBack { isFinished = false }
        case .skipped:
          scenePlayback.stop()
          return .over
        case .left:
          scenePlayback.stop()
          return .left
        }
      }
      // After the end of input, no command can resume the playhead.
      if commands?.isClosed == true, scenePlayback.isPaused { scenePlayback.resume() }
      if isFinished, !stays { return .over }
    }
  }

  /// At the end, the user can still ask about events.
  private var stays: Bool { (scenePlayback.isPaused || staysAtEnd) && commands?.isClosed == false }

  // MARK: Telling

  /// Prints entries and notes in order of time, then row, then turn.
  private func tell(_ news: (entries: [Recording.Entry], notes: [(row: Int, note: Recording.Note)])) {
    for (row, note) in news.notes { narration.append(note, ofRow: row) }
    for entry in news.entries { narration.append(entry) }
    var entries = news.entries.filter { $0.time >= toldBefore }[...]
    let notes = news.notes.filter { $0.note.time >= toldBefore }.enumerated().sorted {
      let (first, second) = ($0.element, $1.element)
      return (first.note.time, first.row, Narration.Turn(of: first.note), $0.offset)
        < (second.note.time, second.row, Narration.Turn(of: second.note), $1.offset)
    }
    for (row, note) in notes.map(\.element) {
      let turn = Narration.Turn(of: note)
      while let entry = entries.first,
        (entry.time, entry.row, Narration.Turn(of: entry)) < (note.time, row, turn)
      {
        print(entries.removeFirst())
      }
      guard let sentence = narration.sentence(about: note, ofRow: row) else { continue }
      StandardStreams.print(DisplayWidth.escaped(sentence.text) + "\n")
    }
    for entry in entries { print(entry) }
  }

  private func tellOpenRows() {
    // Not at the playhead, which is a little later each time. A run that was stopped has no duration.
    guard let duration = scene.isLive ? scenePlayback.sceneTime : scenePlayback.recordedDuration else { return }
    var recording = narration.recording
    recording.duration = duration
    for entry in recording.entries where entry.kind == .open { print(entry) }
  }

  private func print(_ entry: Recording.Entry) {
    let line = form.line(entry, narration)
    switch form {
    // One line per entry, even if a name or a value contains line breaks.
    case .sentences: StandardStreams.print(DisplayWidth.escaped(line) + "\n")
    case .tsv: StandardStreams.print(line + "\n")
    }
  }

  // MARK: What feeds live rows

  private func connectFeeds() {
    feeds.connect(to: scenePlayback)
    feeds.tellOfSilence()
  }

  /// Adds rows for taps, whose events follow.
  private func addTaps() {
    for row in lateTaps?.take(for: scene) ?? [] where !narration.recording.rows.contains(where: { $0.name == row.name })
    {
      guard let input = scenePlayback.addLiveRow(row) else { continue }
      narration.add(row)
      feeds.add(row, input)
    }
  }

  /// Prints problems of sources and rows to standard error, as a ``TroubleLog`` does.
  private func tellOfFeeds(isEnd: Bool = false) {
    let rows = scene.rows.enumerated().map { ($1.name, scenePlayback.losses(ofRow: $0)) }
    let lines = troubles.lines(of: rows, at: .nanoseconds(MonotonicClock.system.now()), isEnd: isEnd)
    let warnings = feeds.takeWarnings(isEnd: isEnd) + lines + (recording?.takeWarnings() ?? [])
    for warning in warnings { StandardStreams.printError(warning) }
  }

  // MARK: Commands

  private enum Reaction { case went(back: Bool), skipped, left }

  /// Executes a command. Answers go to standard error, so that standard output contains only the narration.
  private func handle(_ line: String) throws -> Reaction {
    do {
      switch try PlainCommand(parsing: line, ofLiveScene: scene.isLive) {
      case nil: break
      case .pause:
        scenePlayback.pause()
        StandardStreams.printError("Paused at \(narration.span(now)).")
      case .resume:
        scenePlayback.resume()
        StandardStreams.printError("Resumed at \(narration.span(now)).")
        news.signal()
      case .step(let count):
        if scenePlayback.isOver {
          StandardStreams.printError("This is the end.")
        } else {
          for _ in 0..<count { scenePlayback.step() }
        }
      case .back(let count): return .went(back: try goBack(count))
      case .restart:
        StandardStreams.printError("From the beginning.")
        try replay(from: .zero, isPaused: false)
        return .went(back: true)
      case .speed(let factor):
        if let factor { scenePlayback.setSpeedFactor(factor) }
        StandardStreams.printError("Speed \(scenePlayback.speedFactor).")
      case .next:
        if !isLast { return .skipped }
        StandardStreams.printError("There is no next scene.")
      case .rows: for line in narration.rowLines { StandardStreams.printError(line) }
      case .position: StandardStreams.printError(try position)
      case .why(let row, let event):
        StandardStreams.printError(
          try narration.why(row: row, event: event, at: scenePlayback.sceneTime, stages: stages))
      case .edit(let text): return .went(back: try edit(text))
      case .undo: return .went(back: try change("There is nothing to undo.") { $0.undo() })
      case .redo: return .went(back: try change("There is nothing to redo.") { $0.redo() })
      case .save(let path): save(path)
      case .help: StandardStreams.printError(PlainCommand.helpText)
      case .quit: return .left
      }
    } catch let failure as PlainCommand.Failure {
      StandardStreams.printError("error: \(failure)")
    }
    return .went(back: false)
  }

  /// The time of the playhead to a tenth of a second, as it is between two events.
  private var now: SceneTime { .milliseconds(scenePlayback.sceneTime.nanoseconds / 100_000_000 * 100) }

  /// The duration of the scene, which is run once to know it, unless it has been run.
  private var duration: SceneTime {
    get throws {
      if let known = knownDuration ?? scenePlayback.recordedDuration { return known }
      let duration = try BoundedRun(scene).perform().get().duration
      knownDuration = duration
      return duration
    }
  }

  /// What happens inside the expressions of the scene, which is run once to know it; nil for a live scene.
  private var stages: Recording? {
    if scene.isLive { return nil }
    if let known = knownStages, known.scene == scene { return known.recording }
    guard case .recording(let recording) = BoundedRun(scene, stages: .all).perform() else { return nil }
    knownStages = (scene, recording)
    return recording
  }

  /// What the doctor finds in the scene.
  private var findings: SceneFindings {
    SceneFindings(running: scene, like: narration.recording, style: .spoken)
  }

  private var position: String {
    get throws {
      let hasEnd = !scene.isLive && !scene.isEndless
      return narration.position(
        in: scene, at: now, of: hasEnd ? try duration : nil,
        scenePlayback.isOver ? "at the end" : scenePlayback.isPaused ? "paused" : "playing",
        speed: scene.isLive ? nil : scenePlayback.speedFactor, place: place)
    }
  }

  /// Edits the scene, which then goes on from the same time.
  private func edit(_ text: String) throws -> Bool {
    var next = history
    do throws(SceneEditError) {
      guard try next.apply(EditCommand.parse(text, in: scene)) else {
        StandardStreams.printError("This changes nothing.")
        return false
      }
    } catch {
      StandardStreams.printError("error: \(error)")
      return false
    }
    return try show(next)
  }

  private func change(_ nothing: String, _ change: (inout EditHistory) -> SceneEdit?) throws -> Bool {
    var next = history
    guard change(&next) != nil else {
      StandardStreams.printError(nothing)
      return false
    }
    return try show(next)
  }

  private func show(_ next: EditHistory) throws -> Bool {
    let duration: SceneTime
    do { duration = try BoundedRun(next.scene).perform().get().duration } catch {
      StandardStreams.printError("error: \(error)")
      return false
    }
    let changed = next.scene.rows.filter { row in !scene.rows.contains(row) }
    let removed = scene.rows.filter { row in !next.scene.rows.contains { $0.name == row.name } }
    (history, knownDuration) = (next, duration)
    for row in changed {
      StandardStreams.printError("\(row.name) = \(scene.position(of: row.name).map(scene.text) ?? "")")
    }
    for row in removed { StandardStreams.printError("Row \(row.name) is removed.") }
    if changed.isEmpty, removed.isEmpty { StandardStreams.printError("The scene is changed.") }
    StandardStreams.printError("Type restart to play it from the beginning.")
    try replay(from: scenePlayback.sceneTime, isPaused: scenePlayback.isPaused)
    return true
  }

  private func save(_ path: String?) {
    do {
      guard let written = try keeper?.write(history, to: path) else {
        StandardStreams.printError("This scene has no file; save NAME writes a new one.")
        return
      }
      history.markSaved()
      StandardStreams.printError("Wrote \(written).")
    } catch {
      StandardStreams.printError("error: \(error)")
    }
  }

  /// Replays up to an earlier instant, and prints that again; false at the beginning.
  ///
  /// - Parameter count: how many instants with events to go back.
  private func goBack(_ count: Int) throws -> Bool {
    scenePlayback.pause()
    var target: SceneTime?
    for _ in 0..<count { target = narration.instant(before: target ?? scenePlayback.sceneTime) ?? target }
    guard let time = target else {
      StandardStreams.printError("This is the beginning.")
      return false
    }
    StandardStreams.printError("Back at \(narration.span(time)).")
    try replay(from: time, isPaused: true)
    return true
  }

  /// Plays again, and prints what happens from `time` on.
  private func replay(from time: SceneTime, isPaused: Bool) throws {
    let speed = scenePlayback.speedFactor
    scenePlayback.stop()
    scenePlayback = try ScenePlayback(
      scene, speedFactor: speed, from: time, isPaused: isPaused, reportsInputs: true, reportsNotes: form == .sentences,
      onChange: { [news] in news.signal() })
    // What follows may ask about events before the start.
    try scenePlayback.catchUp()
    narration = Narration(beginning: scene, style: .spoken)
    toldBefore = time
    scenePlayback.begin()
    news.signal()
  }
}
