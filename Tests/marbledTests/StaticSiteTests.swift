import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The files of `marbled site`, in a browser without a network.
  @Suite struct StaticSiteTests {
    /// The site of everything, written once for all tests.
    private final class Everything: Sendable {
      let folder: TemporaryFolder
      let outcome: Outcome

      init() throws {
        folder = try TemporaryFolder()
        // A machine that is busy with other tests may leave a run no time for seconds.
        outcome = try run(Binary.path(), ["site", folder.file("site"), "--time-limit", "10m"])
      }

      static let site = Result { try Everything() }
    }

    /// Where it is.
    private let folder: String

    init() throws {
      let everything = try Everything.site.get()
      try #require(everything.outcome.ending == .exited(0), "\(everything.outcome.error)")
      folder = everything.folder.file("site")
    }

    private struct Read: Decodable {
      struct Shown: Decodable, Equatable {
        var parts: [String]
        var sentences: Int
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          self.parts = try parts.decode([String].self)
          sentences = try parts.decode(Int.self)
        }
      }
      struct Instant: Decodable {
        var clock: String
        var parts: [String]
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          clock = try parts.decode(String.self)
          self.parts = try parts.decode([String].self)
        }
      }
      var end, start, playing, focused, link, went: String
      var hovered, entered, editors, papers, kinds, found, place, complaints: [String]
      var yaml: [Bool]
      var all, hidden: Shown
      var instants: [Instant]
      var shown: Int
    }

    @Test("a page plays, tells reasons, hides and reveals outputs, and finds others, from a file", .needs(.chromium))
    func read() throws {
      let seen: Read = try BrowserScript.site.look(["read", folder])
      #expect(seen.end == "9.0 of 9.0 s" && seen.start == "0.0 of 9.0 s" && seen.playing == "Play")
      #expect(seen.hovered == ["2 at 2 s: nothing comes out", "debounce drops it at 3 s: 3 from a replaced it."])
      #expect(seen.focused == "a#2" && seen.entered == ["3 at 3 s", "debounce emits it at 4.5 s."])
      #expect(seen.editors == [] && seen.yaml == [true, true])
      let inputs = ["a#0", "a#1", "a#2", "a#3", "|a"]
      #expect(seen.hidden.parts == inputs && seen.hidden.sentences == 5)
      #expect(seen.all.parts.count == 10 && seen.all.sentences == 10 && seen.shown == 10)
      #expect(seen.instants.map(\.clock) == ["0.0 of 0.0 s", "1.5 of 1.5 s", "2.0 of 2.0 s"])
      #expect(seen.instants.map(\.parts) == [[], ["debounce#0"], ["debounce#0"]])
      let (light, dark) = ("rgb(255, 255, 255)", "rgb(13, 17, 23)")
      #expect(seen.papers == [light, dark, "rgb(0, 0, 0)", light])
      #expect(seen.kinds == ["link", "embed", "yaml", "command", "swift"] && seen.link == "operators/debounce.html")
      #expect(seen.found == ["debounce"] && seen.went == "combineLatest")
      #expect(seen.place == ["3.0 of 9.0 s", "a#1"])
      // Errors, what the security policy refused, and requests that are for no file.
      #expect(seen.complaints == [])
    }

    private struct Lesson: Decodable {
      struct Hidden: Decodable {
        var parts: [String]
        var sentences: Int
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          self.parts = try parts.decode([String].self)
          sentences = try parts.decode(Int.self)
        }
      }
      var hint, told, task: String
      var hidden: Hidden
      var steps, shown, solved, complaints: [String]
    }

    @Test("a lesson has its steps, hint and solution, and outputs that are hidden at first", .needs(.chromium))
    func lesson() throws {
      let seen: Lesson = try BrowserScript.site.look(["lesson", folder])
      #expect(seen.steps == ["Hide steps", "Show each step"])
      #expect(
        seen.hint.hasPrefix("Point at the 4 of a, or choose it") && seen.told.contains("prefix(2) ends"), "\(seen)")
      #expect(seen.hidden.parts == [] && seen.hidden.sentences == 6)
      #expect(seen.shown.contains("quiet#0") && seen.shown.contains("|paced"))
      #expect(seen.task.hasPrefix("Both operators let fewer values through. debounce waits for a pause,"))
      #expect(seen.solved.count == 10 && seen.solved[2...3] == ["3: Pair, solved", "4: Limit the rate"])
      #expect(seen.complaints == [])
    }

    private struct Pages: Decodable {
      var outside, broken, complaints: [String]
      var count: Int
    }

    @Test("every page that a list leads to opens", .needs(.chromium))
    func pages() throws {
      let seen: Pages = try BrowserScript.site.look(["pages", folder])
      let documents = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
        $0.contains("/") && $0.hasSuffix(".html")
      }
      #expect(seen.count == documents.count && seen.count > 90)
      #expect(seen.outside == [] && seen.broken == [] && seen.complaints == [])
    }

    private struct Access: Decodable {
      struct Page: Decodable {
        var place: String
        var overflow: Double
        var overlaps, unnamed, headings, contrast, small: [String]
      }
      var pages: [Page]
      var complaints: [String]
    }

    @Test("texts can be read, and all that can be used has a name and a size, on phones and screens", .needs(.chromium))
    func access() throws {
      let seen: Access = try BrowserScript.site.look(["access", folder])
      #expect(seen.pages.count == 24 && seen.complaints == [])
      for page in seen.pages {
        #expect(page.overflow <= 0 && page.overlaps == [], "\(page.place)")
        #expect(page.unnamed == [] && page.contrast == [] && page.small == [] && page.headings.count == 1, "\(page)")
      }
    }
  }

  /// `marbled site` as a command.
  @Suite struct SiteCommandTests {
    @Test("what can't be written is refused with a reason, and nothing is lost")
    func refusals() throws {
      let folder = try TemporaryFolder()
      for (name, text) in [
        ("live.yaml", "rows: { a: { live: true } }"),
        ("large.yaml", "rows: { a: { marbles: '\(String(repeating: "1-", count: 1200))|' } }"),
        ("notes.txt", "mine"), ("lesson/1.yaml", "rows: { a: { marbles: '1|' } }"),
        ("lesson/2.yaml", "rows: { a: { live: true } }"), ("broken/1.yaml", "rows: { a: { marbles: '1|' } }"),
        ("broken/2.yaml", "rows: ["),
      ] {
        let parent = URL(filePath: folder.file(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
      }
      let empty = folder.file("empty")
      try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
      let new = folder.file("new")
      for (arguments, code, says) in [
        ([], 64, "Missing expected argument '<dir>'"), ([new, "zipp"], 66, "no scene is called `zipp`"),
        ([new, "smaple"], 66, "did you mean `sample`"), ([new, folder.file("live.yaml")], 64, "row a is live"),
        ([new, folder.file("lesson")], 64, "row a is live"), ([new, folder.file("broken")], 65, "broken/2.yaml:1:"),
        ([""], 64, "the folder has no name"),
        ([new, "\(empty)/"], 66, "no scene in"), ([new, "--server", "example.org"], 64, "--server: `example.org`"),
        ([new, folder.file("large.yaml")], 65, "large: no page can be made: the scene is too large"),
        ([folder.file("")], 74, "--force"), ([folder.file("notes.txt")], 74, "is not a folder"),
        ([folder.file("notes.txt/site")], 74, "notes.txt is not a folder"),
      ] as [([String], Int32, String)] {
        let outcome = try run(Binary.path(), ["site"] + arguments)
        #expect(outcome.ending == .exited(code) && outcome.error.contains(says), "\(arguments): \(outcome.error)")
      }
      #expect(!FileManager.default.fileExists(atPath: new))
      #expect(try String(contentsOfFile: folder.file("notes.txt"), encoding: .utf8) == "mine")
    }
  }
}
