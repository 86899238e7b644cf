import Layout
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// The list of keys beside the picture, on screens with room for both.
@Suite struct KeyPanelTests {
  private static let sizes = [
    Size(columns: 120, rows: 40), Size(columns: 200, rows: 60), Size(columns: 160, rows: 24),
  ]

  /// A viewer of the sample.
  private struct Session {
    let size: Size
    var viewer = Viewer()
    private let plan: Recording

    init(_ size: Size) throws {
      (self.size, plan) = (size, try Scene.sample.recorded())
    }

    func snapshot(at time: SceneTime = .seconds(3)) -> PlaybackSnapshot {
      PlaybackSnapshot(
        drawing: SceneDrawing(scene: .sample, plan: plan), recording: plan,
        playhead: Playhead(time: time, playback: PlaybackState(at: 0, isPaused: true)))
    }

    /// What is left for the picture.
    var pictureSize: Size { Size(columns: size.columns - (KeyPanelPainter.width(in: size) ?? 0), rows: size.rows) }

    func screen(at time: SceneTime = .seconds(3)) -> Canvas {
      viewer.screen(of: snapshot(at: time), size: size).canvas
    }

    mutating func press(_ keys: Key...) {
      for key in keys { _ = viewer.press(key, [], watching: snapshot(), size: size) }
    }
  }

  @Test("the picture keeps 80 columns, and plays on", arguments: sizes) func picture(size: Size) throws {
    var session = try Session(size)
    #expect(session.pictureSize.columns >= 80)
    session.press(.character("?"))
    for time in [SceneTime.seconds(3), .seconds(4)] {
      let (snapshot, screen) = (session.snapshot(at: time), session.screen(at: time))
      let picture = session.viewer.picture(of: snapshot, size: session.pictureSize).canvas
      #expect(screen.size == size && screen.resized(to: picture.size).hasSameCells(as: picture))
      let context = session.viewer.keyContext(of: snapshot, size: session.pictureSize)
      for binding in KeyBinding.all where binding.works(in: context) {
        let sentence = binding.sentence(in: context)
        #expect(screen.lines.contains { $0.contains(sentence) }, "\(sentence)")
      }
    }
  }

  @Test("the list stays, so that its keys can be tried", arguments: sizes) func trying(size: Size) throws {
    var session = try Session(size)
    session.press(.character("?"), .tab, .character(" "))
    #expect(session.viewer.pageOfKeys == 0 && session.viewer.selected != nil)
    #expect(session.screen().text.contains("clear the selection"))
    session.press(.escape)
    #expect(session.viewer.pageOfKeys == nil && session.viewer.selected != nil)
    session.press(.character("?"), .character("?"))
    #expect(session.viewer.pageOfKeys == nil)
    session.press(.character("?"), .character("L"))
    #expect(session.viewer.pageOfKeys == nil && session.viewer.pageOfLesson == 0)
    // Beside the picture, a key that edits opens its line at once; the list is back when that is closed.
    session.press(.escape, .character("?"), .character("e"))
    #expect(session.viewer.tool != nil && !session.screen().text.contains("these keys"))
    session.press(.escape)
    #expect(session.viewer.tool == nil && session.screen().text.contains("these keys"))
  }

  @Test("the mouse means what is in the picture, and nothing in the list", arguments: sizes)
  func mouse(size: Size) throws {
    var session = try Session(size)
    session.press(.character("?"))
    let key = EventKey(row: 0, index: 0)
    let anchors = session.viewer.picture(of: session.snapshot(), size: session.pictureSize).anchors
    let center = try #require(anchors[key])[.center]
    for column in [center.column, size.columns - 5] {
      _ = session.viewer.point(
        Mouse(.press(.left), column: column, row: center.row), watching: session.snapshot(), size: size)
      #expect(session.viewer.selected == key)
    }
  }

  @Test("on a low screen it has pages, each of which says how to see the rest") func pages() throws {
    var session = try Session(Size(columns: 120, rows: 14))
    session.press(.character("?"))
    var seen: [String] = []
    while session.viewer.pageOfKeys != nil {
      let lines = session.screen().lines
      let isLast = lines.last?.contains("? close") == true
      #expect(isLast || lines.last?.contains(" more  Esc close") == true)
      seen += lines
      session.press(.character("?"))
      #expect((session.viewer.pageOfKeys == nil) == isLast)
    }
    let context = session.viewer.keyContext(of: session.snapshot(), size: session.pictureSize)
    for binding in KeyBinding.all where binding.works(in: context) {
      #expect(seen.contains { $0.contains(binding.sentence(in: context)) })
    }
  }
}
