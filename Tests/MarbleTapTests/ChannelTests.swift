import AsyncAlgorithms
import Foundation
import Marbles
import Platform
import Synchronization
import TestSupport
import Testing
import Wire

@testable import MarbleTap

/// What becomes of events when the listener is slow, goes, or comes.
@Suite(.timeLimit(.minutes(30))) struct ChannelTests {
  private static let origin = TapOrigin("Shop/Ship.swift", 12)

  @Test("With a listener that reads nothing, streams go on, and each value is received later or counted")
  func stuck() async throws {
    let reader = try TapReader(isStuck: true)
    let count = 200_000
    let stream = AsyncStream { continuation in
      for value in 0..<count { continuation.yield(value) }
      continuation.finish()
    }
    var sum = 0
    for await _ in stream.marble("s", to: reader.destination) { sum += 1 }
    #expect(sum == count)
    reader.read()
    var (values, dropped, hasEnded) = (0, 0, false)
    _ = await reader.reports { report in
      switch report.event {
      case .value: values += 1
      case .dropped(let count): dropped += count
      case .finish: hasEnded = true
      default: break
      }
      return hasEnded && values + dropped >= count
    }
    #expect(values + dropped == count)
    #expect(dropped > 0)
  }

  @Test("The end of a program waits for a listener that reads nothing, for a limited time")
  func flushesStuck() throws {
    let reader = try TapReader(isStuck: true)
    let probe = MarbleProbe("p", to: reader.destination)
    // More than a socket holds.
    for _ in 0..<2000 { probe.value(String(repeating: "x", count: 1000)) }
    let time = VirtualClock()
    let start = time.now
    TapChannel.to(.sockets([reader.path])).flush(within: .milliseconds(500), clock: time.clock)
    #expect(time.now - start == 500_000_000)
  }

  @Test("Threads that use a destination first, at the same time, all lose nothing")
  func firstEvents() async throws {
    for _ in 0..<50 {
      let reader = try TapReader()
      let (count, ready) = (4, Watched(0))
      for number in 0..<count {
        Thread { [destination = reader.destination] in
          ready.withLock { $0 += 1 }
          ready.wait { $0 == count ? () : nil }
          MarbleProbe("p\(number)", to: destination).value(number)
        }.start()
      }
      var left = count
      let stories = await reader.reports { _ in
        left -= 1
        return left == 0
      }.map(\.story)
      #expect(Set(stories) == Set((0..<count).map { "p\($0) 0 value \($0)" }))
    }
  }

  @Test("When the listener has gone and another comes, the same channel continues there")
  func reconnects() async throws {
    let first = try TapReader()
    let probe = MarbleProbe("p", to: first.destination)
    probe.value(1)
    #expect(await first.reports { _ in true }.map(\.story) == ["p 0 value 1"])
    first.end()
    let second = try TapReader(in: first.folder)
    var lines = second.lines.makeAsyncIterator()
    // The line of the program, as soon as the channel has found the listener.
    guard case .hello? = await lines.next() else { throw Problem("no hello") }
    probe.value(2)
    var stories: [String] = []
    while stories.last != "p 0 value 2", case .event(let report)? = await lines.next() { stories.append(report.story) }
    #expect(stories == ["p idle", "p 0 value 2"])
  }

  @Test("A channel without a listener looks for one after waits that grow")
  func search() async throws {
    let folder = try TemporaryFolder()
    let waits = Mutex<[Int64?]>([])
    let reader = Watched<TapReader?>(nil)
    let clock = MonotonicClock(now: MonotonicClock.system.now) { readable, writable, nanoseconds in
      if reader.withLock({ $0 != nil }) {
        return Wait.until(readable: readable, writable: writable, nanoseconds: nanoseconds)
      }
      let count = waits.withLock { waits in
        waits.append(nanoseconds)
        return waits.count
      }
      if count == 8 { reader.withLock { $0 = try? TapReader(in: folder) } }
      return Wait.Ready()
    }
    TapChannel(.sockets([folder.file("t.sock")]), clock: clock).start()
    let listener = reader.wait { $0 }
    defer { listener.end() }
    var lines = listener.lines.makeAsyncIterator()
    guard case .hello? = await lines.next() else { throw Problem("no hello") }
    let expected = [100, 200, 400, 800, 1600, 3200, 5000, 5000].map { $0 * 1_000_000 as Int64? }
    #expect(waits.withLock { $0 } == expected)
  }

  @Test("A listener that comes late learns which iterations are open, once")
  func late() async throws {
    let folder = try TemporaryFolder()
    let destination = MarbleDestination.socket(folder.file("t.sock"))
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let tapped = stream.marble("s", to: destination)
    var over = [1].async.marble("s", to: destination).makeAsyncIterator()
    while await over.next() != nil {}
    var iterator = tapped.makeAsyncIterator()
    let reader = try TapReader(in: folder)
    #expect(await reader.reports { _ in true }.map(\.story) == ["s 2 begin"])
    continuation.yield(7)
    #expect(await iterator.next() == 7)
    continuation.finish()
    #expect(await iterator.next() == nil)
    #expect(await reader.story() == ["s 2 value 7", "s 2 finish"])
  }

  @Test("An iteration that begins while one listener goes and the next comes is reported once")
  func beginBetweenListeners() throws {
    let channel = TapChannel(.sockets([]))
    let tap = channel.tap("s")
    _ = channel.open()
    let ring = try #require(channel.ring)
    channel.close()
    // `begin` of a thread that saw the first listener, and adds its event after the queue was emptied.
    channel.begin(1, of: tap, Self.origin)
    channel.send(.begin(Self.origin), of: tap, iteration: 1, through: ring, leaving: 0)
    var batch = channel.open()
    channel.fill(&batch)
    #expect(try batch.stories == ["s idle", "s 1 begin", "s dropped 1"])
    channel.begin(2, of: tap, Self.origin)
    batch = TapBatch()
    channel.fill(&batch)
    #expect(try batch.stories == ["s 2 begin"])
  }

  @Test("Without a listener nothing is kept")
  func nobody() async throws {
    let folder = try TemporaryFolder()
    let probe = MarbleProbe("p", to: .socket(folder.file("none.sock")))
    for value in 0..<100_000 { probe.value(value) }
    let reader = TapChannel.to(.sockets([folder.file("none.sock")]))
    #expect(!reader.isListening && reader.ring == nil)
  }

  @Test("A file gets lines appended, and only its owner can read it")
  func file() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("taps.ndjson")
    let probe = MarbleProbe("p", to: .file(path))
    probe.value(1)
    probe.finish()
    TapChannel.to(.file(path)).flush(within: .seconds(60))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0].hasPrefix(#"{"marbletap":1,"program":""#))
    let reports = try lines.dropFirst(2).map { line in
      guard case .event(let report) = try TapLine(Array(line.utf8)) else { throw Problem("\(line)") }
      return report
    }
    #expect(reports.map(\.story) == ["p 0 value 1", "p 0 finish"])
    #expect(reports.allSatisfy { $0.process == Int(getpid()) })
    let times = reports.compactMap(\.time)
    #expect(times.count == 2 && times[0] <= times[1] && times[0] > .seconds(1_700_000_000))
    #expect(FileStatus(path: path)?.permissions == 0o600)
  }

  @Test("A line that was cut is ended before others are appended")
  func cutFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("taps.ndjson")
    try #"{"marbletap":1,"prog"#.write(toFile: path, atomically: true, encoding: .utf8)
    MarbleProbe("p", to: .file(path)).value(1)
    TapChannel.to(.file(path)).flush(within: .seconds(60))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines[0] == #"{"marbletap":1,"prog"# && lines[1].hasPrefix(#"{"marbletap":1,"program":""#))
  }

  @Test("The environment names a socket, a file, or nothing; else it is the socket of a daemon")
  func environment() throws {
    func target(_ environment: [String: String], isDebug: Bool = true) -> TapChannel.Target {
      MarbleDestination(environment: environment, isDebug: isDebug).target
    }
    #expect(target(["MARBLED_TAP": "/a/b.sock"]) == .sockets(["/a/b.sock"]))
    #expect(target(["MARBLED_TAP": "/a/b.ndjson"]) == .file("/a/b.ndjson"))
    #expect(target(["MARBLED_TAP": "/a/%p/b-%p.ndjson"]) == .file("/a/\(getpid())/b-\(getpid()).ndjson"))
    #expect(target(["MARBLED_TAP": "off"]) == .nowhere)
    // The rest of the rule is tested with the folders of daemons, for each system.
    let systemWide = SocketFolder.candidates(environment: [:])[0].tap
    #expect(
      target(["XDG_RUNTIME_DIR": "/run/user/7"]) == .sockets(["/run/user/7/marbled/default/tap.sock", systemWide]))
    let sockets = TapChannel.Target.sockets(["/s/tap.sock", systemWide])
    #expect(target(["MARBLED_SOCKET": "/s"]) == sockets)
    // A release build reports only when it is asked to.
    #expect(target(["MARBLED_SOCKET": "/s"], isDebug: false) == .nowhere)
    #expect(target(["MARBLED_SOCKET": "/s", "MARBLED_TAP": "on"], isDebug: false) == sockets)
    #expect(target(["MARBLED_TAP": "/a/b.sock"], isDebug: false) == .sockets(["/a/b.sock"]))
    #expect(MarbleDestination(environment: ["MARBLED_TAP_VALUES": "types"], isDebug: true).isRedacted)
    #expect(!MarbleDestination(environment: ["MARBLED_TAP": "/a/b.sock"], isDebug: true).isRedacted)
  }

  @Test("The queue refuses what does not fit, keeps room for ends, and its order")
  func ring() {
    let ring = EventRing()
    func event(_ number: Int) -> TapEvent { TapEvent(tap: 0, iteration: number, time: 0, kind: .begin(Self.origin)) }
    var pushed = 0
    while ring.push(event(pushed), leaving: EventRing.reserve) != nil { pushed += 1 }
    #expect(pushed == EventRing.capacity - EventRing.reserve)
    #expect(!ring.hasRoom(leaving: EventRing.reserve) && ring.hasRoom(leaving: 0))
    while ring.push(event(pushed), leaving: 0) != nil { pushed += 1 }
    #expect(pushed == EventRing.capacity)
    for round in 0..<3 {
      for number in 0..<pushed {
        #expect(ring.pop()?.iteration == number + round * pushed)
        #expect(ring.push(event(number + (round + 1) * pushed), leaving: 0) != nil)
      }
    }
    #expect(ring.push(event(0), leaving: 0) == nil)
  }

  @Test("From several threads, the queue gets each event once, in the order of its thread")
  func threads() async {
    let ring = EventRing()
    let (producers, count) = (4, 50_000)
    for producer in 0..<producers {
      Thread {
        for number in 0..<count {
          let event = TapEvent(tap: Int32(producer), iteration: number, time: 0, kind: .value(.text("\(number)")))
          while ring.push(event, leaving: number % 2 == 0 ? 0 : EventRing.reserve) == nil { sched_yield() }
        }
      }.start()
    }
    let next = await withCheckedContinuation { continuation in
      Thread {
        var next = [Int](repeating: 0, count: producers)
        while next.reduce(0, +) < producers * count {
          guard let event = ring.pop() else {
            sched_yield()
            continue
          }
          let producer = Int(event.tap)
          guard event.iteration == next[producer], case .value(.text("\(next[producer])")) = event.kind else { break }
          next[producer] += 1
        }
        continuation.resume(returning: next)
      }.start()
    }
    #expect(next == Array(repeating: count, count: producers))
    #expect(ring.pop() == nil)
  }
}

extension TapBatch {
  /// The reports, without the line of the program.
  fileprivate var stories: [String] {
    get throws {
      try bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        if case .event(let report) = try TapLine(Array(line)) { report.story } else { nil }
      }
    }
  }
}
