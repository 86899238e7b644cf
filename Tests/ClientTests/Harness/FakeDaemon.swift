import Foundation
import Platform
import Synchronization
import TestSupport

/// A socket that takes requests and answers what a test says: nothing at all, or anything.
final class FakeDaemon: Sendable {
  let path: String
  /// The request lines that have come.
  let requests: AsyncStream<String>
  private let folder: TemporaryFolder
  private let listener: Int32
  private let connections = Mutex<[Int32]>([])

  /// Listens.
  ///
  /// - Parameters:
  ///   - backlog: how many connections may wait to be accepted.
  ///   - answer: what a request line is answered with, byte by byte; nil to never answer. When it is left out, no
  ///     connection is ever accepted.
  ///   - endsAnswers: whether a connection is half closed behind its answer.
  init(backlog: Int32 = 16, endsAnswers: Bool = true, _ answer: (@Sendable (String) -> String?)? = nil) throws {
    folder = try TemporaryFolder()
    path = folder.file("control.sock")
    let listener = Sockets.make(AF_UNIX, .stream)
    self.listener = listener
    guard Sockets.withAddress(of: path, { bind(listener, $0, $1) }) == 0, listen(listener, backlog) == 0 else {
      throw Problem("\(path): \(String(cString: strerror(errno)))")
    }
    let (requests, request) = AsyncStream<String>.makeStream()
    self.requests = requests
    guard let answer else { return }
    Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return request.finish() }
        guard let self else {
          close(connection)
          return
        }
        connections.withLock { $0.append(connection) }
        Thread { Self.serve(connection, request, endsAnswers: endsAnswers, answer) }.start()
      }
    }.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for connection in connections.withLock({ $0 }) {
      shutdown(connection, Int32(SHUT_RDWR))
      close(connection)
    }
  }

  private static func serve(
    _ connection: Int32, _ request: AsyncStream<String>.Continuation, endsAnswers: Bool,
    _ answer: (String) -> String?
  ) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
    }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    request.yield(line)
    guard let text = answer(line) else { return }
    _ = text.withCString { send(connection, $0, strlen($0), 0) }
    if endsAnswers { shutdown(connection, Int32(SHUT_WR)) }
  }

  /// An answer of one JSON object.
  static func json(_ text: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count + 1)\r\n"
      + "Connection: close\r\n\r\n\(text)\n"
  }
}
