import CommandSupport
import Dispatch
import Exports
import Foundation
import Inputs
import Marbles
import Narrations
internal import Player
import Scenes
import Terminal

/// Plays scenes in real time and prints each event as a line; reads commands from a terminal.
struct PlainPlayer {
  var scenes: [Scene]
  var form: NarrationFormat
  var start: SceneTime
  var loops: Bool
  /// Whether lines on standard input, a terminal, are commands.
  var takesCommands: Bool
  /// The sources of live rows.
  var sources: [(row: String, source: LiveSource)] = []

  func run() throws {
    if form == .sentences {
      for sentence in scenes.compactMap(\.kind.sentence) { StandardStreams.printText(sentence + "\n") }
    }
    // Scenes without rows have no events to print.
    let scenes = scenes.filter { !$0.rows.isEmpty }
    guard !scenes.isEmpty else {
      if form == .sentences, self.scenes.allSatisfy({ $0.kind.sentence != nil }) { return }
      StandardStreams.printError("note: these scenes have no rows, so there are no events to print")
      return
    }
    let news = DispatchSemaphore(value: 0)
    let feeds = sources.map { LiveFeed(row: $0.row, source: $0.source) { news.signal() } }
    let commands = takesCommands && form == .sentences ? CommandLines { news.signal() } : nil
    repeat {
      for scene in scenes {
        let pass = try PlainPass(scene: scene, form: form, start: start, news: news, commands: commands, feeds: feeds)
        if try pass.run() == .left { return }
      }
    } while loops
  }
}

/// One pass through a scene.
private final class PlainPass {
  enum Outcome { case over, left }

  private let scene: Scene
  private let form: NarrationFormat
  private let news: DispatchSemaphore
  private let commands: CommandLines?
  private let feeds: [LiveFeed]
  private var scenePlayback: ScenePlayback
  private var narration: Narration
  /// Earlier events have already been printed.
  private var toldBefore = SceneTime.zero

  init(
    scene: Scene, form: NarrationFormat, start: SceneTime, news: DispatchSemaphore, commands: CommandLines?,
    feeds: [LiveFeed]
  ) throws {
    self.feeds = feeds
    self.scene = scene
    self.form = form
    self.news = news
    self.commands = commands
    scenePlayback = try ScenePlayback(
      scene, speedFactor: scene.speedFactor, from: start, reportsInputs: true, reportsNotes: form == .sentences,
      onChange: { news.signal() })
    narration = Narration(beginning: scene, style: .spoken)
  }

  func run() throws -> Outcome {
    scenePlayback.begin()
    connectFeeds()
    var isFinished = false
    while true {
      news.wait()
      tellOfFeeds()
      let isOver = scenePlayback.isOver
      tell(scenePlayback.takeEverything())
      if isOver, !isFinished {
        if let error = scenePlayback.error { throw error }
        isFinished = true
        try tellOpenRows()
        if stays { StandardStreams.printError("This is the end.") }
      }
      for line in commands?.take() ?? [] {
        switch try handle(line) {
        case .went(back: let isBack): if isBack { isFinished = false }
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

  /// Paused at the end, the user can still ask about events.
  private var stays: Bool { scenePlayback.isPaused && commands?.isClosed == false }

  // MARK: Telling

  /// Prints entries and notes in order of time, then row; notes first.
  private func tell(_ news: (entries: [Recording.Entry], notes: [(row: Int, note: Recording.Note)])) {
    for (row, note) in news.notes { narration.append(note, ofRow: row) }
    for entry in news.entries { narration.append(entry) }
    var entries = news.entries.filter { $0.time >= toldBefore }[...]
    let notes = news.notes.filter { $0.note.time >= toldBefore }.enumerated().sorted {
      ($0.element.note.time, $0.element.row, $0.offset) < ($1.element.note.time, $1.element.row, $1.offset)
    }
    for (row, note) in notes.map(\.element) {
      while let entry = entries.first, (entry.time, entry.row) < (note.time, row) { print(entries.removeFirst()) }
      guard let sentence = narration.sentence(about: note, ofRow: row) else { continue }
      StandardStreams.print(DisplayWidth.escaped(sentence.text) + "\n")
    }
    for entry in entries { print(entry) }
  }

  private func tellOpenRows() throws {
    // Not at the playhead, which is a little later each time.
    var recording = narration.recording
    recording.duration = scene.isLive ? scenePlayback.sceneTime : try scene.recorded().duration
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
    for feed in feeds {
      feed.connect(to: scenePlayback)
      DispatchQueue.global().asyncAfter(deadline: .now() + LiveFeed.timeout) {
        guard feed.isSilent else { return }
        StandardStreams.printError("note: no input from \(feed.source.name) so far; \(LiveFeed.hint)")
      }
    }
  }

  /// Prints problems of sources to standard error as soon as they occur.
  private func tellOfFeeds() {
    for feed in feeds {
      for news in feed.takeNews() {
        let what =
          switch news {
          case .malformed(let line, let why): "line \(line) is malformed: \(why)"
          case .failed(let why): "\(feed.source.name) \(why)"
          }
        StandardStreams.printError("warning: row \(feed.row): \(DisplayText.shortened(what, to: 200))")
      }
    }
  }

  // MARK: Commands

  private enum Reaction { case went(back: Bool), left }

  /// Executes a command. Answers go to standard error, so that standard output contains only the narration.
  private func handle(_ line: String) throws -> Reaction {
    do {
      switch try LineCommand(parsing: line, ofLiveScene: scene.isLive) {
      case nil: break
      case .pause:
        scenePlayback.pause()
        StandardStreams.printError("Paused at \(place).")
      case .resume:
        scenePlayback.resume()
        StandardStreams.printError("Resumed at \(place).")
        news.signal()
      case .step:
        if scenePlayback.isOver { StandardStreams.printError("This is the end.") } else { scenePlayback.step() }
      case .back: return .went(back: try goBack())
      case .speed(let factor):
        scenePlayback.setSpeedFactor(factor)
        StandardStreams.printError("Speed \(factor).")
      case .why(let row, let event): StandardStreams.printError(try narration.why(row: row, event: event))
      case .help: StandardStreams.printError(LineCommand.helpText)
      case .quit: return .left
      }
    } catch let failure as LineCommand.Failure {
      StandardStreams.printError("error: \(failure)")
    }
    return .went(back: false)
  }

  private var place: String {
    let time = scenePlayback.sceneTime
    // To a tenth of a second: the playhead is between two events.
    let tenths = SceneTime.milliseconds(time.nanoseconds / 100_000_000 * 100)
    return narration.span(tenths)
  }

  /// Replays up to the previous instant, and prints that again; false at the beginning.
  private func goBack() throws -> Bool {
    scenePlayback.pause()
    let here = scenePlayback.sceneTime
    guard let time = narration.instant(before: here) else {
      StandardStreams.printError("This is the beginning.")
      return false
    }
    let speed = scenePlayback.speedFactor
    scenePlayback.stop()
    scenePlayback = try ScenePlayback(
      scene, speedFactor: speed, from: time, isPaused: true, reportsInputs: true,
      reportsNotes: form == .sentences, onChange: { [news] in news.signal() })
    narration = Narration(beginning: scene, style: .spoken)
    toldBefore = time
    StandardStreams.printError("Back at \(narration.span(time)).")
    scenePlayback.begin()
    news.signal()
    return true
  }
}
