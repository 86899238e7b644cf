import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// What a screen of rain shows.
@Suite struct RainPictureTests {
  private let size = Size(columns: 60, rows: 20)

  private func scene(_ matrix: Scene.Matrix = Scene.Matrix()) -> Scene {
    Scene(name: "rain", kind: .matrix(matrix), refreshInterval: .milliseconds(40), rows: [])
  }

  @Test("a frame in the middle of playing is the frame of its time, whatever was drawn before")
  func framesAreFunctionsOfTime() throws {
    let scene = scene()
    let recording = try scene.recorded()
    let playing = SceneDrawing(scene: scene, plan: recording)
    for tick in 0..<50 {
      let time = SceneTime.milliseconds(Int64(tick) * 40)
      let alone = SceneDrawing(scene: scene, plan: recording)
      let frame = playing.frame(recording, at: FrameState(time: time, state: .playing), size: size)
      #expect(frame == alone.frame(recording, at: FrameState(time: time), size: size))
    }
  }

  @Test("a window that is made larger has the rain of its size, and made small again the rain that it had")
  func resized() throws {
    let scene = scene()
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    let moment = FrameState(time: .seconds(3))
    let first = drawing.frame(recording, at: moment, size: size)
    let larger = drawing.frame(recording, at: moment, size: Size(columns: 80, rows: 24))
    #expect(larger.lines.contains { DisplayWidth.of($0) > 60 })
    #expect(drawing.frame(recording, at: moment, size: size) == first)
  }

  @Test("columns and glyphs show times of their own")
  func independentTimes() throws {
    let scene = scene(Scene.Matrix(refreshInterval: .seconds(1)))
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    func frame(columns: Double, glyphs: Double) -> Canvas {
      let times = FrameState.RainTimes(columns: .seconds(columns), glyphs: .seconds(glyphs))
      return drawing.frame(recording, at: FrameState(time: .seconds(glyphs), rain: times), size: size)
    }
    let first = frame(columns: 0, glyphs: 0)
    let changed = changes(from: first, to: frame(columns: 0, glyphs: 0.9))
    // A few glyphs are other ones, and all stand where they stood.
    #expect((1...60).contains(changed.count))
    let appeared = changed.filter { first[$0.column, $0.row].text == " " }
    #expect(appeared.isEmpty)
    let fallen = frame(columns: 1, glyphs: 0)
    #expect(changes(from: first, to: fallen).count > 60)
  }

  @Test("near columns are of characters two cells wide, and nothing else")
  func widths() throws {
    let canvas = try canvas(scene(), at: .seconds(4), size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns where canvas[column, row].isContinuation {
        #expect(column % 2 == 1)
        #expect(DisplayWidth.of(canvas[column - 1, row].text) == 2)
      }
    }
    let texts = Set(canvas.cells.map(\.text))
    #expect(texts.contains { DisplayWidth.of($0) == 2 })
    let scalars = texts.flatMap { $0.unicodeScalars.map(\.value) }
    #expect(scalars.contains { (0xFF66...0xFF9D).contains($0) })
  }

  @Test(arguments: [GlyphSet.ascii, .linuxConsole])
  func fontsWithoutKanaHaveNoWideCharacters(glyphs: GlyphSet) throws {
    for choice in Scene.Matrix.GlyphChoice.allCases {
      let canvas = try canvas(scene(Scene.Matrix(glyphs: choice)), at: .seconds(4), size: size, glyphs: glyphs)
      #expect(canvas.cells.allSatisfy { DisplayWidth.of($0.text) == 1 })
      let isASCII = canvas.text.utf8.allSatisfy { $0 < 0x80 }
      if glyphs == .ascii { #expect(isASCII) }
    }
  }

  @Test("the head of a near column is the brightest, and its tail fades")
  func fading() throws {
    let rain = Rain(Scene.Matrix(), size: size, alphabet: RainAlphabet(.kana, glyphs: .full))
    let canvas = try canvas(scene(), at: .zero, size: size)
    let column = try #require(
      rain.columns.last { $0.depth == .near && rain.y(of: $0, tick: Rain.ticksBefore) + $0.height <= size.rows })
    let top = rain.y(of: column, tick: Rain.ticksBefore)
    let rows = max(0, top)..<top + column.height
    let brightness = rows.map { row in
      canvas[column.x, row].style.foreground.map { Int($0.red) + Int($0.green) + Int($0.blue) } ?? 0
    }
    #expect(brightness == brightness.sorted())
    #expect(brightness.last! > 600)
    #expect(canvas[column.x, rows.upperBound - 1].style.bold)
  }

  @Test(arguments: Theme.Name.allCases)
  func everyPaletteCanBeSeen(theme: Theme.Name) {
    for depth in ColorDepth.allCases {
      for palette in Scene.Matrix.Palette.allCases {
        let palette = RainPalette(palette, theme: .named(theme).adapted(to: depth))
        for style in Rain.Depth.allCases.flatMap(palette.styles) {
          guard depth != .none else {
            #expect(style.foreground == nil)
            continue
          }
          // Not the paper's own colour, however few colours there are.
          let color = style.foreground!
          if depth == .ansi16 { #expect(color.ansi16 != (theme == .light ? 15 : 0)) }
          if depth == .ansi256 { #expect(color.xterm256 != (theme == .light ? 231 : 16)) }
        }
      }
    }
  }

  private func changes(from old: Canvas, to new: Canvas) -> [(column: Int, row: Int)] {
    (0..<size.rows).flatMap { row in
      (0..<size.columns).filter { old[$0, row] != new[$0, row] }.map { ($0, row) }
    }
  }
}
