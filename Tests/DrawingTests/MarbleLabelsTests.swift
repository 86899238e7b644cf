import Expressions
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// What is written on marbles.
@Suite struct MarbleLabelsTests {
  private static func row(label: String? = nil, colorBy: String? = nil) throws -> Scene.Row {
    Scene.Row(
      name: "a", content: .live(Scene.Live()), label: try label.map { try ValueExpression(parsing: $0) },
      colorBy: try colorBy.map { try ValueExpression(parsing: $0) })
  }

  private static func face(_ json: String, _ row: Scene.Row, hasColors: Bool = true) throws -> Value {
    MarbleLabels(of: row, hasColors: hasColors).value(of: Event(time: .zero, value: try Value(json: json)))
  }

  @Test func byLabelOrByRule() throws {
    let hit = #"{"status":503,"path":"/orders","method":"POST"}"#
    #expect(try Self.face(hit, Self.row()) == 503)
    #expect(try Self.face(hit, Self.row(label: "$0.path")) == "/orders")
    #expect(try Self.face(hit, Self.row(label: "$0.user")) == 503)
    #expect(try Self.face("7", Self.row(label: "$0.user")) == 7)
  }

  @Test("Titled objects stay whole, because they may have an icon") func titled() throws {
    let item = #"{"text":"Westend","icon":"S7"}"#
    #expect(try Self.face(item, Self.row()) == Value(json: item))
    #expect(try Self.face(item, Self.row(label: "$0.icon")) == "S7")
  }

  @Test("Without colours, what they would say is written behind the label") func withoutColors() throws {
    let row = try Self.row(label: "$0.path", colorBy: "$0.method")
    #expect(try Self.face(#"{"path":"/","method":"GET"}"#, row, hasColors: false) == "/ · GET")
    #expect(try Self.face(#"{"path":"/"}"#, row, hasColors: false) == "/")
    #expect(try Self.face(#"{"path":"/","method":"GET"}"#, row) == "/")
    #expect(try Self.face(#""x""#, Self.row(colorBy: "$0"), hasColors: false) == "x")
  }
}
