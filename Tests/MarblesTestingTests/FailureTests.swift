import AsyncAlgorithms
import MarblesTesting
import Playback
import Synchronization
import Testing

/// What a failing test says.
@Suite struct FailureTests {
  /// The failure of a marble test, without the place of the call.
  private func failure(_ test: () throws -> Void) throws -> MarbleTestFailure {
    var failure = try #require(try marbleFailures(of: test).first)
    failure.location = nil
    return failure
  }

  @Test func bothDiagramsAndTheFirstDifference() throws {
    let failure = try failure {
      try expectMarbles("a-b----|", through: { $0.debounce(for: .seconds(3), clock: $1) }, gives: "----b--|")
    }
    #expect(failure.sentence == "at 4 s expected b, got nothing, which came at 5 s")
    #expect(failure.expected == "----b--|")
    #expect(failure.actual == "-----b-|")
    #expect(
      failure.description == """
        at 4 s expected b, got nothing, which came at 5 s
          input     a-b----|
          operator  { $0.debounce(for: .seconds(3), clock: $1) }
          expected  ----b--|
          actual    -----b-|
                        ^
        """)
  }

  @Test func diagramsAreAlignedByTime() throws {
    let failure = try failure {
      try expectMarbles("1-2-|", "-a-b|", through: { a, b, _ in zip(a, b) }, gives: "-'(1, a)'-'(2, c)'|")
    }
    #expect(
      failure.description == """
        at 3 s expected (2, c), got (2, b)
          input 1   1-       2-       |
          input 2   -a       -b       |
          operator  { a, b, _ in zip(a, b) }
          expected  -'(1, a)'-'(2, c)'|
          actual    -'(1, a)'-'(2, b)'|
                              ^
        """)
  }

  @Test func theErrorOfAnOperatorIsInTheSentence() throws {
    struct Refusal: Error, CustomStringConvertible { var description: String { "no more" } }
    let failure = try failure {
      try expectMarbles(
        "a-b|", through: { input, _ in input.map { if $0 == "b" { throw Refusal() } else { $0 } } }, gives: "a-b|")
    }
    #expect(failure.sentence == "at 2 s expected b, it failed: no more")
  }

  @Test func namesOfValuesAreShown() throws {
    let failure = try failure {
      try expectMarbles("a-b|", values: ["a": 1, "b": 2], through: { input, _ in input }, gives: "b-a|")
    }
    #expect(failure.sentence == "at 0 s expected b, got a" && failure.actual == "a-b|")
  }

  @Test func anEndlessTimerIsStopped() throws {
    let failure = try failure {
      try expectMarbles("a|", through: { AsyncTimerSequence(interval: .seconds(1), clock: $1) }, gives: "a|")
    }
    #expect(failure.sentence.hasPrefix("more than 100000 instants by 100000 s: a timer never stops"))
    #expect(failure.note == "`duration:` ends the test of an endless stream")
    #expect(failure.description.count < 2000)
  }

  @Test func aStreamThatNeverSuspendsIsStopped() throws {
    let failure = try failure {
      try expectMarbles("a|", through: { _, _ in (1...).async }, gives: "a|")
    }
    #expect(failure.sentence == "more than 100000 values by 0 s: the stream never stops")
  }

  @Test func aLoopWithoutTimeIsStopped() throws {
    let failure = try failure {
      try expectMarbles(
        "a|",
        through: { input, _ in
          Task { while !Task.isCancelled { await Task.yield() } }
          return input
        }, gives: "a|")
    }
    #expect(failure.sentence.hasPrefix("more than 100000 steps of work at 0 s") && failure.note == nil)
  }

  @Test func aStreamThatWaitsForSomethingElseThanTheClock() throws {
    let failure = try failure {
      try expectMarbles("a--|", through: { _, _ in AsyncStream<String> { _ in } }, gives: "a--|")
    }
    #expect(failure.sentence == "at 0 s expected a, got nothing")
    #expect(
      failure.note
        == "no timer was left at 0 s, and the stream still waited: for an input, or for something that is not the clock"
    )
  }

  @Test func aTaskThatIgnoresCancellation() throws {
    let continuations = Mutex<[UnsafeContinuation<Void, Never>]>([])
    let failure = try failure {
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

  @Test func aTaskThatIsLeftBehind() throws {
    let failure = try failure {
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

  @Test func tasksThatAreLeftBehindAreNamed() throws {
    let failure = try failure {
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

  @Test func aBufferThatIsLeftKeepsItsTask() throws {
    let failure = try failure {
      try expectMarbles(
        "a-b", through: { input, _ in input.buffer(policy: .unbounded).prefix(1) }, gives: "[a|]")
    }
    #expect(failure.sentence == "the stream has ended, but a task still waits for the input")
  }

  @Test("The scale is that of the picture, which is finer where a result is between two steps")
  func scale() throws {
    let failure = try failure {
      try expectMarbles(
        "a---|", through: { input, clock in input.debounce(for: .milliseconds(250), clock: clock) }, gives: "--a-|",
        step: .milliseconds(100))
    }
    #expect(failure.description.hasSuffix("\n  each character is 0.05 s"), "\(failure)")
    let precise = try self.failure {
      try expectMarbles(
        "a---|", through: { input, clock in input.debounce(for: .nanoseconds(250_000_001), clock: clock) },
        gives: "--a-|", step: .milliseconds(100))
    }
    #expect(precise.description.contains("@0.25") && !precise.description.contains("each character"), "\(precise)")
  }

  @Test func aPictureOfBothDiagrams() throws {
    let failure = try failure {
      try expectMarbles("a-'<&>'--|", through: { input, _ in input.map { $0 + "!" } }, gives: "'a!'-'<&>'-^")
    }
    #expect(failure.sentence == "at 2 s expected <&>, got <&>!")
    let texts = failure.svg.matches(of: #/<text [^>]*>([^<]*)</#).map { String($0.1) }
    #expect(
      texts == [
        "at 2 s expected &lt;&amp;&gt;, got &lt;&amp;&gt;!", "{ input, _ in input.map { $0 + \"!\" } }", "2 s",
        "input", "a", "&lt;&amp;&gt;", "expected", "a!", "&lt;&amp;&gt;", "actual", "a!", "&lt;&amp;&gt;!",
      ])
    // The line at the difference, three rows, a cross for the error, and two bars for ends.
    #expect(failure.svg.matches(of: #/<path /#).count == 7 && failure.svg.matches(of: #/class="e"/#).count == 1)
  }

  @Test("Inputs are aligned with the results, also by absolute times; one off the grid of the results is not")
  func inputs() throws {
    let fine = try failure {
      try expectMarbles("a@0 b@0.5 |@2", through: { $0.debounce(for: .seconds(1), clock: $1) }, gives: "-b|")
    }
    #expect(
      fine.picture == """
        input     ab--|
        operator  { $0.debounce(for: .seconds(1), clock: $1) }
        expected  --b-|
        actual    ---b|
                    ^
        """, "\(fine)")
    let unaligned = try failure {
      try expectMarbles("a@0 b@0.123456789 |@2", through: { input, _ in input.prefix(1) }, gives: "b@0 |@0.123456789")
    }
    #expect(
      unaligned.picture == """
        input     a@0     b@0.123456789 |@2
        operator  { input, _ in input.prefix(1) }
        expected  b@0     |@0.123456789
        actual    a@0 |@0
                  ^
        """, "\(unaligned)")
    let alone = try failure {
      try expectMarbles("a@0 b@0.123456789 |@2", through: { input, _ in input.filter { $0 == "a" } }, gives: "b-|")
    }
    #expect(
      alone.picture == """
        input     a@0 b@0.123456789 |@2
        operator  { input, _ in input.filter { $0 == "a" } }
        expected  b-|
        actual    a-|
                  ^
        """, "\(alone)")
  }

  @Test("The source of an operation of several lines has their indentation; that of a helper is not known")
  func source() throws {
    let failure = try failure {
      try expectMarbles(
        "a|",
        through: { input, _ in
          input.map { text in
            // A comment with a brace: }
            "\(text) \("{".count)" + #"\"#
          }
        }, gives: "a|")
    }
    #expect(
      failure.operation == """
        { input, _ in
          input.map { text in
            // A comment with a brace: }
            "\\(text) \\("{".count)" + #"\\"#
          }
        }
        """)
    let helper = try self.failure { try expectCapitals("a|", gives: "a|") }
    #expect(helper.operation == nil && helper.inputs == ["a|"])
    #expect(helper.picture == "input     a|\nexpected  a|\nactual    A|\n          ^")
    @Sendable func doubled(_ input: MarbleInput<String>, _ clock: PlaybackClock) -> AsyncMapSequence<
      MarbleInput<String>, String
    > {
      input.map { $0 + $0 }
    }
    let named = try self.failure { try expectMarbles("a|", through: doubled, gives: "a|") }
    #expect(named.operation == "doubled")
  }

  @Test func operatorsThatEndEarlyLeaveNothingBehind() throws {
    try expectMarbles(
      "a-b", "-c", through: { a, b, _ in merge(a, b).prefix(2) }, gives: "a[c|]")
    try expectMarbles("a-b", "-c", through: { a, b, _ in zip(a, b).map { $0 + $1 }.prefix(1) }, gives: "-['ac'|]")
    try expectMarbles("a-b", through: { $0.debounce(for: .seconds(1), clock: $1).prefix(1) }, gives: "-[a|]")
  }
}
