import Drawing
import Foundation
import Marbles
import SceneFiles
import Scenes
import Terminal
import TestSupport
import Testing

@testable import Formats

/// A line of a cast after the header: `[seconds, "o", text]`.
private struct Output: Decodable {
  var time: Double
  var kind: String
  var text: String

  init(from decoder: any Decoder) throws {
    var members = try decoder.unkeyedContainer()
    time = try members.decode(Double.self)
    kind = try members.decode(String.self)
    text = try members.decode(String.self)
  }
}

/// A cast as a player reads it, and the screen after all of its output.
private struct PlayedCast {
  var text: String
  var header: String
  var outputs: [Output]
  var screen: ScreenEmulator

  init(_ documents: [SceneDocument], limit: Duration? = nil) throws {
    var lines: [String] = []
    Asciicast(documents, limit: limit).write { lines.append($0) }
    #expect(lines.allSatisfy { $0.last == "\n" && !$0.dropLast().contains("\n") })
    text = lines.joined()
    header = String(try #require(lines.first).dropLast())
    outputs = try lines.dropFirst().map { try JSONDecoder().decode(Output.self, from: Data($0.utf8)) }
    let size = documents[0].cellSize
    screen = ScreenEmulator(columns: size.columns, rows: size.rows)
    for output in outputs { screen.feed(output.text.utf8) }
  }

  /// The time of the last output, in seconds.
  var duration: Double { outputs.last?.time ?? 0 }
}

extension SceneDocument {
  /// A scene that is played to its end, on a small screen.
  fileprivate init(
    playing scene: Scene, speed: SpeedFactor = 1, settings: DisplaySettings = DisplaySettings(environment: [:]),
    size: Size = Size(columns: 60, rows: 16)
  ) throws {
    var scene = scene
    scene.speedFactor = speed
    self.init(scene, try scene.recorded(), settings: settings, size: size)
  }

