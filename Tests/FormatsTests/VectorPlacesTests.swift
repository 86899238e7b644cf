import Drawing
import Layout
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Formats

/// In a vector picture, places are proportional to times: x = origin + time × scale, whatever the columns of a terminal.
@Suite struct VectorPlacesTests {
  /// How far a place may be from the exact one: a picture has one decimal.
  private static let tolerance = 0.1

  /// A picture that plays, read back, and the exact places of times.
  private struct Drawn {
    let scene: Scene
    let recording: Recording
    let picture: PlayablePicture
    let svg: SVGReader
    private let axis: PlayablePicture.Axis

    init(_ scene: Scene, columns: Int) throws {
      self.scene = scene
      recording = try scene.recorded()
      var document = SceneDocument(scene, recording)
      (document.columns, document.settings) = (columns, DisplaySettings(themeName: .dark, environment: [:]))
      picture = PlayablePicture(document)
      svg = SVGReader(picture.svg)
      axis = try #require(picture.axis)
    }

    /// The place of a time, without the margin.
    func x(_ seconds: Double) -> Double { axis.start - 9 + seconds * axis.unitsPerSecond }

    /// The times of the axis' labels, and the middle of their numbers.
    var labels: [(seconds: Double, middle: Double)] {
      let line = svg.texts.filter { $0.text.wholeMatch(of: /[0-9]+s?/) != nil && $0.x > x(0) - 20 }.map(\.y).min()
      return svg.texts.filter { $0.y == line && $0.classes.contains("t") }.compactMap { text in
        let number = text.text.prefix { $0 != "s" }
        return Double(number).map { ($0, text.x + Double(number.count) * 4.5) }
      }
    }

    /// The places of the ticks on the lines of rows.
    var ticks: Set<Double> {
      Set(svg.paths.flatMap { $0.data.matches(of: /M([-.0-9]+) [-.0-9]+v-?5(?![0-9.])/).map { Double($0.1)! } })
    }
  }

  private static let sizes = [60, 66, 80, 97, 120]

