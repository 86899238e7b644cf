import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// The sentences below the rows.
@Suite struct CaptionTests {
  private func lines(_ caption: Caption, _ count: Int, columns: Int = 34) -> [String] {
    var surface = Surface(size: Size(columns: columns, rows: count))
    CaptionPainter(lines: 0..<count, columns: columns, palette: CellPalette(theme: .dark, glyphs: .full))
      .draw(caption, on: &surface)
    return surface.canvas.lines.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  @Test("each sentence has its lines, and the story fills the lines above")
  func story() {
    let caption = Caption(story: ["1 s: a.", "2 s: b."], newest: ["3 s: c.", "3 s: d."])
    #expect(lines(caption, 5) == ["1 s: a.", "2 s: b.", "3 s: c.", "3 s: d."])
    #expect(lines(caption, 3) == ["2 s: b.", "3 s: c.", "3 s: d."])
    #expect(lines(caption, 2) == ["3 s: c.", "3 s: d."])
  }

  @Test("without a line for each, the sentences follow each other and name the time once")
  func crowded() {
    let caption = Caption(newest: ["3 s: c emits 1.", "3 s: d emits 2.", "3 s: e emits 3."])
    #expect(lines(caption, 2) == ["3 s: c emits 1. d emits 2. e", "emits 3."])
    #expect(lines(caption, 1) == ["3 s: c emits 1. d emits 2. e …"])
  }

  @Test("a drawn picture has no marks around code, as a terminal has")
  func code() {
    let caption = Caption(newest: ["1 s: a drops `0`."])
    #expect(lines(caption, 1) == ["1 s: a drops `0`."])
    var surface = Surface(size: Size(columns: 34, rows: 1), recordsElements: true)
    CaptionPainter(lines: 0..<1, columns: 34, palette: CellPalette(theme: .dark, glyphs: .full))
      .draw(caption, on: &surface)
    let texts = surface.elements?.compactMap { element -> String? in
      if case .text(let text) = element { text.text } else { nil }
    }
    #expect(texts == ["1 s: a drops 0."])
  }

  @Test("a lesson takes the place of sentences, from its beginning on")
  func lesson() {
    let caption = Caption(
      newest: ["3 s: c."], ending: ["Wait for the newest value.", "zip: Pairs by position, in order."])
    #expect(
      lines(caption, 5) == ["Wait for the newest value.", "zip: Pairs by position, in", "order."])
    #expect(lines(caption, 2) == ["Wait for the newest value.", "zip: Pairs by position, in …"])
    var longer = caption
    longer.more = "press L"
    #expect(lines(longer, 2) == ["Wait for the newest value.", "zip: Pairs by … press L"])
  }

  @Test("the story goes back from instant to instant, with all rows of each")
  func instants() {
    let times: [[Double]] = [[1, 2, 4], [2, 3, 4]]
    let caption = Caption(
      told: [0, 1], lines: 4,
      newest: { row, time in times[row].last { SceneTime.seconds($0) <= time }.map { .seconds($0) } },
      time: { _ in .seconds(9) }, sentences: { row, time in ["\(time) \(row)"] })
    #expect(caption == Caption(story: ["2 1", "3 1"], newest: ["4 0", "4 1"]))
  }
}
