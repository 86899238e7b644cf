import ArgumentParser
import CommandSupport
import Dispatch
import Formats
import Inputs
import Marbles
import Player
import Scenes
import Terminal

/// Runs expressions over live rows without a picture: a filter in a pipeline.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run expressions over live rows, and write their values as lines.",
    discussion: """
      The operators run in real time, as in `play`, without a picture. A slow reader of the output makes the inputs wait. \
      `run` ends when its inputs and outputs have ended.

        tail -F app.ndjson | marbled run 'hits.filter { $0.status >= 500 }' -i hits=-
        tail -F access.log | marbled run -r 'log.filter { $0.contains(" 50") }' -i log=-
        ping localhost | marbled run 'p.debounce(for: .seconds(3))' -i p=- --count 1
      """)

  @OptionGroup(title: "What to run") var sceneOptions: SceneOptions

  @Option(
    help: ArgumentHelp(
      """
      What each line of output is: value (a JSON value), json (an event with its row and time) or tsv (columns). \
      (default: value for one output, json for several)
      """, valueName: "format"))
  var format: RunFormat?

  @Flag(name: [.customShort("r"), .long], help: "Write texts as they are, without quotes, and other values as JSON.")
  var raw = false

  @Flag(help: "End with 1 if no value was written.")
  var exitStatus = false

  @Option(help: ArgumentHelp("Stop after this many values.", valueName: "n"))
  var count: Int?

  @Option(
    help: ArgumentHelp(
      """
      Append the values to a stream of a Redis server instead of printing them: each member of an object becomes a field, \
      any other value the field `value`.
      """, valueName: "redis://host/stream"))
  var to: String?

  @Option(help: ArgumentHelp("Let the stream of --to keep about this many of the newest entries.", valueName: "n"))
  var maxlen: Int?

  @OptionGroup var record: RecordOptions

  @Flag(
    help: """
      Print the rate, the number of values, the losses and the age of the newest value of each row to standard error, and \
      what each stage of its expression takes, gives, drops, holds and waits for, and how busy reading, operators and output \
      are, once a second and at the end.
      """)
  var stats = false

  @OptionGroup var strict: StrictOption

  func validate() throws {
    let options = sceneOptions
    let ofPictures = [
      ("--window", options.window != nil), ("--refresh-interval", options.refreshInterval != nil),
      ("--row-refresh", !options.rowRefresh.isEmpty), ("--show", !options.show.isEmpty),
      ("--label", !options.label.isEmpty),
    ]
    if let (flag, _) = ofPictures.first(where: \.1) {
      throw ValidationError("`run` draws no picture, so \(flag) has no effect; leave it out, or use `play`")
    }
    if let count, count < 1 { throw ValidationError("--count: expected a whole number, 1 or greater") }
    if let maxlen, maxlen < 1 { throw ValidationError("--maxlen: expected a whole number, 1 or greater") }
    if raw, let format, format != .value {
      throw ValidationError("--raw writes values alone; expected no --format, or --format value")
    }
    if raw, to != nil { throw ValidationError("--raw writes lines; --to writes fields") }
    if maxlen != nil, to == nil { throw ValidationError("--maxlen limits the stream of --to, which is missing") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      try ThreadRoom.require(ThreadRoom.ofPlayer)
      let selection = try sceneOptions.selection(SceneDefaults(), readsStandardInput: true)
      let scene = try selection.only()
      if let hint = SceneFeeds.hint(for: scene, command: "run", target: sceneOptions.targets.first) {
        throw CommandFailure(.usage, hint)
      }
      var run = try LiveRun(
        scene, format: format, count: count, showsStatistics: stats, record: record, to: to.map { ($0, maxlen) },
        showsAllTaps: sceneOptions.showsAllTaps, isRaw: raw)
      try run.run()
      try strict.check(selection.hasTrouble || run.hasTrouble)
      if exitStatus, run.written == 0 { throw ExitCode(1) }
    }
  }
}
