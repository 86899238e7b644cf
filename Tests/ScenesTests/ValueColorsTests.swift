import Expressions
import Marbles
import Playback
import SceneTestSupport
import Testing

@testable import Scenes

/// Colours by value: `colorBy:`.
@Suite struct ValueColorsTests {
  private static func colors(_ recording: Recording, _ row: String) -> [MarbleColor] {
    recording[row].events.map(\.color)
  }

  private static func scene(_ diagram: String, by text: String, _ outputs: [String] = []) throws -> Scene {
    var scene = try Self.scene(["a": diagram], outputs)
    scene.rows[0].colorBy = try ValueExpression(parsing: text)
    return scene
  }

  private static func scene(_ inputs: KeyValuePairs<String, String>, _ outputs: [String]) throws -> Scene {
    try ScenesTests.scene(inputs, outputs)
  }

  @Test("Distinct values have distinct colours, in the order in which they appear") func order() throws {
    let recording = try Self.scene("xyxzy|", by: "$0").recorded()
    #expect(Self.colors(recording, "a") == [.cyan, .yellow, .cyan, .pink, .yellow])
  }

  @Test("The ninth value, and one without a result, is gray") func gray() throws {
    var colors = ValueColors(by: try ValueExpression(parsing: "$0.key"))
    let given = (0..<10).map { colors.color(of: .object(["key": .int($0)])) }
    #expect(given == ValueColors.palette + [.gray, .gray])
    #expect(Set(given.prefix(8)).count == 8)
    #expect(colors.color(of: .object(["key": 3])) == ValueColors.palette[3])
    #expect(colors.color(of: .object([:])) == .gray)
    #expect(colors.color(of: "text") == .gray)
  }

  @Test("An output has the colour of what it comes from, or its own by value") func outputs() throws {
    var scene = try Self.scene("x-y-x|", by: "$0", ["b = a.map { $0.uppercased() }", "c = a.map { $0 == \"x\" }"])
    scene.rows[2].colorBy = try ValueExpression(parsing: "$0 ? \"yes\" : \"no\"")
    let recording = try scene.recorded()
    #expect(Self.colors(recording, "b") == [.cyan, .yellow, .cyan])
    #expect(Self.colors(recording, "c") == [.cyan, .yellow, .cyan])
    // The recording before any output has the same colours.
    #expect(Self.colors(scene.emptyRecording(), "a") == [.cyan, .yellow, .cyan])
  }

  @Test("Live events are coloured as they arrive") func live() throws {
    var row = Scene.Row(name: "a", content: .live(Scene.Live()))
    row.colorBy = try ValueExpression(parsing: "$0.level")
    let player = try ScenePlayer(Scene(name: "live", rows: [row]))
    let input = try #require(player.liveInput("a"))
    for level in ["info", "warn", "info"] { input.offer(.object(["level": .string(level)])) }
    input.offer("banner")
    try player.executor.advance(to: .seconds(1))
    defer { try? player.executor.end() }
    #expect(Self.colors(try player.recording(), "a") == [.cyan, .yellow, .cyan, .gray])
  }

  @Test("A label that fails falls back to the rule") func labels() throws {
    var row = Scene.Row(name: "a", content: .live(Scene.Live()))
    let value = Value.object(["status": 503, "path": "/"])
    #expect(row.label(of: value) == 503)
    row.label = try ValueExpression(parsing: "$0.path")
    #expect(row.label(of: value) == "/")
    #expect(row.label(of: .object(["status": 200])) == 200)
    #expect(row.label(of: "text") == "text")
  }
}
