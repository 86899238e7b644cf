import Foundation
import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import Drawing
@testable import Layout

/// Where the contents of a row are: a column is an instant, and what has no room there hangs above the row.
@Suite struct RowPlacementTests {
  /// One column a tenth of a second, from column 0 on, as text: the lines above the row, then the row.
  private func picture(_ values: [(Double, Value)], end: Double? = nil, lines: Int = 0, columns: Int = 40) -> [String] {
    let events = values.enumerated().map { Event(name: "\($0)", time: .seconds($1.0), value: $1.1) }
    let placement = placed(events, end: end.map { .seconds($0) }, lines: lines, columns: columns)
    var cells = Array(repeating: Array(repeating: Character(" "), count: columns + 4), count: lines + 1)
    func put(_ text: String, _ column: Int, _ line: Int) {
      for (offset, character) in text.enumerated() { cells[lines - line][column + offset] = character }
    }
    for shape in placement.shapes {
      switch shape.face {
      case .text(let text):
        put("[\(text)]", shape.columns.lowerBound, 0)
      case .dot(let count): put(count > 1 ? "8" : "*", shape.anchor, 0)
      case .hidden: put("O", shape.anchor, 0)
      case .circle(let text): put("(\(text))", shape.anchor - 1, 0)
      case .big: break
      }
    }
    if let end = placement.end { put("|", end.column, 0) }
    for text in placement.texts {
      for (offset, part) in text.texts.enumerated() {
        put(part, text.columns.lowerBound, text.line + text.texts.count - 1 - offset)
      }
      for line in text.base..<max(text.base, text.line) { put("'", text.anchor, line) }
    }
    return cells.map { line in String(line).replacingOccurrences(of: " +$", with: "", options: .regularExpression) }
  }

  private func placed(_ events: [Event], end: SceneTime? = nil, lines: Int, columns: Int) -> RowPlacement {
    // A slot is three columns wide, and its middle is that of its time.
    let scale = TimeScale(
      left: 0, width: columns + 3, marble: 3, duration: .milliseconds(Int64(columns) * 100))
    return RowPlacer(
      RowContents(events: events, end: end, labels: MarbleLabels()), scale: scale, measure: Glyphs.full.measure,
      widest: 24, density: .compact, form: MarbleForm(isBig: false, padding: 0)
    ).placement(lines: lines, expressionLine: nil)
  }

  @Test("a value that has room is a marble, whose first character is in the column of its time")
  func marbles() {
    #expect(picture([(0, 1), (0.5, 20), (1.2, "abc")]) == ["[1]  [20]   [abc]"])
  }

  @Test("of two neighbors, the one that would cover the other is a dot with a text")
  func dots() {
    #expect(picture([(0, "morning"), (0.4, "my")], lines: 1) == [" morning", " *  [my]"])
    #expect(
      picture([(0, "Good"), (0.4, "morning"), (1.2, "my")], lines: 2) == [" Good", " '   morning", " *   *      [my]"])
  }

  @Test("the last text grows to the left where the plot ends, and an end keeps its column")
  func edges() {
    #expect(picture([(3.9, "long text")], end: 4, lines: 1).last?.hasSuffix("*|") == true)
    #expect(picture([(3.9, "long text")], end: 4, lines: 1).first?.hasSuffix("long text") == true)
    #expect(picture([(1, 1)], end: 1) == [String(repeating: " ", count: 10) + "[1|"])
    #expect(picture([(1, "word")], end: 1.2, lines: 1).last == String(repeating: " ", count: 11) + "* |")
  }

  @Test("two values of one instant are one above the other, and of more the first is told")
  func stacks() {
    #expect(
      picture([(1, "a"), (1, "b")], lines: 2).map { $0.trimmingCharacters(in: .whitespaces) } == ["a", "b", "8"])
    #expect(
      picture([(1, "a"), (1, "b"), (1, "c")], lines: 2).map { $0.trimmingCharacters(in: .whitespaces) }
        == ["a", "+2", "8"])
    #expect(picture([(1, "a"), (1, "b")], lines: 1).map { $0.trimmingCharacters(in: .whitespaces) } == ["a +1", "8"])
  }

  @Test("without a line a text is cut on its row, and a value without any text is an empty circle")
  func cuts() {
    #expect(picture([(0, "morning"), (0.6, 2)]) == ["[mor…][2]".replacingOccurrences(of: "][", with: "][")].map { $0 })
    #expect(picture([(0, "morning"), (0.2, "good"), (0.4, 2)], lines: 0) == [" O O[2]"])
  }

  @Test("an empty text between others needs no line")
  func emptyTexts() {
    #expect(picture([(0, ""), (0.1, ""), (0.2, "")], lines: 1) == ["", " ***"])
  }

  @Test("a row with more dots than a viewer waits for has no texts")
  func manyDots() {
    let events = (0...50_000).map { Event(name: "\($0)", time: .milliseconds(Int64($0) * 100), value: "word") }
    let placement = placed(events, lines: 1, columns: 50_001)
    #expect(placement.texts.isEmpty && placement.shapes.count == events.count)
    #expect(placement.shapes.dropLast().allSatisfy { $0.face == .hidden(1) })
  }

  @Test("nothing covers anything else, in random rows")
  func apart() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SplitMix64(seed: seed)
    for _ in 0..<rounds(300, long: 5_000) {
      let columns = 20 + random.below(80)
      let events = (0..<random.below(30)).map { _ in SceneTime.milliseconds(Int64(random.below(columns * 100))) }
        .sorted()
        .enumerated().map { index, time in
          Event(name: "\(index)", time: time, value: .string(String(repeating: "x", count: 1 + random.below(12))))
        }
      let (lines, end) = (random.below(4), SceneTime.milliseconds(Int64(columns) * 100))
      let placement = placed(events, end: end, lines: lines, columns: columns)
      var taken: Set<[Int]> = []
      var overlaps = 0
      func take(_ columns: Range<Int>, _ line: Int) {
        for column in columns where !taken.insert([column, line]).inserted { overlaps += 1 }
      }
      for shape in placement.shapes { take(shape.columns, 0) }
      if let end = placement.end, !end.isBorder { take(end.column..<end.column + 1, 0) }
      for text in placement.texts {
        for line in text.lines { take(text.columns, line) }
        for line in text.base..<max(text.base, text.line) { take(text.anchor..<text.anchor + 1, line) }
      }
      #expect(overlaps == 0, "seed \(seed): \(placement)")
      #expect(placement.shapes.flatMap { Array($0.events) } == Array(events.indices), "seed \(seed)")
      #expect(
        placement.shapes.allSatisfy { $0.columns.contains($0.anchor) && $0.columns.lowerBound >= 0 }, "seed \(seed)")
      #expect(
        placement.texts.allSatisfy { $0.columns.contains($0.anchor) && $0.lines.upperBound <= lines }, "seed \(seed)")
      guard overlaps == 0 else { return }
    }
  }
}
