internal import Marbles
public import SceneFiles
internal import Scenes

/// Prints a check for people: both diagrams of each row that differs, then a line with the counts.
public enum CheckReportText {
  /// The report; each line ends with a line feed.
  ///
  /// It leaves out files that can't be checked; print ``problems(_:)`` separately.
  ///
  /// - Parameters:
  ///   - report: the result of the check.
  ///   - isQuiet: whether to print only rows that differ.
  ///   - width: the maximum width of a line with a diagram, in cells.
  public static func print(_ report: CheckReport, isQuiet: Bool = false, width: Int = 100) -> String {
    var text = ""
    for file in report.files {
      for row in file.failures { text += failure(row, in: file, width: width) + "\n" }
      for race in file.races ?? [] { text += failure(race, in: file, width: width) + "\n" }
      for lint in file.lints ?? [] { text += warning(lint, in: file) + "\n" }
      if expectsNothing(file), !isQuiet { text += "\(file.path): \(noExpectation)\n" }
    }
    text += pictures(report)
    return isQuiet ? text : text + summary(of: report) + "\n"
  }

  /// The pictures that are missing or out of date; each line ends with a line feed.
  public static func pictures(_ report: CheckReport) -> String {
    report.outdatedPictures.map { "\(place(of: $0)): error: \(sentence(for: $0))\n" }.joined()
  }

  /// The place of the link to a picture.
  static func place(of picture: CheckReport.Picture) -> String {
    "\(picture.document):\(picture.line):\(picture.column)"
  }

  /// The result of a picture as a sentence.
  static func sentence(for picture: CheckReport.Picture) -> String {
    let command = "`marbled render --update \(picture.document)`"
    return switch picture.outcome {
    case .agrees: "\(picture.path) is up to date"
    case .missing: "\(picture.path) is missing; write it with \(command)"
    case .outdated: "\(picture.path) is out of date; write it with \(command)"
    }
  }

  /// What is wrong if a check compared nothing, and how to write an expectation.
  public static let nothingExpected = """
    error: no row has `expect:`, so nothing was compared
      help: write `expect: "-1-|"` below the `apply:` of an output, or let `marbled check --update --all` write what comes now
    """

  /// The errors of the files that can't be checked.
  public static func problems(_ report: CheckReport) -> [String] { report.files.compactMap { $0.problem?.message } }

  /// Notes about diagrams whose digits may have been meant as numbers: a line each, without a line feed.
  public static func notes(_ report: CheckReport) -> [String] {
    report.files.flatMap { file in
      file.numberNotes.map { note in
        "\(file.path):\(note.location.line):\(note.location.column): note: \(note.row): \(note.sentence)"
      }
    }
  }

  /// A note about files in folders that are no scenes; nil when there is none.
  public static func otherFiles(_ report: CheckReport) -> String? {
    report.passedOver == 0 ? nil : "note: passed over \(count(report.passedOver, "other file"))"
  }

  /// A row that differs: the place, a sentence, and the diagrams, without a final line feed.
  static func failure(_ row: CheckReport.Row, in file: CheckReport.File, width: Int) -> String {
    let (line, column) = place(of: row)
    var text = "\(file.path):\(line):\(column): error: \(sentence(for: row))"
    if case .differs(let mismatch) = row.outcome {
      for line in mismatch.picture(width: width - 2).split(separator: "\n") { text += "\n  \(line)" }
      if let scene = file.source?.scene, let position = scene.position(of: row.name),
        let wanted = scene.wanted(of: scene.rows[position])?.timeline,
        Difference(row: row.name, expected: wanted, actual: mismatch.actual, dialect: scene.dialect) == nil
      {
        text += "\n  help: this is what `should:` says; change `expect:` to it, and set `passesSince:` of the issue"
      }
    }
    return text
  }

  /// A row whose result depends on the order: the place, a sentence, and both diagrams, without a final line feed.
  static func failure(_ race: CheckReport.Race, in file: CheckReport.File, width: Int) -> String {
    var text = "\(file.path):\(race.location.line):\(race.location.column): error: \(sentence(for: race))"
    for line in race.picture(width: width - 2).split(separator: "\n") { text += "\n  \(line)" }
    return text
  }

  /// What a race is, as a sentence.
  static func sentence(for race: CheckReport.Race) -> String {
    "\(DisplayText.shortened(race.row, to: 60)) depends on the order of an instant: with --order \(race.other), \(race.difference.sentence)"
  }

  /// The line and the column, from 1, of the wrong part of a row's expectation, or of its beginning.
  static func place(of row: CheckReport.Row) -> (line: Int, column: Int) {
    if case .differs(let mismatch) = row.outcome { return (mismatch.line, mismatch.column) }
    return (row.location.line, row.location.column)
  }

  /// What can be said of a file whose rows have no expectations.
  static let noExpectation = "no row has `expect:`"

  /// Whether ``noExpectation`` is to be said of a file. In a document, a scene may be an example alone.
  static func expectsNothing(_ file: CheckReport.File) -> Bool {
    if case .success(let rows) = file.outcome { rows.isEmpty && file.block == nil } else { false }
  }

  /// The result of a row as a sentence.
  static func sentence(for row: CheckReport.Row) -> String {
    switch row.outcome {
    case .agrees: "\(row.name) agrees"
    case .differs(let mismatch): mismatch.difference.description
    case .stopped(let error): "\(row.name): the scene was stopped: \(error)"
    }
  }

