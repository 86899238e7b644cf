import Expressions
import Inputs
import Marbles
import Operators
import SceneFiles
import Scenes
import Testing

@testable import Formats

/// A row, written out.
private func row(_ name: String, _ events: [(Double, Value)], end: Timeline.End) -> Recording.Row {
  let scene = Scene(
    name: "row",
    rows: [
      Scene.Row(
        name: name,
        content: .input(
          Timeline(
            events: events.enumerated().map { Event(time: .seconds($1.0), value: $1.1) },
            end: end)))
    ])
  return scene.emptyRecording().rows[0]
}

private func recording(_ rows: Recording.Row..., duration: SceneTime = .seconds(9)) -> Recording {
  var recording = Scene(name: "empty", duration: duration, rows: []).emptyRecording()
  recording.rows = rows
  return recording
}

private func lines(_ text: String) -> [String] {
  #expect(text.hasSuffix("\n"))
  return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

@Suite struct JSONLinesTests {
  @Test func theSample() throws {
    let all = lines(JSONLines.print(try Scene.sample.recorded()))
    #expect(all.count == 38)
    #expect(
      all.prefix(6) == [
        #"{"row":"ints","time":0,"kind":"value","id":"0","value":1,"color":"red","from":[],"sources":[]}"#,
        #"{"row":"merge","time":0,"kind":"value","id":"merge#0","value":1,"color":"red","from":["0"],"sources":["0"]}"#,
        #"{"row":"ints","time":1,"kind":"value","id":"1","value":2,"color":"red","from":[],"sources":[]}"#,
        #"{"row":"merge","time":1,"kind":"value","id":"merge#1","value":2,"color":"red","from":["1"],"sources":["1"]}"#,
        #"{"row":"strings","time":1.5,"kind":"value","id":"1000","value":"a","color":"green","from":[],"sources":[]}"#,
        #"{"row":"merge","time":1.5,"kind":"value","id":"merge#2","value":"a","color":"green","from":["1000"],"#
          + #""sources":["1000"]}"#,
      ])
    #expect(
      all[6] == #"{"row":"zip","time":1.5,"kind":"value","id":"zip#0","value":[1,"a"],"color":"blue","#
        + #""from":["0","1000"],"sources":["0","1000"]}"#)
    #expect(
      all.suffix(4) == [
        #"{"row":"zip","time":8,"kind":"value","id":"zip#4","value":[5,"e"],"color":"blue","#
          + #""from":["4","1004"],"sources":["4","1004"]}"#,
        #"{"row":"zip","time":8,"kind":"finish"}"#,
        #"{"row":"latest","time":8,"kind":"value","id":"latest#7","value":[5,"e"],"color":"purple","#
          + #""from":["4","1004"],"sources":["4","1004"]}"#,
        #"{"row":"latest","time":8,"kind":"finish"}"#,
      ])
  }

  @Test func errorsOpenRowsAndEscapes() {
    let text = JSONLines.print(
      recording(
        row("a\"b", [(0.000000001, "x\ty\u{1B}\u{2028}\\"), (0.25, .tuple([1, .tuple([.null, "é"])]))], end: .open),
        row("c", [], end: .error(.seconds(2), message: "lost\n\"it\"")), row("d", [], end: .finish(.zero))))
    #expect(
      lines(text) == [
        #"{"row":"d","time":0,"kind":"finish"}"#,
        #"{"row":"a\"b","time":0.000000001,"kind":"value","id":"a\"b#0","value":"x\ty\u001b\u2028\\","#
          + #""color":"green","from":[],"sources":[]}"#,
        #"{"row":"a\"b","time":0.25,"kind":"value","id":"a\"b#1","value":[1,[null,"é"]],"color":"green","#
          + #""from":[],"sources":[]}"#,
        #"{"row":"c","time":2,"kind":"error","message":"lost\n\"it\""}"#,
        #"{"row":"a\"b","time":9,"kind":"open"}"#,
      ])
  }

  /// What an event came from is listed up to a bound, the newest of it, with how many more there are.
  @Test func veryManySourcesAreCounted() throws {
    let count = 1500
    var (sum, sums) = (Lineage.none, [Event]())
    for index in 0..<count {
      sum = sum.union(.one(EventKey(row: 0, index: index)))
      // The others are as long, and would say nothing more.
      let told = [999, 1000, count - 1].contains(index) ? sum : .none
      sums.append(Event(time: .milliseconds(Int64(index)), value: .int(index), from: told, sources: told))
    }
    let recording = recording(
      row("a", (0..<count).map { (Double($0) / 1000, .int($0)) }, end: .finish(.seconds(2))),
      Recording.Row(name: "out", expression: "a.reductions(+)", timeline: Timeline(events: sums, end: .open)))
    let written = lines(JSONLines.print(recording)).filter { $0.contains(#""id":"out#"#) }
    let ids = (500..<1500).map { "\"a#\($0)\"" }.joined(separator: ",")
    #expect(
      written.last?.hasSuffix(#""from":[\#(ids)],"fromOmitted":500,"sources":[\#(ids)],"sourcesOmitted":500}"#) == true)
    #expect(written[999].hasSuffix("\"a#999\"]}") && !written[999].contains("Omitted"))
    #expect(written[1000].hasSuffix(#""a#1000"],"sourcesOmitted":1}"#))
    let rows = JSONLines.print(recording)
    #expect(try TimedNDJSON.parse(rows, row: "out", file: "f.ndjson").events.count == count)
  }

  @Test func everyLineIsJSON() throws {
    for line in lines(JSONLines.print(try Scene.sample.recorded())) {
      guard case .object(let members) = try Value(json: line) else {
        Issue.record("no object: \(line)")
        continue
      }
      #expect(members["row"] != nil && members["time"] != nil && members["kind"] != nil)
    }
  }

  @Test func anEmptyRecordingIsEmpty() { #expect(JSONLines.print(recording()) == "") }
}

@Suite struct MarbleSheetTests {
  @Test func theSample() throws {
    #expect(
      MarbleSheet.print(try Scene.sample.recorded(), of: .sample) == """
        step 500ms
        ints     1-2-       3       -       ----       4       ---       --       [5|]
        strings  ---a       -       b       ---c       -       --d       -[e|]
        merge    1-2a       3       b       ---c       4       --d       -e       [5|]
        zip      ---'(1, a)'-       '(2, b)'---'(3, c)'-       --'(4, d)'--       ['(5, e)'|]
        latest   ---'(2, a)''(3, a)''(3, b)'---'(3, c)''(4, c)'--'(4, d)'-'(4, e)'['(5, e)'|]

        """)
  }

  @Test func aStepMayBeFinerThanThatOfTheScene() {
    let text = MarbleSheet.print(
      recording(row("a", [(0.5, 1), (1.25, "x")], end: .finish(.seconds(2)))), of: Scene(name: "s", rows: []))
    #expect(text == "step 250ms\na  --1--x--|\n")
  }

  @Test func theTimesOfResultsOffTheGridAreWrittenOut() throws {
    func sheet(_ diagram: String) throws -> String {
      let scene = Scene(
        name: "s",
        rows: [
          Scene.Row(name: "a", content: .input(try Diagram.parse(diagram, row: "a").timeline)),
          Scene.Row(name: "out", content: .output(try Expression.parse("a.delay(for: .milliseconds(300))"))),
        ])
      return MarbleSheet.print(try scene.recorded(), of: scene)
    }
    #expect(
      try sheet("1-2-3|") == """
        step 1s
        a    1-2-3|
        out  1@0.3 2@2.3 3@4.3 |@5.3

        """)
    // An input whose times are finer than the step of the scene has a finer grid, and its results may use it.
    #expect(
      try sheet("1@0 2@0.1 3@0.4 |@0.5") == """
        step 100ms
        a    12--3|
        out  ---12--3|

        """)
  }
}

