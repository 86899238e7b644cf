internal import Marbles
internal import Narrations
public import SceneFiles
internal import Scenes

/// Prints a check as XML of JUnit's Ant task, which CI systems read: one suite per scene, one test case per row, and one
/// suite for the pictures of each document.
public enum CheckReportJUnit {
  /// The document, with a line feed at the end.
  public static func print(_ report: CheckReport) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let counts = [
      ("tests", report.rows + report.races + report.lints + report.problems + report.pictures.count),
      ("failures", report.failures + report.races + report.lints + report.outdatedPictures.count),
      ("errors", report.problems),
    ]
    text += element("testsuites", [("name", "marbled check")] + attributes(counts, report.duration)) + "\n"
    for file in report.files { text += suite(file) }
    var pictures = report.pictures[...]
    while let document = pictures.first?.document {
      let own = pictures.prefix { $0.document == document }
      text += suite(own, of: document)
      pictures = pictures.dropFirst(own.count)
    }
    return text + "</testsuites>\n"
  }

  /// The suite of the pictures of a document.
  private static func suite(_ pictures: ArraySlice<CheckReport.Picture>, of document: String) -> String {
    let counts = [
      ("tests", pictures.count), ("failures", pictures.count { $0.outcome != .agrees }), ("errors", 0),
    ]
    var text = "  " + element("testsuite", [("name", "\(document) pictures")] + attributes(counts, .zero)) + "\n"
    for picture in pictures {
      let place = [("classname", document), ("file", document), ("line", "\(picture.line)")]
      text += "    " + element("testcase", [("name", picture.path)] + place + [("time", "0")]).dropLast()
      guard picture.outcome != .agrees else {
        text += "/>\n"
        continue
      }
      let sentence = CheckReportText.sentence(for: picture)
      text += ">\n"
      text += body(
        "failure", message: sentence, type: "picture",
        text: "\(CheckReportText.place(of: picture)): error: \(sentence)")
    }
    return text + "  </testsuite>\n"
  }

  private static func suite(_ file: CheckReport.File) -> String {
    let problems = file.problem == nil ? 0 : 1
    let (races, lints) = (file.races ?? [], file.lints ?? [])
    let counts = [
      ("tests", file.rows.count + races.count + lints.count + problems),
      ("failures", file.failures.count + races.count + lints.count),
      ("errors", problems),
    ]
    let name = file.block.map { "\(file.path)#\($0.number)" } ?? file.path
    var text = "  " + element("testsuite", [("name", name)] + attributes(counts, file.duration)) + "\n"
    if let problem = file.problem {
      let message = String(problem.message.prefix { $0 != "\n" })
      text += testCase("scene", in: file, line: nil) + ">\n"
      text += body("error", message: message, type: "problem", text: problem.message)
    }
    for row in file.rows {
      let place = CheckReportText.place(of: row)
      text += testCase(row.name, in: file, line: place.line)
      guard !row.agrees else {
        text += "/>\n"
        continue
      }
      let type = if case .stopped = row.outcome { "stopped" } else { "difference" }
      text += ">\n"
      text += body(
        "failure", message: CheckReportText.sentence(for: row), type: type,
        text: CheckReportText.failure(row, in: file, width: 120))
    }
    for race in races {
      text += testCase("\(race.row) in all orders", in: file, line: race.location.line) + ">\n"
      text += body(
        "failure", message: CheckReportText.sentence(for: race), type: "race",
        text: CheckReportText.failure(race, in: file, width: 120))
    }
    for lint in lints {
      text += testCase("\(lint.row): \(lint.finding.lint.name)", in: file, line: lint.line) + ">\n"
      text += body(
        "failure", message: lint.finding.sentence, type: "lint", text: CheckReportText.warning(lint, in: file))
    }
    return text + "  </testsuite>\n"
  }

  /// One run checks all rows of a file, so its time is divided between them.
  private static func testCase(_ name: String, in file: CheckReport.File, line: Int?) -> String {
    let time = file.duration / max(1, file.rows.count)
    let attributes =
      [("name", name), ("classname", file.path), ("file", file.path)] + (line.map { [("line", "\($0)")] } ?? [])
      + [("time", "\(SceneTime(time))")]
    return "    " + element("testcase", attributes).dropLast()
  }

  private static func body(_ name: String, message: String, type: String, text: String) -> String {
    "      \(element(name, [("message", message), ("type", type)]))\(escaped(text))</\(name)>\n    </testcase>\n"
  }

  private static func attributes(_ counts: [(String, Int)], _ duration: Duration) -> [(String, String)] {
    counts.map { ($0.0, "\($0.1)") } + [("time", "\(SceneTime(duration))")]
  }

  private static func element(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name)" + attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined() + ">"
  }

  /// `text` with XML markup as entities, and characters that XML 1.0 forbids in visible form.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\r": result += "&#\(scalar.value);"
      case "\n": result += "\n"
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}":
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
