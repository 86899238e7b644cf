import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// What is said of the marble under the pointer, and where.
@Suite struct TooltipTests {
  private let size = Size(columns: 80, rows: 24)

  private func drawing(_ scene: Scene, _ glyphs: GlyphSet = .full) throws -> SceneDrawing {
    SceneDrawing(scene: scene, plan: try scene.recorded(), glyphs: glyphs)
  }

  /// The lines of a frame at its end, with the pointer at an event or nowhere.
  private func lines(_ drawing: SceneDrawing, hovered: EventKey?, size: Size) -> [String] {
    var moment = FrameState(time: drawing.plan.duration, state: .finished)
    moment.hovered = hovered
    return drawing.frame(drawing.plan, at: moment, size: size).lines
  }

  /// The rows of cells that the tooltip of an event changes, and what it says there, without its frame.
  private func tooltip(_ drawing: SceneDrawing, of id: String, size: Size? = nil) -> (rows: Range<Int>, text: [String])
  {
    guard let key = drawing.plan.key(of: id) else { return (0..<0, []) }
    return tooltip(drawing, at: key, size: size ?? self.size)
  }

  private func tooltip(_ drawing: SceneDrawing, at key: EventKey, size: Size) -> (rows: Range<Int>, text: [String]) {
    let (before, after) = (lines(drawing, hovered: nil, size: size), lines(drawing, hovered: key, size: size))
    let changed = before.indices.filter { before[$0] != after[$0] }
    guard let first = changed.first, let last = changed.last else { return (0..<0, []) }
    let corners = drawing.glyphs == .ascii ? "++|" : "╭╮│"
    let left = after[first].firstIndex(of: corners.first!).map {
      after[first].distance(from: after[first].startIndex, to: $0)
    }
    let text = changed.dropFirst().dropLast().map { row in
      after[row].dropFirst((left ?? 0) + 1).prefix { $0 != corners.last! }.trimmed
    }
    return (first..<last + 1, text)
  }

  @Test func anOutputIsToldByItsSentenceItsIDAndItsSources() throws {
    let text = try tooltip(drawing(.sample), of: "zip#0").text
    #expect(
      text == [
        "1.5 s: zip emits (1, a): `1` from ints",
        "waited 1.5 s for `a` from strings; zip",
        "now holds `2` from ints and waits for",
        "row strings.",
        "id zip#0 from 0, 1000",
      ])
  }

  @Test func anInputIsToldByItsTimeItsFateAndItsID() throws {
    let text = try tooltip(drawing(.sample), of: "1000").text
    #expect(
      text == [
        "1.5 s: strings emits a. merge used it for `a` at 1.5 s; zip used it for",
        "`(1, a)` at 1.5 s; latest used it for `(2, a)` at 1.5 s. id 1000",
      ])
  }

  @Test func underASCIINothingElseIsDrawn() throws {
    let drawing = try drawing(.sample, .ascii)
    for (position, row) in drawing.plan.rows.enumerated() {
      for index in row.timeline.events.indices {
        let key = EventKey(row: position, index: index)
        #expect(lines(drawing, hovered: key, size: size).allSatisfy { $0.allSatisfy(\.isASCII) }, "\(key)")
      }
    }
    #expect(tooltip(drawing, of: "zip#0").text.last == "id zip#0 from 0, 1000")
  }

  @Test func aGroupListsItsEventsAndCountsTheRest() throws {
    let events = (0..<12).map { Event(name: "e\($0)", time: .milliseconds(Int64($0)), value: .int($0)) }
    let scene = Scene(
      name: "crowd", duration: .seconds(8),
      rows: [Scene.Row(name: "a", content: .input(Timeline(events: events, end: .finish(.seconds(8)))))])
    let text = try tooltip(drawing(scene), of: "e3").text
    #expect(
      text
        == (0..<8).map { "\($0 == 0 ? "0 s" : "0.00\($0) s"): \($0) (e\($0))" } + ["and 4 more"])
  }

  @Test func aValueOfAnInnerStreamSaysWhichStreamItIs() throws {
    let flatMap = try #require(Catalogue.standard["flatMap"])
    let drawing = try drawing(Scene(sample: flatMap))
    let position = try #require(drawing.plan.rows.firstIndex { !$0.inner.isEmpty })
    let inner = drawing.plan.rows[position].inner[1]
    let key = EventKey(row: drawing.plan.rows.count + position, stream: 1, index: 0)
    let text = tooltip(drawing, at: key, size: Size(columns: 120, rows: 40)).text.joined(separator: " ")
    #expect(text.contains("in the stream of \(drawing.plan.rows[position].name) for \(inner.value)"))
    #expect(text.contains("id \(drawing.plan.rows[position].name)#1/0"))
  }

  /// Neither the row of the marble nor one that is made from it is covered, wherever the marble is, in any size.
  @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 40), (200, 60)])
  func itLeavesTheRowsFreeThatHangOnIt(columns: Int, rows: Int) throws {
    let drawing = try drawing(.sample)
    let size = Size(columns: columns, rows: rows)
    let made = ["ints": ["ints", "merge", "zip", "latest"], "strings": ["strings", "merge", "zip", "latest"]]
    var shown = 0
    for (position, row) in drawing.plan.rows.enumerated() {
      let free = made[row.name] ?? [row.name]
      for index in row.timeline.events.indices {
        let covered = tooltip(drawing, at: EventKey(row: position, index: index), size: size).rows
        shown += covered.isEmpty ? 0 : 1
        let moment = FrameState(time: drawing.plan.duration, state: .finished)
        let anchors = drawing.picture(of: drawing.plan, at: moment, size: size).anchors
        for marble in anchors.marbles where free.contains(drawing.plan.rows[marble.row].name) {
          #expect(
            !covered.overlaps(marble.bounds.rows), "\(row.name)#\(index) hides \(drawing.plan.rows[marble.row].name)")
        }
      }
    }
    #expect(rows < 24 || shown == drawing.plan.rows.reduce(0) { $0 + $1.timeline.events.count })
  }
}

extension StringProtocol {
  /// Without the spaces around it.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
