import Expressions
import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

@Suite("An animated marble") struct MotionTests {
  /// A row for each transition, in which 2 comes in from 1 s to 1.6 s.
  private func scene(_ transitions: [Animation.Transition] = Animation.Transition.allCases) throws -> Scene {
    var rows = [Scene.Row(name: "a", content: .input(try Diagram.parse("12-----3|", row: "a").timeline))]
    for transition in transitions {
      let text = "a.animation(.\(transition), duration: .milliseconds(600), curve: .linear)"
      rows.append(Scene.Row(name: "\(transition)", content: .output(try Expression.parse(text))))
    }
    return Scene(name: "test", rows: rows)
  }

  private static let small = Size(columns: 80, rows: 12)
  private static let large = Size(columns: 80, rows: 34)
  private static let times = stride(from: Int64(1000), through: 1590, by: 10).map { SceneTime.milliseconds($0) }

  private func drawing(_ scene: Scene, glyphs: GlyphSet = .full, theme: Theme = .dark) throws -> (
    SceneDrawing, Recording
  ) {
    let recording = try scene.recorded()
    return (SceneDrawing(scene: scene, plan: recording, theme: theme, glyphs: glyphs), recording)
  }

  @Test("comes in like this", arguments: [1000, 1100, 1250, 1350, 1450, 1600])
  func pictures(milliseconds: Int64) throws {
    let time = SceneTime.milliseconds(milliseconds)
    try expectFixture("motion-80x12-\(milliseconds)", frame(scene(), at: time, size: Self.small))
    try expectFixture("motion-80x34-\(milliseconds)", frame(scene(), at: time, size: Self.large))
    try expectFixture("motion-80x12-\(milliseconds)-ascii", frame(scene(), at: time, size: Self.small, glyphs: .ascii))
  }

  /// The line of each row but the first, in a picture in which each is one row of cells high.
  private func lines(_ canvas: Canvas, of scene: Scene) throws -> [String] {
    let layout = try layout(scene, size: Self.small)
    return scene.rows.indices.dropFirst().map { position in
      // The names differ; what is to the right of them must, too.
      canvas.text(row: layout.middle(position), columns: layout.gutter..<Self.small.columns)
    }
  }

  @Test("can be told from others without colours, on any terminal", arguments: [GlyphSet.full, .linuxConsole, .ascii])
  func differs(glyphs: GlyphSet) throws {
    let scene = try scene()
    let (drawing, recording) = try drawing(scene, glyphs: glyphs)
    for time in [1000, 1100, 1250, 1350].map({ SceneTime.milliseconds($0) }) {
      let lines = try lines(drawing.frame(recording, at: FrameState(time: time), size: Self.small), of: scene)
      #expect(Set(lines).count == lines.count, "\(time): \(lines)")
    }
    let settled = try lines(
      drawing.frame(recording, at: FrameState(time: .milliseconds(1600)), size: Self.small), of: scene)
    #expect(Set(settled).count == 1)
  }

  @Test("has several looks on its way, in 16 colours, too", arguments: Animation.Transition.allCases)
  func movesInSixteenColors(transition: Animation.Transition) throws {
    let scene = try scene([transition])
    let (drawing, recording) = try drawing(scene, theme: Theme.dark.adapted(to: .ansi16))
    var still = drawing
    still.reducesMotion = true
    for size in [Self.small, Self.large] {
      /// What stands where the marble will be, at each time.
      func looks(of drawing: SceneDrawing) -> Set<[String]> {
        Set(
          Self.times.map { time in
            let picture = drawing.picture(of: recording, at: FrameState(time: time), size: size)
            let bounds = recording.key(of: "\(transition)#1").flatMap { picture.anchors[$0] }
            return bounds.map { bounds in
              bounds.rows.map { picture.canvas.text(row: $0, columns: bounds.columns) }
            } ?? []
          })
      }
      #expect(looks(of: still).count == 1)
      #expect(looks(of: drawing).count >= 3)
    }
  }

