import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve`, in a browser.
  @Suite struct PlaygroundPageTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try page.look(.playground, kind)
    }

    /// The place of zip's first pair, and what is told.
    private struct Pair: Decodable {
      var place: Double
      var sentences: [String]

      init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        (place, sentences) = (try parts.decode(Double.self), try parts.decode([String].self))
      }
    }

    private struct Edit: Decodable {
      struct Mistake: Decodable {
        var text, note, invalid: String
        var column: Double
      }
      var before, after: Pair
      var during: Double
      var mistake: Mistake
      var mended, link, again: String
      var exports: [String: String]
      var complaints, requests: [String]
      var isSame, guide: Bool
      var embedded: [Bool]
    }

    @Test(
      "a marble is dragged, a mistake is typed and mended, and the link opens the same scene elsewhere",
      .needs(.chromium))
    func edit() throws {
      let seen: Edit = try look("edit")
      #expect(seen.complaints == [] && seen.requests == [])
      #expect(seen.before.sentences.contains { $0.hasPrefix("zip emits (1, x): 1 from a waited 2 seconds for x") })
      #expect(seen.after.sentences.contains { $0.hasPrefix("zip emits (1, x): 1 from a waited 4 seconds for x") })
      #expect(seen.before.place < seen.during && seen.after.place == seen.during)
      #expect(seen.mistake.text == "c" && seen.mistake.invalid == "true")
      // Seven characters before it, as wide as it is itself.
      #expect(abs(seen.mistake.column - 7) < 0.05, "\(seen.mistake.column)")
      #expect(seen.mistake.note == "no row is called c; did you mean a?")
      #expect(seen.mended == "combineLatest(a, b)")
      // With the page of the operator, but not the guide of one that is gone.
      #expect(seen.link.hasPrefix("\(page.address)operators/zip#s=") && seen.isSame && !seen.guide)
      // The address of the edited scene is that of the scene, also when it is opened again.
      #expect(seen.again == seen.link)
      #expect(seen.embedded == [false, true, false])
      for (kind, says) in [
        ("svg", "<svg"), ("animation", "@keyframes"), ("command", "marbled play 'zip = combineLatest(a, b)'"),
        ("swift", "combineLatest(a, b)"), ("yaml", "combineLatest(a, b)"),
        ("embed", "<iframe src=\"\(page.address)operators/zip#s="),
      ] {
        #expect(seen.exports[kind]?.contains(says) == true, "\(kind): \(seen.exports[kind]?.prefix(200) ?? "")")
      }
    }

    /// The title of a page, and whether it says what marbled is.
    private struct Front: Decodable {
      var title: String
      var isWelcome: Bool

      init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        (title, isWelcome) = (try parts.decode(String.self), try parts.decode(Bool.self))
      }
    }

    private struct Keys: Decodable {
      var marbles, added, undone, complaints: [String]
      var home, third, moved, value, completed, restored: String
      var tree: [[String]]
      var dropped, retrieved, selected, offered, kept: String
      var inSight, closed, stays: Bool
      var front, chosen: Front
    }

    @Test("a scene is edited with keys alone, and a screen reader is told what there is", .needs(.chromium))
    func keys() throws {
      let seen: Keys = try look("keys")
      #expect(seen.complaints == [] && seen.home == page.address, "\(seen.complaints) \(seen.home)")
      #expect(seen.third == "a: 3 at 3 s" && seen.moved == "a: 3 at 4 s" && seen.value == "a: 9 at 4 s")
      #expect(
        seen.added == [
          "a: 1 at 0 s", "a: 2 at 2 s", "a: 9 at 4 s", "a: 10 at 5 s", "a: 4 at 7 s", "a: finishes at 9 s",
        ])
      #expect(seen.undone == seen.marbles)
      #expect(seen.completed == "a.throttle(for: " && seen.restored == "a.debounce(for: .seconds(1.5))")
      #expect(seen.dropped == "Your text was dropped. Bring it back" && seen.retrieved == "a.throttle(for: ")
      #expect(seen.selected == "$0" && seen.offered == "removeDuplicates" && seen.kept == "a.removeDuplicates()")
      #expect(seen.inSight && seen.closed && seen.stays)
      #expect(seen.front.title == "marbled: asynchronous streams as marbles" && seen.front.isWelcome)
      #expect(seen.chosen.title == "debounce · marbled" && !seen.chosen.isWelcome)
      for node in [
        ["heading", "debounce"], ["button", "Play again"], ["slider", "Time"],
        ["application", "Marbles"], ["button", "a: 1 at 0 s"], ["navigation", "Operators and scenes"],
        ["region", "What happens"],
      ] {
        #expect(seen.tree.contains(node), "\(node)")
      }
    }

    private struct Texts: Decodable {
      var yaml, mistake, changed, left, added, remedy, last, news, none: String
      /// What the search for operators points at.
      var active: [String?]
      var isOver, isPreview: Bool
      var steps, complaints: [String]
    }

    @Test("expressions are pasted, shown step by step, added and removed in the picture", .needs(.chromium))
    func texts() throws {
      let seen: Texts = try look("texts")
      #expect(seen.complaints == [] && seen.isOver, "\(seen)")
      #expect(seen.yaml == "apply: \"a.filter { $0 > 1 }.debounce(for: .seconds(1))\"")
      #expect(seen.steps == ["1-23---4-|", ".filter { $0 > 1 }", ".debounce(for: .seconds(1))"])
      #expect(seen.mistake == "d" && seen.changed == "apply: \"a.filter { $0 > 1 }.debounce(for: .seconds(2))\"")
      #expect(seen.left == "apply: \"a.debounce(for: .seconds(2))\"")
      #expect(seen.isPreview && seen.added == "a.throttle(for: .seconds(3))")
      // Steps that are shown change no output, and there is nothing to tell.
      #expect(seen.news == "")
      #expect(seen.active == ["operator-0", nil] && seen.none == "No such operator.")
      #expect(seen.remedy == "row a can't be removed: debounce, throttle use it Remove all three" && seen.last == "")
    }

    private struct Mistakes: Decodable {
      var told, outputs, draft, next, found, hit: String
      var said, left, reloaded, kept, editor, names, ids, complaints: [String]
      var at: [Int]
      var timers, waits, home: Int
      var escaped: Bool
    }

    @Test("a mistake keeps the focus, is told once with its place, and does not come again", .needs(.chromium))
    func mistakes() throws {
      let seen: Mistakes = try look("mistakes")
      #expect(seen.said == ["", "", "At character 18: no row is called c; did you mean a?"])
      #expect(seen.timers == 1 && !seen.outputs.contains("stay as they are"), "\(seen)")
      #expect(seen.told == "Line 2, character 10: no row is called c; did you mean a?")
      #expect(seen.at == [24, 1] && seen.waits == 0 && seen.escaped, "\(seen)")
      #expect(seen.draft == "combineLatest(\n  a, zip(c, b))")
      let left = "combineLatest: no row is called c; did you mean a? Drop it"
      #expect(seen.left == [left, left, "combineLatest(a, b)"])
      #expect(seen.reloaded == ["combineLatest(a, b)", ""])
      #expect(seen.kept[1] == "combineLatest" && seen.next == "row-combineLatest", "\(seen)")
      #expect(
        seen.found.hasSuffix(" results: combineLatest, withLatestFrom, flatMapLatest, …")
          && seen.hit == "combineLatest" && seen.home == 0, "\(seen.found)")
      #expect(seen.editor.count == 2 && seen.editor.allSatisfy { !$0.contains("#") }, "\(seen.editor)")
      #expect(Set(seen.names).count == 8 && Set(seen.ids).count == seen.ids.count, "\(seen)")
      #expect(seen.complaints == [])
    }

    private struct Pasting: Decodable {
      var lost, failure, list: String
      var marks, leads, said, states, used, waits: [String]
    }

    @Test("pasted code is marked where it was typed, and a translation is taken over", .needs(.chromium))
    func pasting() throws {
      let seen: Pasting = try look("pasting")
      #expect(seen.marks == ["/", "/"])
      #expect(seen.leads == ["let x = a\n    .map { 10 ", "\n  a // the / field\n    .map { 10 "])
      #expect(seen.lost.hasSuffix("division by zero Comments are left out."), "\(seen)")
      #expect(seen.failure.contains("debounce fails: .map { 10 / ($0 - 2) }: division by zero."), "\(seen)")
      let signature = "throttle(for: Duration, clock: Clock = .continuous, latest: Bool = true)"
      #expect(seen.said == ["", "\(signature). 4 completions"])
      #expect(seen.states == ["false"] && seen.list == "Completions")
      #expect(seen.used == ["a.filter { $0 > 1 }\n.map { $0 * 2 }", "row-debounce"])
      #expect(seen.waits == ["a.prefix(2)", "1"])
    }

    private struct Steps: Decodable {
      var open, both, answers, complaints: [String]
    }

    @Test("two steps of a row are edited at once, and a search without a result has words", .needs(.chromium))
    func steps() throws {
      let seen: Steps = try look("steps")
      #expect(seen.open == [".filter { $0 > 1 }", ".debounce(for: .seconds(", ".map { $0 * 100 }", ".prefix(2)"])
      #expect(seen.both == [".filter { $0 > 1 }", ".debounce(for: .seconds(0.25))", ".map { $0 * 100 }", ".prefix(2)"])
      #expect(seen.answers.count == 4 && seen.complaints == [])
      for (answer, name) in zip(seen.answers, ["mergeMap", "exhaustMap"]) {
        #expect(answer.hasPrefix("\(name) of RxJS has no operator here: "), "\(answer)")
      }
      #expect(seen.answers[2...] == ["Nothing matches “qqqq”.", ""])
    }

    private struct Search: Decodable {
      var door, said, up, back, isOpen: String
      var found: [String: [String]]
      var told: [String: String]
      var links, refused, complaints: [String]
      /// What the list of operators is called, and what is told after a text without a result and after another one.
      var list: String
      var choices: [String]
      var sentences: Bool
      var third, groups: Int
    }

    @Test("the search finds words, ranks names, explains what is found, and answers what is not", .needs(.chromium))
    func search() throws {
      let seen: Search = try look("search")
      #expect(seen.door == "/operators" && seen.groups > 8)
      for text in ["pairs", "pairs of two streams"] {
        #expect(
          seen.found[text]?.first == "adjacentPairs" && seen.found[text]?.contains("zip") == true, "\(seen.found)")
      }
      #expect(Set(["chain", "merge"]).isSubset(of: seen.found["two streams"] ?? []), "\(seen.found)")
      #expect(seen.found["rate limit"]?.contains("throttle") == true && seen.found["merge xyzzy"]?.first == "merge")
      for name in ["tap", "mergeAll", "exhaustMap"] {
        #expect(seen.told[name]?.hasPrefix("\(name) of RxJS has no operator here: ") == true, "\(seen.told)")
      }
      #expect(seen.told["pairs"] == "" && seen.sentences)
      #expect(seen.said.hasPrefix("7 results: adjacentPairs, Pair, zip, …"), "\(seen.said)")
      #expect(seen.third == 2 && seen.up == "search")
      #expect(seen.refused.allSatisfy { $0.hasPrefix("adjacentPairs can't be added: ") } && seen.isOpen == "search")
      #expect(seen.told["chooser"]?.hasPrefix("tap of RxJS") == true && seen.back == "addOutput")
      #expect(seen.choices.first == "" && seen.list == "Operators")
      #expect(seen.choices.last?.contains("found. At 0 seconds, merge emits 1") == true, "\(seen.choices)")
      #expect(seen.told["swichmap"]?.hasPrefix("Did you mean switchMap? It is flatMapLatest here") == true)
      #expect(seen.found["debounceTme"]?.contains("debounce") == true)
      #expect(seen.links == ["flatMap", "flatMapLatest", "flatMapLatest"])
      #expect(seen.complaints == [])
    }

    private struct Former: Decodable {
      struct State: Decodable, Equatable {
        var title, about: String
        var names, guide: Bool

        init(_ title: String, _ about: String, _ isGuided: Bool) {
          (self.title, self.about, names, guide) = (title, about, isGuided, isGuided)
        }

        init(from decoder: any Decoder) throws {
          var values = try decoder.unkeyedContainer()
          (title, about) = (try values.decode(String.self), try values.decode(String.self))
          (names, guide) = (try values.decode(Bool.self), try values.decode(Bool.self))
        }
      }

      var states: [State]
      var legend: String
      var isOpen, times: Bool
      var complaints: [String]
    }

    @Test("the page of an operator that is gone says no more about it, and the legend is found", .needs(.chromium))
    func formerOperator() throws {
      let seen: Former = try look("former")
      let about =
        "Pairs the first values, the second values, and so on. Finishes when a stream has no value left for a pair."
      let states = [Former.State("zip", about, true), .init("zip, edited", "", false), .init("zip", about, true)]
      #expect(seen.states == states)
      #expect(seen.isOpen && seen.legend == "What the marks mean" && seen.times && seen.complaints == [])
    }

    private struct Settings: Decodable {
      var end, dragged, moved, focused, fails, renamed, refused, refresh, first: String
      var scrubbed, atEnd: String
      var visible, offered, compared, middle, complaints: [String]
    }

    @Test("ends are moved, rows renamed and drawn at intervals, and operators compared", .needs(.chromium))
    func settings() throws {
      let seen: Settings = try look("settings")
      #expect(
        seen.end == "a: finishes at 9 s" && seen.dragged == "a: finishes at 7 s" && seen.moved == "a: finishes at 8 s")
      #expect(seen.focused == "The stream" && seen.fails == "a: fails at 8 s")
      #expect(
        seen.renamed == "keys.debounce(for: .seconds(1.5))" && seen.refused.contains("two rows are called debounce"))
      // Emitted after 1.5 seconds, and drawn with the next refresh.
      #expect(seen.refresh == "refreshInterval: 1s" && seen.first.contains("debounce emits 1"))
      #expect(seen.visible == ["hidden", "hidden", "visible"])
      #expect(seen.offered == ["throttle", "delay", "silence"])
      #expect(seen.compared == ["a.throttle(for: .seconds(1.5))", "true"])
      // An edit and undo leave the playhead where it is.
      #expect(seen.middle == Array(repeating: "2.0 of 8.0 s", count: 3))
      #expect(seen.scrubbed == "8.0 of 8.0 s" && seen.atEnd == "8.0 of 8.0 s")
      #expect(seen.complaints == [])
    }

    private struct Touch: Decodable {
      var marbles, dragged, edited, added, removed, small, complaints: [String]
      /// Whether a finger that scrolls leaves all as it was, without a new edit.
      var scrolled: [Bool]
      var fate: Fate
      struct Fate: Decodable {
        var text: String
        var isCovered: Bool
        init(from decoder: any Decoder) throws {
          var parts = try decoder.unkeyedContainer()
          (text, isCovered) = (try parts.decode(String.self), try parts.decode(Bool.self))
        }
      }
      var overflow: Int
      var focused: String
      var keyboard: Bool
    }

    @Test("a finger on a phone moves, edits, adds and removes marbles", .needs(.chromium))
    func touch() throws {
      let seen: Touch = try look("touch")
      #expect(seen.marbles.contains("a: 2 at 2 s") && seen.dragged.contains("a: 2 at 1 s"))
      #expect(seen.edited.contains("a: 7 at 1.5 s"))
      #expect(seen.added.contains("a: 7 at 1.5 s") && seen.added.count == seen.marbles.count + 1)
      #expect(seen.scrolled == [true, false])
      #expect(seen.fate.text == "3 at 3 s: nothing comes out." && !seen.fate.isCovered, "\(seen.fate)")
      #expect(seen.removed.count == seen.marbles.count && !seen.removed.contains { $0.hasPrefix("a: 3 ") })
      #expect(seen.small == [] && seen.overflow <= 0 && seen.complaints == [])
      // No keyboard on the screen comes up, and none is explained.
      #expect(seen.focused == "menu" && !seen.keyboard)
    }

    private struct Look: Decodable {
      var place: String
      var overflow: Int
      var overlaps, complaints: [String]
    }

    @Test("from a phone to a projector nothing is cut off, and no label is on another one", .needs(.chromium))
    func sizes() throws {
      let seen: [Look] = try look("look")
      #expect(seen.count == 30)
      for look in seen {
        #expect(look.overflow <= 0 && look.overlaps == [] && look.complaints == [], "\(look)")
      }
    }
  }

  /// `marbled serve` as a command.
  @Suite struct ServeTests {
    @Test("what it can't serve is refused with a reason")
    func refusals() throws {
      let folder = try TemporaryFolder()
      try "rows: { a: { live: true } }".write(toFile: folder.file("live.yaml"), atomically: true, encoding: .utf8)
      try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
      for (arguments, code, says) in [
        ([folder.file("empty")], 66, "no scene in \(folder.file("empty")); scenes are files that end in .yaml or .yml"),
        (["--listen", "8080"], 64, "expected HOST:PORT"), (["zipp"], 66, "no scene is called `zipp`"),
        ([folder.file("live.yaml")], 64, "row a is live"), ([folder.file("none.yaml")], 66, "no such file"),
        (["--listen", "192.0.2.1:1"], 74, "192.0.2.1:1"),
        (["--time-limit", "0s"], 64, "the duration must be greater than 0"),
      ] as [([String], Int32, String)] {
        let outcome = try run(Binary.path(), ["serve"] + arguments)
        #expect(outcome.ending == .exited(code) && outcome.error.contains(says), "\(arguments): \(outcome.error)")
      }
    }

    @Test("it offers the given scenes first, and ends with SIGTERM", .needs(.curl))
    func given() throws {
      let folder = try TemporaryFolder()
      try "rows: { a: { marbles: '1|' } }".write(toFile: folder.file("mine.yaml"), atomically: true, encoding: .utf8)
      let page = try ServedPage(folder.file("mine.yaml"))
      let library = try run("/usr/bin/env", ["curl", "-s", "\(page.address)v1/library"]).output
      #expect(library.hasPrefix(#"{"first":"mine","scenes":[{"group":"Scenes of this site""#))
      page.server.send(signal: SIGTERM)
      #expect(try page.server.waitForEnd().ending == .exited(0))
    }
  }
}

extension PipedProgram {
  /// Waits for the address that `marbled serve` prints.
  func waitForAddress() throws -> String {
    try wait(for: "an address") { !$0.isEmpty }
    return try #require(lines[0].firstMatch(of: /http:\S+/).map { String($0.0) }, "\(lines)")
  }
}
