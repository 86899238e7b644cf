import ArgumentParser
import CommandSupport
import Formats
import Foundation
import Inputs
import Marbles
import Playback
import SceneFiles
import SceneUpdating
import Scenes

/// One check: plays the scenes of all files, compares, updates if that is wanted, and prints the report.
struct CheckRun {
  /// The real paths of pictures and scene files that documents name.
  private(set) var named: Set<String> = []

  private let options: Check
  private let files: [SceneFolder.File]
  private let timeLimit: TimeLimit?
  private let filter: CheckFilter?
  private var report = CheckReport()

  init(_ options: Check) {
    self.options = options
    files = SceneFolder.files(at: options.paths).filter { !options.ignoreOthers || !SceneFolder.isFolder($0.path) }
    timeLimit = options.timeLimitOption.timeLimit
    filter = options.filter.map(CheckFilter.init)
  }

  /// Checks all files.
  ///
  /// - Returns: the exit code.
  /// - Throws: when the command line does not fit the files, or a file can't be written.
  mutating func perform() throws -> Int32 {
    let rows = try fileRows()
    report = checker(rows).check(files) { file throws(CheckReport.Problem) in
      do throws(InputError) { return try SceneFolder.read(file) } catch { throw CheckReport.Problem(error) }
    }
    try requireRows(of: rows)
    var remaining = report.failures
    // Before the pictures are compared, as the links to them may move.
    let updates = options.update ? ExpectationUpdate.updates(of: &report, within: timeLimit) : []
    remaining -= try write(updates)
    let additions = try options.all ? addExpectations(after: updates) : []
    let added = additions.reduce(0) { $0 + $1.rows.count }
    comparePictures()
    print(updates, added: added)
    let expectsNothing = report.expectsNothing && added == 0
    if expectsNothing, options.format != .github { StandardStreams.printError(CheckReportText.nothingExpected) }
    let isFailing =
      remaining > 0 || report.races > 0 || !report.outdatedPictures.isEmpty || expectsNothing
      || additions.contains { $0.problem != nil }
    var codes = report.files.compactMap { $0.problem?.code } + otherCodes(rows)
    if isFailing { codes.append(.general) }
    // A lint alone has its own code, and changes none of the others.
    if codes.isEmpty, report.lints > 0 { codes = [.lint] }
    return codes.map(\.rawValue).max() ?? 0
  }

  private func checker(_ rows: LineOptions.FileRows) -> Checker {
    var checker = Checker()
    checker.inputs = Dictionary(uniqueKeysWithValues: rows.rows.map { ($0.name, $0.input) })
    checker.timeLimit = timeLimit
    checker.checksOrders = options.orders
    checker.checksLints = options.lintOptions.lint
    checker.ignoresOthers = options.ignoreOthers
    checker.allowedLints = Set(options.lintOptions.allow)
    checker.filter = filter
    checker.failsFast = options.failFast
    return checker
  }

  /// Prints a part of the report, in colours on a terminal.
  private func show(_ text: String) { StandardStreams.printText(text, highlights: .messages) }

  // MARK: Rows of files

  /// The rows of -i. A flag about the lines of another row is an error.
  private func fileRows() throws -> LineOptions.FileRows {
    let files = try options.lineOptions.fileRows(options.inputs, to: "check")
    var scene = Scene(name: "", rows: files.rows.map { Scene.Row(name: $0.name, content: .input($0.input)) })
    let timed = Set(files.rows.map(\.name).filter(options.lineOptions.isTimed))
    try options.lineOptions.apply(to: &scene, except: timed, isAlone: true)
    return files
  }

  /// Fails if a row of -i is an input of no scene.
  private func requireRows(of files: LineOptions.FileRows) throws {
    let scenes = report.files.compactMap(\.source?.scene)
    guard !scenes.isEmpty else { return }
    let names = scenes.flatMap { $0.rows.filter { $0.expression == nil }.map(\.name) }
    guard let unknown = files.rows.map(\.name).first(where: { !names.contains($0) }) else { return }
    throw CommandFailure(
      .usage, "-i: no scene has an input row called `\(unknown)`\(Suggestion.clause(for: unknown, among: names))")
  }

  // MARK: Pictures

  /// Adds the pictures of the documents to the report. With --fail-fast, those of documents up to the first one that fails.
  private mutating func comparePictures() {
    var drawing = DocumentPictures(writes: false)
    for (index, file) in files.dropLast(report.unchecked ?? 0).enumerated()
    where MarkdownDocument.isDocument(file.path) {
      let problems = report.problems
      do throws(OutOfTime) {
        guard let drawn = try drawn(file) else { continue }
        named.formUnion(drawn.scenePaths)
        named.formUnion(
          drawn.document.figures.flatMap(\.pictures).compactMap {
            DocumentFile($0.path, of: file.path)?.realPath
          })
        let known = drawing.problems.count
        drawing.add(drawn)
        for (document, problem) in drawing.problems[known...] { report.add(problem, of: document) }
      } catch {
        report.add(CheckReport.Problem(error, path: file.path), of: file.path)
      }
      report.pictures = drawing.pictures
      if options.failFast, !report.outdatedPictures.isEmpty || report.problems > problems {
        return report.end(after: index, of: files)
      }
    }
  }

