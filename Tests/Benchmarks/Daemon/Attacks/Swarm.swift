import Foundation
import Platform
import Synchronization
import TestSupport

/// Clients that one thread plays: each connects, sends a request, and reads until the other end closes the connection; then
/// again.
final class Swarm: @unchecked Sendable {
  /// One client.
  struct Client {
    var address: HTTPConnection.Address
    /// The bytes of each request, from its number.
    var request: (Int) -> [UInt8]
    /// How many bytes are sent at a time, and the seconds between them; nil for all at once.
    var pieces: (bytes: Int, seconds: Double)?
    /// The seconds between two requests.
    var pause = 0.0
    /// Whether it hangs up once the request is sent.
    var hangsUp = false

    init(_ address: HTTPConnection.Address, _ request: @escaping (Int) -> [UInt8]) {
      (self.address, self.request) = (address, request)
    }

    init(_ address: HTTPConnection.Address, _ request: [UInt8]) { self.init(address) { _ in request } }
  }

  private struct Connection {
    var descriptor: Int32 = -1
    var request: [UInt8] = []
    var sent = 0
    var head: [UInt8] = []
    /// When it does something again, in monotonic seconds.
    var due = 0.0
    var number = 0
  }

  // @unchecked: clients and connections belong to the thread that calls `run`; the rest is locked.
  private let clients: [Client]
  private var connections: [Connection]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private let counts = Mutex<(answers: [Int: Int], bytes: Int)>(([:], 0))
  private let isStopped = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ clients: [Client]) {
    self.clients = clients
    connections = clients.map { _ in Connection() }
  }

  /// Starts the thread.
  func start() {
    let thread = Thread { [self] in
      while !isStopped.load(ordering: .relaxed) { turn() }
      for connection in connections where connection.descriptor >= 0 { close(connection.descriptor) }
      ended.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Closes all connections, and ends the thread.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    ended.wait()
  }

  /// The numbers of answers by status; 0 for connections that were closed without one.
  var answers: [Int: Int] { counts.withLock { $0.answers } }
  /// The number of bytes that were received.
  var bytes: Int { counts.withLock { $0.bytes } }

  /// The answers, for people.
  var summary: String {
    answers.sorted { $0.key < $1.key }.map { "\($1) × \($0 == 0 ? "closed" : "\($0)")" }.joined(separator: ", ")
  }

  /// A request with a head and a body.
  static func request(
    _ method: String, _ target: String, headers: [String] = [], body: String = "", announced: Int? = nil
  ) -> [UInt8] {
    var head = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if !body.isEmpty || announced != nil { head.append("Content-Length: \(announced ?? body.utf8.count)") }
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  private func turn() {
    let now = monotonicSeconds()
    var wake = now + 0.1
    var polls: [pollfd] = []
    var indices: [Int] = []
    for index in connections.indices {
      if connections[index].descriptor < 0, connections[index].due <= now { connect(index, now) }
      let connection = connections[index]
      if connection.descriptor < 0 || connection.due > now { wake = min(wake, connection.due) }
      guard connection.descriptor >= 0 else { continue }
      let sends = connection.sent < connection.request.count && connection.due <= now
      polls.append(
        pollfd(fd: connection.descriptor, events: Int16(sends ? POLLIN | POLLOUT : POLLIN), revents: 0))
      indices.append(index)
    }
    guard poll(&polls, nfds_t(polls.count), Int32(max(1, (wake - now) * 1000))) > 0 else { return }
    for (poll, index) in zip(polls, indices) where poll.revents != 0 {
      if poll.revents & Int16(POLLOUT) != 0 { send(index) }
      if poll.revents & ~Int16(POLLOUT) != 0, connections[index].descriptor >= 0 { receive(index) }
    }
  }

  private func connect(_ index: Int, _ now: Double) {
    guard let descriptor = try? HTTPConnection.connected(to: clients[index].address, isPatient: false) else {
      connections[index].due = now + 0.2
      return
    }
    let number = connections[index].number
    connections[index] = Connection(
      descriptor: descriptor, request: clients[index].request(number), number: number + 1)
  }

  private func send(_ index: Int) {
    let connection = connections[index]
    let rest = connection.request.count - connection.sent
    let size = min(rest, clients[index].pieces?.bytes ?? rest)
    let count = connection.request[connection.sent..<connection.sent + size].withUnsafeBytes {
      Platform.send(connection.descriptor, $0.baseAddress, $0.count, Sockets.noSignal)
    }
    guard count > 0 else {
      if count < 0, errno == EAGAIN { return }
      return end(index)
    }
    connections[index].sent += count
    if let pieces = clients[index].pieces { connections[index].due = monotonicSeconds() + pieces.seconds }
    if clients[index].hangsUp, connections[index].sent == connection.request.count { end(index) }
  }

  private func receive(_ index: Int) {
    let count = recv(connections[index].descriptor, &buffer, buffer.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN { return }
      return end(index)
    }
    if connections[index].head.count < 12 {
      connections[index].head += buffer[..<min(count, 12 - connections[index].head.count)]
      if connections[index].head.count == 12 {
        let status = Int(String(decoding: connections[index].head[9...], as: UTF8.self)) ?? 0
        counts.withLock { $0.answers[status, default: 0] += 1 }
        // As a client that is told to come back later, or not at all.
        if status >= 400, status != 422 { connections[index].due = monotonicSeconds() + 0.2 }
      }
    }
    counts.withLock { $0.bytes += count }
  }

  private func end(_ index: Int) {
    close(connections[index].descriptor)
    if connections[index].head.count < 12, !clients[index].hangsUp {
      counts.withLock { $0.answers[0, default: 0] += 1 }
    }
    let pause = max(clients[index].pause, connections[index].head.count < 12 && !clients[index].hangsUp ? 0.05 : 0)
    connections[index].descriptor = -1
    connections[index].due = max(connections[index].due, monotonicSeconds() + pause)
  }
}