  /// The lines of the picture that `render --format frame` prints.
  fileprivate var lastFrame: [String] {
    SceneFormat.frame.write(self).dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A scene of one input row.
private func scene(_ name: String, _ events: [(Double, Value)], end: Double, title: String? = nil) -> Scene {
  let events = events.map { Event(time: .seconds($0), value: $1) }
  let timeline = Timeline(events: events, end: .finish(.seconds(end)))
  return Scene(name: name, title: title, rows: [Scene.Row(name: "a", content: .input(timeline))])
}

/// What `render --format cast` writes: frames in virtual time, as a player of casts reads them.
@Suite("A cast") struct AsciicastTests {
  private static let scenes = SceneLibrary.shipped.names.compactMap { name in
    (try? SceneLibrary.shipped.file(named: name))?.scene
  }.filter { !$0.isLive }

  @Test("begins with a header without a date and without the environment")
  func header() throws {
    let cast = try PlayedCast([SceneDocument(playing: scene("one", [], end: 0, title: "One \"1\"\u{202E}"))])
    #expect(
      cast.header == #"{"version":2,"width":60,"height":16,"title":"One \"1\"\\u{202E}","#
        + #""env":{"COLORTERM":"truecolor","TERM":"xterm-256color"}}"#)
    _ = try JSONSerialization.jsonObject(with: Data(cast.header.utf8))
  }

  @Test("of each shipped scene ends with the picture that `play --once` ends with")
  func ends() throws {
    try #require(Self.scenes.count > 20)
    for scene in Self.scenes {
      // Fast, so that there are few frames.
      let document = try SceneDocument(playing: scene, speed: 20)
      let cast = try PlayedCast([document])
      #expect(cast.screen.lines == document.lastFrame, "\(scene.name)")
      #expect(cast.screen.unknown.isEmpty && cast.screen.clears == 1, "\(scene.name)")
      #expect(cast.outputs.allSatisfy { $0.kind == "o" && !$0.text.isEmpty }, "\(scene.name)")
      let times = cast.outputs.map(\.time)
      #expect(times.first == 0 && zip(times, times.dropFirst()).allSatisfy(<=), "\(scene.name)")
    }
  }

  @Test("stays on the screen of the shell, and leaves its cursor visible in the last row")
  func modes() throws {
    let cast = try PlayedCast([SceneDocument(playing: .sample, speed: 20)])
    #expect(cast.screen.modes == [25])
    #expect(cast.screen.cursor.column == 0 && cast.screen.cursor.row == 15)
    #expect(try #require(cast.outputs.first).text.hasPrefix("\u{1B}[?25l"))
    #expect(!cast.text.contains("?1049"))
  }

  @Test("has a frame at the ticks of the scene, the end, and the end of a pause of 2 s")
  func times() throws {
    let cast = try PlayedCast([SceneDocument(playing: .sample)])
    let milliseconds = cast.outputs.map { Int(($0.time * 1000).rounded()) }
    #expect(milliseconds.dropLast(2).allSatisfy { $0 % 33 == 0 && $0 < 8000 })
    #expect(milliseconds.suffix(2) == [8000, 10_000])
  }

  @Test("has no line for a frame that looks like the previous one")
  func identicalFrames() throws {
    let cast = try PlayedCast([SceneDocument(playing: scene("idle", [(0, 1)], end: 6))])
    // Of 182 ticks, only those where the clock or the playhead moves: each 0.1 s, and each column.
    #expect(cast.outputs.count > 60 && cast.outputs.count < 150)
  }

  @Test("refreshes rows at their own rates")
  func rowRates() throws {
    var scene = scene("slow", [], end: 3)
    scene.refreshInterval = .milliseconds(500)
    scene.rows[0].refreshInterval = .milliseconds(750)
    let cast = try PlayedCast([SceneDocument(playing: scene)])
    #expect(Set(cast.outputs.map(\.time)).isSubset(of: [0, 0.5, 0.75, 1, 1.5, 2, 2.25, 2.5, 3, 5]))
    #expect(cast.outputs.count >= 7)
  }

  @Test("takes less time at a higher speed, except for the pause", arguments: [0.5, 1, 2, 8] as [SpeedFactor])
  func speed(factor: SpeedFactor) throws {
    let cast = try PlayedCast([SceneDocument(playing: scene("two", [(1, 1)], end: 2), speed: factor)])
    #expect(cast.duration == 2 / factor.value + 2)
  }

  @Test("shows motion, unless it is reduced")
  func motion() throws {
    let scene = scene("flash", [(0.5, 1)], end: 1)
    let moving = try PlayedCast([SceneDocument(playing: scene)])
    let calm = DisplaySettings(reducesMotion: true, environment: [:])
    let still = try PlayedCast([SceneDocument(playing: scene, settings: calm)])
    #expect(moving.text != still.text && moving.screen.lines == still.screen.lines)
  }

  @Test("has the same bytes each time, in each environment")
  func deterministic() throws {
    let first = try PlayedCast([SceneDocument(playing: .sample, speed: 20)])
    let environments = [["PATH": "/bin"], ["NO_COLOR": "1", "TERM": "dumb"], ["LANG": "C", "COLORFGBG": "0;15"]]
    for environment in environments {
      let settings = DisplaySettings(environment: environment)
      let other = try PlayedCast([SceneDocument(playing: .sample, speed: 20, settings: settings)])
      #expect(other.text == first.text, "\(environment)")
    }
  }

  @Test("follows the settings: in truecolor and for dark backgrounds unless they say otherwise")
  func settings() throws {
    func cast(_ settings: DisplaySettings) throws -> PlayedCast {
      try PlayedCast([SceneDocument(playing: .sample, speed: 20, settings: settings)])
    }
    let standard = try cast(DisplaySettings(environment: [:]))
    #expect(standard.text.contains("38;2;"))
    #expect(try cast(DisplaySettings(color: .truecolor, themeName: .dark, environment: [:])).text == standard.text)
    #expect(try cast(DisplaySettings(themeName: .light, environment: [:])).text != standard.text)
    let indexed = try cast(DisplaySettings(color: .ansi256, environment: [:]))
    #expect(indexed.text.contains("38;5;") && indexed.text != standard.text)
    #expect(try cast(DisplaySettings(isASCII: true, environment: [:])).text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("can't be controlled by values, titles and names")
  func hostileText() throws {
    var scene = scene("hostile", [(0.2, .string(hostile)), (0.4, "\"]\n[0,\"o\",\"x\\")], end: 1, title: hostile)
    scene.about = hostile
    let document = try SceneDocument(playing: scene)
    let cast = try PlayedCast([document])
    #expect(cast.text.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) })
    #expect(cast.screen.lines == document.lastFrame)
    #expect(cast.screen.unknown.isEmpty && cast.screen.title.isEmpty && cast.screen.modes == [25])
  }

  @Test("of a scene without events has one picture and the pause")
  func withoutEvents() throws {
    let document = try SceneDocument(playing: scene("nothing", [], end: 0))
    let cast = try PlayedCast([document])
    #expect(cast.outputs.map(\.time) == [0, 2])
    #expect(cast.screen.lines == document.lastFrame)
  }

  @Test("plays several scenes in turn, with a pause of 1 s between them")
  func severalScenes() throws {
    let documents = [
      try SceneDocument(playing: scene("first", [(0.5, 1)], end: 1)),
      try SceneDocument(playing: scene("second", [(0.5, 2)], end: 1), speed: 2),
    ]
    let cast = try PlayedCast(documents)
    #expect(cast.header.contains(#""title":"first, second""#))
    let times = Set(cast.outputs.map(\.time))
    #expect(times.isSuperset(of: [0, 1, 2, 2.5, 4.5]) && !times.contains { $0 > 1 && $0 < 2 })
    #expect(cast.screen.clears == 1)
    let lines = cast.screen.lines
    #expect(lines[0].contains("second") && lines[15].contains("finished"))
  }

  @Test("of a scene without an end lasts 10 s, or as long as the limit")
  func endless() throws {
    let rain = Scene(
      name: "rain", kind: .matrix(Scene.Matrix()), refreshInterval: .milliseconds(200), rows: [])
    let document = try SceneDocument(playing: rain, size: Size(columns: 20, rows: 6))
    #expect(try PlayedCast([document]).duration == 12)
    #expect(try PlayedCast([document], limit: .seconds(3)).duration == 5)
    #expect(try PlayedCast([document], limit: .seconds(11)).duration == 13)
  }

  @Test("is cut off at the limit, which a shorter scene does not reach")
  func limit() throws {
    let document = try SceneDocument(playing: scene("two", [(0.5, 1)], end: 2))
    let cut = try PlayedCast([document], limit: .seconds(1))
    #expect(cut.duration == 3 && cut.outputs.dropLast().allSatisfy { $0.time < 1 })
    #expect(!cut.screen.lines[15].contains("finished"))
    let whole = try PlayedCast([document])
    #expect(try PlayedCast([document], limit: .seconds(9)).text == whole.text)
  }

  @Test("is written line by line, until the reader throws")
  func streaming() throws {
    struct Full: Error {}
    let document = try SceneDocument(playing: .sample)
    var count = 0
    #expect(throws: Full.self) {
      try Asciicast([document]).write { _ in
        count += 1
        if count == 5 { throw Full() }
      }
    }
    #expect(count == 5)
  }
}
