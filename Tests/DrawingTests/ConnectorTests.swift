import Expressions
import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Lines step round what is in the way, and join each other.
@Suite struct ConnectorTests {
  /// Draws a line from `A` to `B` in a picture where `#` is in the way, `-` a row's line and `|` the playhead.
  private func drawn(
    _ picture: String, padding: Int = 0, glyphs: GlyphSet = .full, line: Connector.Line = .dotted
  ) throws -> String {
    let lines = picture.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    func bounds(_ letter: Character) throws -> CellBounds {
      let row = try #require(lines.firstIndex { $0.contains(letter) })
      let first = try #require(lines[row].firstIndex(of: letter))
      let last = try #require(lines[row].lastIndex(of: letter))
      return CellBounds(columns: first..<last + 1, rows: row..<row + 1)
    }
    let size = Size(columns: lines.map(\.count).max() ?? 0, rows: lines.count)
    let connector = Connector(from: try bounds("A"), to: try bounds("B"), line: line, padding: padding)
    let steps = ConnectorRoute.find(connector, size: size) { column, row in
      guard lines[row].indices.contains(column) else { return .free }
      switch lines[row][column] {
      case " ": return .free
      case "-": return .crossing
      case "t", "e", "x": return .text
      default: return .blocked
      }
    }
    let glyphs = Glyphs(glyphs)
    var canvas = Canvas(size: size)
    for (row, line) in lines.enumerated() { canvas.put(String(line), column: 0, row: row) }
    for step in steps
    where lines[step.row].indices.contains(step.column) ? !lines[step.row][step.column].isLetter : true {
      let character = line == .dotted ? glyphs.dotted[step.sides] : glyphs.solid[step.sides]
      canvas.set(Cell(character), column: step.column, row: step.row)
    }
    return canvas.text
  }

