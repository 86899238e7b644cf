import Marbles
import Operators
import SceneTestSupport
import Testing

@testable import Scenes

/// What operators do without emitting a value: what they drop and why, and where they begin again.
@Suite struct OperatorNoteTests {
  /// Each note of the last row: its time, what happened, the value, and the value that caused it.
  private func notes(_ expression: String, _ inputs: KeyValuePairs<String, String>) throws -> [String] {
    let recording = try scene(inputs, [expression]).recorded()
    return try #require(recording.rows.last).notes.map { spelled($0, recording) }
  }

  private func spelled(_ note: Recording.Note, _ recording: Recording) -> String {
    let value = note.note.value.map { " \($0)" } ?? ""
    let cause = note.note.cause.keys.compactMap { recording[$0] }.map { " for \($0.value)" }.joined()
    let what =
      switch note.note.action {
      case .dropped(let reason): "drops\(value): \(reason.name)\(cause)"
      case .used(let use): "\(use.rawValue) by\(value)"
      case .timedOut(let message), .restarted(let message), .switched(let message): "\(message)"
      case .delivered(let delivery): "\(delivery)"
      }
    return "\(note.time) \(what)"
  }

  @Test("debounce waits again for each value that comes too soon")
  func debounce() throws {
    #expect(
      try notes("a.debounce(for: .seconds(1.5))", ["a": "1-23---4-|"]) == [
        "3 drops 2: replaced for 3"
      ])
    #expect(
      try notes("a.debounce(for: .seconds(2.5))", ["a": "1-23---|"]) == [
        "2 drops 1: replaced for 2", "3 drops 2: replaced for 3",
      ])
  }

  @Test("throttle drops the older or the newer value of an interval")
  func throttle() throws {
    #expect(
      try notes("a.throttle(for: .seconds(3))", ["a": "12345|"]) == [
        "2 drops 2: replaced for 3", "3 drops 3: replaced for 4",
      ])
    #expect(
      try notes("a.throttle(for: .seconds(3), latest: false)", ["a": "12345|"]) == [
        "2 drops 3: skipped for 2", "3 drops 4: skipped for 2",
      ])
  }

  @Test("filters drop at once")
  func filters() throws {
    #expect(try notes("a.filter { $0 > 1 }", ["a": "1-2|"]) == ["0 drops 1: filtered"])
    #expect(try notes("a.compactMap { $0 > 1 ? $0 : nil }", ["a": "1-2|"]) == ["0 drops 1: filtered"])
    #expect(try notes("a.removeDuplicates()", ["a": "1-1-2|"]) == ["2 drops 1: duplicate for 1"])
    #expect(try notes("a.removeDuplicates(by: { $0 < $1 })", ["a": "1-2-1|"]) == ["2 drops 2: duplicate for 1"])
    // The value that was emitted last is not the cause.
    #expect(try notes("a.distinct()", ["a": "1-2-1|"]) == ["4 drops 1: duplicate"])
    #expect(try notes("a.drop(while: { $0 < 3 })", ["a": "1-2-3-1|"]) == ["0 drops 1: early", "2 drops 2: early"])
    #expect(try notes("a.dropFirst(1)", ["a": "1-2|"]) == ["0 drops 1: early"])
    #expect(try notes("a.prefix(while: { $0 < 2 })", ["a": "1-2-3|"]) == ["2 ended by 2"])
    #expect(try notes("a.ignoreElements()", ["a": "1|"]) == ["0 drops 1: filtered"])
  }

  @Test("a signal that decides is used")
  func signals() throws {
    #expect(try notes("a.drop(until: b)", ["a": "1-2|", "b": "-x|"]) == ["0 drops 1: early", "1 opened by x"])
    #expect(try notes("a.prefix(until: b)", ["a": "1-2|", "b": "-x|"]) == ["1 ended by x"])
    #expect(
      try notes("a.sample(by: b)", ["a": "12---|", "b": "--xy|"]) == [
        "1 drops 1: replaced for 2", "2 triggered by x", "3 drops y: idle",
      ])
    #expect(try notes("a.chunked(by: b)", ["a": "12---|", "b": "--xy|"]) == ["2 triggered by x", "3 drops y: idle"])
  }

  @Test("windows leave out what is between them, and what is in none that is full at the end")
  func windows() throws {
    #expect(
      try notes("a.windowed(count: 2, step: 3)", ["a": "1234-|"]) == ["2 drops 3: skipped", "5 drops 4: ended"])
    #expect(try notes("a.windowed(count: 3)", ["a": "123-|"]) == [])
    #expect(try notes("a.windowed(count: 3)", ["a": "12-|"]) == ["3 drops 1: ended", "3 drops 2: ended"])
  }

  @Test("flatMapLatest cancels the stream of the last value; an empty stream is noted")
  func inner() throws {
    #expect(try notes("a.flatMapLatest { _ in \"--x|\" }", ["a": "12---|"]) == ["1 drops 1: cancelled for 2"])
    #expect(try notes("a.flatMap { _ in \"-|\" }", ["a": "1---|"]) == ["1 drops 1: empty"])
  }

  @Test("a full buffer drops by its policy, while its consumer is busy")
  func buffer() throws {
    let slow = { (policy: String) in "a.buffer(policy: .\(policy)).flatMap { [$0].async.delay(for: .seconds(4)) }" }
    #expect(
      try notes(slow("bufferingLatest(1)"), ["a": "1234----|"]) == ["2 drops 2: full for 3", "3 drops 3: full for 4"])
    #expect(try notes(slow("bufferingOldest(1)"), ["a": "1234----|"]) == ["2 drops 3: full", "3 drops 4: full"])
    #expect(try notes(slow("unbounded"), ["a": "1234----|"]) == [])
  }

  @Test("errors: timeout, retry and catchError")
  func errors() throws {
    #expect(try notes("a.timeout(after: .seconds(1.5))", ["a": "1---2|"]) == ["1.5 timeout: nothing came for 1.5 s"])
    #expect(try notes("a.retry(1)", ["a": "1-^"]) == ["2 error"])
    #expect(
      try notes("a.flatMap { _ in \"x^\" }.retry(2, delay: .seconds(3))", ["a": "1---------|"])
        == ["1 error", "5 error"])
    #expect(try notes("a.catchError { _ in \"z|\" }", ["a": "1-^"]) == ["2 error"])
  }

  @Test("a run that ends early drops nothing by its end")
  func cut() throws {
    let scene = try scene(["a": "1---------2|"], ["a.debounce(for: .seconds(5))"], duration: .seconds(2))
    #expect(try scene.recorded().rows.last?.notes == [])
  }
}
