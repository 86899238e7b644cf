import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Scenes in order, their goals, and predictions.
  @Suite struct PlaygroundLessonTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    private struct Predict: Decodable {
      var hidden, drawn, goals, told, some, complaints: [String]
      var sentences, ends: Int
      /// What a screen reader is told, and where the focus is after buttons that hide themselves.
      var said: String
      var focus: [String]
      var pressed: String?
      var isSolved: Bool
    }

    @Test("outputs are hidden, drawn by mouse and by keys, compared, and shown again", .needs(.chromium))
    func predict() throws {
      let seen: Predict = try page.look(.lessons, "predict")
      let inputs = ["a#0", "a#1", "a#2", "a#3"]
      #expect(seen.hidden == inputs && seen.sentences == 0 && seen.ends == 1)
      #expect(
        Array(seen.drawn.suffix(6)) == [
          "quiet: 1 at 1 s, predicted", "quiet: 3 at 4 s, predicted", "quiet: finishes at 9 s, predicted",
          "paced: 1 at 0 s, predicted", "paced: 2 at 1 s, predicted", "paced: 3 at 2 s, predicted",
        ])
      #expect(
        seen.goals == [
          "quiet 1@1 3@4 |@9 ✗ 1 of 3 is right, and 1 more came: 1 came at 1.5 s, 0.5 s later than predicted",
          "paced 1@0 2@1 3@2 ✗ 1 of 3 is right, and 2 more came: 2 came at 2 s, 1 s later than predicted",
        ])
      #expect(seen.told.first == "quiet: 1 at 1 s, predicted: 1 came at 1.5 s, 0.5 s later than predicted")
      #expect(
        seen.said == "quiet: 1 of 3 is right, and 1 more came: 1 came at 1.5 s, 0.5 s later than predicted. "
          + "paced: 1 of 3 is right, and 2 more came: 2 came at 2 s, 1 s later than predicted.")
      // The label of the button says what it does, and no state beside it.
      #expect(seen.focus == ["predict", "predict"] && seen.pressed == nil)
      // The first instant of the outputs, and no other.
      #expect(seen.some == inputs + ["paced#0"] && !seen.isSolved && seen.complaints == [])
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
      #expect(seen.places == ["1 of 3 · first", "2 of 3 · first", "3 of 3 · first"])
      #expect(seen.titles == ["One", "Two", "Ten"] && seen.complaints == [])
      page.server.send(signal: SIGTERM)
      #expect(try page.server.waitForEnd().error.contains("warning: \(folder.file("first/3-broken.yaml")):"))
    }

    private struct Solve: Decodable {
      var place, hint, told, focus, progress: String
      var goal, met, steps, complaints: [String]
    }

    @Test("a task has a goal, a hint and a solution, and what was solved is known after a reload", .needs(.chromium))
    func solve() throws {
      let seen: Solve = try page.look(.lessons, "solve")
      #expect(seen.place == "1 of 2 · Lessons" && seen.hint == "Point at the 4 of a, and read where it stops.")
      #expect(seen.goal == ["Goal 20@2.5 30@3.5 40@7.5 |@7.5 ✗ expected 40 at 7.5 s, it finished at 3.5 s"])
      #expect(
        seen.met == ["Goal 20@2.5 30@3.5 40@7.5 |@7.5 ✓ reached"] && seen.told.hasPrefix("Solved. prefix(2) ends"))
      #expect(seen.steps == ["1: Let three values through, solved", "2: debounce or throttle?"])
      #expect(seen.focus == "next" && seen.progress == "1 of 2 tasks solved")
      #expect(seen.complaints == [])
    }
  }
}
