import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve` over a slow network, and opened by links that are damaged.
  @Suite struct PlaygroundNetworkTests {
    private let server: PipedProgram
    private let address: String

    init() throws {
      // A machine that is busy with other tests may leave a run no time for seconds.
      server = try PipedProgram("serve", "--listen", "127.0.0.1:0", "--time-limit", "1m")
      address = try server.waitForAddress()
    }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try BrowserScript.network.look([kind, address])
    }

    private struct Drag: Decodable {
      var answers, newer, pictures: Int
      /// Pixels between the marble in the picture and the hand: after each movement, and after each answer.
      var distances: [Double]
      var marbles, complaints: [String]
    }

    @Test(
      "while a marble is dragged over a network of 60 ms, each newer answer is shown, and the marble stays at the hand",
      .needs(.chromium))
    func drag() throws {
      let seen: Drag = try look("drag")
      // Of 30 movements, two are on their way when the last one has been made.
      #expect(seen.answers >= 28 && seen.pictures == seen.newer, "\(seen)")
      #expect(seen.distances.count == 59 && seen.distances.allSatisfy { $0 < 0.5 }, "\(seen.distances)")
      #expect(
        seen.marbles == ["a: 1 at 0 s", "a: 2 at 2 s", "a: 3 at 3 s", "a: 4 at 4 s", "a: finishes at 9 s"])
      #expect(seen.complaints == [])
    }

    private struct Opened: Decodable {
      var notice, title, file, mistake: String
      /// What the red line below the picture says; empty while it is hidden.
      var problem: String
      var rows: Int
      var isDrawn: Bool
      /// Whether the address is still that of the link.
      var isKept: Bool
    }

    @Test("a link that can't be read says what is wrong, beside the scene that is shown instead", .needs(.chromium))
    func links() throws {
      let all: [String: Opened] = try look("links")
      let damaged = "This link can't be read: its data is damaged or cut off. The page shows another scene."
      let notices = [
        "empty": damaged, "deflate": damaged, "cut": damaged, "binary": damaged,
        "base64": "This link can't be read: it is not base64url. The page shows another scene.",
        "large": "This link can't be read: its scene is larger than 200 kB. The page shows another scene.",
      ]
      for (place, title, rows) in [("front", "sample", 5), ("operators/debounce", "debounce", 2)] {
        for (link, notice) in notices {
          let seen = try #require(all["\(place) \(link)"])
          #expect(seen.notice == notice && seen.isKept, "\(place) \(link): \(seen)")
          #expect(seen.title == title && seen.rows == rows && seen.isDrawn && seen.problem == "", "\(place) \(link)")
        }
        // A text that is no scene can be mended.
        let seen = try #require(all["\(place) yaml"])
        #expect(seen.problem == "row b has no key aply; did you mean apply?" && seen.isKept)
        #expect(seen.title == "mine" && !seen.isDrawn && seen.file.contains("{ aply: 'a.map { $0 * 2 }' }"))
        #expect(seen.mistake.hasPrefix("Line 4, column 8: row b has no key `aply`"))
      }
      let changed = try #require(all["changed"])
      #expect(changed.notice == damaged && changed.title == "debounce" && changed.mistake == "")
      let chosen = try #require(all["chosen"])
      #expect(chosen.notice == "" && chosen.title == "zip" && chosen.rows == 3)
    }
  }
}
