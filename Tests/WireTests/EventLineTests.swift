import Marbles
import Scenes
import Testing

@testable import Wire

@Suite struct EventLineTests {
  private func back(_ entry: Recording.Entry) throws -> Recording.Entry? {
    let members = try #require(JSONMembers(json: EventLine(entry, names).json))
    return try EventLine(members).entry(names)
  }

  /// The ids of two rows; one event has another than its place.
  private let names = EventNames(
    Scene(
      name: "test",
      rows: [
        Scene.Row(
          name: "a",
          content: .input(
            Timeline(
              events: (0..<3).map { Event(name: $0 == 1 ? "b#2" : nil, time: .zero, value: .int($0)) }, end: .open))),
        Scene.Row(name: "b", content: .input(Timeline(end: .open))),
      ]))

  @Test(
    "whatever a value is made of, viewers get the same",
    arguments: [
      .int(1), .double(1), .string("(1, a)"), .null, .array([1, 2]), .tuple([1, "a"]),
      .array([1, .tuple([2, .tuple([])])]),
      .object(["a/b": .tuple([1]), "~": .array([.tuple(["x"])]), "": .tuple([2])]),
    ] as [Value])
  func values(value: Value) throws {
    let event = Event(
      time: .seconds(1.234567891), value: value, color: .pink, from: .one(EventKey(row: 0, index: 1)),
      sources: Lineage([EventKey(row: 0, index: 1), EventKey(row: 0, index: 2)]),
      animation: Animation(.slide, duration: .seconds(0.25)))
    let entry = Recording.Entry(row: 1, index: 1, time: event.time, kind: .value(event))
    #expect(try back(entry) == entry)
  }

  @Test("an id that no event has is left out of what another came from")
  func unknown() throws {
    let line = #"{"row":"b","time":1,"kind":"value","id":"b#0","value":1,"from":["b#2","a#1","c#0","x"],"sources":[]}"#
    let members = try #require(JSONMembers(json: line))
    let entry = try #require(EventLine(members).entry(names))
    let event = try #require(entry.kind.event)
    // `b#2` is what the scene calls another, and no variable or function is called `a#1` but by its place, which has that name.
    #expect(event.from.keys == [EventKey(row: 0, index: 1)])
  }

  @Test("ends are reported, too", arguments: [.finish, .error(message: "lost")] as [Recording.Entry.Kind])
  func ends(kind: Recording.Entry.Kind) throws {
    let entry = Recording.Entry(row: 0, index: 0, time: .seconds(3), kind: kind)
    #expect(try back(entry)?.kind == kind)
  }

  @Test(
    "what tells nothing of these rows is nothing",
    arguments: [
      "{}", #"{"row":"c","time":1,"kind":"finish"}"#, #"{"row":"a","time":-1,"kind":"finish"}"#,
      #"{"row":"a","time":1,"kind":"value","id":"a#0"}"#, #"{"row":"a","time":1,"kind":"open"}"#,
    ])
  func nothing(text: String) throws {
    let members = try #require(JSONMembers(json: text))
    #expect((try? EventLine(members))?.entry(names) == nil)
  }
}

extension Recording.Entry.Kind {
  fileprivate var event: Event? { if case .value(let event) = self { event } else { nil } }
}
