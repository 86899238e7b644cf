import Foundation
import SceneFiles
import Scenes
import TestSupport
import Testing

extension EndToEnd {
  /// Scenes in order, their goals, and predictions.
  @Suite struct PlaygroundLessonTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// A lesson whose outputs are at half seconds, which a click and a drag have to meet.
    private static let halves = """
      title: Half seconds
      about: Draw what comes out.
      exercise: { hint: "`debounce` begins to wait again with each value.", predict: true }
      rows:
        a: { marbles: "1-23---4-|" }
        quiet: { apply: "a.debounce(for: .seconds(1.5))", expect: "1@1.5 3@4.5 4@8.5 |@9" }
        paced: { apply: "a.throttle(for: .seconds(1.5))", expect: "1-2----4-|" }
      """

    private func look<Seen: Decodable>(atHalves kind: String) throws -> Seen {
      let folder = try TemporaryFolder()
      try Self.halves.write(toFile: folder.file("halves.yaml"), atomically: true, encoding: .utf8)
      return try ServedPage(folder.file("halves.yaml")).look(.lessons, kind)
    }

    private struct Predict: Decodable {
      var hidden, drawn, goals, told, marked, some, after, rings, left, complaints: [String]
      var sentences, ends: Int
      /// Values that came out, and that a hand could move.
      var movable: Int
      /// What a screen reader is told, and where the focus is after buttons that hide themselves.
      var said, described: String
      var news, focus: [String]
      var isSolved, isAtEnd: Bool
    }

