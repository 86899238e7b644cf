import Expressions
import Marbles
import Narrations
import Operators
import SceneFiles
import Scenes
import TestSupport
import Testing

/// Each lint finds the scenes that make its mistake, and not those like them that don't.
@Suite struct DoctorTests {
  /// The findings in a scene with these rows: the lint, the row and its part, and the sentence.
  static func findings(_ rows: String) throws -> [(lint: Lint, part: String, sentence: String)] {
    let text = "rows:\n" + rows.split(separator: "\n").map { "  \($0)\n" }.joined()
    let scene = try SceneFile(parsing: text, path: "test.yaml").scene
    let recording = try BoundedRun(scene, stages: .all).perform().get()
    return Doctor(of: recording, scene).findings.map { finding in
      let row = scene.rows[finding.row]
      let text = Array(row.expression?.text ?? "")
      let part = String(text[finding.columns.lowerBound - 1..<finding.columns.upperBound - 1])
      return (finding.lint, "\(row.name): \(part)", finding.sentence)
    }
  }

  /// A scene with a mistake, and one like it without.
  struct Pair: Sendable, CustomTestStringConvertible {
    let lint: Lint
    let bad: String
    let part: String
    let sentence: String
    let good: String

    init(_ lint: Lint, bad: String, _ part: String, _ sentence: String, good: String) {
      (self.lint, self.bad, self.part, self.sentence, self.good) = (lint, bad, part, sentence, good)
    }

    var testDescription: String { "\(lint.name) \(part)" }
  }

  @Test("a scene with the mistake is found, and one like it is not", arguments: Pair.all)
  func pairs(pair: Pair) throws {
    let found = try Self.findings(pair.bad)
    #expect(found.map(\.lint) == [pair.lint], "\(found)")
    #expect(found.first?.part == pair.part)
    #expect(found.first?.sentence == pair.sentence)
    let other = try Self.findings(pair.good)
    #expect(other.isEmpty, "\(other)")
  }

