import ArgumentParser
import CommandSupport
import Exports
import Inputs
import SceneFiles
import Scenes

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that scenes do what they expect of themselves.",
    discussion: """
      Every row with `expect:` is played at once and compared with it: times, values and ends, not how they are written. \
      A row that differs is shown with both diagrams and a caret.

      Exits with 1 when a row differs, 65 when a file is no scene that can be played, 66 when there is no such file; all \
      files are checked, and the highest of these counts.
      """)

  /// How it is told.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit
  }

  @Argument(help: "Scene files, folders to look for *.yaml in, or `-` for standard input.")
  var paths: [String]

  @Option(help: "How to tell it.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "Print only what fails.")
  var quiet = false

  @Flag(help: "Write what happens into the files, in the place of the expectations that differ.")
  var update = false

  func validate() throws {
    if update, format != .text { throw ValidationError("--update tells what it changes as text; leave --format out") }
    if quiet, format == .junit { throw ValidationError("--quiet leaves out what --format junit is made of") }
    if update, paths.contains("-") { throw ValidationError("--update writes into files; `-` is none") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    let report = Checker().check(SceneFolder.files(at: paths)) { path throws(CheckReport.Problem) in
      do throws(InputError) { return try SceneFolder.read(path) } catch { throw CheckReport.Problem(error) }
    }
    for problem in CheckText.problems(report) { StandardStreams.printError(problem) }
    var remaining = report.failures
    switch format {
    case .text where update: remaining -= try write(ExpectationUpdate.updates(of: report), of: report)
    case .text:
      StandardStreams.printText(CheckText.print(report, isQuiet: quiet, width: StandardStreams.outputColumns ?? 100))
    case .json: StandardStreams.print(CheckJSONLines.print(report, isQuiet: quiet))
    case .junit: StandardStreams.print(CheckJUnit.print(report))
    }
    let codes = report.files.compactMap { $0.problem?.code } + (remaining > 0 ? [.general] : [])
    if let worst = codes.map(\.rawValue).max() { throw ExitCode(worst) }
  }

  /// Writes the files, says what was changed, and gives the number of rows.
  private func write(_ updates: [ExpectationUpdate], of report: CheckReport) throws -> Int {
    for update in updates where !update.changes.isEmpty {
      try Failure.reported { try SceneFolder.write(update.text, to: update.path) }
      StandardStreams.printText(CheckText.print(update))
    }
    for refusal in updates.flatMap(CheckText.refusals) { StandardStreams.printError(refusal) }
    let count = updates.reduce(0) { $0 + $1.changes.count }
    if !quiet { StandardStreams.printText(CheckText.summary(of: report, updated: count) + "\n") }
    return count
  }
}

extension CheckReport.Problem {
  fileprivate init(_ error: InputError) {
    let kind: Kind =
      switch error.kind {
      case .notFound: .notFound
      case .malformed, .usage: .malformed
      case .unreadable: .unreadable
      }
    self.init(kind, "error: \(error)")
  }

  fileprivate var code: FailureCode {
    switch kind {
    case .malformed: .malformed
    case .notFound: .notFound
    case .unreadable: .inputOutput
    }
  }
}