  /// `2 of 12 rows in 4 files differ, 1 file can't be checked, 3 pictures are up to date (31 ms)`.
  static func summary(of report: CheckReport) -> String {
    let parts = [
      rowSummary(of: report), raceSummary(of: report), problemSummary(of: report), pictureSummary(of: report),
      lintSummary(of: report), issueSummary(of: report), uncheckedSummary(of: report),
    ].compactMap(\.self)
    if parts.isEmpty { return "no scene (\(milliseconds(report.duration)))" }
    return "\(parts.joined(separator: ", ")) (\(milliseconds(report.duration)))"
  }

  /// `2 of 12 rows in 4 files differ`; nil when no scene could be checked.
  private static func rowSummary(of report: CheckReport) -> String? {
    let files = count(report.expectingFiles, "file")
    switch (report.rows, report.failures) {
    case (0, _):
      let checked = Set(report.files.filter { $0.problem == nil }.map(\.path))
      return checked.isEmpty ? nil : "no row in \(count(checked.count, "file")) has `expect:`"
    case (let rows, 0): return "\(count(rows, "row")) in \(files) \(rows == 1 ? "agrees" : "agree")"
    case (let rows, let failures):
      return "\(failures) of \(count(rows, "row")) in \(files) \(failures == 1 ? "differs" : "differ")"
    }
  }

  /// `2 rows depend on the order of an instant`; nil when that was not checked.
  private static func raceSummary(of report: CheckReport) -> String? {
    guard report.files.contains(where: { $0.races != nil }) else { return nil }
    switch report.races {
    case 0: return "none depends on the order of an instant"
    case 1: return "1 row depends on the order of an instant"
    case let races: return "\(races) rows depend on the order of an instant"
    }
  }

  /// `1 file can't be checked`, or a scene when there are documents, which have several; nil when there is none.
  private static func problemSummary(of report: CheckReport) -> String? {
    guard report.problems > 0 else { return nil }
    let noun = report.files.contains { MarkdownDocument.isDocument($0.path) } ? "scene" : "file"
    return "\(count(report.problems, noun)) can't be checked"
  }

  /// `1 row shows a known defect`: it agrees with `expect:`, and differs from `should:`; nil when there is none.
  private static func issueSummary(of report: CheckReport) -> String? {
    let rows = report.files.reduce(0) { sum, file in
      let failing = Set((file.source?.scene.rowsThatFail ?? []).map(\.name))
      return sum + file.rows.count { $0.agrees && failing.contains($0.name) }
    }
    return rows == 0 ? nil : "\(count(rows, "row")) \(rows == 1 ? "shows" : "show") a known defect"
  }

  /// `3 files not checked`: those after a file that fails; nil when there is none.
  private static func uncheckedSummary(of report: CheckReport) -> String? {
    guard let unchecked = report.unchecked, unchecked > 0 else { return nil }
    return "\(count(unchecked, "file")) not checked"
  }

  /// `1 of 3 pictures is out of date`; nil when no document has a picture.
  private static func pictureSummary(of report: CheckReport) -> String? {
    let (all, outdated) = (count(report.pictures.count, "picture"), report.outdatedPictures.count)
    if report.pictures.isEmpty { return nil }
    if outdated == 0 { return "\(all) \(report.pictures.count == 1 ? "is" : "are") up to date" }
    return "\(outdated) of \(all) \(outdated == 1 ? "is" : "are") out of date"
  }

  /// The changes of a file; each line ends with a line feed.
  public static func print(_ update: ExpectationUpdate) -> String {
    update.changes.map { change in
      "\(update.path):\(change.line):\(change.column): \(change.row) updated\n  - \(change.old)\n  + \(change.new)\n"
    }.joined()
  }

  /// A new expectation, with its place; ends with a line feed.
  public static func added(_ row: String, _ location: ScalarLocation, _ path: String) -> String {
    let diagram = location.value.split(separator: "\n").joined(separator: " ")
    return "\(path):\(location.line):\(location.column): \(row) added\n  + \(diagram)\n"
  }

  /// The rows that could not be updated.
  public static func refusals(_ update: ExpectationUpdate) -> [String] {
    update.refused.map { row in
      "\(update.path):\(row.location.line):\(row.location.column): error: \(row.name): what happens can't be written in "
        + "the place of what is expected"
    }
  }

  /// `2 expectations added, 2 of 12 rows in 4 files updated (31 ms)`.
  public static func summary(of report: CheckReport, updated rows: Int, added: Int = 0) -> String {
    let additions = added == 0 ? "" : "\(count(added, "expectation")) added, "
    if rows == 0 {
      let rest = [
        report.rows == 0 ? nil : rowSummary(of: report), raceSummary(of: report), problemSummary(of: report),
        pictureSummary(of: report),
      ].compactMap(\.self)
      if added == 0 { return summary(of: report) }
      return
        "\((["\(count(added, "expectation")) added"] + rest).joined(separator: ", ")) (\(milliseconds(report.duration)))"
    }
    let all = "\(count(report.rows, "row")) in \(count(report.expectingFiles, "file"))"
    var rest: [String] = []
    if report.failures > rows {
      rest.append("\(report.failures - rows) still \(report.failures - rows == 1 ? "differs" : "differ")")
    }
    rest += [problemSummary(of: report), pictureSummary(of: report)].compactMap(\.self)
    return additions + (["\(rows) of \(all) updated"] + rest).joined(separator: ", ")
      + " (\(milliseconds(report.duration)))"
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private static func milliseconds(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 10 ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds.rounded())) ms"
  }
}
