import Foundation
import TestSupport
import Testing

/// One line of `render --format json`.
private struct Line: Decodable, Hashable {
  var row: String
  var time: Double
  var kind: String
  var id: String?
  var value: Face?
  var color: String?
  var from: [String]?
  var sources: [String]?

  /// A value, as it is printed.
  struct Face: Decodable, Hashable, CustomStringConvertible {
    var description: String

    init(from decoder: any Decoder) throws {
      if let parts = try? [Face](from: decoder) {
        description = "(\(parts.map(\.description).joined(separator: ", ")))"
      } else if let number = try? Int(from: decoder) {
        description = String(number)
      } else {
        description = try String(from: decoder)
      }
    }
  }

  static func lines(_ outcome: Outcome) throws -> [Line] {
    try outcome.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }
}

extension [Line] {
  /// A row in the absolute form.
  fileprivate func timeline(_ row: String) -> String {
    filter { $0.row == row }.map { line in
      let what = line.kind == "finish" ? "|" : line.value?.description ?? line.kind
      return "\(what)@\(line.time.formatted(.number.locale(Locale(identifier: "en_US"))))"
    }.joined(separator: " ")
  }
}

extension EndToEnd {
  @Suite struct RenderTests {
    @Test("a pipe that --output names gets the picture, and is not replaced by a file")
    func pipes() throws {
      let folder = try TemporaryFolder()
      let outcome = try shell(
        """
        cd '\(folder.file(""))' && mkfifo p && (cat p > got & marbled render --output p --format text; wait) && test -p p && cat got
        """)
      #expect(outcome.ending == .exited(0) && outcome.error == "", "\(outcome)")
      #expect(outcome.output == (try marbled("render", "--format", "text")).output)
    }

    @Test func theSampleByName() throws {
      let outcome = try marbled("render", "--format", "json")
      #expect(outcome.ending == .exited(0) && outcome.error == "")
      let lines = try Line.lines(outcome)
      #expect(lines.timeline("merge") == Sample.merge)
      #expect(lines.timeline("zip") == Sample.zip)
      #expect(lines.timeline("latest") == Sample.latest)
    }

    @Test(arguments: [
      ("merge(ints, strings)", Sample.merge), ("zip(ints, strings)", Sample.zip),
      ("combineLatest(ints, strings)", Sample.latest),
    ])
    func theSampleTyped(expression: String, expected: String) throws {
      let outcome = try run(Binary.path(), ["render", "--format", "json", expression] + Sample.inputs)
      #expect(outcome.ending == .exited(0) && outcome.error == "")
      #expect(try Line.lines(outcome).timeline("out") == expected)
    }

    @Test func eventsKnowWhereTheyComeFrom() throws {
      let arguments = [
        "render", "--format", "json", "merge(ints, strings)", "pairs = zip(ints, strings)", "zip(pairs, strings)",
      ]
      let outcome = try run(Binary.path(), arguments + Sample.inputs)
      let printed = outcome.lines.filter { $0.contains(#""time":1.5,"#) }
      #expect(
        printed == [
          #"{"row":"strings","time":1.5,"kind":"value","id":"strings#0","value":"a","color":"green","from":[],"sources":[],"fate":{"state":"used","row":"out","time":1.5}}"#,
          #"{"row":"out","time":1.5,"kind":"value","id":"out#2","value":"a","color":"green","from":["strings#0"],"sources":["strings#0"]}"#,
          #"{"row":"pairs","time":1.5,"kind":"value","id":"pairs#0","value":[1,"a"],"color":"blue","from":["ints#0","strings#0"],"sources":["ints#0","strings#0"]}"#,
          #"{"row":"out2","time":1.5,"kind":"value","id":"out2#0","value":[[1,"a"],"a"],"color":"blue","from":["strings#0","pairs#0"],"sources":["ints#0","strings#0"]}"#,
        ])
      let latest = try run(
        Binary.path(), ["render", "--format", "json", "combineLatest(ints, strings)"] + Sample.inputs)
      let outputs = try Line.lines(latest).filter { $0.row == "out" && $0.kind == "value" }
      #expect(Set(outputs.map(\.color)) == ["purple"])
      #expect(outputs[1].from == ["ints#2", "strings#0"] && outputs[1].sources == ["ints#2", "strings#0"])
    }

    @Test func aMarbleSheetReadsBack() throws {
      let sheet = try marbled("render", "--format", "marble")
      #expect(
        sheet.output == """
          step 500ms
          ints     1-2-       3       -       ----       4       ---       --       [5|]
          strings  ---a       -       b       ---c       -       --d       -[e|]
          merge    1-2a       3       b       ---c       4       --d       -e       [5|]
          zip      ---'(1, a)'-       '(2, b)'---'(3, c)'-       --'(4, d)'--       ['(5, e)'|]
          latest   ---'(2, a)''(3, a)''(3, b)'---'(3, c)''(4, c)'--'(4, d)'-'(4, e)'['(5, e)'|]

          """)
      let inputs = sheet.lines.dropFirst().flatMap { line in
        let name = line.prefix { $0 != " " }
        return ["-i", "\(name)=\(line.dropFirst(name.count))"]
      }
      let again = try run(Binary.path(), ["render", "--format", "json", "--step", "500ms"] + inputs)
      #expect(again.ending == .exited(0) && again.error == "")
      let lines = try Line.lines(again)
      #expect(lines.timeline("merge") == Sample.merge)
      #expect(lines.timeline("zip") == Sample.zip)
      #expect(lines.timeline("latest") == Sample.latest)
      // Whole again: printed from what was parsed, it is the same sheet.
      #expect(try run(Binary.path(), ["render", "--step", "500ms"] + inputs).output == sheet.output)
    }

    @Test func aFileCanBeWrittenAndPlayed() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("sample.ndjson")
      let written = try marbled("render", "--format", "json", "-o", file)
      #expect(written == Outcome(output: "", error: "", ending: .exited(0), seconds: written.seconds))
      let direct = try marbled("render", "--format", "json").output
      #expect(try String(contentsOfFile: file, encoding: .utf8) == direct)

      let inputs = ["-i", "ints=@\(file)", "-i", "strings=@\(file)"]
      let replayed = try run(Binary.path(), ["render", "sample", "--format", "json"] + inputs)
      #expect(replayed.output == direct)
      let plain = try run(Binary.path(), ["play", "sample", "--speed", "100", "--plain"] + inputs)
      #expect(plain.output == Sample.sentences)
      // A row that was an output is an input like any other.
      let zipped = try marbled(
        "render", "--format", "json", "zip(merge, latest)", "-i", "merge=@\(file)", "-i", "latest=@\(file)")
      #expect(try Line.lines(zipped).timeline("merge") == Sample.merge)
      #expect(try Line.lines(zipped).timeline("out").hasPrefix("(1, (2, a))@1.5 (2, (3, a))@2 (a, (3, b))@2.5 "))
    }
  }
}
