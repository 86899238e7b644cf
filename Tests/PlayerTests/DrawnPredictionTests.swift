import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

/// Predictions that are drawn in hidden outputs with the keys and the mouse that edit inputs.
@Suite struct DrawnPredictionTests {
  /// A lesson that waits for a prediction: inputs in row 0, `quiet` in row 1 and `paced` in row 2.
  private func session(_ name: String = "lesson-quiet") throws -> EditingKeyTests.Session {
    let session = try EditingKeyTests.Session(
      try #require(try SceneLibrary.shipped.file(named: name)).scene, at: .zero, size: Size(columns: 80, rows: 24))
    session.viewer.hidesExercises = true
    let isWaiting = session.viewer.follow(session.playback.snapshot())
    #expect(isWaiting)
    return session
  }

  private func drawn(_ session: EditingKeyTests.Session, _ row: String = "quiet") -> [String] {
    let timeline = session.viewer.drawn.rows[row] ?? Timeline(end: .open)
    return timeline.events.map { "\($0.value)@\($0.time)" } + (timeline.end.time.map { ["|@\($0)"] } ?? [])
  }

  private func draw(_ values: String..., in session: EditingKeyTests.Session) {
    for value in values {
      session.press(.character("n"))
      session.type(value)
      session.press(.enter)
    }
  }

  private func says(_ session: EditingKeyTests.Session, _ text: String) -> Bool {
    session.requests.contains { if case .say(let said) = $0 { said.contains(text) } else { false } }
  }

  @Test("nothing of the outputs is shown while they are predicted") func hidden() throws {
    let session = try session()
    let (playback, size) = (session.playback, session.size)
    playback.handle(.seek(.seconds(9)))
    let screen = session.viewer.screen(of: playback.snapshot(), size: size).canvas.lines
    let outputs = screen.filter { $0.hasPrefix(" quiet ") || $0.hasPrefix(" paced ") }
    #expect(outputs.count == 2 && outputs.allSatisfy { !$0.contains("?") && !$0.contains("┃") })
    let told = ["quiet emits", "paced emits", "quiet finishes", "paced finishes"]
    #expect(!screen.contains { line in told.contains(where: line.contains) })
    #expect(try #require(screen.last).contains("n draw") && screen.last?.contains("| end") == true)
  }

  @Test("n draws in the first output, one marble after the other, and < > x u U change it") func keys() throws {
    let session = try session()
    draw("1", "2", in: session)
    #expect(drawn(session) == ["1@0", "2@1"] && session.viewer.focused(in: session.scene) == 1)
    session.press(.character(">"), .character(">"))
    #expect(drawn(session) == ["1@0", "2@3"])
    session.press(.character("<"))
    #expect(drawn(session) == ["1@0", "2@2"])
    session.press(.enter)
    session.press(.backspace)
    session.type("7")
    session.press(.enter)
    #expect(drawn(session) == ["1@0", "7@2"])
    session.press(.backTab, .character("x"))
    #expect(drawn(session) == ["7@2"])
    session.press(.character("u"), .character("u"))
    #expect(drawn(session) == ["1@0", "2@2"])
    session.press(.character("U"), .character("U"))
    #expect(drawn(session) == ["7@2"])
    // The scene is as it was.
    #expect(session.scene.exercise != nil && !session.playback.snapshot().edits.canUndo)
  }

  @Test("| draws the end, at the selected marble and then a step later; so does the value |") func ends() throws {
    let session = try session()
    draw("1", in: session)
    session.press(.character("|"))
    #expect(drawn(session) == ["1@0", "|@0"])
    session.press(.character("|"), .character("|"))
    #expect(drawn(session) == ["1@0", "|@2"])
    // Without a selected marble, it is the end that moves and goes.
    session.press(.character(">"))
    #expect(drawn(session) == ["1@0", "|@3"] && says(session, "quiet ends at 3 s: < and > move it"))
    for _ in 0..<5 { session.press(.character("<")) }
    #expect(drawn(session) == ["1@0", "|@0"])
    session.press(.character("x"))
    #expect(drawn(session) == ["1@0"])
    session.press(.character("x"))
    #expect(drawn(session) == ["1@0"] && says(session, "select a marble that you have drawn first: Tab"))
    session.press(.down)
    draw("|", in: session)
    #expect(drawn(session, "paced") == ["|@0"])
    draw("^", in: session)
    #expect(session.viewer.drawn.rows["paced"]?.end == .error(.zero, message: "error"))
  }

  @Test("drawn marbles are hollow until they are compared, and then each has a sign") func signs() throws {
    let session = try session()
    session.press(.character("d"))
    session.type("1@1 9@6 3@8 |@9")
    session.press(.escape)
    #expect(drawn(session) == [])
    // Typed and compared.
    session.press(.character("d"))
    session.type("1@1 9@6 3@8 5@11 |@11")
    session.press(.enter)
    #expect(drawn(session) == ["1@1", "9@6", "3@8", "5@11", "|@11"])
    let verdicts = try #require(guess(session))
    #expect(verdicts.verdicts == [.late, .missing, .early, .right] && verdicts.end == .right)
    let text = session.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(
      text.contains("quiet: 2 of 5 are right; 1 came at 2 s, 1 s later than predicted; 9 did not come at 6 s;"))
    #expect(["<", ">", "✓", "×"].allSatisfy(text.contains))
    // A marble that is changed is not compared any more.
    session.press(.tab, .character(">"))
    #expect(session.viewer.predictions.isEmpty && !session.lines.joined().contains(" are right"))
  }

  /// The verdicts of `quiet`.
  private func guess(_ session: EditingKeyTests.Session) -> RowGuess? {
    let snapshot = session.viewer.predicted(session.playback.snapshot())
    return snapshot.drawing.guess(ofRow: 1, at: session.viewer.moment(of: snapshot))
  }

  @Test("c compares all rows, and says when the lesson is solved") func solving() throws {
    let session = try session()
    session.press(.character("c"))
    #expect(says(session, "draw what comes out first: n") && session.viewer.predictions.isEmpty)
    session.press(.character("d"))
    session.type("1@2 3@7 5@11 |@11")
    session.press(.enter)
    #expect(session.requests == [])
    session.press(.down)
    draw("1", "2", in: session)
    for _ in 0..<3 { session.press(.character(">")) }
    draw("4", in: session)
    for _ in 0..<4 { session.press(.character(">")) }
    draw("5", in: session)
    session.press(.character(">"), .character("|"))
    #expect(drawn(session, "paced") == ["1@0", "2@4", "4@9", "5@11", "|@11"])
    session.press(.character("c"))
    #expect(session.requests == [.solved("lesson-quiet")])
    session.press(.character("H"))
    #expect(session.viewer.revealed == nil && session.viewer.predictions.count == 2)
  }

  @Test("keys that edit the scene say how to do so, and leave it") func refusing() throws {
    let session = try session()
    let scene = session.scene
    for key in ["o", "A", "X", "K", ":", "w"] as [Character] {
      session.press(.character(key))
      #expect(says(session, "H shows the outputs") && session.viewer.tool == nil, "\(key)")
    }
    #expect(session.scene == scene)
    session.press(.character("H"), .character("A"))
    #expect(session.viewer.tool != nil)
  }

  @Test("the mouse drags a drawn marble and its end, and no marble of an input") func mouse() throws {
    let session = try session()
    draw("1", in: session)
    session.viewer.focus(on: 1)
    for _ in 0..<3 { session.press(.character("|")) }
    let size = session.size
    func snapshot() -> PlaybackSnapshot { session.playback.snapshot() }
    func drag(_ row: Int, by columns: Int) throws -> [Viewer.Request] {
      let anchors = session.viewer.picture(of: snapshot(), size: size).anchors
      let center = try #require(anchors[EventKey(row: row, index: 0)])[.center]
      return [(Mouse.Action.press(.left), 0), (.drag(.left), columns), (.release(.left), columns)].flatMap {
        session.viewer.point(
          Mouse($0, column: center.column + $1, row: center.row), watching: snapshot(), size: size)
      }
    }
    #expect(try drag(1, by: 10) == [] && drawn(session).first != "1@0" && drawn(session).count == 2)
    let before = drawn(session)
    session.press(.character("u"))
    #expect(drawn(session).first == "1@0")
    session.press(.character("U"))
    #expect(drawn(session) == before)
    let requests = try drag(0, by: 10)
    #expect(!requests.isEmpty && requests.allSatisfy { if case .say = $0 { true } else { false } })
    #expect(drawn(session) == before && session.viewer.drawn.rows.keys.sorted() == ["quiet"])
  }

  @Test("in another scene, h hides the outputs, and n draws in the selected one") func otherScenes() throws {
    let session = try EditingKeyTests.Session(.sample, at: .zero, size: Size(columns: 120, rows: 40))
    session.press(.character("h"))
    session.viewer.focus(on: 2)
    draw("1", in: session)
    #expect(drawn(session, "merge") == ["1@0"])
    session.press(.character("c"))
    #expect(session.lines.contains { $0.contains("merge: 1 of 1 is right; ") })
    session.press(.character("H"))
    #expect(session.scene == .sample && !session.lines.contains { $0.contains("merge: 1 of 1") })
  }

  @Test("the panel tells the task, and after the comparison what is learned and what to try") func panel() throws {
    let session = try session()
    session.viewer.teaches = true
    session.press(.character("L"))
    var text = session.lines.joined(separator: "\n")
    #expect(text.contains("Limit the rate (3 min)") && text.contains("Hint: ") && !text.contains("To try"))
    session.press(.escape)
    for (row, diagram) in [(1, "1@2 3@7 5@11 |@11"), (2, "1@0 2@4 4@9 5@11 |@11")] {
      session.viewer.focus(on: row)
      session.press(.character("d"))
      session.type(diagram)
      session.press(.enter)
    }
    #expect(session.requests == [.solved("lesson-quiet")] && session.viewer.pageOfLesson == 0)
    text = session.lines.joined(separator: "\n")
    #expect(text.contains("To try after H: Delete 4 and 5.") && !text.contains("Hint: "))
  }
}
