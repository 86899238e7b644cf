import Foundation
import Marbles
import SceneFiles
import Scenes
import Testing

@testable import Formats

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A report of four files: one with differences, one that agrees, one without expectations, one that is not a scene.
private func report() -> CheckReport {
  let texts = [
    "bad <&\"1\">.yaml": """
    rows:
      a: { marbles: "1-2|" }
      one: { apply: a, expect: "1-3|" }
      two: { apply: a, expect: "1-2|" }
      three: { apply: a, expect: "1-'<b>&\\"'|" }

    """,
    "good.yaml": "rows:\n  a: { marbles: \"1|\" }\n  b: { apply: a, expect: \"1|\" }\n",
    "quiet.yaml": "rows:\n  a: { marbles: \"1|\" }\n",
    "none.yaml": "rows: 5\n",
  ]
  var report = Checker().check(["bad <&\"1\">.yaml", "good.yaml", "quiet.yaml", "none.yaml", "gone.yaml"]) {
    path throws(CheckReport.Problem) in
    guard let text = texts[path] else { throw CheckReport.Problem(.notFound, "error: no such file: \(path)") }
    return text
  }
  report.duration = .milliseconds(31)
  for index in report.files.indices { report.files[index].duration = .milliseconds(6) }
  return report
}

private func report(rows: Int, of failing: Int = 0, files: Int = 1) -> CheckReport {
  let head = "rows:\n  a: { marbles: \"1|\" }\n"
  let text = head + (0..<rows).map { "  r\($0): { apply: a, expect: \"\($0 < failing ? 2 : 1)|\" }\n" }.joined()
  var report = Checker().check((0..<files).map { "\($0).yaml" }) {
    $0 == "0.yaml" ? text : text.replacing("2|", with: "1|")
  }
  report.duration = .microseconds(2345)
  return report
}

@Suite struct CheckReportTextTests {
  @Test func aDifferenceHasItsPlaceBothDiagramsACaretAndASentence() {
    #expect(
      CheckReportText.print(report()) == """
        bad <&"1">.yaml:3:31: error: one: at 2 s expected 3, got 2
          expected  1-3|
          actual    1-2|
                      ^
        bad <&"1">.yaml:5:33: error: three: at 2 s expected <b>&", got 2
          expected  1-'<b>&"'|
          actual    1-2      |
                      ^
        quiet.yaml: no row has `expect:`
        2 of 4 rows in 2 files differ, 2 files can't be checked (31 ms)

        """)
    let problems = CheckReportText.problems(report())
    #expect(problems.map { String($0.prefix(20)) } == ["none.yaml:1:7: error", "error: no such file:"])
  }

  @Test func quietIsOnlyWhatFails() {
    #expect(CheckReportText.print(report(), isQuiet: true).split(separator: "\n").count == 8)
    #expect(CheckReportText.print(report(rows: 3), isQuiet: true) == "")
  }

  @Test func theSummaryCounts() {
    #expect(CheckReportText.print(report(rows: 1)) == "1 row in 1 file agrees (2.3 ms)\n")
    #expect(CheckReportText.print(report(rows: 3, files: 4)) == "12 rows in 4 files agree (2.3 ms)\n")
    #expect(CheckReportText.summary(of: report(rows: 3, of: 2, files: 4)) == "2 of 12 rows in 4 files differ (2.3 ms)")
    #expect(CheckReportText.summary(of: report(rows: 1, of: 1)) == "1 of 1 row in 1 file differs (2.3 ms)")
    #expect(CheckReportText.summary(of: report(rows: 0)) == "no row in 1 file has `expect:` (2.3 ms)")
  }

  @Test func aLongDiagramFitsItsWidth() {
    let diagram = (0..<60).map { "'\($0)th'" }.joined()
    let text = "rows:\n  a: { marbles: \"\(diagram)|\" }\n  b: { apply: a, expect: \"\(diagram)-|\" }\n"
    let report = Checker().check(["long.yaml"]) { _ in text }
    let lines = CheckReportText.print(report, isQuiet: true, width: 60).split(separator: "\n")
    #expect(lines.count == 4 && lines.dropFirst().allSatisfy { $0.count <= 60 })
  }
}

