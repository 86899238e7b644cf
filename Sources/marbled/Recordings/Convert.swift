import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import SceneFiles
import Scenes

/// Turns a recording, or files of lines, into a scene, diagrams or JSON.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Turn a recording into a scene that expects what the outputs emitted, or into a test in Swift.",
    discussion: """
      A recording is a file of `marbled run --record`, of `marbled play --record`, or of a program with taps and \
      MARBLED_TAP=FILE. `convert` runs the recorded scene again, with what arrived in its live rows, and writes the result.

        marbled run 'log.removeDuplicates()' -i log=- --record run.ndjson < app.log
        marbled convert run.ndjson > run.yaml
        marbled check run.yaml

      With --test, it writes a Swift file with a marble test: the rows of --from are its inputs, and the row of --test is what \
      they should give. The file has a stub where your operators go.

        marbled convert taps.ndjson --test queries --from keystrokes --round 10ms > QueriesTests.swift

      With -i, it takes rows from files of lines, such as logs, instead of a recording. Their times are those of the lines.

        marbled convert 'log.map { $0.n }' -i log=@app.log --time log=.ts > app.yaml

      With --then and --beside, it joins recordings: one after the other, or with the rows of both.

        marbled convert monday.ndjson --then tuesday.ndjson -o week.yaml

      With -o trace.json, it writes a trace that ui.perfetto.dev opens. FILE may then also be a scene file.
      """)

  /// The output formats.
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case scene, marble, json, swift, trace

    /// The form in which `render` writes the same format; nil for none.
    init?(_ format: SceneFormat) {
      switch format {
      case .yaml: self = .scene
      case .marble: self = .marble
      case .json: self = .json
      case .swift: self = .swift
      case .trace: self = .trace
      default: return nil
      }
    }

    /// The formats whose files the command writes.
    static let formats = SceneFormat.allCases.filter { Form($0) != nil }
  }

  @Argument(help: "The recording, or a scene file; with -i, the first expression.")
  var file: String?

  @Argument(help: "Expressions over the recorded rows, instead of those of the recorded scene.")
  var expressions: [String] = []

  @Option(
    name: .customShort("i"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Make a row of a file, instead of a recording: @FILE with timed NDJSON, or with any lines if --time or --lines says how \
      to read them.
      """, valueName: "name=spec"))
  var inputs: [String] = []

  @OptionGroup var lineOptions: LineOptions

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      """
      Output format: scene is a scene file with expectations, marble a diagram per row, json an event per line, swift a test \
      of a recorded row, trace a trace for Perfetto. (default: by the extension of --output, else scene; swift with --test)
      """, valueName: "format"))
  var chosenForm: Form?

  /// The output format.
  private var form: Form {
    chosenForm ?? path.flatMap { SceneFormat(fileName: $0) }.flatMap(Form.init) ?? (test == nil ? .scene : .swift)
  }

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write to this file.", valueName: "file"))
  var output: String?

  /// The path of the output; nil for standard output, also as `-`.
  private var path: String? { output == "-" ? nil : output }

  @Option(
    help: ArgumentHelp(
      "Go on with another recording when the first one has ended. Rows of the same name go on.", valueName: "file"))
  var then: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add the live rows of another recording, which begins at the same time. A name that is taken gets a number: log2.",
      valueName: "file"))
  var beside: [String] = []

  @Option(help: ArgumentHelp("Write a test in Swift of this recorded row.", valueName: "row"))
  var test: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Keep events from this scene time on; or with --test, a recorded row that is an input of the test, or several: a,b.",
      valueName: "duration|row"))
  var from: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Round times to multiples of this. (default: exact times; 10ms with --test)", valueName: "duration"),
    transform: FlagValue.duration)
  var round: SceneTime?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("Keep only this much time after --from.", valueName: "duration"), transform: FlagValue.duration)
  var length: SceneTime?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("Which run to use if the file has several; 1 is the first. (default: the last)", valueName: "n"))
  var number: Int?

  @OptionGroup var strict: StrictOption

  func validate() throws {
    let start = try ConvertStart(from)
    if chosenForm == nil, let path { try OutputEnding.check(path, formats: Form.formats) }
    if test != nil {
      try validateTest()
    } else {
      if form == .swift { throw ValidationError("--to swift writes a test; expected its row, as in --test ROW") }
      if let text = start.rows.first {
        do throws(DurationNotation.Problem) { _ = try DurationNotation.parse(text) } catch {
          throw ValidationError("--from: `\(text)` \(error); a recorded row needs --test")
        }
      }
    }
    if inputs.isEmpty {
      guard file != nil else { throw ValidationError("expected a recording, or rows of files, as in -i log=@FILE") }
      if let flag = lineOptions.given.first {
        throw ValidationError("\(flag) is about lines of files, and a recording has its own; expected -i NAME=@FILE")
      }
    } else if number != nil {
      throw ValidationError("--run chooses a run of a recording; with -i there is none")
    }
    if let flag = joining {
      guard inputs.isEmpty else { throw ValidationError("\(flag) joins recordings; with -i there is none") }
      guard file.map(SceneFile.hasEnding) != true else {
        throw ValidationError("\(flag) joins recordings; found the scene file \(file ?? "")")
      }
    }
  }

  /// The flag that joins recordings; nil for none.
  private var joining: String? { !then.isEmpty ? "--then" : !beside.isEmpty ? "--beside" : nil }

  private func validateTest() throws {
    guard form == .swift else {
      throw ValidationError("--test writes a test in Swift; expected --to swift, or no --to")
    }
    guard inputs.isEmpty else { throw ValidationError("--test takes rows of a recording, so there can be no -i") }
    if let expression = expressions.first {
      throw ValidationError("--test takes recorded rows, and no expressions; found `\(expression)`")
    }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported {
      if let test { return try writeTest(of: test) }
      var (scene, hasTrouble) = try inputs.isEmpty ? recordedScene(file ?? "") : sceneOfFiles()
      try requireEvents(of: scene)
      if let round { scene.roundInputs(to: round) }
      let recording = try BoundedRun(scene, stages: form == .trace ? .all : .none).perform().get()
      switch form {
      case .scene: try write(scene.expecting(recording).yaml)
      case .marble: try write(SceneFormat.marble.write(SceneDocument(scene, recording)))
      case .json: try write(SceneFormat.json.write(SceneDocument(scene, recording)))
      case .trace:
        guard !scene.rows.isEmpty else {
          throw CommandFailure(
            .usage, "a \(scene.kind.name.rawValue) without rows has no trace; expected a scene with rows")
        }
        try write(SceneFormat.trace.write(SceneDocument(scene, recording)))
      // Only of a row, see `validate()`.
      case .swift: break
      }
      let warnings = recording.warnings
      for warning in warnings { StandardStreams.printError(warning) }
      try strict.check(hasTrouble || !warnings.isEmpty || recording.hasFailedOutput)
    }
  }

  /// Fails if --from and --for leave no event: the expectations of such a scene would agree with everything.
  private func requireEvents(of scene: Scene) throws {
    let inputs = scene.rows.compactMap(\.timeline)
    guard !inputs.isEmpty, inputs.allSatisfy({ $0.events.isEmpty && $0.end == .open }), !from.isEmpty || length != nil
    else { return }
    let part = (from.isEmpty ? [] : ["from \(from.joined()) on"]) + (length.map { ["for \($0) s"] } ?? [])
    throw CommandFailure(.usage, "nothing is left: there is no event \(part.joined(separator: ", "))")
  }

  private func write(_ text: String) throws {
    guard let path else { return StandardStreams.print(text) }
    try OutputFile.write(text, to: path)
  }

  /// The recorded scene, and whether the recording lacks events.
  private func recordedScene(_ file: String) throws -> (Scene, hasTrouble: Bool) {
    guard !SceneFile.hasEnding(file) else {
      if let expression = expressions.first {
        throw CommandFailure(
          .usage, "expressions are over rows of a recording, and \(file) is a scene; found `\(expression)`")
      }
      var scene = try RecordedScene(file).scene
      scene.cut(from: try ConvertStart(from).time, for: length)
      return (scene, false)
    }
    let recorded = try joined(try recordedRun(file, with: []))
    let scene = try Scene(
      recorded: recorded, file: file, expressions: expressions, from: try ConvertStart(from).time, for: length)
    return (scene, !recorded.losses(in: file).isEmpty)
  }

  /// The run with those of --then behind it, and then those of --beside.
  private func joined(_ first: RecordedRun) throws -> RecordedRun {
    var run = first
    for file in then { run = run.followed(by: try recordedRun(file, with: [], isChosen: false)) }
    let names = try beside.isEmpty ? [] : Scene(recorded: first, file: file ?? "").rows.map(\.name)
    for file in beside {
      run = run.beside(try recordedRun(file, with: [], isChosen: false), reserving: Set(names))
    }
    return run
  }

  /// The recorded run that was chosen, or else the last one that has these rows.
  ///
  /// - Parameter isChosen: whether --run chooses it, too.
  private func recordedRun(_ file: String, with rows: [String], isChosen: Bool = true) throws -> RecordedRun {
    let number = isChosen ? number : nil
    let runs = try RecordedRun.read(file)
    let fitting = runs.lastIndex { run in rows.allSatisfy { run.rows.map(\.name).contains($0) } }
    let position = number.map { $0 &- 1 } ?? fitting ?? runs.count - 1
    guard runs.indices.contains(position) else {
      throw CommandFailure(.usage, "--run: expected a number from 1 to \(runs.count), the number of runs in \(file)")
    }
    let recorded = runs[position]
    if number == nil, runs.count > 1 {
      let used = position == runs.count - 1 ? "the last one" : "run \(position + 1), which has the rows"
      StandardStreams.printError("note: \(file) has \(runs.count) runs; using \(used), choose another with --run")
    }
    for loss in recorded.losses(in: file) { StandardStreams.printError("warning: \(loss)") }
    return recorded
  }

  /// Writes the test of a recorded row.
  private func writeTest(of row: String) throws {
    let (file, start) = (file ?? "", try ConvertStart(from))
    let recorded = try joined(try recordedRun(file, with: [row] + start.rows))
    let rows = try TestedRows(of: row, from: start.rows, in: recorded, file: file)
    let written = try rows.test(from: start.time, for: length, rounding: round ?? TestedRows.usualRounding)
    try write(written.test.text)
    for note in written.notes { StandardStreams.printError("note: \(note)") }
    try strict.check(!recorded.losses(in: file).isEmpty)
  }

  /// The scene whose rows are files, and whether something is wrong with one of them.
  private func sceneOfFiles() throws -> (Scene, hasTrouble: Bool) {
    let files = try lineOptions.fileRows(inputs, to: "convert")
    let request = SceneRequest(
      targets: [file].compactMap(\.self) + expressions, inputs: files.rows.map { ($0.name, .input($0.input)) })
    var scene = try request.composedScene()
    let timed = Set(files.rows.map(\.name).filter(lineOptions.isTimed))
    try lineOptions.apply(to: &scene, except: timed, isAlone: true)
    scene.cut(from: try ConvertStart(from).time, for: length)
    return (scene, files.hasTrouble)
  }
}