@Suite struct PlainTextTests {
  private func printed(_ form: NarrationFormat, _ recording: Recording) -> [String] {
    let rows = recording.rows.map { Scene.Row(name: $0.name, content: .input($0.timeline)) }
    return lines(form.print(recording, of: Scene(name: "printed", rows: rows)))
  }

  private let small = recording(
    row("a", [(0, 1), (1, "x"), (1.5, .tuple([1, "y"]))], end: .finish(.seconds(2))),
    row("b", [], end: .error(.seconds(3), message: "no signal")), row("c", [(1, "")], end: .open))

  @Test func sentences() {
    #expect(
      printed(.sentences, small) == [
        "Scene: printed.",
        "Rows a, b and c are inputs.",
        "At 0 seconds, a emits 1.",
        "At 1 second, a emits x.",
        "At 1 second, c emits \"\".",
        "At 1.5 seconds, a emits (1, y).",
        "At 2 seconds, a finishes.",
        "At 3 seconds, b fails: no signal.",
        "At 9 seconds, c is still open.",
      ])
  }

  @Test func tabSeparated() {
    #expect(
      printed(.tsv, small) == [
        "0\ta\tvalue\t1", "1\ta\tvalue\tx", "1\tc\tvalue\t", "1.5\ta\tvalue\t(1, y)", "2\ta\tfinish\t",
        "3\tb\terror\tno signal", "9\tc\topen\t",
      ])
  }

  @Test(arguments: NarrationFormat.allCases)
  func nothingBreaksALineAColumnOrATerminal(form: NarrationFormat) {
    let nasty = recording(
      row(
        "a\u{1B}[2J\n", [(0, "x\ty"), (1, "\u{1B}[2J"), (2, .tuple(["\n", "\u{85}"])), (3, "\u{202E}\u{2028}")],
        end: .error(.seconds(4), message: "\r\n\u{7F}")))
    for line in printed(form, nasty) {
      let isHarmless = line.unicodeScalars.allSatisfy {
        $0 == "\t" || ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
      #expect(isHarmless, "\(line.debugDescription)")
      #expect(form == .sentences ? !line.contains("\t") : line.count { $0 == "\t" } == 3)
    }
  }

  @Test func controlCharactersAreShownAsJSONWouldEscapeThem() {
    let entries = recording(row("a", [(0, "x\ty"), (1, "\u{1B}[2J")], end: .open))
    #expect(printed(.tsv, entries).prefix(2) == ["0\ta\tvalue\t\"x\\ty\"", "1\ta\tvalue\t\"\\u001b[2J\""])
  }

  @Test func sentencesAreTheNarrationSpoken() throws {
    let text = NarrationFormat.sentences.print(try Scene.sample.recorded(), of: .sample)
    #expect(
      lines(text).contains(
        "At 2.5 seconds, zip emits (2, b): 2 from ints waited 1.5 seconds for b from strings; zip now holds 3 from ints and waits for "
          + "row strings."))
  }
}
