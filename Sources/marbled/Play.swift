import ArgumentParser
import Exports
import Foundation
import Marbles
import Scenes
import Stage
import Terminal

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a scene, operators or expressions in real time (the default).",
    discussion: """
      Keys: space pauses, + and - change the speed, l loops, r restarts, q quits. On anything but a terminal, each event \
      is a line of text.
      """)

  @OptionGroup(title: "What to play") var sceneOptions: SceneOptions
  @OptionGroup(title: "How it looks") var display: DisplayOptions

  @Flag(help: "Start over at the end.")
  var loop = false

  @Flag(help: "Leave at the end.")
  var once = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Begin paused at this scene time.", valueName: "duration"),
    transform: FlagValue.time)
  var at: SceneTime?

  @Option(
    defaultAsFlag: .sentences,
    help: ArgumentHelp("Print a line an event instead of drawing: sentences or tsv.", valueName: "form"))
  var plain: PlainText?

  func validate() throws {
    if loop, once { throw ValidationError("--loop and --once exclude each other") }
    // ArgumentParser takes `--plain=xml` for `--plain`, as `xml` can't be read.
    for argument in CommandLine.arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--plain=") {
      let form = String(argument.dropFirst("--plain=".count))
      guard PlainText(rawValue: form) == nil else { continue }
      let forms = PlainText.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--plain: there is no form `\(form)`; there are \(forms)")
    }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try Failure.reported {
      let scenes = try sceneOptions.scenes()
      let isPlain = ProcessInfo.processInfo.environment["MARBLED_PLAIN"] == "1"
      if let form = plain ?? (isPlain || !StandardStreams.outputIsTerminal ? .sentences : nil) {
        for scene in scenes {
          try PlainPlayer(scene: scene, form: form, start: at ?? .zero, loops: loop || scene.loops).run()
        }
      } else {
        for scene in scenes { try draw(scene) }
      }
    }
  }

  private func draw(_ scene: Scene) throws {
    let negotiation = Negotiation(
      color: display.color, ascii: display.ascii, environment: ProcessInfo.processInfo.environment)
    let stage = Stage(scene: scene, plan: try scene.recorded(), glyphs: negotiation.capabilities.glyphs)
    guard let terminal = TerminalSession() else { throw Failure(.inputOutput, "there is no terminal to draw on") }
    let options = TerminalPlayer.Options(
      speedFactor: scene.speedFactor, loops: (loop || scene.loops) && !once, once: once, startPausedAt: at)
    guard
      let player = try TerminalPlayer(stage: stage, options: options, terminal: terminal, negotiation: negotiation)
    else { throw Failure(.inputOutput, "no file descriptors left") }
    switch try player.run() {
    case .left, .hungUp: break
    case .signalled(let signal): Signals.end(by: signal)
    case .noTerminal: throw Failure(.inputOutput, "the terminal can't be drawn on")
    }
  }
}
