import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve` while its server is away or busy, and over a slow network.
  @Suite struct PlaygroundFailureTests {
    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      let seen: [String: Seen] = try BrowserScript.failures.look([Binary.path(), kind])
      return try #require(seen[kind])
    }

    private struct Gone: Decodable {
      var bar: String
      /// Pixels between the marble and where it was let go.
      var off: Double
      var marbles, undone: [String]
      var isLinked: Bool
    }

    private let moved = ["a: 1 at 0 s", "a: 3 at 3 s", "a: 2 at 5 s", "a: 4 at 7 s", "a: finishes at 9 s"]

    @Test("edits made while the server is gone are kept, and made when it is there again", .needs(.chromium))
    func gone() throws {
      let seen: Gone = try look("gone")
      #expect(seen.bar == "The server does not answer. Your edit is kept." && seen.off < 1)
      #expect(seen.marbles == moved && seen.undone == moved && seen.isLinked)
    }

    private struct Left: Decodable {
      var unedited, chosen, back: [String]
      var address: String
    }

    @Test("an edit that waits stays with its scene when another one is chosen", .needs(.chromium))
    func left() throws {
      let seen: Left = try look("left")
      #expect(seen.address == "/operators/zip" && seen.chosen == seen.unedited)
      #expect(seen.back == ["a: 1 at 0 s", "a: 2, 3 at 3 s", "a: 4 at 7 s", "a: finishes at 9 s"])
    }

    private struct Reload: Decodable {
      var after, undone: [String]
      var address: String
    }

    @Test("an edit that waits for the server, and the edits before it, survive a reload", .needs(.chromium))
    func reload() throws {
      let seen: Reload = try look("reload")
      #expect(seen.after == moved && seen.address == "/operators/debounce")
      #expect(seen.undone == ["a: 1 at 0 s", "a: 2 at 2 s", "a: 3 at 3 s", "a: 4 at 7 s", "a: finishes at 9 s"])
    }

    private struct Busy: Decodable { var bar, countdown: String }

    @Test("a page whose requests are too many says that it waits, and goes on", .needs(.chromium))
    func busy() throws {
      let seen: Busy = try look("busy")
      #expect(seen.bar == "This address has used more processor time than its share. Your edit is kept.")
      // At most 60 seconds, as the server wants it.
      #expect(seen.countdown.wholeMatch(of: /Trying again in (60|5\d) s …/) != nil, "\(seen.countdown)")
    }

    private struct Keys: Decodable {
      var marbles: [String]
      var focused: String
    }

    @Test("keys add up over a slow network, and stay with a marble that passes others", .needs(.chromium))
    func keys() throws {
      let seen: Keys = try look("keys")
      #expect(seen.focused == "a: 2 at 8 s")
      #expect(seen.marbles == ["a: 1 at 0 s", "a: 3 at 3 s", "a: 4 at 7 s", "a: 2 at 8 s", "a: finishes at 9 s"])
    }

    private struct Escape: Decodable {
      var axis, before, after: [String]
      var tip, stop: String
      var edited: Bool
    }

    @Test("the axis stays during a drag, the time is shown, and Escape takes the drag back", .needs(.chromium))
    func escape() throws {
      let seen: Escape = try look("escape")
      #expect(seen.before.count == 10 && seen.axis == seen.before && seen.after == seen.before)
      #expect(seen.tip == "7 s" && seen.stop == "the last value is at 7 s" && !seen.edited)
    }
  }
}
