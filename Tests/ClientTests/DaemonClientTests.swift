import Foundation
import Platform
import TestSupport
import Testing
import Wire

@testable import Client

/// What a client makes of a daemon that does not answer.
@Suite(.timeLimit(.minutes(30))) struct DaemonClientTests {
  private let clock = ManualClock()

  private func client(_ daemon: FakeDaemon) -> DaemonClient {
    DaemonClient(path: daemon.path, timeout: .seconds(5), clock: clock)
  }

  /// Lets time pass until `work` has come to its end.
  private func failure(_ work: Task<DaemonClient.Answer, any Error>) async throws -> DaemonClient.Failure {
    let time = Task { [clock] in
      while !Task.isCancelled {
        await clock.untilAsleep()
        clock.advance(by: .seconds(5))
      }
    }
    defer { time.cancel() }
    return try await #require(throws: DaemonClient.Failure.self) { try await work.value }
  }

  @Test("one that takes connections and never answers is given up when the time is over, and is named")
  func hangs() async throws {
    let daemon = try FakeDaemon()
    defer { withExtendedLifetime(daemon) {} }
    let answer = Task { [client = client(daemon)] in try await client.send("GET", "/v1/status") }
    await clock.untilAsleep()
    clock.advance(by: .seconds(5))
    let failure = try await #require(throws: DaemonClient.Failure.self) { try await answer.value }
    #expect(failure.isTimeout && failure.description == "\(daemon.path) did not answer within 5 s")
  }

  @Test("an answer that begins and does not end is given up as well")
  func half() async throws {
    let daemon = try FakeDaemon(endsAnswers: false) { _ in "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{" }
    defer { withExtendedLifetime(daemon) {} }
    let answer = Task { [client = client(daemon)] in try await client.send("GET", "/v1/status") }
    #expect(try await failure(answer).isTimeout)
  }

  @Test("one that does not even accept connections, of which as many wait as may, is given up as well, and found")
  func full() async throws {
    let daemon = try FakeDaemon(backlog: 0)
    defer { withExtendedLifetime(daemon) {} }
    var waiting: [Int32] = []
    defer { for descriptor in waiting { close(descriptor) } }
    while true {
      let descriptor = Sockets.make(AF_UNIX, .stream)
      waiting.append(descriptor)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      if Sockets.withAddress(of: daemon.path, { connect(descriptor, $0, $1) }) != 0 { break }
    }
    let folder = URL(filePath: daemon.path).deletingLastPathComponent().path
    #expect(try DaemonSearch(given: folder, environment: [:]).client(watching: true).path == daemon.path)
    let answer = Task { [client = client(daemon)] in try await client.send("GET", "/v1/status") }
    #expect(try await failure(answer).isTimeout)
  }

  @Test("an answer within the time is taken, and nothing waits for the rest of it")
  func answers() async throws {
    let daemon = try FakeDaemon { _ in FakeDaemon.json("{}") }
    defer { withExtendedLifetime(daemon) {} }
    #expect(try await client(daemon).send("GET", "/v1/status") == DaemonClient.Answer(status: 200, body: "{}\n"))
  }

  @Test("a line without an end is an error, and does not fill the memory")
  func endless() async throws {
    let daemon = try FakeDaemon { _ in "HTTP/1.1 200 OK\r\n\r\nshort\n" + String(repeating: "x", count: 20_000) }
    defer { withExtendedLifetime(daemon) {} }
    var client = client(daemon)
    client.maximumLine = 10_000
    var lines: [String] = []
    let failure = try await #require(throws: DaemonClient.Failure.self) {
      try await client.lines("/v1/events") { line in
        lines.append(line)
        return true
      }
    }
    #expect(lines == ["short"])
    #expect(failure.description.contains("sent a line of more than"))
  }

  @Test("an answer that does not end is an error, and does not fill the memory")
  func endlessAnswer() async throws {
    let daemon = try FakeDaemon { _ in "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 20_000) }
    defer { withExtendedLifetime(daemon) {} }
    var client = client(daemon)
    client.maximumAnswer = 10_000
    let failure = try await #require(throws: DaemonClient.Failure.self) { try await client.send("GET", "/v1/status") }
    #expect(failure.description.contains("sent an answer of more than"))
  }

  @Test(
    "a request for which the daemon may have to plan a scene is not given up while the daemon answers others",
    arguments: [
      (["scene", "two"], true), (["next"], true), (["seek", "2"], true), (["step"], true), (["undo"], true),
      (["reload"], true), (["pause"], false), (["speed", "2"], false),
    ])
  func control(words: [String], mayWait: Bool) async throws {
    let daemon = try FakeDaemon { _ in nil }
    defer { withExtendedLifetime(daemon) {} }
    let request = try ControlRequest(words: words)
    let answer = Task { [client = client(daemon)] in try await client.control(request) }
    var lines = daemon.requests.makeAsyncIterator()
    #expect(await lines.next()?.hasPrefix("POST /v1/control ") == true)
    await clock.untilAsleep()
    clock.advance(by: .seconds(5))
    // A client that waits asks whether the daemon is there.
    if mayWait { #expect(await lines.next()?.hasPrefix("GET /v1/status ") == true) }
    #expect(try await failure(answer).isTimeout)
  }

  @Test("lines may wait for room as long as the daemon answers others")
  func waits() async throws {
    let answered = Counter()
    let daemon = try FakeDaemon { line in
      line.hasPrefix("GET /v1/status ") && answered.next() <= 2 ? FakeDaemon.json("{}") : nil
    }
    defer { withExtendedLifetime(daemon) {} }
    let answer = Task { [client = client(daemon)] in
      try await client.send("POST", "/v1/inputs/a?wait=true", bytes: [], mayWait: true)
    }
    var lines = daemon.requests.makeAsyncIterator()
    #expect(await lines.next()?.hasPrefix("POST /v1/inputs/a") == true)
    // Each time the client asks, and, when it was answered, waits again.
    for count in [1, 3, 5] {
      await clock.untilSlept(count)
      clock.advance(by: .seconds(5))
    }
    await clock.untilSlept(6)
    // The last question has to be there before its time is over.
    for _ in 0..<3 { #expect(await lines.next()?.hasPrefix("GET /v1/status") == true) }
    clock.advance(by: .seconds(5))
    let failure = try await #require(throws: DaemonClient.Failure.self) { try await answer.value }
    #expect(failure.isTimeout)
  }
}