    @Test("outputs are hidden, drawn by mouse and by keys, compared, and shown again", .needs(.chromium))
    func predict() throws {
      let seen: Predict = try look(atHalves: "predict")
      let inputs = ["a#0", "a#1", "a#2", "a#3"]
      let quiet =
        "1 of 3 is right; 1 came at 1.5 s, 0.5 s later than predicted; 3 came at 4.5 s, 0.5 s later than predicted"
      let paced = "1 of 3 is right; 2 came at 2 s, 1 s later than predicted; 3 did not come at 2 s"
      #expect(seen.hidden == inputs && seen.sentences == 0 && seen.ends == 1)
      #expect(
        Array(seen.drawn.suffix(6)) == [
          "quiet: 1 at 1 s, predicted", "quiet: 3 at 4 s, predicted", "quiet: finishes at 9 s, predicted",
          "paced: 1 at 0 s, predicted", "paced: 2 at 1 s, predicted", "paced: 3 at 2 s, predicted",
        ])
      #expect(
        seen.goals == [
          "quiet 1@1 3@4 |@9 1 at 1 s, 3 at 4 s, ends at 9 s ✗ \(quiet); 1 more event is missing",
          "paced 1@0 2@1 3@2 1 at 0 s, 2 at 1 s, 3 at 2 s ✗ \(paced); 2 more events are missing",
        ])
      #expect(seen.told.first == "quiet: 1 at 1 s, predicted: 1 came at 1.5 s, 0.5 s later than predicted")
      #expect(
        seen.said == "quiet: \(quiet); 1 more event is missing. paced: \(paced); 2 more events are missing.")
      // What is wrong is marked, and nothing else.
      #expect(seen.marked == ["1@1", "3@4", "2@1", "3@2"])
      #expect(
        seen.after == [
          "quiet 1@1 3@4 |@9 1 at 1 s, 3 at 4 s, ends at 9 s ✗ \(quiet); 1 more event is missing: 4 at 8.5 s",
          "paced 1@0 2@1 3@2 1 at 0 s, 2 at 1 s, 3 at 2 s ✗ \(paced); 2 more events are missing: 4 at 7 s and the end at 9 s",
        ])
      let (right, wrong) = ("guess right", "guess wrong")
      #expect(seen.rings == [wrong, wrong, right, right, wrong, wrong] && seen.isAtEnd && seen.left == [])
      #expect(seen.focus == ["again", "again"])
      #expect(seen.described == "At 0 seconds, paced emits 1 from a.")
      #expect(seen.news.first?.hasSuffix("paced emits 1 from a.") == true)
      #expect(seen.news.last?.contains("quiet emits 1") == true)
      #expect(seen.movable == 0)
      // The first instant of the outputs, and no other.
      #expect(seen.some == inputs + ["paced#0"])
      #expect(!seen.isSolved && seen.complaints == [])
    }

    private struct Leaks: Decodable {
      var button, card: String
      var hidden, complaints: [String]
    }

    @Test("inputs do not tell what hidden outputs make of them", .needs(.chromium)) func leaks() throws {
      let seen: Leaks = try page.look(.lessons, "leaks")
      #expect(seen.button == "Predict" && !seen.hidden.isEmpty && seen.hidden.allSatisfy(\.isEmpty), "\(seen.hidden)")
      #expect(!seen.card.contains("emits") && seen.complaints == [])
    }

    private struct Ends: Decodable {
      var proposed, ended, undone, after, first, complaints: [String]
      var focus, window: String
      /// Units between a value and the end that stands beside it.
      var apart: Double
      var keepsHint: Bool
    }

    @Test("a marble that is drawn becomes the end, and what was drawn is taken back", .needs(.chromium))
    func ends() throws {
      let seen: Ends = try look(atHalves: "ends")
      #expect(seen.proposed == ["quiet: 3 at 4.5 s, predicted"])
      #expect(seen.ended == ["quiet: 3 at 4.5 s, predicted", "quiet: finishes at 8 s, predicted"])
      #expect(seen.focus == "quiet: finishes at 8 s, predicted" && seen.window == "quiet ends atsRemove")
      #expect(seen.undone == ["quiet: 3 at 4.5 s, predicted", "quiet: 2 at 5.5 s, predicted"])
      #expect(seen.after == ["quiet: 3 at 4.5 s, predicted", "quiet: finishes at 4.5 s, predicted"])
      #expect(seen.apart > 0 && seen.keepsHint && seen.first == ["quiet: 1 at 0 s, predicted"])
      #expect(seen.complaints == [])
    }

    private struct Shared: Decodable {
      /// Each with what the page says, and the text.
      var yaml, html, command: [String]
      var complaints: [String]
    }

    @Test("a scene that is shared while outputs are hidden says what others see", .needs(.chromium))
    func shared() throws {
      let seen: Shared = try page.look(.lessons, "shared")
      #expect(seen.yaml[0].hasSuffix(" Its outputs are hidden, to be predicted."))
      #expect(try SceneFile(parsing: seen.yaml[1], path: "shared.yaml").scene.exercise?.isPrediction == true)
      #expect(seen.html[0].hasSuffix(" It shows the outputs.") && seen.html[1].contains("data-id=\"debounce#0\""))
      #expect(!seen.command[0].contains("outputs") && seen.complaints == [])
    }

    private struct Narrow: Decodable {
      var before, first, last: Double
      var complaints: [String]
    }

    @Test("a picture that scrolls follows the instant that is shown", .needs(.chromium)) func narrow() throws {
      let seen: Narrow = try look(atHalves: "narrow")
      #expect(seen.before > 150 && seen.first < 100 && seen.last > 150 && seen.complaints == [])
    }

    private struct Folder: Decodable {
      var groups, places, titles, complaints: [String]
    }

    @Test("a folder is a lesson in the order of its names, without a broken file", .needs(.chromium))
    func folder() throws {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.file("first/more"), withIntermediateDirectories: true)
      for (name, title) in [("2-two", "Two"), ("10-ten", "Ten"), ("1-one", "One"), ("more/1-one", "More")] {
        try "title: \(title)\nrows: { a: { marbles: '1-2|' } }"
          .write(toFile: folder.file("first/\(name).yaml"), atomically: true, encoding: .utf8)
      }
      try "rows: [".write(toFile: folder.file("first/3-broken.yaml"), atomically: true, encoding: .utf8)
      let page = try ServedPage(folder.file("first"))
      let seen: Folder = try page.look(.lessons, "folders")
      #expect(seen.groups.prefix(2) == ["first", "more"])
      #expect(seen.places == ["1 of 3", "2 of 3", "3 of 3"])
      #expect(seen.titles == ["One", "Two", "Ten"] && seen.complaints == [])
      page.server.send(signal: SIGTERM)
      #expect(try page.server.waitForEnd().error.contains("warning: \(folder.file("first/3-broken.yaml")):"))
    }

    private struct Solve: Decodable {
      var hint, told, focus: String
      var goal, met, complaints: [String]
    }

    @Test("a task has a goal, a hint and a solution", .needs(.chromium))
    func solve() throws {
      let seen: Solve = try page.look(.lessons, "solve")
      #expect(seen.hint.hasPrefix("Point at the 4 of a, or choose it with the arrow keys"), "\(seen.hint)")
      let words = "20 at 2.5 s, 30 at 3.5 s, 40 at 7.5 s, ends at 7.5 s"
      #expect(seen.goal == ["Goal 20@2.5 30@3.5 40@7.5 |@7.5 \(words) ✗ expected 40 at 7.5 s, it finished at 3.5 s"])
      #expect(
        seen.met == ["Goal 20@2.5 30@3.5 40@7.5 |@7.5 \(words) ✓ reached"])
      // The text that the solution has changed.
      #expect(seen.told.hasPrefix("Solved. out is now a.filter { $0 > 1 }.debounce("), "\(seen.told)")
      #expect(seen.told.contains(".prefix(3). prefix(2) ends"), "\(seen.told)")
      #expect(seen.focus == "stage" && seen.complaints == [])
    }

    private struct Progress: Decodable {
      var place, task, told, progress: String
      var steps, complaints: [String]
    }

    @Test("what was solved is known after a reload, and on the front page", .needs(.chromium))
    func progress() throws {
      let seen: Progress = try page.look(.lessons, "progress")
      #expect(seen.place == "10 of 10 · 3 min" && seen.task.hasPrefix("Someone types s, sw, swift,"))
      #expect(
        seen.told.hasPrefix("Solved. What you drew is a test.") && seen.told.contains("To try: Change .seconds(1)"))
      #expect(seen.steps.first == "1: A timeline" && seen.steps.last == "10: A test of your own, solved")
      #expect(seen.progress == "10 of 10 tasks solved" && seen.complaints == [])
    }
  }
}
