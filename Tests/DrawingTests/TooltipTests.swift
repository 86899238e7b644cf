import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// What is said of the marble under the pointer, and where.
@Suite struct TooltipTests {
  private let size = Size(columns: 80, rows: 24)

  private func stage(_ scene: Scene, _ glyphs: GlyphSet = .full) throws -> SceneDrawing {
    SceneDrawing(scene: scene, plan: try scene.recorded(), glyphs: glyphs)
  }

  /// The lines of a frame at its end, with the pointer at an event or nowhere.
  private func lines(_ stage: SceneDrawing, hovered: EventKey?, size: Size) -> [String] {
    var moment = FrameState(time: stage.plan.duration, state: .finished)
    moment.hovered = hovered
    return stage.frame(stage.plan, at: moment, size: size).lines
  }

  /// The rows of cells that the tooltip of an event changes, and what it says there, without its frame.
  private func tooltip(_ stage: SceneDrawing, of id: String, size: Size? = nil) -> (rows: Range<Int>, text: [String]) {
    guard let key = stage.plan.key(of: id) else { return (0..<0, []) }
    return tooltip(stage, at: key, size: size ?? self.size)
  }

  private func tooltip(_ stage: SceneDrawing, at key: EventKey, size: Size) -> (rows: Range<Int>, text: [String]) {
    let (before, after) = (lines(stage, hovered: nil, size: size), lines(stage, hovered: key, size: size))
    let changed = before.indices.filter { before[$0] != after[$0] }
    guard let first = changed.first, let last = changed.last else { return (0..<0, []) }
    let corners = stage.glyphs == .ascii ? "++|" : "╭╮│"
    let left = after[first].firstIndex(of: corners.first!).map {
      after[first].distance(from: after[first].startIndex, to: $0)
    }
    let text = changed.dropFirst().dropLast().map { row in
      after[row].dropFirst((left ?? 0) + 1).prefix { $0 != corners.last! }.trimmed
    }
    return (first..<last + 1, text)
  }

  @Test func anOutputIsToldByItsSentenceItsIDAndItsSources() throws {
    let text = try tooltip(stage(.sample), of: "zip#0").text
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
    let text = try tooltip(stage(.sample), of: "1000").text
    #expect(
      text == [
        "1.5 s: strings emits a.", "merge used it for `a` at 1.5 s; zip used it for `(1, a)`",
        "at 1.5 s; latest used it for `(2, a)` at 1.5 s.", "id 1000",
      ])
  }

  @Test func underASCIINothingElseIsDrawn() throws {
    let stage = try stage(.sample, .ascii)
    for (position, row) in stage.plan.rows.enumerated() {
      for index in row.timeline.events.indices {
        let key = EventKey(row: position, index: index)
        #expect(lines(stage, hovered: key, size: size).allSatisfy { $0.allSatisfy(\.isASCII) }, "\(key)")
      }
    }
    #expect(tooltip(stage, of: "zip#0").text.last == "id zip#0 from 0, 1000")
  }

  @Test func aGroupListsItsEventsAndCountsTheRest() throws {
    let events = (0..<12).map { Event(name: "e\($0)", time: .milliseconds(Int64($0)), value: .int($0)) }
    let scene = Scene(
      name: "crowd", duration: .seconds(8),
      rows: [Scene.Row(name: "a", content: .input(Timeline(events: events, end: .finish(.seconds(8)))))])
    let text = try tooltip(stage(scene), of: "e3").text
    #expect(
      text
        == (0..<8).map { "\($0 == 0 ? "0 s" : "0.00\($0) s"): \($0) (e\($0))" } + ["and 4 more"])
  }

  @Test func aValueOfAnInnerStreamSaysWhichStreamItIs() throws {
    let flatMap = try #require(Catalogue.standard["flatMap"])
    let stage = try stage(Scene(sample: flatMap))
    let position = try #require(stage.plan.rows.firstIndex { !$0.inner.isEmpty })
    let inner = stage.plan.rows[position].inner[1]
    let key = stage.plan.key(ofInner: position, stream: 1, index: 0)
    let text = tooltip(stage, at: key, size: Size(columns: 120, rows: 40)).text.joined(separator: " ")
    #expect(text.contains("in the stream of \(stage.plan.rows[position].name) for \(inner.value)"))
    #expect(text.contains("id \(stage.plan.rows[position].name)#1/0"))
  }

  /// Neither the row of the marble nor one that is made from it is covered, wherever the marble is, in any size.
  @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 40), (200, 60)])
  func itLeavesTheRowsFreeThatHangOnIt(columns: Int, rows: Int) throws {
    let stage = try stage(.sample)
    let size = Size(columns: columns, rows: rows)
    let made = ["ints": ["ints", "merge", "zip", "latest"], "strings": ["strings", "merge", "zip", "latest"]]
    var shown = 0
    for (position, row) in stage.plan.rows.enumerated() {
      let free = made[row.name] ?? [row.name]
      for index in row.timeline.events.indices {
        let covered = tooltip(stage, at: EventKey(row: position, index: index), size: size).rows
        shown += covered.isEmpty ? 0 : 1
        let moment = FrameState(time: stage.plan.duration, state: .finished)
        let anchors = stage.picture(of: stage.plan, at: moment, size: size).anchors
        for marble in anchors.marbles where free.contains(stage.plan.rows[marble.row].name) {
          #expect(
            !covered.overlaps(marble.bounds.rows), "\(row.name)#\(index) hides \(stage.plan.rows[marble.row].name)")
        }
      }
    }
    #expect(rows < 24 || shown == stage.plan.rows.reduce(0) { $0 + $1.timeline.events.count })
  }
}

extension StringProtocol {
  /// Without the spaces around it.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
