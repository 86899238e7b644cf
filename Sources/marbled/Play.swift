import ArgumentParser
import CommandSupport
import Drawing
import Formats
import Foundation
import Inputs
import Marbles
import Player
import Scenes
import Terminal

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a scene, operators or expressions in real time (the default).",
    discussion: """
      Keys: space pauses, + and - change the speed, left and right go to the previous and the next event, Home and \
      End go to the start and the end, Tab and Shift-Tab select a marble, up and down select in another row or \
      scroll, < and > move the selected input marble by one step, Escape clears the selection, h hides the outputs, \
      l loops, r restarts, PgUp and PgDn change the scene, m turns the mouse off or on, q quits. Mouse: point at a \
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

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Start paused at this scene time.", valueName: "duration"),
    transform: FlagValue.time)
  var at: SceneTime?

  @Option(
    defaultAsFlag: .sentences,
    help: ArgumentHelp("Print one line per event instead of drawing: sentences or tsv.", valueName: "form"))
  var plain: NarrationFormat?

  @Flag(
    help: """
      Show the cost of frames for each refresh interval: frames per second, bytes and processor time per frame. Print a \
      table at the end.
      """)
  var stats = false

  func validate() throws {
    if loop == true, once { throw ValidationError("--loop and --once can't be used together") }
    // ArgumentParser reads `--plain=xml` as `--plain`, because `xml` is not a valid value.
    for form in Self.plainForms where NarrationFormat(rawValue: form) == nil {
      let forms = NarrationFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--plain: unknown form `\(form)`; expected one of \(forms)")
    }
  }

  /// The values of all `--plain=` arguments.
  private static var plainForms: [String] {
    CommandLine.arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--plain=") }
      .map { String($0.dropFirst("--plain=".count)) }
  }

  /// The selected form.
  ///
  /// ArgumentParser forgets the value of `--plain=tsv` when an option comes after it.
  private var form: NarrationFormat? { Self.plainForms.last.flatMap(NarrationFormat.init) ?? plain }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try Failure.reported {
      let preferences = try Preferences.read()
      let sources = try sceneOptions.liveSources()
      let scenes = try fed(try sceneOptions.scenes(preferences.scene), by: sources)
      try checkLive(scenes)
      let canDraw = StandardStreams.outputIsTerminal && !display.settings(preferences).isTerminalDumb
      if let form = form ?? preferences.plainForm ?? (canDraw ? nil : .sentences) {
        // In `marbled play | less`, the pager reads the keys.
        let takesCommands =
          (plain != nil || StandardStreams.outputIsTerminal) && !sources.contains { $0.source == .standardInput }
        try PlainPlayer(
          scenes: scenes, form: form, start: at ?? .zero, loops: loops(scenes), takesCommands: takesCommands,
          staysAtEnd: StandardStreams.outputIsTerminal && !once, sources: sources
        ).run()
      } else {
        try draw(scenes, sources, display.settings(preferences))
      }
    }
  }

  /// The scenes whose live rows all have a source; the others are left out with a note. Throws if none is left.
  private func fed(_ scenes: [Scene], by sources: [(row: String, source: LiveSource)]) throws -> [Scene] {
    let feeds = SceneFeeds(sources)
    var fed: [Scene] = []
    var hints: [String] = []
    for scene in scenes {
      if let hint = feeds.hint(for: scene, target: scenes.count == 1 ? sceneOptions.targets.first : nil) {
        hints.append(hint)
      } else {
        fed.append(scene)
      }
    }
    guard !fed.isEmpty else { throw Failure(.usage, hints.joined(separator: "\n")) }
    for hint in hints { StandardStreams.printError("note: skipped: \(hint)") }
    return fed
  }

  /// Rejects flags that live scenes don't support.
  private func checkLive(_ scenes: [Scene]) throws {
    for scene in scenes {
      guard let row = scene.rows.first(where: { $0.live != nil })?.name else { continue }
      if at != nil { throw Failure(.usage, "--at can't be used: row `\(row)` is live and starts now") }
      if loop == true {
        throw Failure(.usage, "--loop can't be used: row `\(row)` is live, and its input can't be repeated")
      }
    }
  }

  /// Whether the scenes restart at the end, by flag or because every scene asks for it.
  private func loops(_ scenes: [Scene]) -> Bool {
    !once && (loop ?? scenes.allSatisfy(\.loops)) && !scenes.contains(where: \.isLive)
  }

  private func draw(_ scenes: [Scene], _ sources: [(row: String, source: LiveSource)], _ settings: DisplaySettings)
    throws
  {
    if sources.contains(where: { $0.source == .standardInput }), StandardStreams.inputIsTerminal {
      throw Failure(
        .usage, "standard input is the terminal, which is used for keys; pipe input into marbled, or type with --plain")
    }
    let feeds = sources.map { LiveFeed(row: $0.row, source: $0.source) {} }
    let negotiation = settings.negotiation
    let drawings = try scenes.map {
      settings.drawing(for: $0, plan: $0.isLive ? $0.emptyRecording() : try $0.recorded(), negotiation.capabilities)
    }
    guard let terminal = TerminalSession() else { throw Failure(.inputOutput, "no terminal to draw on") }
    let source = try LocalPlayback(drawings: drawings, loops: loops(scenes), once: once, startPausedAt: at) {
      scenePlayback in
      for feed in feeds { feed.connect(to: scenePlayback) }
    }
    guard
      let player = TerminalPlayer(
        source, once: once, countsFrames: stats, terminal: terminal, negotiation: negotiation,
        theme: settings.theme(for:))
    else { throw Failure(.inputOutput, "no file descriptors left") }
    let outcome = try player.run()
    for feed in feeds { tell(of: feed) }
    if let statistics = player.statistics { StandardStreams.printError(statistics.table) }
    switch outcome {
    case .left, .hungUp: break
    case .signalled(let signal): ProcessSignals.end(by: signal)
    case .noTerminal: throw Failure(.inputOutput, "the terminal can't be drawn on")
    }
  }

  /// The maximum number of warnings after a drawn scene.
  private static let warnings = 10

  /// Names the lines that a source got wrong, now that the picture is gone.
  private func tell(of feed: LiveFeed) {
    let warnings = feed.takeWarnings()
    for warning in warnings.prefix(Self.warnings) { StandardStreams.printError(warning) }
    let rest = warnings.count - Self.warnings
    if rest > 0 { StandardStreams.printError("warning: row \(feed.row): and \(rest) more lines") }
  }
}
