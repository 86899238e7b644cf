import TestSupport
import Testing

extension EndToEnd {
  /// Scenes that the page shows to a room.
  @Suite struct PlaygroundPresentingTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    private struct Looks: Decodable {
      /// Pixels of the letters of sentences, and the share of the room that the picture has in one direction.
      var letters, fills: Double
      /// Pixels that are outside of the window.
      var sticksOut: Double
      var isBarShown: Bool
    }

    private struct Screen: Decodable {
      var isTyped, isOnInField, isStillOn: Bool
      var label, labelAfter, after: String
      var looks: [Looks]
      var start, step: Double
      var complaints: [String]
    }

    @Test("a lesson fills the screen, with large sentences, keys and buttons", .needs(.chromium))
    func screen() throws {
      let seen: Screen = try page.look(.presenting, "screen")
      #expect(seen.isTyped && !seen.isOnInField)
      #expect(
        seen.label == "Leave full screen,Leave full screen (F)" && seen.labelAfter == "Full screen,Full screen (F)")
      for (looks, letters) in zip(seen.looks, [24.0, 32]) {
        #expect(looks.letters >= letters && looks.fills > 0.9 && looks.sticksOut < 1 && !looks.isBarShown)
      }
      #expect(seen.looks.count == 2 && seen.start == 0 && seen.step > 0)
      #expect(seen.isStillOn && seen.after == "Streams of streams" && seen.complaints == [])
    }

    private struct Phone: Decodable {
      struct Looks: Decodable {
        /// Pixels of a unit of the picture and of its smallest letters, and the share of the sentences in the height.
        var scale, letters, told: Double
        var opacity: String
        var unreached: [String]
      }
      var looks: [Looks]
      /// Pixels of a unit of the picture on the page.
      var normal: [Double]
      var isEdited, isInvited: Bool
      var complaints: [String]
    }

    @Test("on a phone, the picture is as large as on the page, above controls that stay", .needs(.chromium))
    func phone() throws {
      let seen: Phone = try page.look(.presenting, "phone")
      #expect(seen.looks.count == 6 && !seen.isEdited && !seen.isInvited && seen.complaints == [])
      for (looks, normal) in zip(seen.looks, seen.normal) {
        #expect(looks.letters >= 12 && looks.scale > normal * 0.95 && looks.told <= 0.25, "\(looks)")
        #expect(looks.unreached == [] && looks.opacity == "1", "\(looks)")
      }
    }

    private struct Room: Decodable {
      /// The letters of the sentence as a share of the height, and the place of the picture before and after.
      var letters: [Double]
      var moved: [[String]]
      /// Marbles without room for their value.
      var dots: [Int]
      /// Buttons of a prediction that something lies over.
      var covered: [[String]]
      var ring: String
      var complaints: [String]
    }

    @Test("a small scene is larger on a large screen, and stays where it is while it is predicted", .needs(.chromium))
    func room() throws {
      let seen: Room = try page.look(.presenting, "room")
      #expect(seen.letters.allSatisfy { $0 > 0.04 } && seen.dots == [0, 0])
      #expect(seen.moved.allSatisfy { $0.count == 2 && $0[0] == $0[1] }, "\(seen.moved)")
      #expect(seen.covered == [[], []])
      #expect(seen.ring == "title,none" && seen.complaints == [])
    }

    private struct Refused: Decodable {
      var looks: Looks
      var isFull, isKeptByField, canUndo: Bool
      var isKeptByOthers: [Bool]
      var text: String
      var complaints: [String]
    }

    @Test("where a browser refuses the screen, the page fills its window, and Escape keeps edits", .needs(.chromium))
    func refused() throws {
      let seen: Refused = try page.look(.presenting, "refused")
      #expect(!seen.isFull && seen.looks.fills > 0.9 && !seen.looks.isBarShown && seen.isKeptByField)
      #expect(seen.isKeptByOthers == [true, true])
      #expect(seen.canUndo && seen.text == "a.debounce(for: .seconds(1))" && seen.complaints == [])
    }
  }
}
