import Expressions
import Formats
import Marbles
import Scenes
import Testing

/// What exports say about channels, streams and consumers.
@Suite struct DemandFormatTests {
  private func scene(_ start: Scene.Input.Start, _ output: String, consume: SceneTime? = nil) throws -> Scene {
    let timeline = try Diagram.parse("12|", row: "a").timeline
    return Scene(
      name: "test",
      rows: [
        Scene.Row(name: "a", content: .input(Scene.Input(timeline, start: start))),
        Scene.Row(name: "b", content: .output(try Expression.parse(output)), consumingTime: consume),
      ])
  }

  /// The lines of a row.
  private func lines(_ scene: Scene, ofRow row: String) throws -> [Substring] {
    JSONLines.print(try scene.recorded(), of: scene).split(separator: "\n").filter {
      $0.hasPrefix("{\"row\":\"\(row)\"")
    }
  }

  @Test func jsonSaysWhatBecameOfEachSend() throws {
    let channel = try lines(try scene(.channel, "a", consume: .seconds(3)), ofRow: "a")
    #expect(
      channel[1].hasSuffix("\"send\":{\"called\":1,\"returned\":3,\"takenBy\":\"b\",\"iterator\":0,\"taken\":3}}"),
      "\(channel[1])")
    let left = try lines(try scene(.channel, "a.prefix(1)"), ofRow: "a")
    #expect(left[1].contains("\"reason\":\"untaken\"}") && left[1].hasSuffix("\"send\":{\"called\":1}}"), "\(left[1])")
    let full = try lines(try scene(.stream(.newest(0)), "a", consume: .seconds(3)), ofRow: "a")
    #expect(
      full[1].hasSuffix("\"send\":{\"called\":1,\"returned\":1,\"dropped\":1,\"reason\":\"full\"}}"), "\(full[1])")
    let cut = try lines(try scene(.stream(.unbounded), "a.timeout(after: .seconds(0.5))"), ofRow: "a")
    #expect(cut[1].hasSuffix("\"reason\":\"over\"}}"), "\(cut[1])")
    #expect(cut[2].hasSuffix("\"cutOff\":{\"row\":\"b\",\"iterator\":0,\"time\":0.5}}"), "\(cut[2])")
  }

  /// The members are for readers: an input of a file ignores them.
  @Test func otherRowsHaveNone() throws {
    #expect(!JSONLines.print(try scene(.hot, "a").recorded(), of: try scene(.hot, "a")).contains("\"send\""))
  }

  @Test(arguments: [Scene.Input.Start.channel, .stream(.newest(2))])
  func aSwiftTestSaysWhatItLacks(start: Scene.Input.Start) throws {
    let scene = try scene(start, "a.map { $0 }")
    let text = SceneFormat.swift.write(SceneDocument(scene, try scene.recorded()))
    #expect(text.contains("// No test of `b`: `a` is a"), "\(text)")
  }

  @Test func aSwiftTestHasNoConsumerThatTakesTime() throws {
    let scene = try scene(.hot, "a.map { $0 }", consume: .seconds(1))
    let text = SceneFormat.swift.write(SceneDocument(scene, try scene.recorded()))
    #expect(text.contains("// No test of `b`: the consumer of `b` takes time"), "\(text)")
  }

  @Test(arguments: [Scene.Input.Start.channel, .stream(.newest(2)), .hot])
  func theCommandLineKeepsThem(start: Scene.Input.Start) throws {
    let command = try scene(start, "a.map { $0 }", consume: .seconds(2)).commandLine
    #expect(command.contains("consume: 2s"), "\(command)")
    if start == .channel { #expect(command.contains("source: channel")) }
  }
}
