import Foundation
import Platform
import TestSupport

/// `play` on a terminal, where an expression is typed that computes for hours: the screen goes on, and SIGTERM ends it at once
/// and gives the terminal back.
struct TerminalAttack {
  private static let counts = [600, 1000, 2000]

  func run(_ verdicts: inout Verdicts) throws {
    for count in Self.counts {
      let folder = try TemporaryFolder()
      try
        "duration: 1000s\nrows: { a: { apply: 'AsyncTimerSequence(interval: .milliseconds(10)).prefix(\(count))' } }\n"
        .write(toFile: folder.file("many.yaml"), atomically: true, encoding: .utf8)
      let pty = try Pty(
        program: Binary.path(), ["play", folder.file("many.yaml")], columns: 120, rows: 40, answers: true)
      try pty.waitForPicture()
      pty.type("A\u{15}x = a.map { $0 + (0..<90000).map { $0 * 2 }.sum() }")
      Thread.sleep(forTimeInterval: 1)
      let what = "an expression over \(count) values"
      let start = monotonicSeconds()
      pty.child.send(SIGTERM)
      let ending = pty.child.end(within: 20)
      let time = monotonicSeconds() - start
      verdicts.check(
        ending != nil && time <= Attack.endingTime && pty.settingsAreRestored,
        "\(what): SIGTERM: it \(ending?.description ?? "hangs") after \((time * 1000).rounded()) ms, the terminal is "
          + (pty.settingsAreRestored ? "restored" : "raw"))
      pty.child.kill()
    }
  }
}
