import ArgumentParser
import CommandSupport
import Drawing
import Foundation
import Inputs
import Marbles
import Player
import SceneFiles
import Scenes
import Terminal

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Learn streams in ten lessons: draw what comes out, then compare.",
    discussion: """
      Without arguments, it goes on with the first lesson that is not solved. n draws a marble in an output, < and > move \
      it, | draws the end, c compares, L shows the task, N is the next lesson, and ? lists all keys. If standard input or \
      output is not a terminal, or with --plain, it prints the task and reads a diagram for each output.

        marbled learn
        marbled learn 4
        marbled learn --list

      What is solved is kept in $XDG_STATE_HOME/marbled/lessons, by default in ~/.local/state.
      """)

  @Argument(help: "The number or the name of a lesson. (default: the first one that is not solved)")
  var lesson: String?

  @Flag(help: "List the lessons, how long they take, and which are solved.")
  var list = false

  @Flag(help: "Forget which lessons are solved.")
  var reset = false

  @Flag(help: "Print text and read lines instead of drawing.")
  var plain = false

  @OptionGroup(title: "How it looks") var display: DisplayOptions

  func validate() throws {
    if list, reset { throw ValidationError("--list and --reset can't be used together") }
    if lesson != nil, list || reset {
      throw ValidationError("\(list ? "--list" : "--reset") concerns all lessons; leave out the lesson")
    }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      let scenes = try SceneGroup.lessons.names.compactMap { try SceneLibrary.shipped.file(named: $0)?.scene }
      let progress = LessonProgress()
      defer { progress.takeProblem().map { StandardStreams.printError("note: \($0)") } }
      if list { return StandardStreams.printText(listing(scenes, progress)) }
      if reset { return forget(scenes, progress) }
      let place = try place(in: scenes, progress)
      let preferences = Preferences.ofUser
      let settings = display.settings(preferences)
      let canDraw =
        StandardStreams.outputIsTerminal && StandardStreams.inputIsTerminal && !settings.isTerminalDumb
      guard !plain, preferences.plainForm == nil, canDraw else {
        let isSolved = try PlainLesson(
          scene: scenes[place], place: place, count: scenes.count, isDialog: StandardStreams.inputIsTerminal
        ).run()
        if isSolved == true { progress.solve(scenes[place].name) }
        if isSolved == false { throw ExitCode(CommandExitCode.general.rawValue) }
        return
      }
      try draw(scenes, from: place, settings, progress)
    }
  }

  // MARK: Which lesson

  /// The position of the lesson that the command line asks for.
  private func place(in scenes: [Scene], _ progress: LessonProgress) throws -> Int {
    guard let lesson else { return scenes.firstIndex { !progress.solved.contains($0.name) } ?? 0 }
    if let number = Int(lesson) {
      guard scenes.indices.contains(number - 1) else {
        throw CommandFailure(.usage, "lesson \(number) does not exist; expected a number from 1 to \(scenes.count)")
      }
      return number - 1
    }
    if let place = scenes.firstIndex(where: { [lesson, "lesson-\(lesson)"].contains($0.name) }) { return place }
    let names = scenes.map(\.name)
    let nearest = Suggestion.nearest(to: lesson, among: names + names.map { String($0.dropFirst("lesson-".count)) })
    let advice = nearest.map { "did you mean `\($0)`?" } ?? "`marbled learn --list` lists them"
    throw CommandFailure(.notFound, "no lesson is called `\(lesson)`; \(advice)")
  }

  /// The lessons in a list, and where to go on.
  private func listing(_ scenes: [Scene], _ progress: LessonProgress) -> String {
    let width = scenes.map(\.title.count).max() ?? 0
    let lines = scenes.enumerated().map { place, scene in
      let number = String(repeating: " ", count: place < 9 ? 1 : 0) + "\(place + 1)"
      let mark = progress.solved.contains(scene.name) ? "✓" : " "
      let title = scene.title.padding(toLength: width, withPad: " ", startingAt: 0)
      return "\(number) \(mark) \(title)  \(scene.exercise?.minutes ?? 0) min  \(scene.name)\n"
    }
    let count = scenes.count { progress.solved.contains($0.name) }
    let next = scenes.first { !progress.solved.contains($0.name) }
    let way = next.map { "`marbled learn` goes on with \"\($0.title)\"." } ?? "`marbled learn 1` begins again."
    return lines.joined() + "\n\(count) of \(scenes.count) are solved. \(way)\n"
  }

  private func forget(_ scenes: [Scene], _ progress: LessonProgress) {
    let titles = scenes.filter { progress.solved.contains($0.name) }.map { "\"\($0.title)\"" }
    guard !titles.isEmpty else {
      return StandardStreams.printText("No lesson is solved, so there is nothing to forget.\n")
    }
    progress.reset()
    let lessons = titles.count == 1 ? "1 lesson is" : "\(titles.count) lessons are"
    StandardStreams.printText("Forgot that \(lessons) solved: \(titles.joined(separator: ", ")).\n")
  }

  // MARK: On a terminal

  private func draw(
    _ scenes: [Scene], from place: Int, _ settings: DisplaySettings, _ progress: LessonProgress
  ) throws {
    try ThreadRoom.require(ThreadRoom.ofPlayer)
    let negotiation = settings.negotiation
    let drawings = try scenes.map {
      settings.drawing(
        for: $0, plan: try BoundedRun($0, stages: .marked).perform().get(), negotiation.capabilities)
    }
    guard let terminal = TerminalSession() else { throw CommandFailure(.inputOutput, "no terminal to draw on") }
    let source = try LocalPlayback(
      drawings: drawings, startingWith: place, waitsAtEnd: true, startPausedAt: .zero,
      resultWait: LocalPlayback.frameWait)
    var policy = InteractionPolicy()
    (policy.hidesExercises, policy.teaches) = (true, true)
    guard
      let player = TerminalPlayer(
        source, policy: policy, terminal: terminal, negotiation: negotiation, theme: settings.theme(for:))
    else { throw CommandFailure(.inputOutput, "no file descriptors left") }
    player.onSolved = { progress.solve($0) }
    LastResort.prepare(.milliseconds(1900), .signal)
    let outcome = try player.run()
    source.end()
    switch outcome {
    case .left:
      let count = scenes.count { progress.solved.contains($0.name) }
      StandardStreams.printText("\(count) of \(scenes.count) lessons are solved; `marbled learn --list` lists them.\n")
    case .hungUp: break
    case .signalled(let signal): ProcessSignals.end(by: signal)
    case .noTerminal: throw CommandFailure(.inputOutput, "the terminal can't be drawn on")
    }
  }
}
