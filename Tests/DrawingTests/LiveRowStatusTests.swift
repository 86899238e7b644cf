import Marbles
import Testing

@testable import Drawing
@testable import Scenes

/// What a panel says about a row: a lull, a burst, an end and losses.
@Suite struct LiveRowStatusTests {
  private static func row(_ times: [Double], capacity: Int = 10_000, end: Timeline.End = .open) -> Recording.Row {
    var row = Recording.Row(name: "a", timeline: Timeline(end: .open), capacity: capacity)
    for (index, time) in times.enumerated() { row.append(Event(time: .seconds(time), value: .int(index))) }
    row.timeline.close(end)
    return row
  }

  @Test(
    "The rate is per second for fast rows, and per minute for slow ones",
    arguments: [
      ([], 10, nil, nil),
      ([1], 1.04, nil, "now"),
      ([1], 1.25, nil, "0.2 s ago"),
      ([1, 2, 3], 4, nil, "1.0 s ago"),
      (Array(stride(from: 0.0, to: 10, by: 0.5)), 10, "1.8 /s", "0.5 s ago"),
      (Array(stride(from: 0.0, to: 30, by: 3)), 30, "18 /min", "3.0 s ago"),
      (Array(stride(from: 0.0, to: 300, by: 3)), 300, "19 /min", "3.0 s ago"),
      (Array(stride(from: 0.0, to: 10, by: 0.01)), 10, "100 /s", "now"),
      ([0, 0.5, 1], 1, "3.0 /s", "now"),
      // A lull after a burst.
      (Array(stride(from: 0.0, to: 1, by: 0.01)), 42, "141 /min", "41 s ago"),
      ([1, 2], 1000, nil, "16 min ago"),
      ([1], 10_000, nil, "2 h ago"),
    ] as [([Double], Double, String?, String?)])
  func rates(times: [Double], now: Double, rate: String?, state: String?) {
    let status = LiveRowStatus(Self.row(times), at: .seconds(now))
    #expect(status.rate == rate)
    #expect(status.state == state)
    #expect(status.count == times.count)
    #expect(status.newest == times.indices.last.map { .int($0) })
  }

  @Test("A very fast row that retains less than the time of the rate") func fewRetained() {
    let times = (0..<5000).map { Double($0) / 1000 }
    let status = LiveRowStatus(Self.row(times, capacity: 100), at: .seconds(5))
    let rate = status.rate.flatMap { Int($0.prefix { $0 != " " }.filter(\.isNumber)) } ?? 0
    #expect((950...1050).contains(rate))
    #expect(status.count == 5000)
  }

  @Test("Who waits for whom is a mean of times, and after a silence what the loop does now")
  func loop() {
    var row = Self.row([1])
    var loop = LoopStatus()
    (loop.isBusy, loop.place) = (true, "iteration 1, Shop/Ship.swift:12")
    row.source.loop = loop
    #expect(LiveRowStatus(row, at: .seconds(1.5)).waits == ["iteration 1, Shop/Ship.swift:12"])
    #expect(LiveRowStatus(row, at: .seconds(2)).waits == ["its loop is busy", "iteration 1, Shop/Ship.swift:12"])
    loop.note(waiting: .milliseconds(12))
    loop.note(busy: .milliseconds(500))
    (loop.isBusy, loop.place) = (false, nil)
    row.source.loop = loop
    #expect(
      LiveRowStatus(row, at: .seconds(2)).waits == [
        "its loop waits 0.012 s and is busy 0.5 s per value", "its loop waits for a value",
      ])
    loop = LoopStatus()
    for value in 1...2 { loop.note(loss: .int(value), isTerminated: false) }
    loop.note(sending: .milliseconds(400))
    (loop.room, loop.sending) = (0, 1)
    row.source.loop = loop
    let status = LiveRowStatus(row, at: .seconds(2))
    #expect(status.losses == ["2 lost at yield, the newest: 2"])
    #expect(status.waits == ["room for 0 more", "a send waits 0.4 s, 1 waits now"])
  }

  @Test("A paused picture does not count later values") func paused() {
    let status = LiveRowStatus(Self.row([1, 2, 3]), at: .seconds(2.5))
    #expect(status.count == 2 && status.newest == 1)
  }

  @Test func ends() {
    #expect(LiveRowStatus(Self.row([1], end: .finish(.seconds(2))), at: .seconds(3)).state == "finished")
    let failed = LiveRowStatus(Self.row([1], end: .error(.seconds(2), message: "gone")), at: .seconds(3))
    #expect(failed.state == "failed" && failed.failure == "gone" && failed.rate == nil)
    #expect(LiveRowStatus(Self.row([1], end: .finish(.seconds(2))), at: .seconds(1.5)).state == "0.5 s ago")
  }

  @Test("Losses have the numbers of the first lines") func losses() {
    var counts = ArrivalQueue.Counts()
    #expect(counts.notes == [])
    counts.noteMalformed(line: 118)
    #expect(counts.notes == ["1 line not JSON (118)"])
    counts.noteMalformed(line: 204)
    #expect(counts.notes == ["2 lines not JSON (118, 204)"])
    for line in 300..<2000 { counts.noteMalformed(line: line) }
    (counts.dropped, counts.missed) = (5, 1234)
    #expect(counts.notes == ["1,702 lines not JSON (118, 204, 300, 301, 302, …)", "5 lost", "1,234 missed"])
    #expect(ArrivalQueue.Counts(malformed: 2).notes == ["2 lines not JSON"])
    var long = ArrivalQueue.Counts()
    long.noteMalformed(line: 3, isTooLong: true)
    #expect(long.notes == ["1 line too long (3)"])
    long.noteMalformed(line: 4)
    #expect(long.notes == ["2 lines malformed (3, 4)"])
  }
}
