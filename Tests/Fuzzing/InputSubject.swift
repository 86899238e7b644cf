internal import Drawing
public import Marbles
internal import Player
internal import SceneFiles
internal import Scenes
internal import Terminal

/// Random bytes of a terminal, for a viewer of a scene that is played in this process.
///
/// A text names a scene and the seed of the bytes.
public struct InputSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "input"
  /// A stream draws some hundred pictures.
  public let limit = Duration.seconds(20)

  private static let names = SceneLibrary.shipped.names.sorted()
  private static let sizes = [(80, 24), (120, 40), (20, 5), (40, 12), (1, 1), (200, 60)]

  /// Creates the subject.
  public init() {}

  /// The name of a scene, and a seed.
  public func text(_ random: inout SplitMix64) -> String { "\(random.pick(Self.names)) \(random.next())" }

  /// The scene that is shown must be valid at all times, and undoing everything must give the first scene.
  public func verdict(on text: String) -> FuzzVerdict {
    let words = text.split(separator: " ")
    guard words.count == 2, let seed = UInt64(words[1]),
      let scene = try? SceneLibrary.shipped.file(named: String(words[0]))?.scene
    else { return .rejected }
    do {
      var session = try Session(scene, seed: seed)
      return session.play()
    } catch {
      return scene.isLive ? .rejected : .failed("\(error)")
    }
  }

  /// A viewer of a paused scene.
  private struct Session {
    var random: SplitMix64
    let playback: LocalPlayback
    let scene: Scene
    var viewer = Viewer()
    var size = Size(columns: 80, rows: 24)

    init(_ scene: Scene, seed: UInt64) throws {
      (self.scene, random) = (scene, SplitMix64(seed: seed))
      playback = try LocalPlayback(
        drawings: [SceneDrawing(scene: scene, plan: try scene.recorded())], startPausedAt: .seconds(random.below(9)))
    }

    mutating func play() -> FuzzVerdict {
      defer { playback.end() }
      var parser = InputParser()
      var instant: Int64 = 0
      for _ in 0..<1 + random.below(4) {
        let (columns, rows) = random.pick(InputSubject.sizes)
        size = Size(columns: columns, rows: rows)
        let bytes = ArbitraryInput.bytes(&random, count: 1 + random.below(12))
        for input in parser.feed(bytes, at: instant) + parser.expire(at: instant + 1_000_000_000) {
          instant += Int64(random.below(600)) * 1_000_000
          handle(input, at: instant)
          _ = viewer.screen(of: playback.snapshot(), size: size)
          let shown = playback.snapshot().drawing.scene
          do { try shown.check() } catch { return .failed("the scene is invalid after \(input): \(error)") }
        }
      }
      guard var history = playback.history else { return .accepted }
      do { try history.preview(nil) } catch { return .failed("the preview does not end: \(error)") }
      while history.canUndo { history.undo() }
      return history.scene == history.original && history.scene == scene
        ? .accepted : .failed("undoing everything does not give the first scene")
    }

    private mutating func handle(_ input: Input, at instant: Int64) {
      let snapshot = playback.snapshot()
      let requests: [Viewer.Request]
      switch input {
      case .key(let key, let modifiers):
        requests = viewer.press(key, modifiers, watching: snapshot, size: size)
      case .mouse(let mouse): requests = viewer.point(mouse, at: instant, watching: snapshot, size: size)
      case .paste(let text): requests = viewer.paste(text)
      case .focus, .reply: requests = []
      }
      for case .steer(let command) in requests {
        // The scene that plays is the one to compare with.
        if case .choose = command { continue }
        playback.handle(command)
      }
    }
  }
}
