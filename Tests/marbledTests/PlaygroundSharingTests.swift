import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve`: its links, and what it makes of a scene for others.
  @Suite struct PlaygroundSharingTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try page.look(.sharing, kind)
    }

    // MARK: Links that can't be read

    private struct Card: Decodable {
      var heading, why, instead, focus, title: String
      /// What could be read; nil without a field for it.
      var text: String?
      /// The marked line, from 0.
      var line: Int?
      /// What is shown of the page of a scene.
      var others: [String]
      /// Whether the address is still that of the link.
      var isKept: Bool
    }

    @Test("a link that can't be read shows no other scene, but why, and what can be read of it", .needs(.chromium))
    func broken() throws {
      let all: [String: Card] = try look("broken")
      let damaged = "Its data is damaged or cut off."
      let whys = [
        "empty": damaged, "deflate": damaged, "cut": damaged, "character": damaged, "binary": "Its data is not text.",
        "base64": "It is not base64url: character 91 is “*”.", "large": "Its scene is larger than 200 kB.",
        "yaml": "It is not a scene: line 5, column 8: row b has no key `aply`; did you mean `apply`?",
      ]
      for (place, other) in [("front", "the front page"), ("operators/debounce", "debounce")] {
        for (link, why) in whys {
          let seen = try #require(all["\(place) \(link)"])
          #expect(seen.heading == "This link can’t be read" && seen.why == why, "\(place) \(link): \(seen)")
          #expect(seen.instead == "Open \(other) instead" && seen.others == [] && seen.isKept, "\(place) \(link)")
          #expect(seen.focus == "troubleTitle", "\(place) \(link): \(seen)")
          // The line of the mistake is marked.
          #expect(seen.line == (link == "yaml" ? 4 : nil), "\(place) \(link)")
          switch link {
          case "base64", "cut", "character":
            #expect(seen.text?.hasPrefix("title: mine\nabout") == true, "\(place) \(link): \(seen)")
          case "yaml": #expect(seen.text?.contains("{ aply: 'a.map { $0 * 2 }' }") == true)
          default: #expect(seen.text == nil, "\(place) \(link): \(seen)")
          }
        }
      }
      let mended = try #require(all["mended"])
      #expect(mended.title == "mine" && mended.heading == "" && mended.others.count == 4 && mended.isKept, "\(mended)")
      for (problem, why) in [
        ("offline", "The server does not answer."), ("504", "Gateway Timeout."), ("429", "Too late."),
      ] {
        #expect(all["away \(problem)"]?.why == why)
      }
      let changed = try #require(all["changed"])
      #expect(changed.why == damaged && changed.others == [], "\(changed)")
      for (name, title) in [("chosen", "zip"), ("instead", "debounce")] {
        let seen = try #require(all[name])
        #expect(seen.heading == "" && seen.title == title && seen.others.count == 4, "\(name): \(seen)")
      }
    }

    // MARK: Titles

    private struct Titles: Decodable {
      var before, editing, edited, dropped, opened, undone, complaints: [String]
      var elements: Int
      var tab, focus: String
    }

    @Test("the title and the sentence are edited where they stand, as plain text, and undone", .needs(.chromium))
    func titles() throws {
      let seen: Titles = try look("titles")
      let edited = ["Late <b>answers</b> and more", "Look at 7 s: it waits."]
      #expect(seen.before == ["debounce", "Emits a value once no other has followed it for the given time."])
      #expect(seen.edited == edited && seen.elements == 0 && seen.dropped == edited && seen.opened == edited, "\(seen)")
      #expect(seen.editing == ["textbox", "Title"])
      #expect(seen.tab == "\(edited[0]) · marbled" && seen.focus == "about")
      #expect(seen.undone == seen.before && seen.complaints == [], "\(seen)")
    }

    // MARK: Places

    private struct Place: Decodable {
      var clock, focus, label, title, address: String
    }

    private struct Places: Decodable {
      var unedited, front, edited, unknown, path: Place
      var link, says, placed, preview, hint, plain: String
      var offered: [Bool]
      var kinds, parts: [String]
    }

    @Test("a link opens at its time with its marble selected, and the dialog makes such links", .needs(.chromium))
    func places() throws {
      let seen: Places = try look("places")
      #expect(seen.unedited.clock == "7.0 of 9.0 s" && seen.unedited.focus == "a#3" && seen.unedited.label == "Play")
      #expect(seen.front.clock.hasPrefix("1.5 of ") && seen.front.label == "Play")
      #expect(seen.edited.clock == "2.5 of 5.0 s" && seen.edited.focus == "a#1" && seen.edited.title == "mine")
      #expect(seen.unknown.focus == "" && seen.unknown.title == "mine", "\(seen.unknown)")
      // A scene in the path is in the fragment then, and does not reach the server again.
      #expect(seen.path.clock == "2.5 of 5.0 s" && seen.path.focus == "a#1" && seen.path.title == "mine")
      let fragment = try #require(seen.link.split(separator: "#").last)
      #expect(seen.path.address == "\(page.address)#\(fragment)&t=2.5&m=a%231")
      #expect(seen.link.hasPrefix("\(page.address)operators/debounce#s=") && seen.link.hasSuffix("&n=mine"))
      #expect(seen.says == "at 2.5 s, with 2 of a selected" && seen.placed == "\(seen.link)&t=2.5&m=a%231")
      let packed = fragment.dropFirst(2).prefix { $0 != "&" }
      #expect(seen.preview == "\(page.address)s/\(packed)?n=mine&t=2.5&m=a%231")
      #expect(seen.hint.contains("sends the scene to this server"))
      #expect(seen.offered == [true, false])
      // For each part: its name, the card that opens, and what the dialog offers.
      #expect(
        seen.parts == [
          "debounce: 3 at 4.5 s", "3 at 4.5 s", "at 7.0 s, with 3 of debounce selected",
          "debounce starts again at 3 s", "starts again at 3 s", "at 7.0 s, with “debounce starts again” selected",
        ])
      // The address of a scene that is not edited has a preview.
      #expect(seen.plain == "\(page.address)operators/debounce#t=7&m=a%233" && !seen.kinds.contains("preview"))
    }

    // MARK: Exports

    private struct Exports: Decodable {
      struct Picture: Decodable {
        var width: Int
        var corner: [Int]
        var file: String
        var sameFile, text: Bool
      }
      var texts: [String: String]
      var png: Picture
      var width, file: String
      var sent, complaints: [String]
    }

    @Test("a scene becomes a picture of points, a web page, and snippets for documents", .needs(.chromium))
    func exports() throws {
      let seen: Exports = try look("exports")
      let link = try #require(seen.texts["link"])
      let escaped = link.replacing("&", with: "&amp;")
      let embed = try #require(seen.texts["embed"])
      #expect(embed.hasPrefix("<iframe src=\"\(escaped)&amp;embed\" width=\"100%\" height=\""))
      #expect(embed.hasSuffix("title=\"mine\" loading=\"lazy\" style=\"border:0\"></iframe>"), "\(embed)")
      #expect(seen.texts["markdown"] == "[![mine: Look at 2 s.](mine.svg)](\(link))\n")
      #expect(seen.texts["docc"] == "![mine: Look at 2 s.](mine.svg)\n\n[Play and edit it](\(link))\n")
      #expect(seen.texts["html"]?.hasPrefix("<!doctype html>") == true)
      // Two points for each unit, on the background of the dark theme.
      #expect(seen.png.width == (Int(seen.width) ?? 0) * 2 && seen.png.corner == [13, 17, 23, 255], "\(seen.png)")
      #expect(seen.png.file == "mine.png" && seen.png.sameFile && !seen.png.text)
      #expect(seen.sent == ["mine", link, "image/png", "mine.png", "image/png"] && seen.complaints == [], "\(seen)")
      #expect(seen.file == "My (late) answers.yaml")
    }

    // MARK: Frames and paper

    private struct Frame: Decodable {
      var label: String
      var time: Double
      /// Whether its title is shown.
      var title: Bool
    }

    @Test("an embedded page plays once it can be seen, and not for those who prefer less motion", .needs(.chromium))
    func embed() throws {
      let seen: [String: [Frame]] = try look("embed")
      let moving = try #require(seen["no-preference"])
      #expect(moving[0].label == "Play" && moving[0].time == 0 && moving[1].time > 0 && moving[0].title, "\(moving)")
      let still = try #require(seen["reduce"])
      #expect(still[0].label == "Play again" && still[0].time == 9000, "\(still)")
    }

    private struct Paper: Decodable {
      var parts, sentences: [String]
      var whole, list: Bool
      var page, filter, clock: String
    }

    @Test("on paper are the title, the sentence, the picture at its end and all sentences", .needs(.chromium))
    func paper() throws {
      let all: [String: Paper] = try look("printed")
      for (name, filter) in [("light", "none"), ("dark", "invert(1) hue-rotate(180deg) brightness(1.1)")] {
        let seen = try #require(all[name])
        #expect(seen.parts == ["#title", "#about", "#drawing", "#sentences"], "\(name): \(seen.parts)")
        #expect(seen.sentences.count == 10 && seen.whole && seen.list, "\(name): \(seen)")
        #expect(seen.page == "rgb(255, 255, 255)" && seen.filter == filter && seen.clock == "9.0 of 9.0 s", "\(name)")
      }
    }
  }
}
