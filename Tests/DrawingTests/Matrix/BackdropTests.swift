import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// Rain behind a scene.
@Suite struct BackdropTests {
  private let size = Size(columns: 80, rows: 24)

  private func sample(in rain: Scene.Matrix?) -> Scene {
    var scene = Scene.sample
    scene.backdrop = rain
    return scene
  }

  @Test("whatever the scene draws is as it is without rain, and no rain stands next to it")
  func rowsStayReadable() throws {
    for tenths in stride(from: Int64(0), to: 80, by: 7) {
      let time = SceneTime.milliseconds(tenths * 100)
      let dry = try canvas(sample(in: nil), at: time, size: size)
      let wet = try canvas(sample(in: Scene.Matrix()), at: time, size: size)
      var drops = 0
      for row in 0..<size.rows {
        for column in 0..<size.columns {
          if dry[column, row] != Cell() { #expect(wet[column, row] == dry[column, row]) }
          guard wet[column, row] != dry[column, row] else { continue }
          drops += 1
          for neighbour in [column - 1, column + 1] { #expect(dry[neighbour, row] == Cell()) }
          #expect(!wet[column, row].style.bold)
        }
      }
      #expect(drops > 150)
    }
  }

  @Test("where there are few colours, all of it is dim", arguments: [ColorDepth.ansi16, .none])
  func isDim(depth: ColorDepth) {
    let palette = RainPalette(.green, theme: .dark.adapted(to: depth), isBackdrop: true)
    let styles = Rain.Depth.allCases.flatMap { palette.styles(of: $0) }
    #expect(!styles.isEmpty)
    #expect(styles.allSatisfy { $0.dim })
  }

  @Test("the rain falls at its own rate, and the rows move at theirs")
  func ratesOfTheirOwn() throws {
    let scene = sample(in: Scene.Matrix(refreshInterval: .milliseconds(200)))
    let plan = try scene.recorded()
    let snapshot = PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .seconds(1.37), playback: PlaybackState(at: 0)))
    let moment = Viewer().moment(of: snapshot)
    #expect(moment.rain == FrameState.RainTimes(columns: .seconds(1.2), glyphs: .seconds(1.36)))
    #expect(moment.rowTimes.allSatisfy { $0 == .milliseconds(1353) })
    // The next glyph at 1.40 s, the next row at 1.386 s.
    #expect(Viewer().untilNextTick(of: snapshot) == 16_000_000)
  }

  @Test("what stands shows its own time, and does not wake up", arguments: [PlaybackState.Phase.playing, .ended])
  func standing(phase: PlaybackState.Phase) throws {
    let scene = sample(in: Scene.Matrix())
    let plan = try scene.recorded()
    let snapshot = PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .seconds(1.37), playback: PlaybackState(at: 0, isPaused: true, phase: phase)))
    #expect(Viewer().moment(of: snapshot).rain == nil)
    #expect(Viewer().untilNextTick(of: snapshot) == nil)
  }

  @Test("with reduced motion no cell flashes three times a second")
  func calmRain() throws {
    let scene = Scene(name: "rain", kind: .matrix(Scene.Matrix(speed: 3)), refreshInterval: .milliseconds(40), rows: [])
    let plan = try scene.recorded()
    var drawing = SceneDrawing(scene: scene, plan: plan)
    drawing.reducesMotion = true
    let frames = (0..<250).map { drawing.frame(plan, at: FrameState(time: .milliseconds(Int64($0) * 40)), size: size) }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let looks = frames.map { $0[column, row] }
        let changes = looks.indices.dropFirst().filter { looks[$0] != looks[$0 - 1] }
        // A flash is a change and its opposite: fewer than three need fewer than six changes in any second.
        for (first, sixth) in zip(changes, changes.dropFirst(5)) { #expect(sixth - first > 25) }
      }
    }
  }
}
