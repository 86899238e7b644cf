import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// What a scene teaches.
@Suite struct LessonTests {
  private static let scene: Scene = {
    var scene = Scene.sample
    scene.notes = "Three ways."
    scene.rows[3].notes = "It waits\nfor the slower stream."
    return scene
  }()

  private func frame(_ change: (inout FrameState) -> Void) throws -> String {
    let recording = try Self.scene.recorded()
    var moment = FrameState(time: recording.duration, state: .finished)
    change(&moment)
    return SceneDrawing(scene: Self.scene, plan: recording)
      .frame(recording, at: moment, size: Size(columns: 80, rows: 30)).lines.joined(separator: "\n")
  }

  @Test("it is the caption of the end, and of no other moment")
  func end() throws {
    let end = try frame { _ in }
    #expect(end.contains("  Three ways.") && end.contains("  zip: It waits for the slower stream."))
    #expect(!end.contains("finishes"))
    #expect(try !frame { ($0.time, $0.state) = (.seconds(2), .paused) }.contains("Three ways."))
  }

  @Test("it tells nothing while outputs are hidden, and gives way to a selected marble")
  func hidden() throws {
    #expect(try !frame { $0.revealed = .nanoseconds(-1) }.contains("Three ways."))
    #expect(try !frame { $0.selected = EventKey(row: 0, index: 0) }.contains("Three ways."))
  }

  @Test(
    "all of it can be read in a frame, page by page, on any screen", arguments: [(80, 24), (40, 12), (30, 6), (20, 5)])
  func pages(columns: Int, rows: Int) throws {
    var scene = Self.scene
    for row in scene.rows.indices {
      scene.rows[row].notes = "word\(row) " + String(repeating: "and ", count: 60) + "end\(row)"
    }
    let drawing = SceneDrawing(scene: scene, plan: try scene.recorded())
    let size = Size(columns: columns, rows: rows)
    let pages = drawing.pagesOfLesson(size: size)
    var read = ""
    for page in 0..<pages {
      var canvas = Canvas(size: size)
      drawing.drawLesson(page: page, on: &canvas)
      read += canvas.lines.joined()
    }
    for row in scene.rows.indices {
      #expect(read.contains("word\(row)") && read.contains("end\(row)"), "\(size), \(row)")
    }
    #expect(pages == 1 || read.contains("press L for more") || columns < 26)
  }

  @Test(
    "every lesson has its task on one page of a small terminal, and then what is learned and what to try",
    arguments: SceneGroup.lessons.names)
  func tasks(name: String) throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: name)).scene
    let drawing = SceneDrawing(scene: scene, plan: try scene.recorded())
    let size = Size(columns: 80, rows: 24)
    func text(_ lesson: SceneLesson) -> String {
      var canvas = Canvas(size: size)
      drawing.drawLesson(lesson, on: &canvas)
      return canvas.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }
    #expect(drawing.pagesOfLesson(.task, size: size) == 1 && drawing.pagesOfLesson(.notesOfLesson, size: size) == 1)
    let (task, notes) = (text(.task), text(.notesOfLesson))
    #expect(
      task.contains(scene.title) && task.contains(" min) ") && task.contains("Hint: ") && task.contains("compares"))
    #expect(!task.contains("To try") && notes.contains("To try after H: ") && notes.contains("N is the next lesson"))
  }

  @Test("a scene without notes has no lesson")
  func none() throws {
    var scene = Scene.sample
    scene.notes = ""
    for row in scene.rows.indices { scene.rows[row].notes = "" }
    let drawing = SceneDrawing(scene: scene, plan: try scene.recorded())
    #expect(drawing.pagesOfLesson(size: Size(columns: 80, rows: 24)) == 0)
  }
}