  @Test("is where it belongs when it is over, at the end, and with reduced motion")
  func settles() throws {
    let scene = try scene()
    var still = scene
    still.reducesMotion = true
    let (drawing, recording) = try drawing(scene)
    let (reduced, _) = try self.drawing(still)
    for size in [Self.small, Self.large] {
      for milliseconds in stride(from: Int64(0), through: 8000, by: 100) {
        let moment = FrameState(time: .milliseconds(milliseconds))
        let (moving, settled) = (
          drawing.frame(recording, at: moment, size: size), reduced.frame(recording, at: moment, size: size)
        )
        let isMoving = [0, 1000, 7000].contains { ($0..<$0 + 600).contains(milliseconds) }
        #expect((moving == settled) == !isMoving, "\(milliseconds) ms")
        var finished = moment
        finished.state = .finished
        #expect(
          drawing.frame(recording, at: finished, size: size) == reduced.frame(recording, at: finished, size: size))
      }
    }
  }

  @Test("publishes where it will stand, so that lines do not follow it about")
  func anchors() throws {
    let (drawing, recording) = try drawing(scene())
    let places = [1000, 1300, 1600].map { (milliseconds: Int64) in
      let picture = drawing.picture(of: recording, at: FrameState(time: .milliseconds(milliseconds)), size: Self.large)
      return recording.key(of: "slide#1").flatMap { picture.anchors[$0] }
    }
    #expect(places[0] != nil)
    #expect(Set(places).count == 1)
  }

  @Test("an event without an animation of its stream has the animation of its row")
  func rowDefault() throws {
    var scene = try scene([.slide])
    scene.rows[1].content = .output(try Expression.parse("merge(a.prefix(1).animation(nil), a.dropFirst())"))
    scene.rows[1].animation = Animation(.drop, duration: .milliseconds(600))
    let recording = try scene.recorded()
    let motion = SceneMotion(scene, plan: recording)
    func appearance(_ index: Int) -> MarbleAppearance? {
      let event = recording.rows[1].timeline.events[index]
      return motion.row(1, at: FrameState(time: event.time))?.appearance(of: event)
    }
    #expect(appearance(0) == nil)
    #expect(appearance(1) == MarbleAppearance(transition: .drop, progress: 0))
    // Rows in which nothing is animated have nothing to look at.
    #expect(motion.row(0, at: FrameState(time: .zero)) == nil)
  }

  @Test("takes scene time, or wall time where the scene says so")
  func animationTime() throws {
    var scene = try scene([.slide])
    func progress(at milliseconds: Int64, speedFactor: SpeedFactor) throws -> Double? {
      let recording = try scene.recorded()
      let moment = FrameState(time: .milliseconds(milliseconds), speedFactor: speedFactor, state: .playing)
      return SceneMotion(scene, plan: recording).row(1, at: moment)?
        .appearance(of: recording.rows[1].timeline.events[1])?.progress
    }
    #expect(try progress(at: 1300, speedFactor: 1) == 0.5)
    #expect(try progress(at: 1300, speedFactor: 4) == 0.5)
    scene.animationTime = .wall
    #expect(try progress(at: 1300, speedFactor: 1) == 0.5)
    #expect(try progress(at: 2200, speedFactor: 4) == 0.5)
    #expect(try progress(at: 3400, speedFactor: 4) == nil)
    #expect(try progress(at: 1030, speedFactor: 0.1) == 0.5)
  }

  @Test("is one picture however it is come to")
  func isAFunction() throws {
    let scene = try scene()
    let (drawing, recording) = try drawing(scene)
    for time in Self.times {
      // What is later than the moment plays no part.
      var sofar = recording
      for row in sofar.rows.indices where !sofar.rows[row].isInput {
        sofar.rows[row].timeline = sofar.rows[row].timeline.prefix(through: time)
      }
      let moment = FrameState(time: time)
      #expect(
        drawing.frame(recording, at: moment, size: Self.small) == drawing.frame(sofar, at: moment, size: Self.small))
    }
  }

  /// The row of `x`, from its first tick on, in which 2 comes in from 1 s on, and which ends then.
  private func row(_ animation: String, at milliseconds: Int64, end: String = "[2|]") throws -> String {
    let scene = Scene(
      name: "test",
      rows: [
        Scene.Row(name: "a", content: .input(try Diagram.parse("1\(end)", row: "a").timeline)),
        Scene.Row(name: "x", content: .output(try Expression.parse("a.animation(\(animation))"))),
        Scene.Row(name: "b", content: .input(try Diagram.parse("--------|", row: "b").timeline)),
      ])
    let canvas = try canvas(scene, at: .milliseconds(milliseconds), size: Self.small)
    let layout = try layout(scene, size: Self.small)
    return canvas.text(row: layout.middle(1), columns: layout.gutter..<Self.small.columns)
  }

  @Test("never passes the end of its row, which waits behind it", arguments: Animation.Transition.allCases)
  func end(transition: Animation.Transition) throws {
    for end in ["[2|]", "[2^]"] {
      for milliseconds in stride(from: Int64(1000), through: 1700, by: 20) {
        let row = try row(".\(transition), duration: .milliseconds(600)", at: milliseconds, end: end)
        let mark = try #require(row.lastIndex { "┃╳".contains($0) }, "no end at \(milliseconds) ms: \(row)")
        // Nothing of a marble is behind it.
        #expect(
          row[mark...].dropFirst().replacing("error", with: "").allSatisfy { "─╌┴┬│ ".contains($0) },
          "\(milliseconds) ms: \(row)")
        #expect(row[..<mark].contains { "12▐░▒·▔▀•∙●".contains($0) }, "\(milliseconds) ms: \(row)")
      }
      #expect(
        try row(".\(transition), duration: .milliseconds(600)", at: 1600, end: end) == row("nil", at: 1600, end: end))
    }
  }

  @Test("on a spring goes a column too far, and comes back")
  func springs() throws {
    let places = try stride(from: Int64(1000), through: 1600, by: 10).map { milliseconds in
      let row = try row(".slide, duration: .milliseconds(600), curve: .spring", at: milliseconds)
      return try #require(row.firstIndex(of: "2")).utf16Offset(in: row)
    }
    let settled = try #require(places.last)
    #expect(places.min() == settled - 1)
    #expect(places.first == settled + TransitionPainter.way)
  }

  @Test("with reduced motion shows no part of itself: before it is nothing, and from its time on all")
  func reduced() throws {
    var scene = try scene()
    scene.rows += try Animation.Curve.allCases.map { curve in
      let text = "a.animation(.slide, duration: .seconds(1), delay: .milliseconds(200), curve: .\(curve))"
      return Scene.Row(name: "\(curve)", content: .output(try Expression.parse(text)))
    }
    var plain = scene
    for position in plain.rows.indices.dropFirst() {
      plain.rows[position].content = .output(try Expression.parse("a.animation(nil)"))
    }
    scene.reducesMotion = true
    scene.rows[1].animation = Animation(.pop, duration: .seconds(2))
    var (reduced, recording) = try drawing(scene)
    var (still, quiet) = try drawing(plain)
    (reduced.connectors, still.connectors) = (.none, .none)
    for size in [Size(columns: 80, rows: 24), Self.large] {
      let layout = try layout(scene, size: size)
      for milliseconds in stride(from: Int64(0), through: 8000, by: 50) {
        let moment = FrameState(time: .milliseconds(milliseconds))
        let (found, expected) = (
          reduced.frame(recording, at: moment, size: size), still.frame(quiet, at: moment, size: size)
        )
        // The expressions, which stand above, and the sentence below differ.
        let rows = layout.visibleRows.map(layout.middle)
        #expect(
          rows.map { found.text(row: $0, columns: 0..<80) } == rows.map { expected.text(row: $0, columns: 0..<80) },
          "\(milliseconds) ms")
      }
    }
  }
}