  /// The pictures of a document; nil if it can't be read, for which the report has the reason.
  private func drawn(_ file: SceneFolder.File) throws(OutOfTime) -> DocumentDrawing? {
    try timeLimit.perform(after: report.duration(of: file.path)) { [filter] cancellation in
      guard let text = try? SceneFolder.read(file),
        let document = try? MarkdownDocument(parsing: text, path: file.path)
      else { return nil }
      return DocumentDrawing(document, cancellation: cancellation) { picture in
        filter.map { $0.matches(file.path) || $0.matches(picture) } ?? true
      }
    }
  }

  // MARK: Updates

  /// Writes the files, prints the changes, and returns the number of updated rows.
  private func write(_ updates: [ExpectationUpdate]) throws -> Int {
    for update in updates where !update.changes.isEmpty {
      try OutputFile.write(update.text, to: update.path)
      show(CheckReportText.print(update))
    }
    return updates.reduce(0) { $0 + $1.changes.count }
  }

  /// Gives each output without an expectation one, writes the files and prints what was added.
  private mutating func addExpectations(after updates: [ExpectationUpdate]) throws -> [ExpectationAddition] {
    var all: [ExpectationAddition] = []
    var paths: Set<String> = []
    for path in report.files.map(\.path) where paths.insert(path).inserted {
      let files = report.files.filter { $0.path == path && $0.problem == nil }.compactMap(\.source)
      guard let text = updates.last(where: { $0.path == path })?.text ?? files.first?.text else { continue }
      let additions: [ExpectationAddition]
      do throws(OutOfTime) {
        additions = try timeLimit.perform(after: report.duration(of: path)) { cancellation in
          ExpectationAddition.additions(to: files, in: text, cancellation: cancellation)
        }
      } catch {
        report.add(CheckReport.Problem(error, path: path), of: path)
        continue
      }
      for addition in additions { addition.problem.map(StandardStreams.printError) }
      guard let last = additions.last(where: { !$0.rows.isEmpty }) else { continue }
      try OutputFile.write(last.text, to: path)
      for row in additions.flatMap(\.rows) {
        show(CheckReportText.added(row.name, row.location, path))
      }
      all += additions
    }
    return all
  }

  // MARK: The report

  private func print(_ updates: [ExpectationUpdate], added: Int) {
    if options.format != .github {
      for problem in CheckReportText.problems(report) { StandardStreams.printError(problem) }
      if !options.quiet { CheckReportText.notes(report).forEach(StandardStreams.printError) }
    }
    if !options.quiet, !options.ignoreOthers { CheckReportText.otherFiles(report).map(StandardStreams.printError) }
    let isQuiet = options.quiet
    switch options.format {
    case .text where options.update: printSummary(updates, added: added)
    case .text:
      show(
        CheckReportText.print(report, isQuiet: isQuiet, width: StandardStreams.outputColumns ?? 100))
    case .json: StandardStreams.print(CheckReportJSONLines.print(report, isQuiet: isQuiet))
    case .junit: StandardStreams.print(CheckReportJUnit.print(report))
    case .github:
      StandardStreams.printText(CheckReportGitHub.print(report, isQuiet: isQuiet, folder: Self.folderForGitHub))
    }
  }

  /// The current folder, unless it is the one that GitHub takes paths from.
  private static var folderForGitHub: String? {
    let current = FileManager.default.currentDirectoryPath
    return ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"].flatMap { $0 == current ? nil : current }
  }

  /// Prints what the updates have left, and the counts.
  private func printSummary(_ updates: [ExpectationUpdate], added: Int) {
    for refusal in updates.flatMap(CheckReportText.refusals) { StandardStreams.printError(refusal) }
    show(CheckReportText.pictures(report))
    guard !options.quiet else { return }
    let count = updates.reduce(0) { $0 + $1.changes.count }
    StandardStreams.printText(CheckReportText.summary(of: report, updated: count, added: added) + "\n")
  }

  /// The exit codes that are not about a file of the check, after their reasons are printed.
  private func otherCodes(_ rows: LineOptions.FileRows) -> [CommandExitCode] {
    var codes: [CommandExitCode] = []
    if options.strict, rows.hasTrouble {
      StandardStreams.printError("error: \(StrictOption.message)")
      codes.append(.malformed)
    }
    if let pattern = options.filter, !report.files.contains(where: { $0.problem == nil }), report.pictures.isEmpty {
      StandardStreams.printError(
        "error: --filter: `\(DisplayText.shortened(pattern.source, to: 60))` occurs in no path of a file, and in no name of a "
          + "scene or a row")
      codes.append(.notFound)
    }
    if let junit = options.junit {
      do { try OutputFile.write(CheckReportJUnit.print(report), to: junit) } catch {
        StandardStreams.printError("error: --junit: \(error)")
        codes.append(.inputOutput)
      }
    }
    return codes
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
