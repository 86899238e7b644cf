import Client
import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// Viewers that are killed, are too many, or come by TCP.
  @Suite struct ViewerFaultTests {
    private static let asksForEvents = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"

    private func viewers(_ daemon: RunningDaemon) throws -> Int { try daemon.shownStatus()["viewers"] as? Int ?? -1 }

    @Test("a killed viewer is removed at once, and the others miss nothing", .needs(.curl))
    func killed() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--loops", "1000", "--speed-factor", "20")
      let stays = Task { [view = daemon.view] in
        var numbers: [Int] = []
        try await view.lines("/v1/events") { line in
          let change = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          if let number = change?["seq"] as? Int { numbers.append(number) }
          return numbers.count < 60
        }
        return numbers
      }
      let curls = try (0..<3).map { _ in
        try Child(
          "/bin/sh",
          ["-c", "exec curl -sN -H 'Accept: text/event-stream' --unix-socket \(daemon.sockets)/view.sock x/v1/events"],
          environment: Binary.environment, input: .null, output: .null, error: .null)
      }
      try ask { try viewers(daemon) == 4 }
      for curl in curls { curl.send(SIGKILL) }
      try ask { try viewers(daemon) <= 1 }
      let numbers = try await stays.value
      #expect(numbers == Array(numbers[0]..<numbers[0] + 60))
      try ask { try viewers(daemon) == 0 }
      try ask { try daemon.connections("open") == 1 }
    }

    @Test("with 256 descriptors and 300 viewers, those without room get an error")
    func descriptors() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--viewers", "1000", descriptors: 256)
      #expect(daemon.log.contains("than are configured configured=1000 descriptors=256 viewers=176"))
      let connections = try (0..<300).map { _ in
        let connection = try RawConnection(daemon.sockets + "/view.sock")
        connection.send(Self.asksForEvents)
        return connection
      }
      let heads = connections.map { $0.answer { $0.contains("\r\n\r\n") } ?? "nothing" }
      #expect(heads.count { $0.hasPrefix("HTTP/1.1 200 ") } == 176)
      #expect(heads.count { $0.hasPrefix("HTTP/1.1 503 ") } == 124)
      #expect(try viewers(daemon) == 176)
      #expect(try daemon.shownStatus()["scene"] as? String == "sample")
      // Those that were refused keep their connections, until no connection has room.
      #expect(try daemon.connections("refused") > 0)
      #expect(daemon.log.contains("refusing connections: the limit is reached limit=192"))
      #expect(try daemon.openDescriptors() < 256)
      #expect(try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#).status == 200)
      // Once all know of the pause, it has nothing to do; else this ends with the time limit.
      try ask {
        let before = try daemon.processorTime()
        let seconds = pass(atLeast: 1)
        return try daemon.processorTime() - before < 0.3 * seconds
      }
    }

    @Test("all places for viewers are free again when they have gone")
    func places() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--viewers", "2")
      for _ in 0..<3 {
        var connections = try (0..<4).map { _ in
          let connection = try RawConnection(daemon.sockets + "/view.sock")
          connection.send(Self.asksForEvents)
          return connection
        }
        let refusal = "too many viewers: the limit is 2"
        let answers = connections.map { connection in
          connection.answer { $0.hasPrefix("HTTP/1.1 200 ") && $0.contains("\r\n\r\n") || $0.contains(refusal) }
        }
        // Whichever of them came first.
        #expect(answers.count { $0?.hasPrefix("HTTP/1.1 200 ") == true } == 2)
        #expect(answers.count { $0?.contains(refusal) == true } == 2)
        #expect(try viewers(daemon) == 2)
        connections = []
        try ask { try viewers(daemon) == 0 }
      }
    }

    @Test("idle viewers get keep-alives")
    func heartbeats() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true}"#)
      let connection = try RawConnection(daemon.sockets + "/view.sock")
      connection.send(Self.asksForEvents)
      let told = try #require(connection.answer { $0.contains("event: heartbeat\n") })
      #expect(told.contains("event: snapshot\n"))
      #expect(try viewers(daemon) == 1)
    }

    @Test("by TCP it is as many as it may be, only to watch, and only for its own hosts; its port is shown")
    func tcp() async throws {
      let daemon = try await RunningDaemon(
        "--playlist", "sample", "--view", "127.0.0.1:0", "--view-connections", "4", "--view-hosts", "kiosk.local")
      let address = try #require(try daemon.shownStatus()["view"] as? String)
      #expect(daemon.log.contains("viewers may watch url=\(address)"))
      let port = try #require(address.firstMatch(of: /^http:\/\/127\.0\.0\.1:([1-9][0-9]*)\/$/)?.1)
      func status(_ request: String) throws -> String? {
        let connection = try RawConnection(port: UInt16(port) ?? 0)
        connection.send(request + "Connection: close\r\n\r\n")
        return connection.answer()?.split(separator: " ").dropFirst().first.map(String.init)
      }
      #expect(try status("GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n") == "200")
      #expect(try status("GET /v1/status HTTP/1.1\r\nHost: LOCALHOST\r\n") == "200")
      #expect(try status("GET /v1/status HTTP/1.1\r\nHost: kiosk.local:80\r\n") == "200")
      // A foreign name that resolves to this machine.
      for host in ["evil.example", "127.0.0.1.evil.example", "kiosk.local.evil.example:\(port)", ""] {
        #expect(try status("GET /v1/status HTTP/1.1\r\nHost: \(host)\r\n") == "421", "\(host)")
      }
      #expect(try status("GET /v1/status HTTP/1.1\r\n") == "421")
      for target in ["/v1/control", "/v1/scenes?name=x", "/v1/inputs/ints"] {
        let body = #"{"quit":true}"#
        let post = "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n\(body)"
        let connection = try RawConnection(port: UInt16(port) ?? 0)
        connection.send(post)
        #expect(connection.answer { $0.contains("\r\n\r\n") }?.hasPrefix("HTTP/1.1 403 ") == true, "\(target)")
      }
      #expect(try status("PUT /v1/control HTTP/1.1\r\nHost: localhost\r\n") == "403")

      try ask { try daemon.connections("open") == 1 }
      func connect(from client: UInt8, _ request: String) throws -> RawConnection {
        let connection = try RawConnection(port: UInt16(port) ?? 0, from: client)
        connection.send(request)
        return connection
      }
      var viewers = try (2...4).map { try connect(from: $0, Self.asksForEvents) }
      try ask { try self.viewers(daemon) == 3 }
      // A place that event streams leave.
      let fourth = try connect(from: 5, Self.asksForEvents).answer { $0.contains("\r\n\r\n") }
      #expect(fourth?.hasPrefix("HTTP/1.1 503 ") == true)
      try ask { try daemon.connections("open") == 4 }
      let idle = try connect(from: 6, "GET /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(idle.answer { $0.contains("\r\n\r\n") }?.hasPrefix("HTTP/1.1 200 ") == true)
      #expect(try status("GET /v1/status HTTP/1.1\r\nHost: localhost\r\n") == "503")
      #expect(try daemon.connections("refused") == 2)
      #expect(viewers.count == 3)
      viewers = []
      try ask {
        try status("GET /v1/status HTTP/1.1\r\nHost: localhost\r\n") == "200"
      }
    }
  }
}
