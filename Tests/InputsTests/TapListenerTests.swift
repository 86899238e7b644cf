import Foundation
import Marbles
import Platform
import Scenes
import TestSupport
import Testing

@testable import Inputs

/// What a listener for taps makes of programs, also of hostile ones.
@Suite(.timeLimit(.minutes(30))) struct TapListenerTests {
  /// What a row gets.
  private enum News: Hashable, Sendable {
    case value(Value)
    case malformed(String)
    case errorLine(String)
    case dropped(Int)
    case left(LiveSource.End)
    case end(LiveSource.End)
  }

  private let folder: TemporaryFolder
  private let listener: TapListener

  init() throws {
    folder = try TemporaryFolder()
    listener = TapListener(at: folder.file("t.sock"))
    try listener.open()
  }

  /// Follows a tap; the news come through the stream.
  private func follow(
    _ name: String = "orders", iteration: Int? = nil, restarts: Bool = false, settings: LineSettings = LineSettings()
  ) -> (news: AsyncStream<News>, stopper: LiveSource.Stopper) {
    let (news, continuation) = AsyncStream.makeStream(of: News.self)
    let source = LiveSource.tap(TapAddress(parsing: name), iteration: iteration, restarts: restarts, from: listener)
    let stopper = source.read(
      LiveSource.Handlers(
        onLine: { line, _ in
          switch line.content {
          case .value(let value): continuation.yield(.value(value))
          case .malformed(let why): continuation.yield(.malformed(why))
          }
          return true
        }, onErrorLine: { continuation.yield(.errorLine($0)) }, onDropped: { continuation.yield(.dropped($0)) },
        onLeave: { continuation.yield(.left($0)) },
        onEnd: { end in
          continuation.yield(.end(end))
          continuation.finish()
        }), settings: settings)
    return (news, stopper)
  }

  private func first(_ count: Int, of stream: AsyncStream<News>) async -> [News] {
    var news: [News] = []
    for await item in stream {
      news.append(item)
      if news.count == count { break }
    }
    return news
  }

  @Test("A row gets the values of its tap, and ends with the program, in the way its newest iteration did")
  func rows() async throws {
    defer { listener.close() }
    let (news, _) = follow()
    do {
      let program = try Program(listener)
      program.hello()
      program.event("begin")
      program.value("1")
      program.value("2", of: "prices")
      program.event("finish")
      program.event("begin", iteration: 2)
      program.value(#"{"id":3}"#, iteration: 2)
      program.send(#"{"tap":"orders","event":"dropped","count":12}"#)
      program.event("error", iteration: 2, #","message":"no network""#)
    }
    #expect(
      await first(9, of: news) == [
        .value(1), .value(.object(["id": 3])), .dropped(12), .errorLine("iteration 2 failed: no network"),
        .end(.failed("no network")),
      ])
  }

  @Test("A row of one iteration ends with it")
  func iteration() async throws {
    defer { listener.close() }
    let (news, _) = follow(iteration: 2)
    let program = try Program(listener)
    program.hello()
    program.value("1")
    program.event("finish")
    program.value("2", iteration: 2)
    program.event("error", iteration: 2, #","message":"odd""#)
    #expect(await first(9, of: news) == [.value(2), .end(.failed("odd"))])
  }

  @Test("A cancelled iteration is not finished: neither its row nor that of its tap ends as the stream would")
  func cancelled() async throws {
    defer { listener.close() }
    let ((one, _), (all, _)) = (follow(iteration: 1), follow())
    let (waiting, _) = follow(restarts: true)
    do {
      let program = try Program(listener)
      program.hello()
      program.value("1")
      program.event("cancel")
    }
    #expect(await first(2, of: one) == [.value(1), .end(.cancelled)])
    #expect(await first(2, of: all) == [.value(1), .end(.cancelled)])
    #expect(await first(2, of: waiting) == [.value(1), .left(.cancelled)])
  }

  @Test("A row that restarts goes on with the next program")
  func restarts() async throws {
    defer { listener.close() }
    var news = follow(restarts: true).news.makeAsyncIterator()
    for number in 1...2 {
      do {
        let program = try Program(listener)
        program.hello()
        program.value("\(number)")
        program.event("error", iteration: 1, #","message":"odd""#)
      }
      #expect(await news.next() == .value(.int(number)))
      #expect(await news.next() == .errorLine("iteration 1 failed: odd"))
      #expect(await news.next() == .left(.failed("odd")))
    }
  }

  @Test("Paths pick members of values, as of lines")
  func paths() async throws {
    defer { listener.close() }
    var settings = LineSettings()
    settings.value = try MemberPath(parsing: ".price")
    let (news, _) = follow(settings: settings)
    let program = try Program(listener)
    program.hello()
    program.value(#"{"price":2}"#)
    program.value("1")
    #expect(await first(2, of: news) == [.value(2), .malformed("no .price")])
  }

  @Test("What a row that waits says names the taps that there are, and one that is meant")
  func hints() async throws {
    defer { listener.close() }
    let source = LiveSource.tap("retires", from: listener)
    #expect(source.hint == "no program has connected; start it with MARBLED_TAP=\(listener.path)")
    let (news, _) = follow("prices")
    let program = try Program(listener)
    program.hello()
    program.event("begin", of: "retries")
    program.value("1", of: "prices")
    #expect(await first(1, of: news) == [.value(1)])
    #expect(
      source.hint == "no program has a tap `retires`; there are `retries`, `prices`; did you mean `retries`?")
  }

  @Test("Taps that were seen become rows; nothing that they report from then on is lost")
  func names() async throws {
    defer { listener.close() }
    let program = try Program(listener)
    program.hello()
    program.event("begin", of: "a b")
    program.value("1", of: "a b")
    program.event("begin", of: "1st")
    let rows = await withCheckedContinuation { continuation in
      Thread { [listener] in continuation.resume(returning: listener.rows(quiet: .zero)) }.start()
    }
    let names = rows.map(\.name)
    #expect(names == names.sorted() && rows.contains { $0.name == "a_b" && $0.live.source == "tap:a b" }, "\(names)")
    #expect(rows.allSatisfy { $0.live.restarts })
    program.value("2", of: "a b")
    let (news, _) = follow("a b")
    program.value("3", of: "a b")
    // What came before anyone waited for names is not kept.
    let values = await first(2, of: news)
    #expect(values.last == .value(3) || values == [.value(1), .value(2)])
  }

  @Test("Names of rows are valid and differ")
  func rowNames() {
    #expect(
      TapListener.rows(of: ["orders", "1st", "a/b", "a b", ""]).map(\.name) == ["orders", "_1st", "a_b", "a_b_2", "_"])
    let processes = TapListener.rows(of: ["orders", "orders@4711", "orders_4711", "a@7@"])
    #expect(processes.map(\.name) == ["orders", "orders_4711", "orders_4711_2", "a_7"])
    #expect(processes.map(\.live.source) == ["tap:orders", "tap:orders@4711", "tap:orders_4711", "tap:a@7@"])
    #expect(TapListener.rows(of: (0..<1000).map { "t\($0)" }).count == TapListener.rowLimit)
  }

  @Test("Garbage ends a connection that has not said hello; later it is skipped, up to a limit")
  func garbage() async throws {
    defer { listener.close() }
    let (news, _) = follow()
    for text in [
      "", "GET / HTTP/1.1", "{}", "[]", #"{"tap":"orders","event":"value","value":1}"#, #"{"marbletap":2}"#,
      String(repeating: "x", count: 1 << 20),
    ] {
      let program = try Program(listener)
      program.send(text)
      program.waitForEnd()
    }
    let program = try Program(listener)
    program.hello()
    for text in [
      "nonsense", #"{"tap":"orders","event":"jump"}"#, #"{"tap":7}"#, String(repeating: "[", count: 1 << 18),
    ] {
      program.send(text)
    }
    program.value("1")
    #expect(await first(1, of: news) == [.value(1)])
    for _ in 0..<TapProgram.malformedLimit { program.send("nonsense") }
    program.waitForEnd()
    let warnings = listener.takeWarnings()
    #expect(warnings.count <= 20 && warnings.allSatisfy { $0.hasPrefix("warning: taps: ") && $0.count < 400 })
    #expect(warnings.contains { $0.contains("update the older one") }, "\(warnings)")
  }

  @Test("A program that says nothing is let go after some time")
  func silence() throws {
    let time = VirtualClock()
    let listener = TapListener(at: folder.file("silent.sock"), on: ReadLoop(clock: time.clock))
    try listener.open()
    defer { listener.close() }
    let start = time.now
    try Program(listener).waitForEnd()
    #expect(time.now == start + TapListener.helloLimit.wholeNanoseconds)
  }

  @Test("A program whose first line waits in its socket, while the thread reads others, is not let go")
  func busyLoop() async throws {
    let time = VirtualClock()
    let clock = MonotonicClock(now: { time.now }) { readable, writable, nanoseconds in
      let ready = Wait.until(readable: readable, writable: writable, nanoseconds: nanoseconds == 0 ? 0 : nil)
      // As if the turns of the others took longer than a program has for its first line.
      if nanoseconds != 0 { time.advance(by: 2 * TapListener.helloLimit.wholeNanoseconds) }
      return ready
    }
    let listener = TapListener(at: folder.file("busy.sock"), on: ReadLoop(clock: clock))
    let values = FullRow()
    values.makeRoom(2)
    let stopper = LiveSource.tap("orders", from: listener).read(
      LiveSource.Handlers(onLine: { values.take($0, $1) }, onEnd: { _ in }))
    defer {
      stopper.stop()
      listener.close()
    }
    let program = try Program(listener)
    program.write(
      #"{"marbletap":1,"program":"shop","pid":4711}"# + "\n"
        + #"{"tap":"orders","event":"value","iteration":1,"time":1,"value":1}"# + "\n")
    #expect(await values.news(1) == [1])
    #expect(program.write(#"{"tap":"orders","event":"value","iteration":1,"time":1,"value":2}"# + "\n"))
    #expect(await values.news(2) == [1, 2])
  }

  @Test("A line of 64 KiB is read; a longer one is skipped, with a warning, and the next one is read")
  func longLines() async throws {
    defer { listener.close() }
    let (news, _) = follow()
    let program = try Program(listener)
    program.hello()
    // The value of a line with so many bytes, without its line feed.
    func send(_ value: Int, bytes: Int) {
      let line = #"{"tap":"orders","event":"value","iteration":1,"time":1,"value":\#(value)"#
      program.send(line + String(repeating: " ", count: bytes - line.utf8.count - 1) + "}")
    }
    send(1, bytes: 65_536)
    send(2, bytes: 65_537)
    send(3, bytes: 1_000_000)
    program.value("4")
    #expect(await first(2, of: news) == [.value(1), .value(4)])
    #expect(
      listener.takeWarnings().count { $0.hasSuffix("shop (process 4711): a line is longer than 65536 bytes") } > 0)
  }

  @Test("A line that never ends closes its connection after a megabyte, and the board says why")
  func endlessLine() throws {
    defer { listener.close() }
    let program = try Program(listener)
    program.hello()
    let text = String(repeating: "x", count: 1 << 16)
    // Without a line feed; sending fails once the connection is closed.
    while program.write(text) {}
    program.waitForEnd()
    #expect(
      listener.takeWarnings().contains(
        "warning: taps: shop (process 4711): sent 1 MiB without the end of a line; its connection is closed"))
  }

  @Test("A full row pauses the programs that report to it, and no others; nothing is lost, and the order stays")
  func fullRow() async throws {
    defer { listener.close() }
    let row = FullRow()
    let source = LiveSource.tap("slow", from: listener)
    let stopper = source.read(LiveSource.Handlers(onLine: { row.take($0, $1) }, onEnd: { _ in }))
    defer { stopper.stop() }
    let (news, _) = follow("quick")
    let (slow, quick) = (try Program(listener), try Program(listener))
    for program in [slow, quick] { program.hello() }
    for number in 1...5 { slow.value("\(number)", of: "slow") }
    slow.value("0", of: "quick")
    row.waitUntilRefused()
    // The other program is read while this row has no room, also after it has asked again.
    for number in 1...3 { quick.value("\(number)", of: "quick") }
    #expect(await first(3, of: news) == [.value(1), .value(2), .value(3)])
    #expect(row.values == [])
    row.makeRoom(3)
    #expect(row.wait(for: 3) == [1, 2, 3])
    row.makeRoom(2)
    #expect(row.wait(for: 5) == [1, 2, 3, 4, 5])
    #expect(await first(1, of: news) == [.value(0)])
  }

  @Test("Only so many programs are read at once; the others are refused, and may come back")
  func connections() async throws {
    defer { listener.close() }
    let (news, _) = follow()
    var programs = try (0..<TapListener.connectionLimit).map { _ in try Program(listener) }
    for program in programs { program.hello() }
    for program in programs { program.value("0") }
    #expect(await first(programs.count, of: news).count == programs.count)
    for _ in 0..<100 { try Program(listener).waitForEnd() }
    #expect(listener.takeWarnings().contains { $0.contains("refused one") })
    programs = []
    // A place is free a moment after a program has gone, so the first attempts may be refused.
    let (late, _) = follow("other")
    let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
    let reader = Task { for await item in late where item == .value(9) { outcome.yield(true) } }
    defer { reader.cancel() }
    var isTaken = false
    while !isTaken {
      let program = try Program(listener)
      program.hello()
      program.value("9", of: "other")
      Thread {
        program.waitForEnd()
        outcome.yield(false)
      }.start()
      isTaken = await outcomes.first { _ in true } ?? false
    }
  }

  @Test("A socket that was removed is made again; programs that were connected go on")
  func removed() async throws {
    defer { listener.close() }
    #expect(try !listener.openAgainIfRemoved(), "it is there")
    let (news, _) = follow(restarts: true)
    let old = try Program(listener)
    old.hello()
    old.value("1")
    #expect(await first(1, of: news) == [.value(.int(1))])
    unlink(listener.path)
    #expect(try listener.openAgainIfRemoved())
    #expect(try !listener.openAgainIfRemoved())
    let new = try Program(listener)
    new.hello()
    new.value("2", iteration: 2)
    #expect(await first(1, of: news).first == .value(.int(2)))
    old.value("3")
    #expect(await first(1, of: news).first == .value(.int(3)))
    withExtendedLifetime((old, new)) {}
  }

  @Test("The socket is its owner's, and a stale one is replaced, but none that is in use")
  func socket() throws {
    #expect(FileStatus(path: listener.path)?.permissions == 0o600)
    let second = TapListener(at: listener.path)
    #expect(throws: TapListener.Unavailable.self) { try second.open() }
    listener.close()
    #expect(FileStatus(path: listener.path) == nil)
    let socket = Sockets.make(AF_UNIX, .stream)
    try #require(Sockets.withAddress(of: listener.path) { bind(socket, $0, $1) } == 0)
    close(socket)
    let third = TapListener(at: listener.path)
    try third.open()
    third.close()
    let none = TapListener(at: "/proc/none/t.sock")
    do {
      try none.open()
      Issue.record("a socket in /proc")
    } catch { #expect(error.description.contains("no socket can be made at /proc/none/t.sock")) }
  }
}
