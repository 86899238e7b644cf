internal import Marbles
internal import Narrations
public import SceneFiles
internal import Scenes

/// Prints a check as workflow commands of GitHub, which shows them as annotations of the lines of a pull request, and then
/// a line with the counts.
///
/// ```
/// ::error file=pairs.yaml,line=7,col=24,title=pairs differs::pairs: at 3 s expected (2, c), got (2, b)%0A…
/// 1 of 1 row in 1 file differs (4.1 ms)
/// ```
public struct CheckReportGitHub {
  /// The level of an annotation.
  private enum Level: String { case error, warning, notice }

  private let report: CheckReport
  private let isQuiet: Bool
  /// The absolute path of the folder that relative paths start from; nil for the root of the repository.
  private let folder: String?
  private let width = 100

  /// The report; each line ends with a line feed. Unlike other formats, it contains the files that can't be checked.
  ///
  /// - Parameters:
  ///   - report: the result of the check.
  ///   - isQuiet: whether to leave out notes and the counts.
  ///   - folder: the absolute path of the folder that relative paths start from; nil for the root of the repository, for
  ///     which GitHub takes paths by itself.
  public static func print(_ report: CheckReport, isQuiet: Bool = false, folder: String? = nil) -> String {
    let writer = CheckReportGitHub(report: report, isQuiet: isQuiet, folder: folder)
    return writer.commands.map { $0 + "\n" }.joined() + (isQuiet ? "" : CheckReportText.summary(of: report) + "\n")
  }

  private var commands: [String] {
    var commands = report.files.flatMap(self.commands)
    commands += report.outdatedPictures.map { picture in
      command(
        .error, CheckReport.Place(picture.document, line: picture.line, column: picture.column),
        title: picture.outcome == .missing ? "a picture is missing" : "a picture is out of date",
        CheckReportText.sentence(for: picture))
    }
    if report.expectsNothing {
      commands.append(command(.error, nil, title: "nothing was compared", CheckReportText.nothingExpected))
    }
    return commands
  }

  private func commands(of file: CheckReport.File) -> [String] {
    var commands: [String] = []
    if let problem = file.problem {
      let title = if case .outOfTime = problem.kind { "out of time" } else { "can't be checked" }
      commands.append(
        command(.error, problem.place ?? CheckReport.Place(file.path), title: title, problem.message))
    }
    for row in file.failures {
      let (line, column) = CheckReportText.place(of: row)
      let what = if case .stopped = row.outcome { "was stopped" } else { "differs" }
      commands.append(
        command(
          .error, CheckReport.Place(file.path, line: line, column: column), title: "\(row.name) \(what)",
          CheckReportText.failure(row, in: file, width: width)))
    }
    for race in file.races ?? [] {
      commands.append(
        command(
          .error, CheckReport.Place(file.path, line: race.location.line, column: race.location.column),
          title: "\(race.row) depends on the order", CheckReportText.failure(race, in: file, width: width)))
    }
    for lint in file.lints ?? [] {
      commands.append(
        command(
          .warning, CheckReport.Place(file.path, line: lint.line, column: lint.column),
          title: "\(lint.row): \(lint.finding.lint.name)", CheckReportText.warning(lint, in: file)))
    }
    return commands + (isQuiet ? [] : notices(of: file))
  }

  private func notices(of file: CheckReport.File) -> [String] {
    let numbers = file.numberNotes.map { note in
      command(
        .notice, CheckReport.Place(file.path, line: note.location.line, column: note.location.column),
        title: "\(note.row): digits", note.sentence)
    }
    guard CheckReportText.expectsNothing(file) else { return numbers }
    return numbers + [
      command(
        .notice, CheckReport.Place(file.path), title: "nothing was compared", CheckReportText.noExpectation)
    ]
  }

  // MARK: Commands

  private func command(_ level: Level, _ place: CheckReport.Place?, title: String, _ message: String) -> String {
    var properties: [(String, String)] = []
    // Standard input is no file of the repository.
    if let place, place.path != "-" {
      properties.append(("file", file(at: place.path)))
      if let line = place.line { properties.append(("line", "\(line)")) }
      if let column = place.column { properties.append(("col", "\(column)")) }
    }
    properties.append(("title", title))
    let written = properties.map { "\($0.0)=\(Self.escaped($0.1, inProperty: true))" }.joined(separator: ",")
    return "::\(level.rawValue) \(written)::\(Self.escaped(Self.withoutPlace(message, place)))"
  }

  /// A path as GitHub takes it: from the root of the repository, or absolute.
  private func file(at path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
    guard let folder, !path.hasPrefix("/") else { return String(path) }
    return "\(folder)/\(path)"
  }

  /// A message without what it begins with: the place, which is in the properties, and the level.
  private static func withoutPlace(_ message: String, _ place: CheckReport.Place?) -> String {
    var rest = message[...]
    if let place, rest.hasPrefix("\(place): ") { rest = rest.dropFirst("\(place): ".count) }
    for word in ["error: ", "lint: "] where rest.hasPrefix(word) { return String(rest.dropFirst(word.count)) }
    return String(rest)
  }

  /// Text in a workflow command: what ends a line is a code, and in a property also what ends that.
  ///
  /// By "Workflow commands for GitHub Actions", and `escapeData` and `escapeProperty` of its toolkit.
  private static func escaped(_ text: String, inProperty: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where inProperty: result += "%3A"
      case "," where inProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
