import Expressions
import Marbles
import Narrations
import Scenes
import Testing

/// What is said about channels and streams.
@Suite struct DemandSentenceTests {
  private func sentences(
    _ diagram: String, _ start: Scene.Input.Start, _ outputs: [String], consume: SceneTime? = nil
  ) throws -> [String] {
    let timeline = try Diagram.parse(diagram, row: "a").timeline
    var rows = [Scene.Row(name: "a", content: .input(Scene.Input(timeline, start: start)))]
    for (name, text) in zip(["b", "c"], outputs) {
      rows.append(Scene.Row(name: name, content: .output(try Expression.parse(text)), consumingTime: consume))
    }
    let scene = Scene(name: "test", rows: rows)
    return Narration(of: try scene.recorded(), scene).everything.map(\.text)
  }

  @Test func aSendThatWaits() throws {
    #expect(
      try sentences("1-2----|", .channel, ["a"], consume: .seconds(3)) == [
        "0 s: a emits 1.", "0 s: b emits 1 from a.", "2 s: a emits 2.",
        "2 s: a waits in `send` of `2`: nobody asks for it.",
        "3 s: a waited 1 s in `send` of `2` (2 s), until b asked.", "3 s: b emits 2 from a (2 s).", "7 s: a finishes.",
        "7 s: b finishes: row a finished.",
      ])
  }

  @Test func valuesThatAreShared() throws {
    #expect(
      try sentences("12|", .stream(.unbounded), ["a", "a"]) == [
        "0 s: a emits 1.", "0 s: a gives `1` to b alone: a stream gives each value to one reader.",
        "0 s: b emits 1 from a.", "1 s: a emits 2.",
        "1 s: a gives `2` to c alone: a stream gives each value to one reader.",
        "1 s: c emits 2 from a.", "2 s: a finishes.", "2 s: b finishes: row a finished.",
        "2 s: c finishes: row a finished.",
      ])
  }

  @Test func valuesThatABufferDrops() throws {
    let told = try sentences("1234|", .stream(.newest(1)), ["a"], consume: .seconds(2.5))
    #expect(told.contains("2 s: a drops `2` (1 s): the buffer is full and keeps the newest value."))
    let none = try sentences("1234|", .stream(.oldest(0)), ["a"], consume: .seconds(2.5))
    #expect(none.contains("1 s: a drops `2`: nobody asks for it, and the buffer keeps no values."))
  }

  @Test func aStreamThatOneReaderEnds() throws {
    let told = try sentences("1---2|", .stream(.unbounded), ["a.timeout(after: .seconds(1.5))", "a"])
    #expect(told.contains("1.5 s: a ends for all its readers: b cancelled its request."))
    #expect(told.contains("4 s: a drops `2`: the stream is over."))
  }

  @Test func theFateOfAValueAfterAStreamWasEnded() throws {
    let timeline = try Diagram.parse("1---2|", row: "a").timeline
    var rows = [Scene.Row(name: "a", content: .input(Scene.Input(timeline, start: .stream(.unbounded))))]
    rows.append(Scene.Row(name: "b", content: .output(try Expression.parse("a.timeout(after: .seconds(1.5))"))))
    let scene = Scene(name: "test", rows: rows)
    let recording = try scene.recorded()
    let (narration, fates) = (Narration(of: recording, scene), ValueFates(of: recording, in: scene))
    #expect(
      narration.fate(of: EventKey(row: 0, index: 1), at: .seconds(9), in: fates)
        == "b did not get it: b had cancelled its request at 1.5 s, which ended the stream")
  }

  @Test func theFatesOfValues() throws {
    let timeline = try Diagram.parse("1234|", row: "a").timeline
    var rows = [Scene.Row(name: "a", content: .input(Scene.Input(timeline, start: .stream(.newest(1)))))]
    for (name, text) in [("b", "a.prefix(1)"), ("c", "a")] {
      rows.append(Scene.Row(name: name, content: .output(try Expression.parse(text)), consumingTime: .seconds(4.5)))
    }
    let scene = Scene(name: "test", rows: rows)
    let recording = try scene.recorded()
    let (narration, fates) = (Narration(of: recording, scene), ValueFates(of: recording, in: scene))
    func fate(_ index: Int) -> String? {
      narration.fate(of: EventKey(row: 0, index: index), at: .seconds(9), in: fates)
    }
    #expect(fate(0) == "b used it for `1` at 0 s; c did not get it: b took it at 0 s")
    #expect(
      fate(2) == "b did not get it: at 3 s, the buffer is full and keeps the newest value; "
        + "c did not get it: at 3 s, the buffer is full and keeps the newest value")
  }
}
