import Foundation
import Platform
import TestSupport

/// A log that is appended to, moved, rewritten, removed and replaced by a pipe and a folder, while a recording of its row is
/// moved, removed and truncated: each value is one that was written, and what was recorded can be read.
struct FilesAttack {
  let attack: Attack

  init(_ attack: Attack) { self.attack = attack }

  func run(_ verdicts: inout Verdicts) throws {
    let folder = try TemporaryFolder()
    let (log, recording) = (folder.file("a.log"), folder.file("recording"))
    try "a whole line\n".write(toFile: log, atomically: false, encoding: .utf8)
    try ("rows:\n  n: { live: \"tail:\(log)\" }\n  odd: { apply: 'n.filter { $0 != \"a whole line\" }' }\n").write(
      toFile: folder.file("log.yaml"), atomically: true, encoding: .utf8)
    let daemon = try AttackedDaemon(
      ["--playlist", folder.file("log.yaml"), "--title-cards", "0", "--record", recording], in: folder)
    let what = "a log and a recording that are moved, rewritten and removed"
    var turn = 0
    try attack.askControl(of: daemon, for: attack.seconds / 2, &verdicts, during: what) {
      try change(log, turn, in: folder)
      switch turn % 40 {
      case 10: truncate(recording, 0)
      case 20: unlink(recording)
      case 30: rename(recording, folder.file("recording.\(turn)"))
      default: break
      }
      turn += 1
    }
    try "".write(toFile: log, atomically: true, encoding: .utf8)
    try Self.append("a whole line\n", to: log)
    let rows = try daemon.rows()
    let (events, odd) = (rows["n"]?["events"] as? Int ?? 0, rows["odd"]?["events"] as? Int ?? 0)
    verdicts.check(
      events > turn / 4 && odd == 0, "\(what): \(events) values in \(turn) changes, \(odd) that nobody wrote")
    daemon.end(by: SIGTERM, &verdicts, during: what)
    let parts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("recording") }
    let unreadable = try parts.filter { part in
      let convert = try Child(
        Binary.path(), ["convert", folder.file(part)], environment: Binary.environment, input: .null, output: .null,
        error: .null)
      return convert.waitForEnd() != .exited(0)
    }
    verdicts.check(unreadable.isEmpty, "\(what): \(parts.count) parts of the recording; can't be read: \(unreadable)")
  }

  /// Adds lines, or does what a rotation or a careless program does.
  private func change(_ log: String, _ turn: Int, in folder: TemporaryFolder) throws {
    switch turn % 12 {
    case 3: try "a whole line\n".write(toFile: log, atomically: false, encoding: .utf8)
    case 5: rename(log, folder.file("a.log.1"))
    case 6:
      unlink(log)
      mkfifo(log, 0o600)
    case 7:
      unlink(log)
      mkdir(log, 0o700)
    case 8:
      rmdir(log)
      try "a whole line\na whole line\na whole line\n".write(toFile: log, atomically: false, encoding: .utf8)
    case 10: try "a whole line\na whole line\n".write(toFile: log, atomically: true, encoding: .utf8)
    default: try Self.append("a whole line\n", to: log)
    }
  }

  private static func append(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    write(descriptor, bytes, bytes.count)
  }
}