  @Test("a stage before does not hide a mistake, and two loops of one row are told apart") func variations() throws {
    let queued = try Self.findings(
      """
      typed: { marbles: "abcd------|" }
      out: { apply: 'typed.map { $0 }.flatMap { _ in "x-y|" }' }
      """)
    #expect(queued.map(\.lint) == [.queuedInner], "\(queued)")
    let split = try Self.findings(
      """
      jobs: { source: stream, marbles: "1-2-3-4|" }
      both: { apply: "merge(jobs, jobs)" }
      """)
    #expect(
      split.map(\.sentence) == [
        "jobs is an AsyncStream, which gives each value to one of its 2 loops: loop 1 of both gets `1` and `3`, "
          + "loop 2 of both gets `2` and `4`"
      ])
    let zipped = try Self.findings(
      """
      fast: { marbles: "1-2-3-4-5-6-7-8|" }
      slow: { marbles: "--a----b----c--|" }
      out: { apply: "zip(fast.map { $0 * 2 }, slow)" }
      """)
    // What a buffer loses when its reader leaves it was waiting, too.
    let left = try Self.findings(
      """
      ticks: { marbles: "123456789-----|" }
      out: { apply: "ticks.buffer(policy: .unbounded).prefix(3)", consume: 3s }
      """)
    #expect(left.map(\.lint) == [.growingBuffer], "\(left)")
    #expect(
      zipped.map(\.sentence) == [
        "`zip` of out takes the values of fast more slowly than they come: 1 value waits at 7 s, and 4 at 14 s"
      ])
  }

  @Test(
    "what looks like a mistake for a moment is none",
    arguments: [
      // A burst that the end cuts off is not a stream without pauses.
      """
      typed: { marbles: "'s'@0 'sw'@0.1 'swi'@0.2 'swif'@0.3 'swift'@0.4 |@0.5" }
      results: { apply: "typed.debounce(for: .milliseconds(300))" }
      """,
      // A buffer is there for bursts.
      """
      ticks: { marbles: "(12345678)-------------------------|" }
      out: { apply: "ticks.buffer(policy: .unbounded)", consume: 3s }
      """,
      // The buffer of a stream is there for bursts, too.
      """
      ticks: { source: stream, marbles: "(12345678)-------------------------|" }
      out: { apply: "ticks.map { $0 }", consume: 3s }
      """,
      // The run ends before the pause is long enough.
      """
      a: { marbles: "abcdef" }
      o: { apply: "a.debounce(for: .seconds(2))" }
      """,
      // Two loops over a stream, one after the other.
      """
      a: { source: stream, marbles: "1-2-3-4|" }
      o: { apply: "chain(a.prefix(2), a)" }
      """,
      // A burst at one instant is done in turn.
      """
      a: { marbles: "(abcd)-------------|" }
      o: { apply: 'a.flatMap { _ in "x-|" }' }
      """,
      // These values wait for the consumer, not for the streams, which end at once.
      """
      a: { marbles: "abcdef|" }
      o: { apply: "a.flatMap { [$0].async }", consume: 2s }
      """,
      // The sender of a channel waits, too, so nothing queues.
      """
      a: { source: channel, marbles: "123456|" }
      o: { apply: 'a.flatMap { _ in "x-y|" }' }
      """,
      // Its reader has left, so it is not slow.
      """
      ticks: { source: stream, marbles: "123456789|" }
      out: { apply: "ticks.prefix(2)" }
      """,
      // An interval of nothing is over at once.
      """
      a: { marbles: "123-|" }
      out: { apply: "a.throttle(for: .seconds(0))" }
      """,
      // On a slow clock, the interval of 3 s takes 6 s.
      """
      presses: { marbles: "ab------d-|" }
      out: { apply: "presses.throttle(for: .seconds(3), clock: clock.scaled(by: 0.5))" }
      """,
      // A channel makes its sender wait, so nothing queues.
      """
      fast: { source: channel, marbles: "123456789-|" }
      slow: { marbles: "----a----b|" }
      out: { apply: "zip(fast, slow)" }
      """,
      // The next stage tests what it drops.
      """
      a: { marbles: "12345678|" }
      out: { apply: "a.map { $0 * 2 }.filter { $0 > 14 }" }
      """,
      // A cold input takes time again before it fails.
      """
      a: { cold: true, marbles: "-1^" }
      out: { apply: "a.retry(3)" }
      """,
      // The error is handled.
      """
      a: { marbles: "12^" }
      out: { apply: 'a.catchError { _ in "x|" }' }
      """,
    ])
  func none(rows: String) throws {
    let found = try Self.findings(rows)
    #expect(found.isEmpty, "\(found)")
  }

  @Test("what fills the buffer of a stream is said once: by the operator that waits") func streamsThatWait() throws {
    let zipped = try Self.findings(
      """
      fast: { source: stream, marbles: "123456789-|" }
      slow: { marbles: "----a----b|" }
      out: { apply: "zip(fast, slow)" }
      """)
    #expect(zipped.map(\.lint) == [.growingQueue], "\(zipped)")
    let queued = try Self.findings(
      """
      typed: { source: stream, marbles: "abcdefgh------|" }
      out: { apply: 'typed.flatMap { _ in "x-y|" }' }
      """)
    #expect(queued.map(\.lint) == [.queuedInner], "\(queued)")
  }

  @Test(
    "eight times as many values take about eight times as long",
    arguments: [
      (Scene.Input.Start.hot, "ticks.buffer(policy: .unbounded)"), (.stream(.unbounded), "ticks.map { $0 }"),
      (.hot, "ticks.throttle(for: .seconds(3))"), (.hot, "ticks.flatMap { [$0].async.map { $0 } }"),
      (.hot, "zip(ticks, ticks.delay(for: .seconds(9)))"),
    ])
  func growth(start: Scene.Input.Start, text: String) throws {
    func doctor(_ count: Int) throws -> Doctor {
      let events = (0..<count).map { Event(time: .milliseconds(Int64($0)), value: .int($0)) }
      let timeline = Timeline(events: events, end: .finish(.milliseconds(Int64(count))))
      let scene = Scene(
        name: "s",
        rows: [
          Scene.Row(name: "ticks", content: .input(Scene.Input(timeline, start: start))),
          Scene.Row(name: "out", content: .output(try Expression.parse(text)), consumingTime: .milliseconds(3)),
        ])
      let recording = try BoundedRun(scene, stages: .all).perform().get()
      #expect(recording.rows[1].stages?.cut == nil)
      return Doctor(of: recording, scene)
    }
    let (small, large) = (try doctor(1000), try doctor(8000))
    let ratio = Growth().ratio({ _ = small.findings }, { _ = large.findings })
    #expect(ratio < Growth().limit, "×8 in values takes ×\(ratio.rounded())")
  }

  @Test(
    "with any values, a finding has a part of the expression and a sentence",
    arguments: Catalogue.standard.operators.map(\.name))
  func randomValues(name: String) throws {
    let sample = try #require(Catalogue.standard[name]).sample
    for seed in 0..<10 {
      let inputs = sample.rows.enumerated().map { index, row in
        "\(row.name): { random: { seed: \(seed * 7 + index), rate: 700ms, count: 20 } }"
      }
      let output = "out: { apply: \(JSONText.quoted(sample.expression)), consume: \(seed % 2 + 1)s }"
      for finding in try Self.findings((inputs + [output]).joined(separator: "\n")) {
        #expect(finding.part.hasPrefix("out: ") && finding.part.count > 5)
        #expect(!finding.sentence.isEmpty && !finding.sentence.contains("\n"))
      }
    }
  }
}

