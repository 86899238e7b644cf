import ArgumentParser
import CommandSupport
import Formats
import Inputs
import Marbles
import Playback
import SceneFiles
import SceneUpdating
import Scenes

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run scenes and compare each row with its `expect:`.",
    discussion: """
      marbled runs each scene without waiting, and compares the times, values and ends of each row with its \
      `expect:`. It shows both diagrams of a row that differs, with a caret. In Markdown documents, the scenes are the \
      code blocks that are marked `marbled`; their pictures are compared, too.

      With --orders, it plays each scene in twelve orders of what is due at one instant: in turn, together, and shuffled \
      with ten seeds. It reports each row whose result depends on the order, with both diagrams.

      With -i, a row of each scene gets its events from a file, such as a log, and the expectations are compared with what \
      the outputs make of them. In the scene, the row may be live.

        marbled check alerts.yaml -i log=@app.log --time log=.ts

      With --lint, it also looks for mistakes in the run of each scene, such as a debounce that is never quiet or an error that \
      is lost. Each has a name, which `lint:` of a scene or --allow allows.

      The exit code is 1 if a row or a picture differs, if a row depends on the order, if a file takes longer than \
      --time-limit, or if no row of any scene has `expect:`, so that nothing was compared; lists, rain and scenes with live \
      rows need none. It is 65 if a file is not a valid scene, or with --strict, if something is wrong with the lines of a \
      file of -i, and 66 if a file doesn't exist. marbled checks all files and exits with the highest code. It is 2 if \
      --lint has found something and nothing else is wrong.
      """)

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit
  }

  @Argument(help: "Scene files, Markdown documents (*.md), folders with both, or `-` for standard input.")
  var paths: [String]

  @Option(
    name: .customShort("i"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Read an input row of the scenes from a file: @FILE with timed NDJSON, or with any lines if --time or --lines says how \
      to read them.
      """, valueName: "name=spec"))
  var inputs: [String] = []

  @OptionGroup var lineOptions: LineOptions

  @Option(help: "Output format.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "Print failures only.")
  var quiet = false

  @Flag(help: "Replace each expectation that differs with the actual result.")
  var update = false

  @Flag(help: "With --update: also give each output without `expect:` one that says what it emits now.")
  var all = false

  @Flag(help: "Play each scene in other orders of one instant, too, and report rows whose result depends on the order.")
  var orders = false

  @OptionGroup var lintOptions: LintOptions

  @Flag(
    help: """
      End with 65 if something is wrong with a file of -i: it is damaged, or a line has no value, no time, invalid characters, or \
      other fields than the header line.
      """)
  var strict = false

  @Flag(
    help: """
      Leave out documents and folders without scenes, and YAML files of other programs. The exit code is 0 if nothing else is \
      there.
      """)
  var ignoreOthers = false

  @OptionGroup var timeLimitOption: TimeLimitOption

  func validate() throws {
    if update, format != .text { throw ValidationError("--update prints its changes as text; leave out --format") }
    if all, !update { throw ValidationError("--all needs --update, which writes to the files") }
    if all, !inputs.isEmpty { throw ValidationError("--all can't be used with -i, whose events are not in the files") }
    if quiet, format == .junit {
      throw ValidationError("--quiet can't be used with --format junit, which contains all rows")
    }
    if update, paths.contains("-") { throw ValidationError("--update writes to files, and `-` is standard input") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    try CommandFailure.reported { try check(fileRows()) }
  }

  private func check(_ files: LineOptions.FileRows) throws {
    let paths = SceneFolder.files(at: paths).filter { !ignoreOthers || !SceneFolder.isFolder($0) }
    let timeLimit = timeLimitOption.timeLimit
    var checker = Checker()
    checker.inputs = Dictionary(uniqueKeysWithValues: files.rows.map { ($0.name, $0.input) })
    checker.timeLimit = timeLimit
    checker.checksOrders = orders
    checker.checksLints = lintOptions.lint
    checker.ignoresOthers = ignoreOthers
    checker.allowedLints = Set(lintOptions.allow)
    var report = checker.check(paths) { path throws(CheckReport.Problem) in
      do throws(InputError) { return try SceneFolder.read(path) } catch { throw CheckReport.Problem(error) }
    }
    try requireRows(of: files, in: report)
    var remaining = report.failures
    // Before the pictures are compared, as the links to them may move.
    let updates = update ? ExpectationUpdate.updates(of: &report, within: timeLimit) : []
    remaining -= try write(updates)
    let additions = try all ? addExpectations(to: &report, after: updates, within: timeLimit) : []
    let added = additions.reduce(0) { $0 + $1.rows.count }
    comparePictures(of: paths, within: timeLimit, &report)
    for problem in CheckReportText.problems(report) { StandardStreams.printError(problem) }
    if !quiet { CheckReportText.notes(report).forEach(StandardStreams.printError) }
    switch format {
    case .text where update: printSummary(of: report, updates, added: added)
    case .text:
      StandardStreams.printText(
        CheckReportText.print(report, isQuiet: quiet, width: StandardStreams.outputColumns ?? 100))
    case .json: StandardStreams.print(CheckReportJSONLines.print(report, isQuiet: quiet))
    case .junit: StandardStreams.print(CheckReportJUnit.print(report))
    }
    let isStrictFailure = strict && files.hasTrouble
    let expectsNothing = report.expectsNothing && added == 0
    let isFailing =
      remaining > 0 || report.races > 0 || !report.outdatedPictures.isEmpty || expectsNothing
      || additions.contains { $0.problem != nil }
    if expectsNothing { StandardStreams.printError(CheckReportText.nothingExpected) }
    if isStrictFailure { StandardStreams.printError("error: \(StrictOption.message)") }
    let codes =
      report.files.compactMap { $0.problem?.code } + (isFailing ? [.general] : [])
      + (isStrictFailure ? [.malformed] : [])
    // A lint alone has its own code, and changes none of the others.
    if let worst = codes.map(\.rawValue).max() { throw ExitCode(worst) }
    if report.lints > 0 { throw ExitCode(CommandExitCode.lint.rawValue) }
  }

  /// The rows of -i. A flag about the lines of another row is an error.
  private func fileRows() throws -> LineOptions.FileRows {
    let files = try lineOptions.fileRows(inputs, to: "check")
    var scene = Scene(name: "", rows: files.rows.map { Scene.Row(name: $0.name, content: .input($0.input)) })
    let timed = Set(files.rows.map(\.name).filter(lineOptions.isTimed))
    try lineOptions.apply(to: &scene, except: timed, isAlone: true)
    return files
  }

  /// Fails if a row of -i is an input of no scene.
  private func requireRows(of files: LineOptions.FileRows, in report: CheckReport) throws {
    let scenes = report.files.compactMap(\.source?.scene)
    guard !scenes.isEmpty else { return }
    let names = scenes.flatMap { $0.rows.filter { $0.expression == nil }.map(\.name) }
    guard let unknown = files.rows.map(\.name).first(where: { !names.contains($0) }) else { return }
    throw CommandFailure(
      .usage, "-i: no scene has an input row called `\(unknown)`\(Suggestion.clause(for: unknown, among: names))")
  }

  /// Adds the pictures of the documents to the report.
  private func comparePictures(of paths: [String], within limit: TimeLimit?, _ report: inout CheckReport) {
    var drawing = DocumentPictures(writes: false)
    for path in paths where MarkdownDocument.isDocument(path) {
      do throws(OutOfTime) {
        let document = try limit.perform(after: report.duration(of: path)) { cancellation -> DocumentDrawing? in
          // The report has the reason why a document can't be read.
          guard let text = try? SceneFolder.read(path),
            let document = try? MarkdownDocument(parsing: text, path: path)
          else { return nil }
          return DocumentDrawing(document, cancellation: cancellation)
        }
        if let document { drawing.add(document) }
      } catch {
        report.add(CheckReport.Problem(error, path: path), of: path)
      }
    }
    report.pictures = drawing.pictures
    for (document, problem) in drawing.problems { report.add(problem, of: document) }
  }

  /// Writes the files, prints the changes, and returns the number of updated rows.
  private func write(_ updates: [ExpectationUpdate]) throws -> Int {
    for update in updates where !update.changes.isEmpty {
      try CommandFailure.reported { try SceneFolder.write(update.text, to: update.path) }
      StandardStreams.printText(CheckReportText.print(update))
    }
    return updates.reduce(0) { $0 + $1.changes.count }
  }

  /// Gives each output without an expectation one, writes the files and prints what was added.
  private func addExpectations(
    to report: inout CheckReport, after updates: [ExpectationUpdate], within limit: TimeLimit?
  ) throws -> [ExpectationAddition] {
    var all: [ExpectationAddition] = []
    var paths: Set<String> = []
    for path in report.files.map(\.path) where paths.insert(path).inserted {
      let files = report.files.filter { $0.path == path && $0.problem == nil }.compactMap(\.source)
      guard let text = updates.last(where: { $0.path == path })?.text ?? files.first?.text else { continue }
      let additions: [ExpectationAddition]
      do throws(OutOfTime) {
        additions = try limit.perform(after: report.duration(of: path)) { cancellation in
          ExpectationAddition.additions(to: files, in: text, cancellation: cancellation)
        }
      } catch {
        report.add(CheckReport.Problem(error, path: path), of: path)
        continue
      }
      for addition in additions { addition.problem.map(StandardStreams.printError) }
      guard let last = additions.last(where: { !$0.rows.isEmpty }) else { continue }
      try CommandFailure.reported { try SceneFolder.write(last.text, to: path) }
      for row in additions.flatMap(\.rows) {
        StandardStreams.printText(CheckReportText.added(row.name, row.location, path))
      }
      all += additions
    }
    return all
  }

  /// Prints what the updates have left, and the counts.
  private func printSummary(of report: CheckReport, _ updates: [ExpectationUpdate], added: Int) {
    for refusal in updates.flatMap(CheckReportText.refusals) { StandardStreams.printError(refusal) }
    StandardStreams.printText(CheckReportText.pictures(report))
    guard !quiet else { return }
    let count = updates.reduce(0) { $0 + $1.changes.count }
    StandardStreams.printText(CheckReportText.summary(of: report, updated: count, added: added) + "\n")
  }
}

extension CheckReport.Problem {
  /// Why a file can't be read.
  init(_ error: InputError) {
    let kind: Kind =
      switch error.kind {
      case .notFound: .notFound
      case .malformed, .usage: .malformed
      case .unreadable: .unreadable
      }
    self.init(kind, "error: \(error)")
  }

  /// The exit code of a command that ends with it.
  var code: CommandExitCode {
    switch kind {
    case .malformed: .malformed
    case .notFound: .notFound
    case .unreadable: .inputOutput
    case .outOfTime: .general
    }
  }
}
