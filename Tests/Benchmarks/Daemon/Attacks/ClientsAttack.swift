import Foundation
import Platform
import Synchronization
import TestSupport

/// Clients of a daemon whose answers never end: they give up, and stay small.
struct ClientsAttack {
  private static let commands = [
    ["status"], ["list", "scenes", "--daemon"], ["control", "pause"], ["attach"],
  ]
  /// The most memory of a client, in bytes: a snapshot may have 64 MiB, which are copied while it grows.
  private static let memoryLimit = 320 << 20
  /// The time after which a client must be at its end, or wait without computing, in seconds.
  private static let limit = 15.0

  func run(_ verdicts: inout Verdicts) throws {
    for kind in ["one line", "lines"] {
      let folder = try TemporaryFolder()
      let server = try EndlessServer(folder.file("s"), kind == "lines" ? "data: {}\n\n" : "x")
      for command in Self.commands {
        let client = try Pty(
          program: Binary.path(), command + ["--socket", folder.file("s")], columns: 100, rows: 30, answers: true)
        let what = "\(command.joined(separator: " ")) with an answer of \(kind) without end"
        let (start, end) = (monotonicSeconds(), monotonicSeconds() + Self.limit)
        var peak = 0
        // Attach tries again until it is told to end.
        let isPatient = command[0] == "attach"
        while client.child.poll() == nil, monotonicSeconds() < (isPatient ? start + 4 : end) {
          peak = max(peak, ProcessReading(process: client.child.id)?.peakMemory ?? 0)
          usleep(10_000)
        }
        if isPatient { client.child.send(SIGTERM) }
        let ending = client.child.end(within: Attack.endingTime)
        verdicts.check(
          peak <= Self.memoryLimit && ending != nil,
          "\(what): it \(ending?.description ?? "hangs") after \(((monotonicSeconds() - start) * 10).rounded() / 10) s; "
            + "peak of memory \(mebibytes(peak)), \(mebibytes(Self.memoryLimit)) allowed")
        client.child.kill()
      }
      server.stop()
    }
  }

  /// Sockets at which each request is answered without end.
  private final class EndlessServer: Sendable {
    private let listeners: [Int32]
    private let isStopped = Atomic(false)

    init(_ folder: String, _ text: String) throws {
      mkdir(folder, 0o700)
      listeners = try ["control.sock", "view.sock"].map { name in
        let descriptor = Sockets.make(AF_UNIX, .stream)
        guard Sockets.withAddress(of: "\(folder)/\(name)", { bind(descriptor, $0, $1) }) == 0,
          listen(descriptor, 64) == 0
        else { throw Problem("\(folder)/\(name): \(String(cString: strerror(errno)))") }
        return descriptor
      }
      let block = Array(String(repeating: text, count: 100_000 / text.count).utf8)
      for listener in listeners {
        Thread { [self] in
          while !isStopped.load(ordering: .relaxed) {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            Thread { answer(descriptor, block) }.start()
          }
        }.start()
      }
    }

    func stop() {
      isStopped.store(true, ordering: .relaxed)
      for listener in listeners { shutdown(listener, Int32(SHUT_RDWR)) }
    }
  }
}

/// Answers a request without end, until the client hangs up.
private func answer(_ descriptor: Int32, _ block: [UInt8]) {
  var request = [UInt8](repeating: 0, count: 65_536)
  guard recv(descriptor, &request, request.count, 0) > 0 else { return }
  let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n".utf8)
  var isRead = send(descriptor, head, head.count, Sockets.noSignal) > 0
  while isRead { isRead = send(descriptor, block, block.count, Sockets.noSignal) > 0 }
  close(descriptor)
}
