import ArgumentParser
import CommandSupport
import Drawing
import Formats
import Foundation
import Inputs
import Marbles
import Player
import SceneFiles
import Scenes
import Terminal

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a scene, an operator or expressions in real time.",
    discussion: """
      Keys: space pauses, + and - change the speed, left and right go to the previous and the next event, Tab selects a \
      marble, h hides the outputs so that you can predict them, p chooses another scene, ? lists all keys that work \
      now, q quits. Mouse: point at a \
      marble to read it, click to select it, drag an input marble to change the scene, drag on the axis to move the \
      playhead. If standard output is not a terminal, marbled prints one sentence per event. With --plain on a \
      terminal, type pause, resume, step, back, restart, next, speed 2, rows, where, why zip 2, help or quit.

      \(Preferences.help)
      """)

  @OptionGroup(title: "What to play") var sceneOptions: SceneOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  @Flag(inversion: .prefixedNo, help: "Restart the scene at its end.")
  var loop: Bool?

  @Flag(help: "Quit at the end.")
  var once = false

  @Flag(
    help: """
      Show scenes to an audience: large marbles, no clock and no line of keys. At the end of each scene, wait for space.
      """)
  var present = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Start paused at this scene time.", valueName: "duration"),
    transform: FlagValue.time)
  var at: SceneTime?

  @Flag(help: "Reload a scene when its file changes, and keep the playhead.")
  var watch = false

  @Option(
    defaultAsFlag: .sentences,
    help: ArgumentHelp("Print one line per event instead of drawing.", valueName: "form"))
  var plain: NarrationFormat?

  @OptionGroup var strict: StrictOption
  @OptionGroup var record: RecordOptions

  @Flag(
    help: """
      Show what drawing costs, separately for each refresh interval: frames per second, bytes and processor time per \
      frame. Print a table at the end.
      """)
  var stats = false

  func validate() throws {
    if loop == true, once { throw ValidationError("--loop and --once can't be used together") }
    if present, once {
      throw ValidationError("--present and --once can't be used together: --present waits at the end")
    }
    // ArgumentParser reads `--plain=xml` as `--plain`, because `xml` is not a valid value.
    for form in Self.plainForms where NarrationFormat(rawValue: form) == nil {
      let forms = NarrationFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--plain: unknown form `\(form)`; expected one of \(forms)")
    }
  }

  /// The values of all `--plain=` arguments, also under their other name.
  private static var plainForms: [String] {
    CommandLine.arguments.prefix { $0 != "--" }.flatMap { word in
      ["--plain=", "--format="].filter(word.hasPrefix).map { String(word.dropFirst($0.count)) }
    }
  }

  /// The selected form.
  ///
  /// ArgumentParser forgets the value of `--plain=tsv` when an option comes after it.
  private var form: NarrationFormat? { Self.plainForms.last.flatMap(NarrationFormat.init) ?? plain }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      try ThreadRoom.require(ThreadRoom.ofPlayer)
      let preferences = Preferences.ofUser
      let selection = try sceneOptions.selection(preferences.scene, readsStandardInput: true)
      let scenes = try fed(selection.scenes)
      try checkLive(scenes)
      let canDraw = StandardStreams.outputIsTerminal && !display.settings(preferences).isTerminalDumb
      if let form = form ?? preferences.plainForm ?? (canDraw ? nil : .sentences) {
        // In `marbled play | less`, the pager reads the keys.
        let readsInput = scenes.contains { $0.rows.contains { $0.live?.source == "-" } }
        let takesCommands = (plain != nil || StandardStreams.outputIsTerminal) && !readsInput
        let hasTrouble = try PlainPlayer(
          scenes: scenes, form: form, start: at ?? .zero, loops: loops(scenes), takesCommands: takesCommands,
          staysAtEnd: StandardStreams.outputIsTerminal && !once, record: record,
          keeper: takesCommands ? SceneKeeper(sceneOptions) : nil, showsAllTaps: sceneOptions.showsAllTaps
        ).run()
        try strict.check(selection.hasTrouble || hasTrouble)
      } else {
        let hasTrouble = try draw(scenes, display.settings(preferences), preferences.scene)
        try strict.check(selection.hasTrouble || hasTrouble)
      }
    }
  }

  /// The scenes whose live rows all have a source; the others are left out with a note. Throws if none is left.
  private func fed(_ scenes: [Scene]) throws -> [Scene] {
    var fed: [Scene] = []
    var hints: [String] = []
    for scene in scenes {
      if let hint = SceneFeeds.hint(for: scene, target: scenes.count == 1 ? sceneOptions.targets.first : nil) {
        hints.append(hint)
      } else {
        fed.append(scene)
      }
    }
    guard !fed.isEmpty else { throw CommandFailure(.usage, hints.joined(separator: "\n")) }
    for hint in hints { StandardStreams.printError("note: skipped: \(hint)") }
    return fed
  }

  /// Rejects flags that live scenes don't support.
  private func checkLive(_ scenes: [Scene]) throws {
    for scene in scenes {
      guard let row = scene.rows.first(where: { $0.live != nil })?.name else { continue }
      if at != nil { throw CommandFailure(.usage, "--at can't be used: row `\(row)` is live and starts now") }
      if loop == true {
        throw CommandFailure(.usage, "--loop can't be used: row `\(row)` is live, and its input can't be repeated")
      }
    }
  }

  /// Whether the scenes restart at the end, by flag or because every scene asks for it.
  private func loops(_ scenes: [Scene]) -> Bool {
    !once && (loop ?? (!present && scenes.allSatisfy(\.loops))) && !scenes.contains(where: \.isLive)
  }

  /// Whether the session begins with the list of scenes: `marbled` without arguments, typed on a terminal.
  private var picksFirst: Bool { CommandLine.arguments.count == 1 && StandardStreams.inputIsTerminal }

  /// Plays scenes on the terminal.
  ///
  /// - Returns: whether something went wrong in a row of the scene that was played last.
  private func draw(_ scenes: [Scene], _ settings: DisplaySettings, _ defaults: SceneDefaults) throws -> Bool {
    let feeds = try SceneFeeds(scenes)
    defer { feeds.stop() }
    if feeds.readStandardInput, StandardStreams.inputIsTerminal {
      throw CommandFailure(
        .usage, "standard input is the terminal, which is used for keys; pipe input into marbled, or type with --plain")
    }
    let negotiation = settings.negotiation
    @Sendable func drawing(_ scene: Scene, _ plan: Recording) -> SceneDrawing {
      settings.drawing(for: scene, plan: plan, negotiation.capabilities)
    }
    // The terminal is as the shell has left it, so Ctrl-C ends a run that takes long.
    let drawings = try scenes.map {
      drawing($0, $0.isLive ? $0.emptyRecording() : try BoundedRun($0, stages: .marked).perform().get())
    }
    for drawing in drawings { drawing.examine() }
    var library = sceneOptions.libraryOptions.library
    library.defaults = defaults
    let recording = try record.recording(of: scenes, roomWait: .milliseconds(100))
    let keeper = SceneKeeper(sceneOptions)
    let reloads = try watch ? self.reloads(of: keeper, defaults) : SceneReloads()
    if sceneOptions.showsAllTaps { TapRows.observe(scenes[0].name, reloads) }
    guard let terminal = TerminalSession() else { throw CommandFailure(.inputOutput, "no terminal to draw on") }
    let source = try LocalPlayback(
      drawings: drawings, loops: loops(scenes), once: once, waitsAtEnd: present,
      library: SceneGallery(library: library, drawing: drawing).scenes, startPausedAt: picksFirst ? .zero : at,
      resultWait: LocalPlayback.frameWait, reloads: reloads,
      onStart: { scenePlayback in feeds.connect(to: scenePlayback) },
      recorder: { recording?.recorder(of: $0) },
      onReload: { keeper.refresh($0.name) }, onRow: { feeds.add($0, $1) })
    var policy = InteractionPolicy()
    (policy.presents, policy.picksFirst) = (present, picksFirst)
    policy.hidesExercises = !present && !once && at == nil
    guard
      let player = TerminalPlayer(
        source, once: once, policy: policy, countsFrames: stats, terminal: terminal, negotiation: negotiation,
        export: SceneExport(settings) { try keeper.write($0, to: $1) }, theme: settings.theme(for:))
    else { throw CommandFailure(.inputOutput, "no file descriptors left") }
    LastResort.prepare(.milliseconds(1900), .signal)
    let outcome = try player.run()
    let played = source.snapshot().recording
    let rows = played.rows.map { ($0.name, $0.losses) }
    source.end()
    recording?.close()
    // To print on a terminal that has hung up would end the program before the edits are saved.
    if outcome != .hungUp, outcome != .signalled(SIGHUP) {
      for text in player.exports { StandardStreams.print(text + "\n") }
    }
    tellUnsaved(source.unsaved, outcome)
    var troubles = RowTroubles()
    let lines = feeds.feeds.flatMap { $0.takeWarnings(includesErrorLines: false, isEnd: true) }
    for line in lines + troubles.lines(of: rows, at: .zero, isEnd: true) { StandardStreams.printError(line) }
    for warning in TapRows.listener.takeWarnings() { StandardStreams.printError(warning) }
    if let statistics = player.statistics { StandardStreams.printError(statistics.table) }
    switch outcome {
    case .left where player.wasInterrupted && feeds.readStandardInput:
      // The program that feeds the pipe may not write again, and so never learn that its reader has gone.
      ProcessSignals.interruptPipeline()
    case .left, .hungUp: break
    case .signalled(let signal): ProcessSignals.end(by: signal)
    case .noTerminal: throw CommandFailure(.inputOutput, "the terminal can't be drawn on")
    }
    return troubles.hasAny || feeds.hasTrouble || played.hasFailedOutput
  }

  /// Reloads the scenes of files when those change.
  private func reloads(of keeper: SceneKeeper, _ defaults: SceneDefaults) throws -> SceneReloads {
    let paths = keeper.paths
    guard !paths.isEmpty else {
      throw CommandFailure(.usage, "--watch needs a scene in a file; expected a path to a .yaml file")
    }
    let reloads = SceneReloads()
    let options = sceneOptions
    SceneWatch.start(paths, reloads) { try options.selection(defaults).scenes }
    return reloads
  }

  /// Prints the command lines that play unsaved edits, or writes the edits to files when the terminal is gone.
  private func tellUnsaved(_ histories: [EditHistory], _ outcome: TerminalPlayer.Outcome) {
    for history in histories {
      if outcome == .left {
        SceneKeeper.tellUnsaved(history)
      } else if let path = try? SceneKeeper.rescue(history.scene) {
        StandardStreams.printError("note: the edits of \(history.original.name) are in \(path)")
      }
    }
  }
}