@Suite struct CheckReportJSONLinesTests {
  @Test func aRowIsAnObject() throws {
    let lines = CheckReportJSONLines.print(report()).split(separator: "\n").map(String.init)
    #expect(
      lines[0] == #"{"file":"bad <&\"1\">.yaml","row":"one","result":"differs","line":3,"column":31,"time":2,"#
        + #""message":"one: at 2 s expected 3, got 2","expected":"1-3|","actual":"1-2|"}"#)
    #expect(lines[1] == #"{"file":"bad <&\"1\">.yaml","row":"two","result":"agrees","line":4,"column":28}"#)
    #expect(
      lines[4].hasPrefix(
        #"{"file":"none.yaml","result":"problem","line":1,"column":7,"message":"none.yaml:1:7: error: "#))
    #expect(lines[5] == #"{"file":"gone.yaml","result":"problem","message":"error: no such file: gone.yaml"}"#)
    #expect(lines[6] == #"{"files":5,"rows":4,"agree":2,"differ":2,"problems":2,"seconds":0.031}"#)
    for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
  }

  @Test func quietIsOnlyWhatFails() {
    #expect(CheckReportJSONLines.print(report(), isQuiet: true).split(separator: "\n").count == 4)
    #expect(CheckReportJSONLines.print(report(rows: 3), isQuiet: true) == "")
  }
}

@Suite struct CheckReportJUnitTests {
  @Test func everyFileIsASuiteAndEveryRowATestCase() throws {
    let root = try Element.parse(CheckReportJUnit.print(report()))
    #expect(root.name == "testsuites")
    #expect(
      root.attributes == ["name": "marbled check", "tests": "6", "failures": "2", "errors": "2", "time": "0.031"])
    #expect(
      root.children.map(\.attributes["name"]) == [
        "bad <&\"1\">.yaml", "good.yaml", "quiet.yaml", "none.yaml", "gone.yaml",
      ])
    #expect(root.children.map(\.attributes["tests"]) == ["3", "1", "0", "1", "1"])
    #expect(root.children.map(\.attributes["failures"]) == ["2", "0", "0", "0", "0"])
    #expect(root.children.map(\.attributes["errors"]) == ["0", "0", "0", "1", "1"])
    let cases = root.children[0].children
    #expect(cases.map(\.attributes["name"]) == ["one", "two", "three"])
    #expect(
      cases.map(\.attributes["line"]) == ["3", "4", "5"]
        && cases.map(\.attributes["time"]) == ["0.002", "0.002", "0.002"])
    #expect(cases[1].children.isEmpty)
    let failure = cases[2].children[0]
    #expect(failure.name == "failure")
    #expect(failure.attributes == ["message": "three: at 2 s expected <b>&\", got 2", "type": "difference"])
    #expect(failure.text.hasSuffix("\n  expected  1-'<b>&\"'|\n  actual    1-2      |\n              ^"))
    let error = root.children[3].children[0].children[0]
    #expect(error.name == "error" && error.attributes["message"]?.hasPrefix("none.yaml:1:7: error: ") == true)
  }

  @Test func whatXMLCannotHoldIsShown() throws {
    let report = Checker().check(["a\u{1}\u{7}\t\u{FFFF}.yaml"]) { _ in "rows:\n  a: { marbles: \"1|\" }\n" }
    let root = try Element.parse(CheckReportJUnit.print(report))
    #expect(root.children[0].attributes["name"] == "a\\u{1}\\u{7}\t\\u{ffff}.yaml")
  }
}

/// XML as a tree, read by Foundation.
private final class Element {
  let name: String
  let attributes: [String: String]
  var children: [Element] = []
  var text = ""

  init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

  static func parse(_ xml: String) throws -> Element {
    let parser = XMLParser(data: Data(xml.utf8))
    let builder = Builder()
    parser.delegate = builder
    #expect(parser.parse(), "\(String(describing: parser.parserError))\n\(xml)")
    return try #require(builder.root)
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var root: Element?
    var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = Element(name, attributes)
      open.last?.children.append(element)
      root = root ?? element
      open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
    func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
  }
}
