import ArgumentParser
import CommandSupport
import Inputs
import Marbles
import Scenes

/// The options that say how lines become events.
struct LineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use a member of each JSON line as the value, as in hits=.price.", valueName: "name=path"),
    transform: FlagValue.rowPath)
  var value: [RowPath] = []

  @Option(
    help: ArgumentHelp(
      """
      The member of each line that holds the time at the source, as in hits=.ts. marbled shows how old each value is by \
      that time. A file, as in -i hits=@FILE, is played at these times.
      """, valueName: "name=path"),
    transform: FlagValue.rowPath)
  var time: [RowPath] = []

  @Option(
    help: ArgumentHelp("The member of each JSON line that holds the id of the event.", valueName: "name=path"),
    transform: FlagValue.rowPath)
  var id: [RowPath] = []

  @Option(
    help: ArgumentHelp("Unit of the times at the source. (default: guessed from each time)", valueName: "unit"))
  var timeUnit: TimeUnit?

  @Option(
    help: ArgumentHelp(
      """
      Read the lines of a row in a format, as in log=csv: json (also over several lines), text, csv, tsv, logfmt, clf \
      (logs of web servers), words, trace (a stack trace is one value), or re:/PATTERN/ (its named groups).
      """, valueName: "name=format"),
    transform: FlagValue.rowLines)
  var lines: [RowLines] = []

  @Option(help: ArgumentHelp("The same as --lines NAME=json.", valueName: "name"))
  var json: [String] = []

  @Option(help: ArgumentHelp("The same as --lines NAME=text.", valueName: "name"))
  var text: [String] = []

  /// The flags that are given.
  var given: [String] {
    let flags = [
      ("--value", !value.isEmpty), ("--time", !time.isEmpty), ("--id", !id.isEmpty), ("--time-unit", timeUnit != nil),
      ("--lines", !lines.isEmpty), ("--json", !json.isEmpty), ("--text", !text.isEmpty),
    ]
    return flags.filter(\.1).map(\.0)
  }

  /// The events of a file: those of an event file, or, with `--time` or `--lines` for the row, the lines of any other file at
  /// their own times. Notes on standard error say what is wrong with the lines.
  ///
  /// - Returns: the events, and whether something is wrong with the file.
  func input(from path: String, row: String, color: MarbleColor) throws -> (input: Scene.Input, hasTrouble: Bool) {
    guard let settings = settingsOfFile(row) else {
      return (try TimedNDJSON.input(path, row: row, color: color), false)
    }
    let lines = try TimedLines(path, row: row, settings: settings, color: color)
    for remark in lines.remarks { StandardStreams.printError("note: row \(row): \(remark)") }
    return (lines.input, lines.hasTrouble)
  }

  /// Rows that are files.
  struct FileRows {
    /// The rows, in the order of the command line.
    var rows: [(name: String, input: Scene.Input)] = []
    /// Whether something is wrong with a file of lines; a note has said what.
    var hasTrouble = false
  }

  /// The rows of `-i NAME=@FILE`.
  ///
  /// - Parameters:
  ///   - specs: what is given after each `-i`.
  ///   - verb: what the command does with a file, for errors: "convert".
  func fileRows(_ specs: [String], to verb: String) throws -> FileRows {
    var found = FileRows()
    for text in specs {
      let spec = try InputSpec(parsing: text)
      guard case .file(let path) = spec.source, !spec.isLive else {
        throw CommandFailure(.usage, "`\(text)` is no file; to \(verb) it, expected \(spec.name)=@FILE")
      }
      if found.rows.contains(where: { $0.name == spec.name }) {
        throw CommandFailure(.usage, "the input `\(spec.name)` is given twice; expected one -i per row")
      }
      let (input, hasTrouble) = try input(
        from: path, row: spec.name, color: MarbleColor.forInput(found.rows.count))
      found.rows.append((spec.name, input))
      if hasTrouble { found.hasTrouble = true }
    }
    return found
  }

  /// Whether the lines of a file that is the row have times of their own.
  func isTimed(_ row: String) -> Bool { settingsOfFile(row) != nil }

  /// How the lines of a file that is the row become events; nil without `--time` and `--lines`.
  private func settingsOfFile(_ row: String) -> LineSettings? {
    guard (time.map(\.row) + lines.map(\.row)).contains(row) else { return nil }
    var settings = LineSettings()
    settings.value = value.last { $0.row == row }?.path
    settings.time = time.last { $0.row == row }?.path
    settings.id = id.last { $0.row == row }?.path
    settings.timeUnit = timeUnit
    let form: LineSettings.Form? = text.contains(row) ? .text : json.contains(row) ? .json : nil
    settings.form = form ?? lines.last { $0.row == row }?.form
    return settings
  }

  /// Applies the options that say how the lines of live rows become events.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - files: the rows whose files were read with them.
  ///   - isAlone: whether an unknown row is an error, rather than a row of another scene.
  func apply(to scene: inout Scene, except files: Set<String>, isAlone: Bool) throws {
    func change(_ row: String, _ flag: String, _ body: (inout LineSettings) -> Void) throws {
      if files.contains(row) { return }
      guard let position = scene.position(of: row) else {
        guard isAlone else { return }
        let names = scene.rows.map(\.name)
        throw CommandFailure(.usage, "\(flag): no row is called `\(row)`\(Suggestion.clause(for: row, among: names))")
      }
      guard case .live(var live) = scene.rows[position].content else {
        throw CommandFailure(.usage, "\(flag): row `\(row)` is not live; its events have no lines")
      }
      body(&live.lines)
      scene.rows[position].content = .live(live)
    }
    for path in value { try change(path.row, "--value") { $0.value = path.path } }
    for path in time { try change(path.row, "--time") { $0.time = path.path } }
    for path in id { try change(path.row, "--id") { $0.id = path.path } }
    for lines in lines { try change(lines.row, "--lines") { $0.form = lines.form } }
    for row in json { try change(row, "--json") { $0.form = .json } }
    for row in text { try change(row, "--text") { $0.form = .text } }
    guard let timeUnit else { return }
    for path in time { try change(path.row, "--time-unit") { $0.timeUnit = timeUnit } }
  }
}
