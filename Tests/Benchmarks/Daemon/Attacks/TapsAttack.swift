import Foundation
import Platform
import TestSupport

/// Programs with 102 taps, with another tap every 50 ms, and with a line that never ends: rows keep their events, other
/// programs get rows, and memory is bounded.
struct TapsAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  func run(_ verdicts: inout Verdicts) throws {
    let daemon = try AttackedDaemon(["--playlist", "sample", "--title-cards", "0"], in: TemporaryFolder())
    let path = daemon.sockets + "/tap.sock"
    try endlessLine(daemon, path, &verdicts)
    try newTaps(daemon, path, &verdicts)
    try manyNames(daemon, path, &verdicts)
    daemon.end(by: SIGTERM, &verdicts, during: "programs with taps")
  }

  private func program(_ path: String, _ text: String) throws -> Int32 {
    let descriptor = try HTTPConnection.connected(to: .socket(path))
    try send(TapFlood.greeting(1) + text, to: descriptor)
    return descriptor
  }

  private func send(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.send(descriptor, $0.baseAddress, $0.count, Sockets.noSignal) }
      guard count > 0 else { throw Problem("the daemon has closed the connection of a program") }
      rest.removeFirst(count)
    }
  }

  private func endlessLine(_ daemon: AttackedDaemon, _ path: String, _ verdicts: inout Verdicts) throws {
    let descriptor = try program(path, "")
    defer { close(descriptor) }
    let block = String(repeating: "x", count: 1 << 16)
    var sent = 0
    while sent < 64 << 20, (try? send(block, to: descriptor)) != nil { sent += 1 << 16 }
    verdicts.check(
      sent <= 4 << 20, "a line that never ends: the program was disconnected after \(mebibytes(sent)), 4 MiB allowed")
    try daemon.checkMemory(below: 100 << 20, &verdicts, during: "a line that never ends")
  }

  private func newTaps(_ daemon: AttackedDaemon, _ path: String, _ verdicts: inout Verdicts) throws {
    let first = try program(path, TapFlood.line("first", 0))
    var (others, sent, next) = ([Int32](), 0, 0.0)
    // There is such a scene once there is a tap.
    let end = monotonicSeconds() + 10
    while try daemon.ask(#"{"scene":"taps"}"#) != 200, monotonicSeconds() < end { usleep(20_000) }
    defer { for descriptor in others + [first] { close(descriptor) } }
    let what = "another tap every 50 ms"
    try attack.askControl(of: daemon, for: min(attack.seconds / 2, 2.5), &verdicts, during: what) {
      try send(TapFlood.line("first", sent), to: first)
      sent += 1
      guard monotonicSeconds() >= next else { return }
      next = monotonicSeconds() + 0.05
      others.append(try program(path, TapFlood.line("other\(others.count)", 1)))
    }
    let events = try settled(daemon) { $0["first"]?["events"] as? Int ?? 0 == sent }["first"]?["events"] as? Int
    verdicts.check(
      events == sent, "\(what): \(events ?? 0) of \(sent) events of the first tap, beside \(others.count) others")
  }

  private func manyNames(_ daemon: AttackedDaemon, _ path: String, _ verdicts: inout Verdicts) throws {
    let many = try program(path, (0..<102).map { TapFlood.line("name\($0)", 1) }.joined())
    _ = try settled(daemon) { $0.count >= 60 }
    close(many)
    // What a row shows keeps its place, so the other program comes while another scene is played.
    _ = try daemon.ask(#"{"scene":"sample"}"#)
    _ = try settled(daemon) { $0["name0"] == nil }
    let honest = try program(path, TapFlood.line("honest", 1))
    defer { close(honest) }
    _ = try daemon.ask(#"{"scene":"taps"}"#)
    let rows = try settled(daemon) {
      try send(TapFlood.line("honest", 1), to: honest)
      return $0["honest"]?["events"] as? Int ?? 0 > 0
    }
    verdicts.check(rows["honest"] != nil, "102 names of a program that has gone: another program's tap has a row")
  }

  /// The rows, once a condition holds or after 10 s.
  private func settled(
    _ daemon: AttackedDaemon, _ isIt: ([String: [String: Any]]) throws -> Bool
  ) throws -> [String: [String: Any]] {
    let end = monotonicSeconds() + 10
    var rows = try daemon.rows()
    while try !isIt(rows), monotonicSeconds() < end {
      usleep(50_000)
      rows = try daemon.rows()
    }
    return rows
  }
}
