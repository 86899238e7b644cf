import AsyncAlgorithms
import MarblesTesting
import Synchronization
import Testing

/// What a failing test says.
@Suite struct FailureTests {
  /// The failure of a marble test, without the place of the call.
  private func failure(_ test: @escaping @Sendable () throws -> Void) async throws -> MarbleTestFailure {
    var failure = try await thrown(MarbleTestFailure.self, by: test)
    failure.location = nil
    return failure
  }

  @Test func bothDiagramsAndTheFirstDifference() async throws {
    let failure = try await failure {
      try expectMarbles("a-b----|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "----b--|")
    }
    #expect(failure.sentence == "at 4 s expected b, got nothing, which came at 5 s")
    #expect(failure.expected == "----b--|")
    #expect(failure.actual == "-----b-|")
    #expect(
      failure.description == """
        at 4 s expected b, got nothing, which came at 5 s
          expected  ----b--|
          actual    -----b-|
                        ^
        """)
  }

  @Test func diagramsAreAlignedByTime() async throws {
    let failure = try await failure {
      try expectMarbles("1-2-|", "-a-b|", through: { a, b, _ in zip(a, b) }, gives: "-'(1, a)'-'(2, c)'|")
    }
    #expect(
      failure.description == """
        at 3 s expected (2, c), got (2, b)
          expected  -'(1, a)'-'(2, c)'|
          actual    -'(1, a)'-'(2, b)'|
                              ^
        """)
  }

  @Test func theErrorOfAnOperatorIsInTheSentence() async throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "no more" } }
    let failure = try await failure {
      try expectMarbles(
        "a-b|", through: { input, _ in input.map { if $0 == "b" { throw Refusal() } else { $0 } } }, gives: "a-b|")
    }
    #expect(failure.sentence == "at 2 s expected b, it failed: no more")
  }

  @Test func namesOfValuesAreShown() async throws {
    let failure = try await failure {
      try expectMarbles("a-b|", values: ["a": 1, "b": 2], through: { input, _ in input }, gives: "b-a|")
    }
    #expect(failure.sentence == "at 0 s expected b, got a" && failure.actual == "a-b|")
  }

  @Test func anEndlessTimerIsStopped() async throws {
    let failure = try await failure {
      try expectMarbles("a|", through: { AsyncTimerSequence(interval: .seconds(1), clock: $1) }, gives: "a|")
    }
    #expect(failure.sentence.hasPrefix("more than 100000 instants by 100000 s: a timer never stops"))
    #expect(failure.note == "`duration:` ends the test of an endless stream")
    #expect(failure.description.count < 2000)
  }

  @Test func aStreamThatNeverSuspendsIsStopped() async throws {
    let failure = try await failure {
      try expectMarbles("a|", through: { _, _ in (1...).async }, gives: "a|")
    }
    #expect(failure.sentence == "more than 100000 values by 0 s: the stream never stops")
  }

  @Test func aLoopWithoutTimeIsStopped() async throws {
    let failure = try await failure {
      try expectMarbles(
        "a|",
        through: { input, _ in
          Task { while !Task.isCancelled { await Task.yield() } }
          return input
        }, gives: "a|")
    }
    #expect(failure.sentence.hasPrefix("more than 100000 steps of work at 0 s") && failure.note == nil)
  }

  @Test func aStreamThatWaitsForSomethingElseThanTheClock() async throws {
    let failure = try await failure {
      try expectMarbles("a--|", through: { _, _ in AsyncStream<String> { _ in } }, gives: "a--|")
    }
    #expect(failure.sentence == "at 0 s expected a, got nothing")
    #expect(
      failure.note
        == "no timer was left at 0 s, and the stream still waited: for an input, or for something that is not the clock"
    )
  }

  @Test func aTaskThatIgnoresCancellation() async throws {
    let continuations = Mutex<[UnsafeContinuation<Void, Never>]>([])
    let failure = try await failure {
      try expectMarbles(
        "a",
        through: { _, _ in
          await withUnsafeContinuation { continuation in continuations.withLock { $0.append(continuation) } }
          return AsyncStream<String> { _ in }
        }, gives: "")
    }
    #expect(
      failure.sentence == "after the run was cancelled, 1 task had not finished and 0 were still sleeping")
    #expect(failure.note == "the task that iterates the stream ignores its cancellation")
  }

  @Test func aTaskThatIsLeftBehind() async throws {
    let failure = try await failure {
      try expectMarbles(
        "a-b|", "x",
        through: { a, forgotten, _ in
          Task { for try await _ in forgotten {} }
          return a
        }, gives: "a-b|")
    }
    #expect(
      failure.description.hasPrefix(
        """
        the stream has ended, but a task still waits for input 2
        note: this input never ends, and nothing has cancelled the waiting
        """))
  }

  @Test func tasksThatAreLeftBehindAreNamed() async throws {
    let failure = try await failure {
      try expectMarbles(
        ["a-b|", "x", "y"],
        through: { inputs, _ in
          for input in inputs.dropFirst() {
            Task(name: "reader") { for try await _ in input {} }
          }
          return inputs[0]
        }, gives: "a-b|")
    }
    #expect(
      failure.sentence
        == "the stream has ended, but task `reader` still waits for input 2, task `reader` still waits for input 3")
    #expect(failure.note == "these inputs never end, and nothing has cancelled the waiting")
  }

  @Test func aBufferThatIsLeftKeepsItsTask() async throws {
    let failure = try await failure {
      try expectMarbles(
        "a-b", through: { input, _ in input.buffer(policy: .unbounded).prefix(1) }, gives: "[a|]")
    }
    #expect(failure.sentence == "the stream has ended, but a task still waits for the input")
  }

  @Test("The scale is that of the picture, which is finer where a result is between two steps")
  func scale() async throws {
    let failure = try await failure {
      try expectMarbles(
        "a---|", through: { input, clock in input.debounce(for: .milliseconds(250), clock: clock) }, gives: "--a-|",
        step: .milliseconds(100))
    }
    #expect(failure.description.hasSuffix("\n  each character is 0.05 s"), "\(failure)")
    let precise = try await self.failure {
      try expectMarbles(
        "a---|", through: { input, clock in input.debounce(for: .nanoseconds(250_000_001), clock: clock) },
        gives: "--a-|", step: .milliseconds(100))
    }
    #expect(precise.description.contains("@0.25") && !precise.description.contains("each character"), "\(precise)")
  }

  @Test func aPictureOfBothDiagrams() async throws {
    let failure = try await failure {
      try expectMarbles("a-'<&>'--|", through: { input, _ in input.map { $0 + "!" } }, gives: "'a!'-'<&>'-^")
    }
    #expect(failure.sentence == "at 2 s expected <&>, got <&>!")
    let texts = failure.svg.matches(of: #/<text [^>]*>([^<]*)</#).map { String($0.1) }
    #expect(
      texts == [
        "at 2 s expected &lt;&amp;&gt;, got &lt;&amp;&gt;!", "2 s",
        "expected", "a!", "&lt;&amp;&gt;", "actual", "a!", "&lt;&amp;&gt;!",
      ])
    // The line at the difference, two rows, a cross for the error, and a bar for the end.
    #expect(failure.svg.matches(of: #/<path /#).count == 5 && failure.svg.matches(of: #/class="e"/#).count == 1)
  }

  @Test func operatorsThatEndEarlyLeaveNothingBehind() throws {
    try expectMarbles(
      "a-b", "-c", through: { a, b, _ in merge(a, b).prefix(2) }, gives: "a[c|]")
    try expectMarbles("a-b", "-c", through: { a, b, _ in zip(a, b).map { $0 + $1 }.prefix(1) }, gives: "-['ac'|]")
    try expectMarbles("a-b", through: { $0.debounce(for: .seconds(1), clock: $1).prefix(1) }, gives: "-[a|]")
  }
}
