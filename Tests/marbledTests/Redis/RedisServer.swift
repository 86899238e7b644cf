#if Redis
  import Foundation
  import Platform
  import RedisClient
  import Synchronization
  import TestSupport
  import Testing

  /// A redis-server of a test's own, on a free port, with its files in a temporary folder.
  final class RedisServer {
    private(set) var port: Int
    private let folder: TemporaryFolder
    private let options: [String]
    private var process: PipedProgram?

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - options: more options, as on its command line.
    ///   - isRunning: whether to start it now.
    init(_ options: String..., isRunning: Bool = true) throws {
      folder = try TemporaryFolder()
      self.options = options
      port = try Self.freePort()
      guard isRunning else { return }
      // Another run of the tests may have taken the port since it was found.
      while try !attempt() { port = try Self.freePort() }
    }

    deinit { kill() }

    /// Starts it, and waits until it can be used.
    func start() throws { guard try attempt() else { throw Problem("port \(port) of the server is taken") } }

    /// Starts it unless its port is taken.
    private func attempt() throws -> Bool {
      let folder = URL(filePath: folder.file("x")).deletingLastPathComponent().path
      let process = try PipedProgram(
        program: "/usr/bin/env",
        ["redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--dir", folder] + options)
      var isTaken = false
      try process.wait(for: "a server that is ready") { lines in
        isTaken = lines.contains { $0.contains("Address already in use") }
        return isTaken || lines.contains { $0.contains("Ready to accept connections") }
      }
      if !isTaken { self.process = process }
      return !isTaken
    }

    /// Ends it without notice.
    func kill() {
      process?.send(signal: SIGKILL)
      _ = try? process?.waitForEnd()
      process = nil
    }

    /// The URL of a stream.
    func url(_ key: String, _ query: String = "") -> String {
      "redis://127.0.0.1:\(port)/\(key)\(query.isEmpty ? "" : "?\(query)")"
    }

    /// Sends a command; the answer.
    @discardableResult
    func send(_ words: String..., password: String? = nil) throws -> RedisReply {
      try send(words, password: password)
    }

    /// Sends a command; the answer.
    @discardableResult
    func send(_ words: [String], password: String? = nil) throws -> RedisReply {
      try connection(password: password).command(RedisCommand(words))
    }

    private func connection(password: String? = nil) throws(RedisFailure) -> RedisConnection {
      try RedisConnection(
        to: RedisAddress(host: "127.0.0.1", port: port),
        credentials: password.map { RedisCredentials(password: $0) }, stopper: RedisStopper())
    }

    /// Appends entries with the field `n`.
    func add(_ numbers: some Sequence<Int>, to key: String) throws {
      for number in numbers { try send("XADD", key, "*", "n", "\(number)") }
    }

    /// The values of a field of all entries.
    func values(of field: String, in key: String) throws -> [String] {
      try send("XRANGE", key, "-", "+").entries.flatMap { entry in entry.fields.filter { $0.name == field }.map(\.value)
      }
    }

    /// The number of entries that the group `g` has not acknowledged; nil before the group is made.
    func pending(_ key: String) throws -> Int? {
      do throws(RedisFailure) {
        return try connection().command(["XPENDING", key, "g"]).array?.first?.integer
      } catch  where error.code == "NOGROUP" {
        return nil
      }
    }

    /// Waits until something is so: it is asked at first, and after each command of other clients, which `MONITOR` reports. Who reads a
    /// stream sends one each second.
    func until(_ isSo: () throws -> Bool) throws {
      let monitor = try Monitor(port)
      while try !isSo() { try monitor.wait { _ in true } }
    }

    /// Waits until another client sends this command.
    func wait(for command: String) throws { try Monitor(port).wait { $0.contains("\"\(command)\"") } }

    /// A connection to which the server reports each command that it carries out.
    private struct Monitor {
      /// The commands of conditions and of new connections.
      private static let ours = ["XPENDING", "XRANGE", "XINFO", "CLIENT", "ACL", "AUTH", "HELLO"].map { "\"\($0)\"" }
      private let connection: RawConnection

      init(_ port: Int) throws {
        connection = try RawConnection(port: UInt16(port))
        connection.send("MONITOR\r\n")
        _ = connection.answer { $0.contains("+OK\r\n") }
      }

      /// Waits for a command of another client.
      func wait(for isIt: (Substring) -> Bool) throws {
        func isThere(_ text: String) -> Bool {
          // Whole lines alone: the rest of a line comes with the next bytes.
          text.hasSuffix("\r\n")
            && text.split(separator: "\r\n").contains { line in isIt(line) && !Self.ours.contains(where: line.contains)
            }
        }
        let text = connection.answer(until: isThere) ?? ""
        guard isThere(text) else { throw Problem("the server has ended; it reported:\n\(text)") }
      }
    }

    /// Other runs of the tests begin elsewhere.
    private static let nextPort = Mutex(20_000 + Int(getpid() % 10_000))

    /// A port that nothing uses and no other test gets. The system chooses higher ones for connections, so none takes it while
    /// its server is away.
    private static func freePort() throws -> Int {
      try nextPort.withLock { next in
        while next < 32_000 {
          next += 1
          if isFree(UInt16(next)) { return next }
        }
        throw Problem("no free port")
      }
    }

    private static func isFree(_ port: UInt16) -> Bool {
      let descriptor = Sockets.make(AF_INET, .stream)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
  }
#endif
