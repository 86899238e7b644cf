import Client
import Foundation
import TestSupport
import Testing

extension Daemons {
  /// Clients of a real daemon that are slow, broken or mean: what they get, and what status says afterwards.
  @Suite struct RequestFaultTests {
    private static let halves = [
      "", "GET", "GET /v1/status HTTP/1.1\r\nHost: x\r\nX-Half: ",
      "POST /v1/control HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"paused\":",
      "POST /v1/control HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"pau",
    ]

    @Test("an incomplete request is answered with 408 after its time limit, without delaying others")
    func halfRequests() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--request-timeout", "5s")
      let connections = try Self.halves.map { half in
        let connection = try RawConnection(daemon.sockets + "/control.sock")
        connection.send(half)
        return connection
      }
      // This one is counted, too.
      #expect(try daemon.connections("open") == connections.count + 1)
      #expect(try daemon.shownStatus()["scene"] as? String == "sample")
      for (half, connection) in zip(Self.halves, connections) {
        let answer = try #require(connection.answer(), "\(half) is left open")
        #expect(
          answer.hasPrefix("HTTP/1.1 408 ") && answer.contains(#""message":"the request was not complete"#), "\(half)")
      }
      try ask { try daemon.connections("open") == 1 }
      #expect(try daemon.connections("late") == connections.count)
      #expect(try daemon.shownStatus()["paused"] as? Bool == false)
    }

    @Test("who hangs up in the middle of a request is forgotten at once")
    func hangUps() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      for half in Self.halves { try RawConnection(daemon.sockets + "/control.sock").send(half) }
      try ask { try daemon.connections("open") == 1 }
      #expect(try daemon.connections("late") == 0)
      #expect(try daemon.shownStatus()["paused"] as? Bool == false)
    }

    @Test("a request that comes byte by byte has no more time than any other", arguments: [2, 3])
    func slowly(half: Int) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--request-timeout", "1s")
      let connection = try RawConnection(daemon.sockets + "/control.sock")
      connection.send(Self.halves[half])
      var answer: String?
      while answer == nil {
        connection.send("x")
        answer = connection.answer(within: 0.1)
      }
      #expect(answer?.hasPrefix("HTTP/1.1 408 ") == true, "\(answer ?? "no answer")")
      #expect(try daemon.connections("late") == 1)
    }

    @Test("a connection on which nothing more is asked is closed, without a word")
    func idle() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--request-timeout", "3s")
      let connection = try RawConnection(daemon.sockets + "/view.sock")
      connection.send("GET /v1/status HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try #require(connection.answer())
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.contains("HTTP/1.1 408 "), "\(answer)")
      #expect(try daemon.connections("late") == 1)
    }

    @Test(
      "text that is not HTTP is answered with an error in JSON, and the connection is closed",
      arguments: Nonsense.allCases)
    private func garbage(nonsense: Nonsense) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      let connection = try RawConnection(daemon.sockets + "/control.sock")
      connection.send(nonsense.bytes)
      let answer = try #require(connection.answer(), "it is left open")
      #expect(answer.hasPrefix("HTTP/1.1 \(nonsense.status) "), "\(answer)")
      #expect(StatusLines.message(String(answer.split(separator: "\r\n\r\n").last ?? "")).count > 5, "\(answer)")
      #expect(try daemon.connections("malformed") == 1)
      try ask { try daemon.connections("open") == 1 }
    }

    @Test(
      "a request that does not say which host it is for is refused",
      arguments: [
        "GET /v1/status HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        "GET http://evil.example/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n",
      ])
    func hosts(request: String) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      let connection = try RawConnection(daemon.sockets + "/view.sock")
      connection.send(request)
      let answer = try #require(connection.answer(), "it is left open")
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("Host field"), "\(answer)")
      #expect(try daemon.connections("malformed") == 1)
    }

    @Test(
      "a connection on which nothing more can be asked is closed with the answer",
      arguments: [
        ("GET /v1/status HTTP/1.0\r\n\r\n", 200),
        ("GET http://localhost/v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 200),
        ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n", 403),
      ])
    func lastRequests(request: String, status: Int) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--request-timeout", "10m")
      let connection = try RawConnection(daemon.sockets + "/view.sock")
      connection.send(request)
      let answer = try #require(connection.answer(), "it is left open")
      #expect(answer.contains("HTTP/1.1 \(status) ") || answer.contains("HTTP/1.0 \(status) "), "\(answer)")
      #expect(try daemon.connections("late") == 0)
    }

    private enum Nonsense: CaseIterable {
      case noise, method, tls, negativeLength, chunkSize, longTarget, longHeader, manyHeaders

      var status: Int { [.longTarget, .longHeader, .manyHeaders].contains(self) ? 431 : 400 }

      var bytes: String {
        switch self {
        case .noise: "\u{0}\u{1}\u{FFFD}garbage\r\n\r\n"
        case .method: "BREW /v1/status HTTP/1.1\r\n\r\n"
        case .tls: "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}"
        case .negativeLength: "POST /v1/control HTTP/1.1\r\nContent-Length: -1\r\n\r\n"
        case .chunkSize: "POST /v1/control HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
        case .longTarget: "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\r\n"
        case .longHeader: "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n"
        case .manyHeaders: "GET / HTTP/1.1\r\n\(String(repeating: "X: aaaa\r\n", count: 20_000))\r\n"
        }
      }
    }

    @Test("bodies above 1 MiB are refused, however they come; those that make no sense, too")
    func bodies() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      let long = String(repeating: "1\n", count: (1 << 19) + 1)
      for target in ["/v1/control", "/v1/inputs/lines", "/v1/scenes?name=x"] {
        #expect(try await daemon.control.send("POST", target, body: long).status == 413, "\(target)")
        let connection = try RawConnection(daemon.sockets + "/control.sock")
        connection.send("POST \(target) HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        // Without end, as long as it is taken.
        for _ in 0..<2000 where connection.send("1000\r\n\(String(repeating: "1", count: 0x1000))\r\n") {}
        let answer = connection.answer { $0.contains("\r\n\r\n") }
        #expect(answer?.hasPrefix("HTTP/1.1 413 ") == true, "\(target): \(answer ?? "nothing")")
      }
      for (body, status) in [
        (String(repeating: "[", count: 500_000), 400), ("\u{0}", 400), ("", 400), ("{\"paused\":1}", 422), ("[]", 422),
      ] {
        #expect(try await daemon.control.send("POST", "/v1/control", body: body).status == status, "\(body.prefix(20))")
      }
      for body in [
        String(repeating: "[", count: 500_000), "a: &a [1]\nb: [\(String(repeating: "*a,", count: 5000))]", "rows: {",
      ] {
        #expect(try await daemon.control.send("POST", "/v1/scenes?name=x", body: body).status == 422)
      }
      let row = (try daemon.shownStatus()["rows"] as? [[String: Any]])?.first { $0["name"] as? String == "lines" }
      #expect(row?["events"] as? Int == 0 && row?["dropped"] as? Int == 0)
      #expect(try daemon.shownStatus()["paused"] as? Bool == false)
    }

    @Test(
      "HEAD is GET without a body",
      arguments: [("/v1/status", 200), ("/v1/events", 200), ("/metrics", 200), ("/v1/nothing", 404)])
    func head(target: String, status: Int) async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--request-timeout", "3s")
      let connection = try RawConnection(daemon.sockets + "/view.sock")
      connection.send("HEAD \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try #require(connection.answer())
      #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
      #expect(try daemon.shownStatus()["viewers"] as? Int == 0)
    }
  }
}
