import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve` that was opened before an upgrade of the server, in a browser.
  @Suite struct PlaygroundUpgradeTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// A page: the version of its scripts, how it was loaded, how many documents there were, and its scene.
    private struct State: Decodable {
      var version, load: String
      var documents: Int
      var marbles: [String]
      var canUndo: Bool
      var reloads: Int?
    }

    private struct Seen: Decodable {
      var before, after, later: State
      var complaints: [String]
    }

    @Test("a page of another version than its server loads itself again once, and keeps its edits", .needs(.chromium))
    func upgrade() throws {
      for kind in ["once", "cached"] {
        let seen: Seen = try page.look(.upgrade, kind)
        #expect(seen.before.version == "older" && seen.before.load == "navigate" && !seen.before.canUndo)
        #expect(seen.before.marbles.first == "a: 1 at 0 s")
        #expect(seen.after.marbles.first == "a: 1 at 1 s" && seen.after.canUndo && seen.after.documents == 2)
        #expect((seen.after.version == "older") == (kind == "cached"), "\(kind): \(seen.after.version)")
        // Nor does it load itself again when a cache gives it the old document.
        #expect(seen.later.documents == 2 && seen.later.reloads == 1, "\(kind): \(seen.later)")
        #expect(seen.later.marbles.first == "a: 1, 2 at 2 s" && seen.complaints == [])
      }
    }
  }
}
