import Operators
import Scenes
import Terminal
import Testing

@testable import Formats

/// What the marks of a scene mean.
@Suite struct MarkLegendTests {
  private static let operators = Catalogue.standard.operators.map(\.name)

  @Test("The marks are those that the picture has at its end", arguments: operators)
  func picture(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    let recording = try BoundedRun(scene).perform().get()
    let document = SceneDocument(scene, recording, size: Size(columns: 160, rows: 60))
    let text = document.frame(Capabilities(glyphs: .full)).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Above the rows are the title and the axis.
    let rows = lines.dropFirst(4).joined(separator: "\n")
    let signs = Set(MarkLegend(of: recording, in: scene).picture.map(\.sign))
    for sign in ["×", "↺", "◷", "▾", "━", "╱", "┃", "╳"] {
      #expect(rows.contains(sign) == signs.contains(sign), "\(sign)\n\(rows)")
    }
    #expect(rows.contains("┌┄") == signs.contains("┊ ┊"), "\(rows)")
  }

  @Test("Each character of a diagram that is no value has its meaning", arguments: operators)
  func diagrams(name: String) throws {
    let scene = Scene(sample: try #require(Catalogue.standard[name]))
    let recording = try BoundedRun(scene).perform().get()
    let legend = MarkLegend(of: recording, in: scene)
    let rows = MarbleSheet.print(recording, of: scene).split(separator: "\n").dropFirst()
    let characters = Set(rows.flatMap { $0.drop { $0 != " " }.replacing(/'[^']*'/, with: "'") })
    let marks = Set(legend.diagrams.flatMap(\.sign).filter { "-|^[]'@".contains($0) })
    #expect(characters.filter { "-|^[]'@".contains($0) } == marks, "\(rows)")
  }

  @Test func values() throws {
    let scene = Scene(sample: try #require(Catalogue.standard["debounce"]))
    let legend = MarkLegend(of: try BoundedRun(scene).perform().get(), in: scene)
    #expect(
      legend.picture.map { "\($0.sign) \($0.meaning)" } == [
        "┊ ┊ a dotted marble is a value that reached no output: `2`",
        "↺ an operator starts its wait or its stream again",
        "━ an operator holds a value, and waits", "┃ a stream finishes",
        "┊ a dotted line leads from inputs to the newest output",
      ])
  }

  @Test("A page says when to use its operator, and what its marks mean", arguments: operators)
  func pages(name: String) throws {
    let called = try #require(Catalogue.standard[name])
    let page = try OperatorPage.explain(called)
    #expect(!called.guidance.isEmpty && page.contains("\n\(called.guidance)\n"))
    #expect(page.contains("\nMarks\n  ") && page.contains("\nMarks in the picture of `marbled play \(name)`\n"))
  }
}
