import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// What a viewer expects of hidden outputs, and how it is compared.
@Suite struct PredictionKeyTests {
  private func session() throws -> EditingKeyTests.Session {
    let session = try EditingKeyTests.Session(.sample, size: Size(columns: 120, rows: 40))
    session.viewer.focus(on: 2)
    return session
  }

  @Test("d does nothing while outputs are shown, and then opens a line for the selected output") func opening() throws {
    let session = try session()
    session.press(.character("d"))
    #expect(session.viewer.tool == nil)
    session.press(.character("h"))
    #expect(session.lines.last?.contains("d predict") == true)
    session.press(.character("d"))
    #expect(
      session.lines.contains { $0.contains("merge will be") } && session.lines.contains { $0.contains("compare") })
    session.press(.escape)
    #expect(session.viewer.tool == nil && session.scene == .sample && session.requests.isEmpty)
  }

  @Test("a prediction is compared as on the page, with all that is wrong, and not before Enter") func comparing() throws
  {
    let session = try session()
    session.press(.character("h"), .character("d"))
    session.type("1@0 2@1.5 |@8")
    #expect(!session.lines.contains { $0.contains(" are right") || $0.contains(" came at ") })
    session.press(.enter)
    #expect(session.viewer.tool == nil)
    let row = try #require(session.playback.snapshot().drawing.plan.rows.first { $0.name == "merge" })
    let expected = try Scene.Expectation(parsing: "1@0 2@1.5 |@8", row: "merge").diagram.timeline
    let comparison = TimelineComparison(
      expected: expected, actual: row.timeline, isPrediction: true, known: session.viewer.revealed)
    // Sentences without a line each follow each other, so a break may be within one.
    let text = session.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(
      text.contains("merge: 2 of 3 are right; 2 came at 1 s, 0.5 s earlier than predicted; 8 more events are missing."))
    #expect(text.contains("merge: \(comparison)."))
    // What is revealed is named.
    session.press(.character("h"), .character("h"), .character("h"))
    let revealed = session.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(revealed.contains("; 8 more events are missing: a at 1.5 s and 7 more."), "\(revealed)")
  }

  @Test("predictions stay while outputs are hidden again, and go with their text or their scene") func keeping() throws
  {
    let session = try session()
    func isTold() -> Bool { session.lines.contains { $0.contains("2 of 2 are right") } }
    session.press(.character("h"), .character("d"))
    session.type("1@0 |@8")
    session.press(.enter)
    #expect(isTold())
    session.press(.character("H"))
    #expect(!isTold())
    session.press(.character("h"))
    #expect(isTold())
    // The line begins with what was predicted.
    session.press(.character("d"))
    #expect(session.lines.contains { $0.contains("merge will be 1@0 |@8") })
    session.press(.character("u"), modifiers: .control)
    session.press(.enter)
    #expect(!isTold())
  }

  @Test("what was selected, predicted and revealed is forgotten with its scene, and kept while that plays again")
  func following() throws {
    let session = try session()
    session.press(.character("h"), .character("d"))
    session.type("1@0 |@8")
    session.press(.enter, .character("h"))
    var snapshot = session.playback.snapshot()
    session.viewer.follow(snapshot)
    session.viewer.follow(snapshot)
    #expect(session.viewer.predictions.count == 1 && session.viewer.focusedRow == 2)
    #expect(try #require(session.viewer.revealed) >= .zero)
    var other = snapshot.drawing.scene
    other.name = "other"
    snapshot.drawing = SceneDrawing(scene: other, plan: snapshot.drawing.plan)
    session.viewer.follow(snapshot)
    #expect(session.viewer.predictions.isEmpty && session.viewer.focusedRow == nil)
    #expect(try #require(session.viewer.revealed) < .zero)
  }

  @Test("a text that is no diagram keeps the line open, and says why") func mistakes() throws {
    let session = try session()
    session.press(.character("h"), .character("d"))
    session.type("1-(2")
    session.press(.enter)
    guard case .line(let line)? = session.viewer.tool, case .problem = line.shown(EditState()).note else {
      Issue.record("the line is closed, or says nothing")
      return
    }
    #expect(session.viewer.predictions.isEmpty)
  }

  @Test("a diagram with nothing in it is no prediction, which would be compared with all that comes") func blank()
    throws
  {
    let session = try session()
    session.press(.character("h"), .character("d"))
    session.type("-----")
    session.press(.enter)
    #expect(session.viewer.tool == nil && session.viewer.predictions.isEmpty)
    #expect(!session.lines.contains { $0.contains("merge: ") && $0.contains(" came") })
  }

  @Test("each predicted row has a sentence") func several() throws {
    let session = try session()
    session.press(.character("h"))
    for row in [2, 4] {
      session.viewer.focus(on: row)
      session.press(.character("d"))
      session.type("1@0 |@8")
      session.press(.enter)
    }
    let text = session.lines.joined(separator: "\n")
    #expect(text.contains("merge: 2 of 2 are right; 9 more events are missing.") && text.contains("latest: "))
  }
}