  @Test func straightDownWhereTheTimesAreTheSame() throws {
    #expect(
      try drawn(
        """
        -AAA---

        -------

        -BBB---
        """) == """
          -AAA---
            ┊
          --┊----
            ┊
          -BBB---
          """)
  }

  @Test func elbowedLateWhereTheyDiffer() throws {
    let picture = """
      AAA

      -----------

              BBB
      """
    #expect(
      try drawn(picture) == """
        AAA
         ┊
        -┊---------
         ╰┄┄┄┄┄┄┄╮
                BBB
        """)
    #expect(
      try drawn(picture, line: .solid) == """
        AAA
         │
        -│---------
         ╰───────╮
                BBB
        """)
    #expect(
      try drawn(picture, glyphs: .ascii) == """
        AAA
         :
        -:---------
         +.......+
                BBB
        """)
    #expect(
      try drawn(picture, glyphs: .linuxConsole) == """
        AAA
         │
        -│---------
         └───────┐
                BBB
        """)
  }

  @Test func roundWhatIsInTheWay() throws {
    #expect(
      try drawn(
        """
        AAA

        ####-------

        BBB
        """) == """
          AAA
           ╰┄┄╮
          ####┊------
           ╭┄┄╯
          BBB
          """)
    // Never along a row's line, and never without a path.
    let walled = "AAA\n-------\n    BBB"
    #expect(try drawn(walled) == walled)
    let blocked = "AAA\n   \n###\n   \nBBB"
    #expect(try drawn(blocked).contains("###"))
  }

  @Test func fromTheOtherSideWhenTheTargetIsAbove() throws {
    #expect(
      try drawn("BBB\n\nAAA") == """
        BBB
         ┊
        AAA
        """)
  }

  @Test func paddingIsLeftFree() throws {
    #expect(
      try drawn("AAA\n\n\n\nBBB", padding: 1) == """
        AAA

         ┊

        BBB
        """)
    #expect(try drawn("AAA\n\nBBB", padding: 1) == "AAA\n\nBBB")
  }

  @Test func linesAvoidTheFutureIfThereIsAnotherWay() throws {
    #expect(
      try drawn(
        """
             AAA>>>>>
                >>>>>
        ---#####>>>>>
                >>>>>
             BBB>>>>>
        """) == """
               AAA>>>>>
            ╭┄┄┄╯ >>>>>
          --┊#####>>>>>
            ╰┄┄┄╮ >>>>>
               BBB>>>>>
          """)
  }

  @Test func behindText() throws {
    #expect(
      try drawn("AAA\n    \ntext\n    \nBBB") == """
        AAA
         ┊
        text
         ┊
        BBB
        """)
  }

  @Test func anOffsetOfOneNeedsNoElbow() throws {
    #expect(
      try drawn(
        """
        AAAAA

         BBBBB
        """) == """
          AAAAA
            ┊
           BBBBB
          """)
  }

  // MARK: In frames

  private func picture(
    _ scene: Scene = .sample, at seconds: Double, _ connectors: Connector.Choice, selected: String? = nil
  ) throws -> [String] {
    let recording = try scene.recorded()
    var drawing = SceneDrawing(scene: scene, plan: recording)
    drawing.connectors = connectors
    return drawing.frame(
      recording, at: FrameState(time: .seconds(seconds), selected: selected.flatMap(recording.key)),
      size: Size(columns: 80, rows: 24)
    ).lines
  }

  private func count(_ lines: [String]) -> Int { lines.joined().filter { "┊┄╭╮╰╯".contains($0) }.count }

  @Test func noneSelectedOrAll() throws {
    let none = try count(picture(at: 5, .none))
    let newest = try count(picture(at: 5, .selected))
    let all = try count(picture(at: 5, .all))
    #expect(none == 0 && newest > 0 && all > newest)
  }

  @Test func theSelectedEventsLinesAndItsRow() throws {
    let lines = try picture(at: 5, .selected, selected: "merge#0")
    // Straight down from ints' 1 to merge's.
    let columns = lines.filter { !$0.hasPrefix(" merge(") }.map { Array($0) }
    #expect(columns.count { $0.indices.contains(11) && $0[11] == "┊" } == 5)
    #expect(count(lines) == 5)
    #expect(lines.contains { $0.contains("›merge") })
    // Of an input event, the lines to all that became of it.
    let input = try picture(at: 5, .selected, selected: "1")
    #expect(try count(input) > count(picture(at: 5, .selected, selected: "merge#1")))
    #expect(input.contains { $0.contains("›ints") })
  }

  @Test func linesNeverCoverAnything() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    let expressions = [
      "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "a.debounce(for: .seconds(1))", "a.chunked(by: { $0 < $1 })",
      "merge(a, b).reductions(0, { x, y in 1 })",
    ]
    for _ in 0..<60 {
      let inputs = ["a", "b"].map { name in
        let events = (0..<random.below(12)).map { index in
          Event(time: .milliseconds(Int64(random.below(80)) * 100), value: .int(index))
        }
        return Scene.Row(name: name, content: .input(Timeline(events: events, end: .finish(.seconds(9)))))
      }
      let outputs = try (0..<1 + random.below(4)).map {
        Scene.Row(name: "o\($0)", content: .output(try Expression.parse(random.pick(expressions))))
      }
      let scene = Scene(name: "random", rows: inputs + outputs)
      let recording = try scene.recorded()
      var drawing = SceneDrawing(scene: scene, plan: recording)
      let size = Size(columns: 40 + random.below(120), rows: 12 + random.below(40))
      let moment = FrameState(time: .milliseconds(Int64(random.below(9000))))
      drawing.connectors = .none
      let without = drawing.picture(of: recording, at: moment, size: size)
      drawing.connectors = .all
      let with = drawing.frame(recording, at: moment, size: size)
      let glyphs = Glyphs(.full)
      let layout = drawing.layout(at: moment, size: size)
      let expressions = layout.visibleRows.compactMap { layout.expressionLines($0) }
      let coverable = Set([
        " ", String(glyphs.baseline), String(glyphs.futureBaseline), String(glyphs.trail), String(glyphs.fill),
        String(glyphs.inputTick),
        String(glyphs.outputTick), String(glyphs.playhead), String(glyphs.entry),
      ])
      // The last line has the keys, and how many lines have no place.
      for row in 0..<size.rows - 1 {
        for column in 0..<size.columns where with[column, row] != without.canvas[column, row] {
          let covered = without.canvas[column, row].text
          // Lines cross expressions rather than go round them.
          if expressions.contains(where: { $0.contains(row) }) { continue }
          #expect(coverable.contains(covered), "seed \(seed): \(covered) at \(column), \(row)")
          #expect(
            without.anchors.marble(column: column, row: row) == nil, "seed \(seed): a marble at \(column), \(row)")
        }
      }
    }
  }

  // MARK: Causes that are no values

  private func picture(
    _ expression: String, _ inputs: KeyValuePairs<String, String>, _ choice: Connector.Choice = .all, outputs: Int = 1
  ) throws -> SceneDrawing.Picture {
    var rows = try inputs.map {
      Scene.Row(name: $0.key, content: .input(try Diagram.parse($0.value, row: $0.key).timeline))
    }
    for number in 0..<outputs {
      rows.append(Scene.Row(name: "out\(number)", content: .output(try Expression.parse(expression))))
    }
    let scene = Scene(name: "test", rows: rows)
    let recording = try scene.recorded()
    var drawing = SceneDrawing(scene: scene, plan: recording)
    drawing.connectors = choice
    let moment = FrameState(time: recording.duration, state: .finished)
    return drawing.picture(of: recording, at: moment, size: Size(columns: 80, rows: 24))
  }

  @Test("a signal has a line to what it releases") func signals() throws {
    let picture = try picture("a.sample(by: b)", ["a": "1-2---|", "b": "---x--|"])
    let (signal, released) = (EventKey(row: 1, index: 0), EventKey(row: 2, index: 0))
    let found = try #require(picture.connections.first { ($0.source, $0.target) == (signal, released) })
    #expect(!found.cells.isEmpty)
    #expect(picture.canvas.lines.joined().contains("▾"))
  }

  @Test("the end of a row has a line to what it releases") func ends() throws {
    let picture = try picture("a.reduce(0) { $0 + $1 }", ["a": "1-2---|"])
    #expect(picture.connections.contains { $0.source == EventKey(row: 0, index: 2) && !$0.cells.isEmpty })
  }

  @Test("a picture of all lines says how many have no place") func allLines() throws {
    // More values are drawn as bars.
    let many = String(repeating: "1", count: 190) + "|"
    func lastLine(_ diagram: String, _ choice: Connector.Choice, outputs: Int) throws -> String {
      try picture("a.map { $0 }", ["a": diagram], choice, outputs: outputs).canvas.lines.last ?? ""
    }
    #expect(try !lastLine("1-2|", .all, outputs: 1).contains("line"))
    #expect(try lastLine(many, .all, outputs: 4).contains(" lines"))
    #expect(try !lastLine(many, .selected, outputs: 4).contains(" lines"))
  }
}
