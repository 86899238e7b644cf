import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve` for visitors with different eyes, hands and screens, and its front page.
  @Suite struct PlaygroundEveryoneTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try page.look(.everyone, kind)
    }

    private struct Contrast: Decodable {
      /// What has too little, with its ratio.
      var wrong: [String]
      /// How much was compared.
      var text, edge, picture: Int
      var reached, unseen: [String]?
      var complaints: [String]
    }

    @Test("text, edges of controls and parts of pictures can be seen in all themes", .needs(.chromium))
    func contrast() throws {
      let seen: Contrast = try look("contrast")
      #expect(seen.wrong == [] && seen.complaints == [])
      #expect(seen.text > 2000 && seen.edge > 200 && seen.picture > 300, "\(seen)")
    }

    @Test("with the forced colors of a system, everything has an edge, and the focus can be seen", .needs(.chromium))
    func forced() throws {
      let seen: Contrast = try look("forced")
      #expect(seen.wrong == [] && seen.unseen == [] && seen.complaints == [])
      #expect(seen.text > 2000 && seen.picture > 300 && seen.reached?.contains("a: 1 at 0 s") == true, "\(seen)")
    }

    private struct Zoom: Decodable {
      var wide: [String]
      var fits: [Bool]
      var complaints: [String]
    }

    @Test("at 200 %, a picture and its controls fit on a screen, and at 400 % nothing is too wide", .needs(.chromium))
    func zoom() throws {
      let seen: Zoom = try look("zoom")
      #expect(seen.wide == [] && seen.fits == [true, true] && seen.complaints == [])
    }

    private struct Motion: Decodable {
      /// What moves, and what the button says.
      struct Seen: Decodable {
        var count: Int
        var button: String

        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          (count, button) = (try parts.decode(Int.self), try parts.decode(String.self))
        }
      }
      var reduce, any: Seen
      var complaints: [String]

      enum CodingKeys: String, CodingKey {
        case reduce, complaints
        case any = "no-preference"
      }
    }

    @Test("with reduced motion, nothing moves, and the picture is at its end", .needs(.chromium))
    func motion() throws {
      let seen: Motion = try look("motion")
      #expect(seen.reduce.count == 0 && seen.reduce.button == "Play again")
      #expect(seen.any.count > 0 && seen.any.button == "Pause" && seen.complaints == [])
    }

    private struct Keys: Decodable {
      var reached, unseen, headings, clock, complaints: [String]
      /// The words of the longest text that is read at a marble.
      var longest: Int
      var steps: Bool
      var after, start, search: String
      /// Where the focus was after undo and redo.
      var steppers: [String]
    }

    @Test("keys step, Tab reaches what shows the focus, and the list comes last", .needs(.chromium))
    func keys() throws {
      let seen: Keys = try look("keys")
      // One stop for all marbles; the list of operators is not before them.
      #expect(seen.reached.firstIndex(of: "a: 1 at 0 s").map { $0 < 10 } == true, "\(seen.reached)")
      #expect(seen.reached.count { $0.hasPrefix("a: ") } == 1 && !seen.reached.contains("hands"))
      #expect(seen.unseen == [] && seen.headings.first == "h1" && seen.longest < 10)
      #expect(seen.clock == ["0.0 of 9.0 s", "2.0 of 9.0 s"] && seen.steps && seen.after == "debounce")
      #expect(seen.start == "At 0 seconds\n\na emits 1." && seen.search == "/", "\(seen.start)")
      #expect(seen.steppers == ["redo", "undo"])
      #expect(seen.complaints == [])
    }

    private struct Front: Decodable {
      var title, news, progress, lookUp, lesson: String
      var explained: Int
      var doors, own, complaints: [String]
      var isAbove, isInvited, isOver: Bool
    }

    @Test("the front page has an operator to touch, and three doors", .needs(.chromium))
    func front() throws {
      let seen: Front = try look("front")
      #expect(seen.title == "debounce" && seen.doors == ["learn", "lookUp", "own"] && seen.isAbove)
      #expect(seen.news == "4 of a now at 5.3 s.debounce: 4 at 6.8 s instead of 8.5 s." && !seen.isInvited)
      #expect(seen.progress.hasPrefix("0 of ") && seen.lesson.hasPrefix("1 of ") && seen.lookUp == "/operators")
      #expect(seen.explained > 40)
      #expect(seen.isOver && seen.own == [] && seen.complaints == [])
    }

    private struct Phone: Decodable {
      var unreached, names, complaints: [String]
      var ring, search: String
      var isCut, line, isSearchSeen: Bool
      var found: Int
    }

    @Test("on a phone, controls, names and what is edited are in sight, and a ring hides no value", .needs(.chromium))
    func phone() throws {
      let seen: Phone = try look("phone")
      #expect(seen.unreached == [] && seen.names == ["false,Edit a", "true,Edit a", "false,Edit a"])
      #expect(seen.ring == "rgba(0, 0, 0, 0) true" && !seen.isCut && seen.line)
      #expect(seen.found < 20 && seen.search == "" && seen.isSearchSeen && seen.complaints == [])
    }

    private struct Plain: Decodable {
      var doors: [String]
      var welcome: String
      var marbles: Int
    }

    @Test("without scripts, the front page has its sentence, its picture and two doors", .needs(.chromium))
    func plain() throws {
      let seen: Plain = try look("plain")
      #expect(seen.doors == ["/scenes", "/operators"] && seen.marbles > 5)
      #expect(seen.welcome == "marbled draws asynchronous streams as marbles that you can move.")
    }

    @Test("with scenes of a folder, the front page shows the first of them", .needs(.chromium))
    func own() throws {
      let folder = try TemporaryFolder()
      for (name, marbles) in [("first", "1-2-3|"), ("second", "1|")] {
        try "title: My \(name)\nrows:\n  a: { marbles: \"\(marbles)\" }\n  out: { apply: \"a.map { $0 }\" }\n"
          .write(toFile: folder.file("\(name).yaml"), atomically: true, encoding: .utf8)
      }
      let seen: Plain = try ServedPage(folder.path).look(.everyone, "plain")
      #expect(seen.doors == ["/scenes", "/operators"] && seen.marbles == 6)
    }
  }
}
