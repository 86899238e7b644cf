import Dispatch
import Expressions
import Marbles
import Player
import Scenes
import Testing

/// How many values of a live row are dealt with: nothing that is still to come is made from them.
@Suite struct WorkProgressTests {
  private func scene(_ expressions: [String]) throws -> Scene {
    var rows = ["a", "b"].map { Scene.Row(name: $0, content: .live(Scene.Live())) }
    for (index, text) in expressions.enumerated() {
      let expression = try Expression.parse(text)
      rows.append(Scene.Row(name: expression.name ?? "out\(index)", content: .output(expression)))
    }
    return Scene(name: "test", rows: rows)
  }

  /// The number of values of `a` that are dealt with in the middle of each second.
  ///
  /// - Parameters:
  ///   - expressions: the outputs.
  ///   - a: the seconds at which the values 0, 1, … of `a` arrive.
  ///   - b: the same for `b`.
  ///   - seconds: how many seconds to run.
  private func progress(_ expressions: String..., a: [Int], b: [Int] = [], seconds: Int) throws -> [Int] {
    var scene = try scene(expressions)
    scene.duration = .seconds(Int64(seconds))
    let (day, news) = (SimulatedDay(), DispatchSemaphore(value: 0))
    let playback = try ScenePlayback(scene, speedFactor: 1, wall: day.clock, onChange: { news.signal() })
    for (row, times) in [("a", a), ("b", b)] {
      let input = try #require(playback.liveInput(row))
      for (value, time) in times.enumerated() { day.at(.seconds(Int64(time))) { input.offer(.int(value)) } }
    }
    playback.begin()
    while !playback.isOver { news.wait() }
    var entries = playback.takeEntries()[...]
    var progress = try WorkProgress(of: scene, rows: [0])
    return (0..<seconds).map { second in
      let middle = SceneTime.seconds(Int64(second)) + .milliseconds(500)
      while let entry = entries.first, entry.time <= middle {
        progress.note(entry)
        entries.removeFirst()
      }
      return progress.done(row: 0)
    }
  }

