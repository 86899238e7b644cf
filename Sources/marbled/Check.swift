import ArgumentParser
import CommandSupport
import Formats
import Inputs
import SceneFiles
import Scenes

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run scenes and compare each row with its `expect:`.",
    discussion: """
      marbled runs each scene without waiting, and compares the times, values and ends of each row with its `expect:`. \
      It shows both diagrams of a row that differs, with a caret.

      The exit code is 1 if a row differs, 65 if a file is not a valid scene, and 66 if a file doesn't exist. marbled \
      checks all files and exits with the highest code.
      """)

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, junit
  }

  @Argument(help: "Scene files, folders with *.yaml files, or `-` for standard input.")
  var paths: [String]

  @Option(help: "Output format.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "Print failures only.")
  var quiet = false

  @Flag(help: "Replace each expectation that differs with the actual result.")
  var update = false

  func validate() throws {
    if update, format != .text { throw ValidationError("--update prints its changes as text; leave out --format") }
    if quiet, format == .junit {
      throw ValidationError("--quiet can't be used with --format junit, which contains all rows")
    }
    if update, paths.contains("-") { throw ValidationError("--update writes to files, and `-` is standard input") }
  }

  func run() throws {
    StandardStreams.ignoreBrokenPipes()
    let report = Checker().check(SceneFolder.files(at: paths)) { path throws(CheckReport.Problem) in
      do throws(InputError) { return try SceneFolder.read(path) } catch { throw CheckReport.Problem(error) }
    }
    for problem in CheckReportText.problems(report) { StandardStreams.printError(problem) }
    var remaining = report.failures
    switch format {
    case .text where update: remaining -= try write(ExpectationUpdate.updates(of: report), of: report)
    case .text:
      StandardStreams.printText(
        CheckReportText.print(report, isQuiet: quiet, width: StandardStreams.outputColumns ?? 100))
    case .json: StandardStreams.print(CheckReportJSONLines.print(report, isQuiet: quiet))
    case .junit: StandardStreams.print(CheckReportJUnit.print(report))
    }
    let codes = report.files.compactMap { $0.problem?.code } + (remaining > 0 ? [.general] : [])
    if let worst = codes.map(\.rawValue).max() { throw ExitCode(worst) }
  }

  /// Writes the files, prints the changes, and returns the number of updated rows.
  private func write(_ updates: [ExpectationUpdate], of report: CheckReport) throws -> Int {
    for update in updates where !update.changes.isEmpty {
      try Failure.reported { try SceneFolder.write(update.text, to: update.path) }
      StandardStreams.printText(CheckReportText.print(update))
    }
    for refusal in updates.flatMap(CheckReportText.refusals) { StandardStreams.printError(refusal) }
    let count = updates.reduce(0) { $0 + $1.changes.count }
    if !quiet { StandardStreams.printText(CheckReportText.summary(of: report, updated: count) + "\n") }
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
