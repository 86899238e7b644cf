import Expressions
import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// The argument for animation that belongs to the stream: a list that can't know what of it is new.
@Suite("In movies") struct MoviesTests {
  private static let size = Size(columns: 80, rows: 70)
  private static let expression = "chain(cached, all.animation(.slide)).reductions([], +)"
  private static let first = SceneTime.milliseconds(100)
  private static let second = SceneTime.seconds(1)

  /// The scene as it is shipped, with another expression when one is given.
  private func shipped(_ expression: String? = nil) throws -> Scene {
    var scene = try #require(try SceneLibrary.shipped.file(named: "movies")).scene
    let position = try #require(scene.position(of: "movies"))
    #expect(scene.rows[position].expression?.source == Self.expression)
    if let expression { scene.rows[position].content = .output(try Expression.parse(expression)) }
    return scene
  }

  /// The scene's list by itself.
  private func scene(_ expression: String? = nil) throws -> Scene {
    var scene = try shipped(expression)
    var list = Scene.List(items: .row("movies"))
    // Lines are between movies, and belong to none.
    list.style.connector = .none
    scene.kind = .list(list)
    return scene
  }

  /// The movies whose rows of cells differ from how they are when nothing moves, at each of some times.
  private func moving(_ scene: Scene, at times: some Sequence<SceneTime>) throws -> [Set<String>] {
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording)
    var still = drawing
    still.reducesMotion = true
    let row = try #require(scene.position(of: "movies"))
    return times.map { time in
      let moment = FrameState(time: time)
      let frame = panel(drawing.frame(recording, at: moment, size: Self.size).lines)
      let settled = panel(still.frame(recording, at: moment, size: Self.size).lines)
      let items =
        recording.rows[row].timeline.events.last { $0.time <= time }.map { ListItem.items(of: $0.value) } ?? []
      return Set(
        zip(frame, settled).filter { $0 != $1 }.map { _, settled in
          items.map(\.text).first { settled.hasSuffix(" " + $0) } ?? "not a movie: \(settled)"
        })
    }
  }

  /// What stands below the list's name, where a row is shown as one below the timelines; else all.
  private func panel(_ lines: [String]) -> ArraySlice<String> {
    lines[(lines.lastIndex(of: "  movies") ?? lines.startIndex)...]
  }

  private static func times(from start: SceneTime, to end: SceneTime) -> [SceneTime] {
    stride(from: start.nanoseconds, to: end.nanoseconds, by: 25_000_000).map { .nanoseconds($0) }
  }

  @Test("nothing moves when the favourites come, and only what is new when all movies do")
  func onlyWhatIsNewMoves() throws {
    let scene = try scene()
    #expect(try moving(scene, at: Self.times(from: Self.first, to: Self.second)).allSatisfy(\.isEmpty))
    let all = Set((1...20).map { "Movie \($0)" })
    let length = Animation(.slide).length
    let sliding = try moving(scene, at: Self.times(from: Self.second, to: Self.second + length - .milliseconds(100)))
    #expect(sliding.allSatisfy { $0 == all })
    #expect(try moving(scene, at: Self.times(from: Self.second + length, to: .seconds(6))).allSatisfy(\.isEmpty))
  }

  @Test("the same holds of the list that the row is shown as beside its marbles")
  func onlyWhatIsNewMovesInTheScene() throws {
    let scene = try shipped()
    #expect(scene.kind == .timelines && scene.rows.contains { $0.form == .list })
    #expect(try moving(scene, at: Self.times(from: Self.first, to: Self.second)).allSatisfy(\.isEmpty))
    let all = Set((1...20).map { "Movie \($0)" })
    let moved = try moving(scene, at: [Self.second, Self.second + .milliseconds(200)])
    #expect(moved == [all, all])
    let length = Animation(.slide).length
    #expect(try moving(scene, at: Self.times(from: Self.second + length, to: .seconds(6))).allSatisfy(\.isEmpty))
  }

  @Test("nothing moves at all without the transform")
  func nothingMovesWithoutIt() throws {
    let plain = Self.expression.replacing(".animation(.slide)", with: "")
    for scene in [try scene(plain), try shipped(plain)] {
      #expect(try moving(scene, at: Self.times(from: .zero, to: .seconds(2))).allSatisfy(\.isEmpty))
    }
  }

  @Test("the favourites move, too, where the view or the sink is animated")
  func favouritesMove() throws {
    let sink = try scene("chain(cached, all).reductions([], +).animation(.slide)")
    let favorites: Set = ["2001: A Space Odyssey", "Parasite", "Moonlight"]
    #expect(try moving(sink, at: [Self.first + .milliseconds(50)]) == [favorites])
    var view = try scene("chain(cached, all).reductions([], +)")
    view.rows[view.position(of: "movies")!].animation = Animation(.slide)
    #expect(try moving(view, at: [Self.first + .milliseconds(50)]) == [favorites])
  }
}
