import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What the page of `marbled serve` tells about the parts of its picture, over a network of 60 ms.
  @Suite struct PlaygroundReasonsTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try page.look(.reasons, kind)
    }

    private struct Cards: Decodable {
      struct Shown: Decodable, Equatable {
        var texts: [String]
        /// The number of lines, and the marbles that are paled.
        var lines: Int
        var pale: [String]
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          texts = try parts.decode([String].self)
          lines = try parts.decode(Int.self)
          pale = try parts.decode([String].self)
        }
      }
      struct Closed: Decodable {
        var isClosed: Bool
        var lines: Int
        var pale: [String]
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          isClosed = try parts.decode(Bool.self)
          lines = try parts.decode(Int.self)
          pale = try parts.decode([String].self)
        }
      }
      /// The tab stops of the picture.
      var stops: Int
      /// The ids of what a screen reader speaks by itself.
      var live: [String]
      /// Names and descriptions of the parts.
      var tree: [[String]]
      var output: Shown
      var hovered, stop: Bool
      var closed: Closed
      /// Where the focus was after each key.
      var steps: [String]
      var focused: [String]
    }

    @Test("each marble, mark and end has a card with its reasons and lines, by pointer and by keys", .needs(.chromium))
    func cards() throws {
      let seen: Cards = try look("cards")
      #expect(seen.stops == 1 && seen.stop)
      // Besides fields and the bar of the connection: the news, and messages that wait for a pause.
      #expect(seen.live.filter { !$0.hasPrefix("row-") && $0 != "connection" } == ["news", "said"], "\(seen.live)")
      let dropped = "2 at 2 s: nothing comes out. debounce drops it at 3 s: 3 from a replaced it."
      #expect(seen.tree.contains(["a: 2 at 2 s", dropped]), "\(seen.tree)")
      #expect(seen.tree.map(\.first).contains("debounce: 3 at 4.5 s"), "\(seen.tree)")
      #expect(seen.tree.map(\.first).contains("debounce finishes at 9 s"), "\(seen.tree)")
      #expect(
        seen.output.texts == [
          "3 at 4.5 s", "debounce emits 3: 3 from a waited for 1.5 s of quiet; 2 from a (2 s) was replaced.",
        ],
        "\(seen.output)")
      #expect(seen.output.lines == 1 && seen.output.pale == ["a#0", "a#1", "a#3", "debounce#0", "debounce#2"])
      #expect(seen.hovered)
      #expect(seen.closed.isClosed && seen.closed.lines == 0 && seen.closed.pale == [])
      #expect(
        seen.steps == [
          "a: 2 at 2 s", "a: 3 at 3 s", "a: 4 at 7 s", "a: finishes at 9 s", "debounce: 1 at 1.5 s",
          "debounce starts again at 3 s", "debounce: 3 at 4.5 s", "debounce starts again at 3 s",
          "debounce finishes at 9 s", "debounce: 1 at 1.5 s", "a: finishes at 9 s", "a: 1 at 0 s", "a: finishes at 9 s",
        ])
      #expect(seen.focused.first == "finishes at 9 s")
    }

    private struct Edit: Decodable {
      var covered, silent: Bool
      var now, news, told: String
      /// What is left of the difference at another time, and whether that has sentences.
      var after: After
      var errors: [String]

      struct After: Decodable {
        var news: String
        var isTold: Bool
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          news = try parts.decode(String.self)
          isTold = try parts.decode(Bool.self)
        }
      }
    }

    @Test(
      "a marble that is dragged keeps its lines, and the difference is told: once, when it is let go", .needs(.chromium)
    )
    func edit() throws {
      let seen: Edit = try look("edit")
      #expect(!seen.covered)
      let difference = "debounce: new: 2 at 6.5 s."
      #expect(seen.silent && seen.now == difference && seen.news == "2 of a now at 5 s.\(difference)")
      #expect(seen.told == "debounce emits it at 6.5 s.")
      let step = "At 8.5 seconds\n\ndebounce emits 4: 4 from a waited for 1.5 seconds of quiet."
      #expect(seen.after.news == step && seen.after.isTold && seen.errors == [])
    }

    private struct Phone: Decodable {
      var inside: [Bool]
      var wide: Bool
    }

    @Test("cards are on the screen of a phone", .needs(.chromium)) func phone() throws {
      let seen: Phone = try look("phone")
      #expect(seen.inside.count > 2 && seen.inside.allSatisfy { $0 } && !seen.wide)
    }

    private struct Story: Decodable {
      var lines: Int
      /// The sentences that a screen reader does not find.
      var missing: [String]
    }

    @Test("all sentences are there for a screen reader, and a click leaves the picture in sight", .needs(.chromium))
    func story() throws {
      let seen: Story = try look("story")
      #expect(seen.lines > 5 && seen.missing == [])
    }

    private struct Hear: Decodable {
      /// Role, name and description of each part.
      var tree: [[String]]
      var kinds, rows, played, errors: [String]
      /// The parts that down and up have reached, and what was told at the ends.
      var reached, ends: [String]
      /// Lines from inputs to outputs, at the end and before it.
      var lines: [Int]
      var line, group, stays: String
      /// The first sentence after other edits.
      var edits: [String]
      /// The focus and the first sentence after each move, and whether a screen reader leaves that out.
      var moves: [[String]]
    }

    @Test("a screen reader gets the keys, names, and a message for what happens", .needs(.chromium))
    func hear() throws {
      let seen: Hear = try look("hear")
      // What gets all keys says what they do; the drawing has nothing to add.
      let keys = try #require(seen.tree.first { $0[1] == "Marbles" })
      #expect(keys[0] == "application" && keys[2].contains("left and right move it"), "\(keys)")
      #expect(seen.lines == [0, 1])
      #expect(seen.kinds == ["movable marble", "movable end", "marble", "mark"])
      #expect(!seen.tree.contains { $0[0] == "image" && $0[1] == "debounce" || $0[0] == "StaticText" && $0[1] == "0s" })
      for part in [
        ["heading", "debounce", "Click or press Enter to edit"],
        ["button", "Emits a value once no other has followed it for the given time.", "Click or press Enter to edit"],
        ["button", "Settings of a", ""], ["button", "Settings of debounce", ""],
      ] { #expect(seen.tree.contains(part), "\(part)") }
      let parts = seen.tree.map { $0[1] }.filter {
        $0.hasPrefix("a: ") || $0.hasPrefix("debounce") && $0.hasSuffix(" s")
      }
      #expect(seen.reached == parts + parts.reversed() && parts.count > 8, "\(seen.reached) \(parts)")
      #expect(seen.ends == ["The last of all rows", "The last of debounce", "The first of all rows"])
      let names = ["a: 1 at 1 s", "a: 1, 2 at 2 s", "a: 1, 3 at 3 s", "a: 1, 2 at 2 s", "a: 1 at 1 s", "a: 1 at 0 s"]
      #expect(seen.moves.map(\.[0]) == names)
      #expect(seen.moves.map(\.[1]) == [1, 2, 3, 2, 1, 0].map { "1 of a now at \($0) s." })
      // A screen reader reads what keys move, as it has the focus.
      #expect(seen.moves.map(\.[2]) == ["true", "true", "true", "", "", ""])
      #expect(seen.stays == "Not moved: 0 s")
      #expect(
        seen.edits == [
          "1 of a removed.", "1 added to a at 0 s.", "5 added to a at 1 s.", "5 of a is now 7.", "7 of a is now 5.",
          "5 of a removed.",
        ])
      #expect(seen.line.contains("a emits 3"), "\(seen.line)")
      #expect(seen.rows == ["throttle is a new row.", "throttle is gone."])
      #expect(seen.group == "debounce" && seen.errors == [])
      #expect(seen.played[0].hasPrefix("Paused at ") && seen.played[1] == "The end", "\(seen.played)")
    }

    private struct LetGo: Decodable {
      /// Pixels from the pointer, and how far what is below has moved.
      var off, below: Double
      var errors: [String]
    }

    @Test("a marble stays under the pointer that lets it go, and what is below stays, too", .needs(.chromium))
    func letGo() throws {
      let seen: LetGo = try look("let_go")
      #expect(seen.off < 2 && seen.below == 0 && seen.errors == [], "\(seen)")
    }

    private struct Doctor: Decodable {
      /// Whether the card is there before there are findings, and while outputs are hidden.
      var before, predicting: Bool
      /// Roles and names of what a screen reader finds.
      var tree: [[String]]
      var items: [[String]]
      var place: String
      var link, same, wide: Bool
      /// What a screen reader was told.
      var told: [String]
      var errors: [String]
    }

    @Test(
      "what the doctor has found is in a card, told once, hidden while predicting, and goes when it is mended",
      .needs(.chromium))
    func doctor() throws {
      let seen: Doctor = try look("doctor")
      let sentence =
        "debounce of out emits nothing before its source ends at 8 s: its 8 values come without a pause of more than 1 s, "
        + "and it waits for 2 s"
      #expect(!seen.before && !seen.predicting && !seen.wide && seen.errors == [])
      #expect(seen.tree.contains(["region", "The doctor: 1 finding"]), "\(seen.tree)")
      #expect(seen.tree.contains(["heading", "The doctor: 1 finding"]), "\(seen.tree)")
      #expect(
        seen.items == [
          [
            "never-quiet", ".\(sentence).",
            "Use a shorter time, or throttle, which emits while values keep coming. See wrong-times.",
          ]
        ])
      #expect(seen.link && seen.place == "panels" && seen.same)
      #expect(seen.told.count == 2)
      #expect(
        seen.told.allSatisfy { $0.hasPrefix("The doctor: 1 finding\nnever-quiet\n\n.\(sentence).\n") }, "\(seen.told)")
    }

    private struct Dense: Decodable {
      /// Pixels of a unit of the picture.
      var scale: Double
      var complaints: [String]
    }

    @Test("many marbles have room in the picture of a link, whose width its cards leave alone", .needs(.chromium))
    func dense() throws {
      let seen: Dense = try look("dense")
      #expect(seen.scale > 0.8 && seen.scale < 0.95 && seen.complaints == [])
    }
  }
}
