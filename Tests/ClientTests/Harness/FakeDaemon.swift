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
  private let listener: Descriptor
  private let connections = Mutex<[Descriptor]>([])

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
    let listener = Descriptor(Sockets.make(AF_UNIX, .stream))
    self.listener = listener
    guard Sockets.withAddress(of: path, { bind(listener.number, $0, $1) }) == 0, listen(listener.number, backlog) == 0
    else {
      throw Problem("\(path): \(String(cString: strerror(errno)))")
    }
    let (requests, request) = AsyncStream<String>.makeStream()
    self.requests = requests
    guard let answer else { return }
    Thread { [weak self] in
      while true {
        let number = accept(listener.number, nil, nil)
        guard number >= 0 else { return request.finish() }
        let connection = Descriptor(number)
        guard let self else { return }
        connections.withLock { $0.append(connection) }
        Thread { Self.serve(connection, request, endsAnswers: endsAnswers, answer) }.start()
      }
    }.start()
  }

  deinit {
    listener.shutDown()
    for connection in connections.withLock({ $0 }) { connection.shutDown() }
  }

  private static func serve(
    _ connection: Descriptor, _ request: AsyncStream<String>.Continuation, endsAnswers: Bool,
    _ answer: (String) -> String?
  ) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection.number, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
    }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    request.yield(line)
    guard let text = answer(line) else { return }
    _ = text.withCString { send(connection.number, $0, strlen($0), 0) }
    if endsAnswers { shutdown(connection.number, Int32(SHUT_WR)) }
  }

  /// An answer of one JSON object.
  static func json(_ text: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count + 1)\r\n"
      + "Connection: close\r\n\r\n\(text)\n"
  }
}
