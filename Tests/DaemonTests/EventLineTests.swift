import Marbles
import Scenes
import Testing

@testable import Daemon

@Suite struct EventLineTests {
  private func back(_ entry: Recording.Entry) throws -> Recording.Entry? {
    EventLine.entry(try members(EventLine.text(entry, row: "b")), rows: ["a", "b"])
  }

  private func members(_ json: String) throws -> [String: Value] {
    let members: [String: Value]? = if case .object(let members) = try Value(json: json) { members } else { nil }
    return try #require(members)
  }

  @Test(
    "whatever a value is made of, viewers get the same",
    arguments: [
      .int(1), .double(1), .string("(1, a)"), .null, .array([1, 2]), .tuple([1, "a"]),
      .array([1, .tuple([2, .tuple([])])]),
      .object(["a/b": .tuple([1]), "~": .array([.tuple(["x"])]), "": .tuple([2])]),
    ] as [Value])
  func values(value: Value) throws {
    let event = Event(
      id: "b#1", time: .seconds(1.234567891), value: value, color: .pink, from: ["a#1"], sources: ["a#1", "a#2"],
      animation: Animation(.slide, duration: .seconds(0.25)))
    let entry = Recording.Entry(row: 1, time: event.time, kind: .value(event))
    #expect(try back(entry) == entry)
  }

  @Test("ends are told, too", arguments: [.finish, .error(message: "lost")] as [Recording.Entry.Kind])
  func ends(kind: Recording.Entry.Kind) throws {
    let entry = Recording.Entry(row: 0, time: .seconds(3), kind: kind)
    #expect(try back(entry)?.kind == kind)
  }

  @Test(
    "what tells nothing of these rows is nothing",
    arguments: [
      "{}", #"{"row":"c","time":1,"kind":"finish"}"#, #"{"row":"a","time":-1,"kind":"finish"}"#,
      #"{"row":"a","time":1,"kind":"value","id":"a#0"}"#, #"{"row":"a","time":1,"kind":"open"}"#,
    ])
  func nothing(text: String) throws {
    let members = try members(text)
    #expect(EventLine.entry(members, rows: ["a", "b"]) == nil)
  }
}