  @Test("The work of rows that refer to each other twice does not double with each row")
  func rowsThatReferTwice() throws {
    let rows = (1...60).map { "r\($0) = merge(\($0 == 1 ? "a, a" : "r\($0 - 1), r\($0 - 1)"))" }
    _ = try WorkProgress(of: try scene(rows), rows: [0])
    let held = try #require(throws: WorkProgress.Unknown.self) {
      _ = try WorkProgress(of: try scene(rows + ["late = r60.debounce(for: .seconds(1))"]), rows: [0])
    }
    #expect(held.description.hasPrefix("`late` uses `a` in several places"))
  }

  @Test("The work of streams in streams does not double with each level")
  func nestedStreams() throws {
    var text = "a"
    for _ in 1...60 { text = "b.flatMap { _ in \(text) }" }
    let used = try #require(throws: WorkProgress.Unknown.self) {
      _ = try WorkProgress(of: try scene(["deep = \(text)"]), rows: [0])
    }
    #expect(used.description.hasPrefix("`deep` uses `a` in several places"))
  }

  @Test func anOperatorThatDecidesAtOnceIsDoneWithAValueAtOnce() throws {
    #expect(try progress("a.map { $0 + 1 }", a: [0, 1, 3], seconds: 4) == [1, 2, 2, 3])
    // Values that nothing came of are dealt with, too.
    #expect(try progress("a.filter { $0 > 5 }", a: [0, 1, 3], seconds: 4) == [1, 2, 2, 3])
    #expect(try progress("merge(a, b).reductions(+)", a: [0, 1], b: [0], seconds: 2) == [1, 2])
    #expect(try progress(a: [0, 1], seconds: 2) == [1, 2])
    #expect(try progress("b.map { $0 }", a: [0, 1], b: [0], seconds: 2) == [1, 2])
  }

  @Test func anOperatorThatHoldsAValueIsNotDoneWithIt() throws {
    #expect(try progress("a.debounce(for: .seconds(2))", a: [0, 1, 5], seconds: 8) == [0, 0, 0, 2, 2, 2, 2, 3])
    #expect(try progress("zip(a, b)", a: [0, 1, 2], b: [3, 4], seconds: 6) == [0, 0, 0, 1, 2, 2])
    #expect(try progress("a.chunks(ofCount: 2)", a: [0, 1, 2, 3], seconds: 5) == [0, 2, 2, 4, 4])
    #expect(try progress("a.delay(for: .seconds(1))", a: [0, 1], seconds: 4) == [0, 1, 2, 2])
    #expect(try progress("a.reduce(0, +)", a: [0, 1], seconds: 3) == [0, 0, 0])
  }

  @Test("An operator is not done with a value that it will use again")
  func valuesThatAreUsedAgain() throws {
    #expect(try progress("combineLatest(a, b)", a: [0, 1], b: [2], seconds: 4) == [0, 0, 1, 1])
    #expect(try progress("b.withLatestFrom(a)", a: [0, 1], b: [2], seconds: 4) == [0, 0, 1, 1])
    #expect(try progress("a.adjacentPairs()", a: [0, 1, 3], seconds: 4) == [0, 1, 1, 2])
  }

  @Test("Signals, values before a match and values that lose a race are done at once")
  func valuesThatDecideSomething() throws {
    #expect(try progress("b.sample(by: a)", a: [0, 2], b: [1], seconds: 3) == [1, 1, 2])
    #expect(try progress("b.chunked(by: a)", a: [0, 2], b: [1], seconds: 3) == [1, 1, 2])
    #expect(try progress("a.first(where: { $0 > 5 })", a: [0, 1], seconds: 2) == [1, 2])
    #expect(try progress("race(b, a)", a: [1, 2], b: [0], seconds: 3) == [0, 1, 2])
    #expect(try progress("a.withLatestFrom(b)", a: [0, 2], b: [1], seconds: 3) == [1, 1, 2])
  }

  @Test func eachOutputMustBeDone() throws {
    let both = try progress("a.map { $0 }", "a.delay(for: .seconds(1))", a: [0, 1], seconds: 4)
    #expect(both == [0, 1, 2, 2])
    // A row that follows another row.
    #expect(try progress("m = a.map { $0 }", "m.delay(for: .seconds(1))", a: [0, 1], seconds: 4) == [0, 1, 2, 2])
  }

  @Test func anOutputThatHasFinishedIsDoneWithAll() throws {
    #expect(try progress("a.prefix(1).delay(for: .seconds(1))", a: [0, 1, 2], seconds: 4) == [0, 2, 3, 3])
  }

  @Test func anOutputThatHasFailedIsNotDoneWithTheValueOnWhichItFailed() throws {
    let failing = "a.timeout(after: .seconds(2)).map { $0 }"
    #expect(try progress(failing, a: [0, 1, 5], seconds: 7) == [1, 2, 2, 1, 1, 1, 1])
  }

  @Test func anOperatorThatMakesSeveralValuesIsDoneWhenItGoesOn() throws {
    #expect(try progress("a.flatMap { x in [x, x].async }", a: [0, 1, 3], seconds: 4) == [0, 1, 1, 2])
  }

  @Test("values of several keys are done with in any order")
  func aRowThatIsGroupedCantBeTold() throws {
    for text in ["a.grouped(by: { $0 }) { _, group in group }", "merge(b, a.grouped(by: { $0 }) { $1 }.map { $0 })"] {
      let unknown = try #require(throws: WorkProgress.Unknown.self) {
        try WorkProgress(of: try scene([text]), rows: [0])
      }
      #expect(unknown.description.contains(" holds values of `a` for several keys") == true)
      #expect(unknown.description.hasSuffix("a row with a consumer group can't be read by `grouped`"))
    }
    _ = try WorkProgress(of: try scene(["merge(a, b.grouped(by: { $0 }) { $1 })"]), rows: [0])
  }

  @Test func aRowThatIsUsedTwiceAndHeldCantBeTold() throws {
    for text in [
      "merge(a, a.debounce(for: .seconds(1)))", "zip(a, a)", "merge(a, a.adjacentPairs())", "b.flatMap { x in a }",
    ] {
      #expect(throws: WorkProgress.Unknown.self) { try WorkProgress(of: try scene([text]), rows: [0]) }
    }
    let twice = try scene(["merge(a.map { $0 }, a.filter { $0 > 1 })"])
    #expect(try WorkProgress(of: twice, rows: [0]).done(row: 0) == 0)
  }
}
