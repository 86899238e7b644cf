import ArgumentParser
import CommandSupport
import Marbles

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run scenes and compare each row with its `expect:`.",
    discussion: """
      marbled runs each scene without waiting, and compares the times, values and ends of each row with its \
      `expect:`. It shows both diagrams of a row that differs, with a caret. In Markdown documents, the scenes are the \
      code blocks that are marked `marbled`; their pictures are compared, too. In a folder, YAML files of other programs and \
      documents without scenes are passed over.

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
      file of -i, and 66 if a file doesn't exist, or --filter matches nothing. marbled checks all files, or with --fail-fast \
      those up to the first one that fails, and exits with the highest code. It is 2 if --lint has found something and \
      nothing else is wrong.
      """)

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit, github
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

  @Option(
    help: ArgumentHelp("Also write the report as JUnit XML to this file, also with --quiet.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      """
      Check only the rows for which this regular expression occurs in the path of the file, the name of the scene or the name \
      of the row.
      """, valueName: "pattern"),
    transform: FlagValue.filter)
  var filter: Pattern?

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
      Leave out documents and folders without scenes, and YAML files of other programs, also if their paths are given. The \
      exit code is 0 if nothing else is there.
      """)
  var ignoreOthers = false

  @Flag(help: "End after the first file that fails, and say how many files were not checked.")
  var failFast = false

  @Flag(help: "Check again whenever a file changes, until Ctrl-C. The exit code is that of the last check.")
  var watch = false

  @OptionGroup var colors: TextColorOption
  @OptionGroup var timeLimitOption: TimeLimitOption

  func validate() throws {
    if update, format != .text { throw ValidationError("--update prints its changes as text; leave out --format") }
    if all, !update { throw ValidationError("--all needs --update, which writes to the files") }
    if all, !inputs.isEmpty { throw ValidationError("--all can't be used with -i, whose events are not in the files") }
    if quiet, format == .junit {
      throw ValidationError("--quiet can't be used with --format junit, which contains all rows")
    }
    if update, paths.contains("-") { throw ValidationError("--update writes to files, and `-` is standard input") }
    if update, junit != nil { throw ValidationError("--update prints its changes as text; leave out --junit") }
    if update, failFast { throw ValidationError("--update updates all files; leave out --fail-fast") }
    if all, filter != nil { throw ValidationError("--all is about all outputs of a file; leave out --filter") }
    if junit == "-" { throw ValidationError("--junit writes to a file; for standard output, write --format junit") }
    guard watch else { return }
    if update { throw ValidationError("--watch checks what others change; leave out --update") }
    if paths.contains("-") { throw ValidationError("--watch watches files, and `-` is standard input") }
    if format == .junit { throw ValidationError("--watch prints several reports; write --junit FILE instead") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    if watch { try CheckWatch(self).run() }
    try CommandFailure.reported {
      var run = CheckRun(self)
      let code = try run.perform()
      if code != 0 { throw ExitCode(code) }
    }
  }
}

extension FlagValue {
  /// Parses a regular expression that chooses rows.
  fileprivate static func filter(_ text: String) throws -> Pattern {
    do throws(PatternError) { return try Pattern(parsing: text) } catch { throw ValidationError(error.description) }
  }
}
