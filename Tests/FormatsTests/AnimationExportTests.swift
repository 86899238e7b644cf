import Expressions
import Inputs
import Marbles
import SceneFiles
import Scenes
import Testing

@testable import Formats

/// Animations as text, there and back.
@Suite("An animation is written") struct AnimationExportTests {
  private static let animations: [Animation?] = [
    nil, .immediate, Animation(.drop),
    Animation(.pop, duration: .seconds(2), delay: .milliseconds(250), curve: .spring),
  ]

  private func scene(_ animations: [Animation?]) -> Scene {
    let events = animations.enumerated().map {
      Event(time: .seconds($0), value: .int($0), animation: $1)
    }
    let end = Timeline.End.finish(.seconds(animations.count))
    return Scene(name: "test", rows: [Scene.Row(name: "a", content: .input(Timeline(events: events, end: end)))])
  }

  @Test("as JSON only where there is one, with times in seconds, and null for none")
  func json() throws {
    let lines = JSONLines.print(try scene(Self.animations).recorded()).split(separator: "\n")
    let keys = lines.map { line in line.firstRange(of: #","sources":[]"#).map { String(line[$0.upperBound...]) } }
    #expect(
      keys == [
        "}", #","animation":null}"#,
        #","animation":{"transition":"drop","duration":0.4,"delay":0,"curve":"easeOut"}}"#,
        #","animation":{"transition":"pop","duration":2,"delay":0.25,"curve":"spring"}}"#, nil,
      ])
  }

  @Test("so that it can be read again")
  func isReadAgain() throws {
    let scene = scene(Self.animations)
    let read = try TimedNDJSON.parse(JSONLines.print(try scene.recorded()), row: "a", file: "f.ndjson")
    #expect(read.events.map(\.animation) == Self.animations)
    #expect(
      try TimedNDJSON.parse(
        #"{"time":0,"value":1,"animation":{"transition":"fade","duration":"2ms"}}"#, row: "a", file: "f"
      ).events[0].animation == Animation(.fade, duration: .milliseconds(2)))
    let file = try SceneFile(parsing: scene.yaml, path: "test.yaml")
    #expect(file.scene.rows[0].timeline?.events.map(\.animation) == Self.animations)
  }

  @Test(
    "or refused when it is none",
    arguments: [
      "1", #""slide""#, #"{"transition":"x"}"#, #"{"transition":"pop","duration":-1}"#,
      #"{"transition":"pop","time":1}"#,
    ])
  func isRefused(text: String) {
    let error = #expect(throws: InputError.self) {
      try TimedNDJSON.parse(#"{"time":0,"value":1,"animation":\#(text)}"#, row: "a", file: "f")
    }
    #expect(
      error?.description == #"f:1: `animation` is not one, as in {"transition":"slide","duration":0.4}, nor null"#)
  }

  @Test("along from the stream to the event, and by rows that follow rows")
  func fromTheStream() throws {
    var scene = scene([nil, nil])
    scene.rows.append(
      Scene.Row(name: "b", content: .output(try Expression.parse("a.prefix(1).animation(.drop)"))))
    scene.rows.append(Scene.Row(name: "c", content: .output(try Expression.parse("merge(b, a)"))))
    let recording = try scene.recorded()
    #expect(recording.rows[1].timeline.events.map(\.animation) == [Animation(.drop)])
    #expect(Set(recording.rows[2].timeline.events.map(\.animation)) == [Animation(.drop), nil])
  }
}