extension DoctorTests.Pair {
  static let all = timing + failures + queues + streams

  static let timing = [
    DoctorTests.Pair(
      .neverQuiet,
      bad: """
        typed: { marbles: "abcdefgh|" }
        results: { apply: "typed.removeDuplicates().debounce(for: .seconds(2))" }
        """,
      "results: .debounce(for: .seconds(2))",
      "`.debounce` of results emits nothing before its source ends at 8 s: its 8 values come without a pause of more than "
        + "1 s, and it waits for 2 s",
      good: """
        typed: { marbles: "abcd--efgh|" }
        results: { apply: "typed.removeDuplicates().debounce(for: .seconds(2))" }
        """),
    DoctorTests.Pair(
      .lastValueKept,
      bad: """
        presses: { marbles: "ab------d-|" }
        out: { apply: "presses.throttle(for: .seconds(3))" }
        """,
      "out: .throttle(for: .seconds(3))",
      "`.throttle` of out keeps `b` from 1 s to 8 s, and then drops it for `d`: its interval was over at 3 s, but only another "
        + "value or the end lets it go",
      good: """
        presses: { marbles: "abcdefgh--|" }
        out: { apply: "presses.throttle(for: .seconds(3))" }
        """),
    DoctorTests.Pair(
      .timeoutBelowPeriod,
      bad: """
        a: { marbles: "1--2--3|" }
        out: { apply: "a.timeout(after: .seconds(2))" }
        """,
      "out: .timeout(after: .seconds(2))",
      "`.timeout` of out fails at 2 s after 2 s without a value, but the values of a come every 3 s",
      good: """
        a: { marbles: "1--2------3|" }
        out: { apply: "a.timeout(after: .seconds(4))" }
        """),
  ]

  static let failures = [
    DoctorTests.Pair(
      .errorSwallowed,
      bad: """
        source: { marbles: "a---b--^" }
        busy: { apply: "source.debounce(for: .seconds(1))", consume: 5s }
        """,
      "busy: .debounce(for: .seconds(1))",
      "`.debounce` of busy finishes at 11 s, although its source failed at 7 s with \"error\", while nothing asked for a value",
      good: """
        source: { marbles: "a---b--^" }
        busy: { apply: "source.debounce(for: .seconds(1)).buffer(policy: .unbounded)", consume: 5s }
        """),
    DoctorTests.Pair(
      .retryWithoutDelay,
      bad: """
        a: { marbles: "-1^" }
        out: { apply: "a.retry(3)" }
        """,
      "out: .retry(3)",
      "`.retry` of out starts its source again 3 times at 2 s, without a pause: each time it fails with \"error\"",
      good: """
        a: { marbles: "-1^" }
        out: { apply: "a.retry(3, delay: .seconds(1))" }
        """),
  ]

