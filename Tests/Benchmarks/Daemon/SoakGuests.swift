import Foundation
import Platform
import TestSupport

/// Clients that visit a daemon again and again: viewers that come and go, programs with taps, reloads, and uploads with
/// mistakes. None of them stays.
final class SoakGuests {
  private let sockets: String
  private let daemon: Child
  private var visits = 0
  private var counts: [String: Int] = [:]

  init(sockets: String, daemon: Child) { (self.sockets, self.daemon) = (sockets, daemon) }

  /// What they did, for people.
  var summary: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  private static let uploads = [
    "rows: { a: { marbles: '1-2' ", "rows: { a: { marbles: '1-2|' }, b: { apply: a.nothing() } }", "\u{0}\u{1}",
    "rows: { a: { live: 'exec:yes' } }", "rows: { a: { apply: '(0..<9000000).async.map { $0 }' } }",
    String(repeating: "[", count: 10_000), "# " + String(repeating: "*a ", count: 20_000),
  ]

  /// Has all of them come for a while.
  func visit() throws {
    visits += 1
    let viewers = try (0..<4).map { _ in try Viewers.follow(.socket(sockets + "/view.sock")) }
    let program = try HTTPConnection.connected(to: .socket(sockets + "/tap.sock"))
    let reports =
      TapFlood.greeting(visits) + (0..<20).map { TapFlood.line("tap\((visits + $0) % 200)", $0) }.joined()
    let bytes = Array(reports.utf8)
    send(program, bytes, bytes.count, Sockets.noSignal)
    count("programs with taps")
    if visits % 10 == 0 {
      daemon.send(SIGHUP)
      count("reloads")
    }
    let upload = Self.uploads[visits % Self.uploads.count]
    let answer = try HTTPConnection.answer(
      to: "POST", "/v1/scenes?name=guest", of: .socket(sockets + "/control.sock"), body: upload)
    count("uploads answered \(answer.status)")
    // No client waits for anything that may not come; this is how long they stay.
    Thread.sleep(forTimeInterval: 0.4)
    for viewer in viewers {
      guard viewer.read() != nil else { throw Problem("a viewer was hung up on") }
      count("viewers")
    }
    close(program)
    withExtendedLifetime(viewers) {}
  }

  /// Waits until the daemon knows that all have gone: its own connection is the only one that is open.
  func waitUntilGone() throws {
    let deadline = monotonicSeconds() + 10
    while try HTTPConnection.get("/v1/status", of: sockets + "/control.sock").contains(#""connections":{"open":1,"#)
      == false
    {
      guard monotonicSeconds() < deadline else { throw Problem("connections of clients that have gone stay open") }
      usleep(5_000)
    }
    // So that a reading does not contain the descriptor of the last request.
    usleep(50_000)
  }

  private func count(_ what: String) { counts[what, default: 0] += 1 }
}