  private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= tolerance }

  private func check(_ scene: Scene, columns: Int) throws {
    let drawn = try Drawn(scene, columns: columns)
    let name = "\(scene.title) in \(columns) columns"
    #expect(drawn.svg.error == nil, "\(name)")
    #expect(drawn.labels.count > 1, "\(name)")
    for label in drawn.labels {
      #expect(Self.isNear(label.middle, drawn.x(label.seconds)), "\(name): label \(label.seconds)")
    }
    for tick in drawn.ticks {
      let isAtLabel = drawn.labels.contains { Self.isNear(drawn.x($0.seconds), tick) }
      #expect(isAtLabel, "\(name): tick at \(tick)")
    }
    for row in drawn.picture.rows { checkMarbles(of: row, drawn, name) }
    try checkPlayhead(drawn, name)
  }

  /// The widths of a dot and of a circle.
  private static let (dot, circle) = (12.0, 32.0)

  /// Each circle and each dot is at its time, circles have one size and cover nothing of their row; the end is at its time, or
  /// beside a value of the same instant.
  private func checkMarbles(of row: PlayablePicture.Row, _ drawn: Drawn, _ name: String) {
    let marbles = drawn.picture.marbles.filter { $0.row == row.position }
    var before = -1.0
    var last: PlayablePicture.Marble?
    for marble in marbles {
      let (left, right) = (marble.box.x - 9, marble.box.x - 9 + marble.box.width)
      let time = drawn.recording[marble.events[0]]!.time.seconds
      #expect(Self.isNear((left + right) / 2, drawn.x(time)), "\(name): \(marble.events) at \(time) s")
      #expect(Self.isNear(marble.box.y + marble.box.height / 2, row.middle), "\(name): \(marble.events)")
      let isDot = Self.isNear(marble.box.width, Self.dot)
      #expect(isDot || Self.isNear(marble.box.width, Self.circle), "\(name): \(marble.box)")
      // Only dots may touch, because they show that values are close.
      let areDots = isDot && last.map { Self.isNear($0.box.width, Self.dot) } ?? true
      #expect(areDots || left > before, "\(name): \(marble.events) covers what is before it")
      let id = marble.events.map(drawn.recording.id)
      let shown = drawn.svg.marbles.last { $0.ids == id }
      #expect(shown.map { Self.isNear($0.left, left) && Self.isNear($0.right, right) } == true, "\(name): \(id)")
      (before, last) = (right, marble)
    }
    guard let end = drawn.recording.rows[row.position].timeline.end.time else { return }
    let place = (row.end ?? 0) - 9
    let reach = last.map { $0.box.width > Self.dot + 1 ? 4.5 : 3 } ?? 0
    #expect(Self.isNear(place, max(drawn.x(end.seconds), before + reach)), "\(name): end at \(end) s, \(place)")
    let isDrawn = drawn.svg.paths.contains { path in
      // A line up and down, or a cross.
      path.data.wholeMatch(of: /M([-.0-9]+) [-.0-9]+(v16|l10 10m0 -10l-10 10)/).map {
        Self.isNear(Double($0.1)! + ($0.2 == "v16" ? 0 : 5), place)
      } == true
    }
    #expect(isDrawn, "\(name): end at \(place)")
  }

  /// The playhead, and the edge of the past, move at the scale of the axis.
  private func checkPlayhead(_ drawn: Drawn, _ name: String) throws {
    let way = try #require(
      drawn.svg.style.firstMatch(
        of:
          #/@keyframes q\{0%\{transform:translateX\(([-.0-9]+)px\)\}[.0-9]+%\{transform:translateX\(([-.0-9]+)px\)\}\}/#
      ))
    let line = try #require(drawn.svg.paths.last { $0.classes.contains("q") && $0.data.contains("V") })
    let head = try #require(line.data.firstMatch(of: /M([-.0-9]+)\s/).flatMap { Double($0.1) })
    let clip = try #require(drawn.picture.svg.firstMatch(of: /<rect class="q" x="([-.0-9]+)" y="-9" width="([.0-9]+)"/))
    let edge = Double(clip.1)! + Double(clip.2)!
    for (shift, time) in [(Double(way.1)!, 0), (Double(way.2)!, drawn.picture.times.last!.seconds)] {
      #expect(Self.isNear(shift + head, drawn.x(time)), "\(name): playhead at \(time) s")
      #expect(Self.isNear(shift + edge, drawn.x(time)), "\(name): past at \(time) s")
    }
  }

  @Test("the sample scene", arguments: sizes)
  func sample(columns: Int) throws { try check(.sample, columns: columns) }

  @Test("random scenes", arguments: 0..<40)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rows = (0..<3).map { row -> (String, [(Double, Value)], Timeline.End) in
      let times = Set((0...random.below(9)).map { _ in Double(random.below(1200)) / 100 }).sorted()
      let events = times.map { time in
        (time, random.below(4) == 0 ? Value.string("some words") : .int(random.below(40)))
      }
      let last = times.last ?? 0
      let end = SceneTime.milliseconds(Int64(last * 1000) + Int64(random.below(2000)))
      return ("r\(row)", events, random.below(3) == 0 ? .error(end, message: "no") : .finish(end))
    }
    try check(inputScene(rows, title: "seed \(seed)"), columns: random.pick(Self.sizes))
  }

  /// The shipped scenes with timelines.
  private static let scenes = SceneLibrary(folders: []).names.compactMap { name in
    (try? SceneLibrary(folders: []).file(named: name))?.scene
  }.filter { !$0.isLive && $0.kind == .timelines && $0.rain == nil }

  @Test("a line meets its circles, its dots and lines of rows vertically, at their times")
  func links() throws {
    var count = 0
    for scene in Self.scenes where scene.window == nil {
      let recording = try scene.recorded()
      var document = SceneDocument(scene, recording)
      document.settings = DisplaySettings(themeName: .dark, environment: [:])
      let frames = VectorFrames(document)
      var drawing = frames.drawings[0]
      drawing.connectors = .all
      let moment = document.moment(at: nil)
      let picture = drawing.picture(of: recording, at: moment, size: frames.size)
      for case .link(let link) in picture.elements {
        count += 1
        let numbers = VectorLink(link).data.matches(of: /-?[.0-9]+/).map { Double($0.output)! }
        let data = VectorLink(link).data
        // Straight down, a short straight line, or a curve whose first and last parts are vertical.
        switch data.first(where: { "VLC".contains($0) }) {
        case "V": #expect(numbers.count == 3)
        case "L": #expect(abs(numbers[0] - numbers[2]) <= 6)
        default: #expect(numbers.count == 8 && numbers[0] == numbers[2] && numbers[4] == numbers[6], "\(data)")
        }
        for (key, end, x, y) in [
          (link.source, link.start, numbers[0], numbers[1]),
          (
            link.target, link.end, data.contains("V") ? numbers[0] : numbers[numbers.count - 2],
            numbers[numbers.count - 1]
          ),
        ] {
          let middle = VectorPainter.middle(row: end.row)
          // The end of a row is no marble.
          guard key.row >= scene.rows.count || key.index < recording.rows[key.row].timeline.events.count else {
            #expect(end.shape == .line && Self.isNear(y, middle), "\(data)")
            continue
          }
          let marble = try #require(picture.anchors.marble(of: key))
          switch end.shape {
          case .circle: #expect(Self.isNear(abs(y - middle), 16) && Self.isNear(x, marble.dock * 9), "\(data)")
          case .dot: #expect(Self.isNear(abs(y - middle), 6) && Self.isNear(x, marble.dock * 9), "\(data)")
          case .line: #expect(Self.isNear(y, middle), "\(data)")
          }
        }
      }
    }
    #expect(count > 100)
  }

  @Test("the line of an inner stream is there as soon as it begins, at its time")
  func innerStreams() throws {
    var count = 0
    for scene in Self.scenes where scene.window == nil {
      let recording = try scene.recorded()
      var document = SceneDocument(scene, recording)
      document.isAnimated = true
      let frames = VectorFrames(document)
      let scale = frames.drawings[0].layout(at: document.moment(at: nil), size: frames.size).scale
      for stream in recording.rows.flatMap(\.inner) {
        let elements = frames.frame(at: stream.begin).looks.compactMap(\.first)
        let isShown = elements.contains { element in
          guard case .trail(let trail) = element, trail.look == .thin else { return false }
          // The corner at its cause is half a column wide.
          return (0...0.5).contains(trail.x.lowerBound - scale.x(stream.begin))
        }
        #expect(isShown, "\(scene.name) at \(stream.begin) s")
        count += 1
      }
    }
    #expect(count > 10)
  }
}