  static let queues = [
    DoctorTests.Pair(
      .growingQueue,
      bad: """
        fast: { marbles: "123456789-|" }
        slow: { marbles: "----a----b|" }
        out: { apply: "zip(fast, slow)" }
        """,
      "out: zip(fast, slow)",
      "`zip` of out takes the values of fast more slowly than they come: 5 values wait at 5 s, and 7 at 9 s",
      good: """
        fast: { marbles: "12345-----|" }
        slow: { marbles: "-----abcd-|" }
        out: { apply: "zip(fast, slow)" }
        """),
    DoctorTests.Pair(
      .growingBuffer,
      bad: """
        ticks: { marbles: "123456789|" }
        out: { apply: "ticks.buffer(policy: .unbounded)", consume: 3s }
        """,
      "out: .buffer(policy: .unbounded)", "`.buffer` of out holds more and more values: 3 at 4 s, and 6 at 8 s",
      good: """
        ticks: { marbles: "123456789|" }
        out: { apply: "ticks.buffer(policy: .bufferingLatest(2))", consume: 3s }
        """),
    DoctorTests.Pair(
      .growingBuffer,
      bad: """
        ticks: { source: stream, marbles: "123456789|" }
        out: { apply: "ticks.map { $0 * 2 }", consume: 3s }
        """,
      "out: ticks",
      "ticks is an AsyncStream whose buffer holds more and more values: 3 at 4 s, and 6 at 8 s, because out takes them more "
        + "slowly than they come",
      good: """
        ticks: { source: stream, buffer: newest(2), marbles: "123456789|" }
        out: { apply: "ticks.map { $0 * 2 }", consume: 3s }
        """),
    DoctorTests.Pair(
      .queuedInner,
      bad: """
        typed: { marbles: "abcd------|" }
        out: { apply: 'typed.flatMap { _ in "x-y|" }' }
        """,
      "out: .flatMap { _ in \"x-y|\" }",
      "`.flatMap` of out makes values of typed wait for the streams of older ones: `b` for 2 s, and `d` for 6 s",
      good: """
        typed: { marbles: "abcd------|" }
        out: { apply: 'typed.flatMapLatest { _ in "x-y|" }' }
        """),
    DoctorTests.Pair(
      .slowConsumer,
      bad: """
        news: { source: stream, marbles: "12345|" }
        shared: { apply: "news.share()", consume: 3s }
        other: { apply: "shared.map { $0 }" }
        """,
      "shared: .share()",
      "`.share` of shared waits for the consumer of shared, which takes up to 3 s for a value: `5` is 8 s late, also for other",
      good: """
        news: { source: stream, marbles: "12345|" }
        shared: { apply: "news.share()" }
        other: { apply: "shared.map { $0 }", consume: 3s }
        """),
  ]

  static let streams = [
    DoctorTests.Pair(
      .unicastTwice,
      bad: """
        jobs: { source: stream, marbles: "1-2-3-4|" }
        left: { apply: "jobs.map { $0 }" }
        right: { apply: "jobs.map { $0 }" }
        """,
      "right: jobs",
      "jobs is an AsyncStream, which gives each value to one of its 2 loops: left gets `1` and `3`, right gets `2` and `4`",
      good: """
        jobs: { source: stream, marbles: "1-2-3-4|" }
        left: { apply: "jobs.share()" }
        right: { apply: "left.map { $0 }" }
        """),
    DoctorTests.Pair(
      .unusedValues,
      bad: """
        a: { marbles: "1234----5678--|" }
        out: { apply: "a.map { $0 * 2 }.debounce(for: .seconds(2))" }
        """,
      "out: .map { $0 * 2 }",
      "`.map` of out computes 8 values, and `.debounce` of out drops 6 of them unseen",
      good: """
        a: { marbles: "1234----5678--|" }
        out: { apply: "a.debounce(for: .seconds(2)).map { $0 * 2 }" }
        """),
  ]
}
