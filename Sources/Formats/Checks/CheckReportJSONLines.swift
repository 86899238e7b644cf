internal import Marbles
internal import Narrations
public import SceneFiles
internal import Scenes

/// Prints a check as NDJSON: one object per row, one per file that can't be checked, one per picture, then one with the
/// counts.
///
/// ```
/// {"file":"zip.yaml","row":"zip","result":"differs","line":9,"column":25,"message":"zip: at 2.5 s …","expected":…}
/// {"files":1,"rows":1,"agree":0,"differ":1,"problems":0,"seconds":0.004}
/// ```
public enum CheckReportJSONLines {
  /// The objects, one per line; each line ends with a line feed.
  ///
  /// - Parameters:
  ///   - report: the result of the check.
  ///   - isQuiet: whether to print failures only.
  public static func print(_ report: CheckReport, isQuiet: Bool = false) -> String {
    var lines: [String] = []
    for file in report.files {
      if let problem = file.problem {
        lines.append(line(problem, of: file))
      }
      for row in file.rows where !isQuiet || !row.agrees { lines.append(line(row, in: file)) }
      for race in file.races ?? [] { lines.append(line(race, in: file)) }
      for lint in file.lints ?? [] { lines.append(line(lint, in: file)) }
    }
    lines += (isQuiet ? report.outdatedPictures : report.pictures).map(line)
    if !isQuiet { lines.append(summary(of: report)) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ problem: CheckReport.Problem, of file: CheckReport.File) -> String {
    // A problem of a scene file that a document names has its place in that file.
    let place = problem.place.flatMap { $0.path == file.path ? $0 : nil }
    let numbers = [("line", place?.line), ("column", place?.column)]
    return object(
      [("file", string(file.path)), ("result", "\"problem\"")]
        + numbers.compactMap { key, number in number.map { (key, "\($0)") } }
        + [("message", string(problem.message))])
  }

  private static func line(_ row: CheckReport.Row, in file: CheckReport.File) -> String {
    let (line, column) = CheckReportText.place(of: row)
    var members = [("file", string(file.path))]
    if file.block != nil, let scene = file.source?.scene { members.append(("scene", string(scene.name))) }
    members.append(("row", string(row.name)))
    let place = [("line", "\(line)"), ("column", "\(column)")]
    switch row.outcome {
    case .agrees: members += [("result", "\"agrees\"")] + place
    case .differs(let mismatch):
      let lines = mismatch.diagrams.lines
      members += [("result", "\"differs\"")] + place
      members += [("time", "\(mismatch.difference.time)"), ("message", string(CheckReportText.sentence(for: row)))]
      members += [("expected", string(lines[0])), ("actual", string(lines[1]))]
    case .stopped:
      members += [("result", "\"stopped\"")] + place + [("message", string(CheckReportText.sentence(for: row)))]
    }
    if let scene = file.source?.scene { members += Self.issue(ofRow: row.name, in: scene) }
    return object(members)
  }

  /// What is known of a row by the issue of its scene: what it does, what it should do, and the versions.
  private static func issue(ofRow name: String, in scene: Scene) -> [(key: String, json: String)] {
    guard let issue = scene.issue, let row = scene.rows.first(where: { $0.name == name }), let should = row.should,
      let known = row.expectation?.text
    else { return [] }
    let versions = [
      ("checkedWith", issue.checkedWith), ("failsSince", issue.failsSince), ("passesSince", issue.passesSince),
    ]
    return [("issue", string(issue.link)), ("expect", string(known)), ("should", string(should))]
      + [("order", string("\(scene.order)"))]
      + versions.compactMap { key, version in version.map { (key, string("\($0)")) } }
  }

  private static func line(_ race: CheckReport.Race, in file: CheckReport.File) -> String {
    var members = [("file", string(file.path))]
    if file.block != nil, let scene = file.source?.scene { members.append(("scene", string(scene.name))) }
    members += [
      ("row", string(race.row)), ("result", "\"race\""), ("line", "\(race.location.line)"),
      ("column", "\(race.location.column)"), ("time", "\(race.difference.time)"),
      ("message", string(CheckReportText.sentence(for: race))),
      ("orders", "[\(string("\(race.order)")),\(string("\(race.other)"))]"),
      ("diagrams", "[\(race.diagrams.lines.map(string).joined(separator: ","))]"),
    ]
    return object(members)
  }

  private static func line(_ lint: CheckReport.LintFinding, in file: CheckReport.File) -> String {
    var members = [("file", string(file.path))]
    if file.block != nil, let scene = file.source?.scene { members.append(("scene", string(scene.name))) }
    members += [
      ("row", string(lint.row)), ("result", "\"lint\""), ("line", "\(lint.line)"), ("column", "\(lint.column)"),
      ("time", "\(lint.finding.time)"), ("lint", string(lint.finding.lint.name)),
      ("message", string(lint.finding.sentence)),
      ("help", string(lint.finding.lint.advice)), ("example", string(lint.finding.lint.example)),
    ]
    return object(members)
  }

  private static func line(_ picture: CheckReport.Picture) -> String {
    let result =
      switch picture.outcome {
      case .agrees: "agrees"
      case .missing: "missing"
      case .outdated: "outdated"
      }
    let message = [("message", string(CheckReportText.sentence(for: picture)))]
    return object(
      [
        ("file", string(picture.document)), ("picture", string(picture.path)), ("result", string(result)),
        ("line", "\(picture.line)"), ("column", "\(picture.column)"),
      ] + (picture.outcome == .agrees ? [] : message))
  }

  private static func summary(of report: CheckReport) -> String {
    let pictures = [
      ("pictures", "\(report.pictures.count)"), ("outdated", "\(report.outdatedPictures.count)"),
    ]
    let races = report.files.contains { $0.races != nil } ? [("races", "\(report.races)")] : []
    let lints = report.files.contains { $0.lints != nil } ? [("lints", "\(report.lints)")] : []
    let unchecked = report.unchecked.map { [("unchecked", "\($0)")] } ?? []
    return object(
      [
        ("files", "\(Set(report.files.map(\.path)).count)"), ("rows", "\(report.rows)"),
        ("agree", "\(report.rows - report.failures)"), ("differ", "\(report.failures)"),
        ("problems", "\(report.problems)"),
      ] + unchecked + races + lints + (report.pictures.isEmpty ? [] : pictures) + [
        ("seconds", "\(SceneTime(report.duration))")
      ])
  }

  private static func string(_ text: String) -> String { JSONText.quoted(text) }

  private static func object(_ members: [(key: String, json: String)]) -> String {
    "{" + members.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}
