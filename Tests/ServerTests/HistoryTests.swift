import HubCore
import Marbles
import Player
import SceneFiles
import Scenes
import Synchronization
import Testing
import Wire

@testable import Server

/// The history of a run grows in place: a copy for each event would cost more the longer the run is.
@Suite struct HistoryTests {
  private let scene: Scene
  private let store = StateStore(settings: .gatheringNothing, run: "r")

  init() throws { scene = try SceneFile(parsing: "rows: { a: { live: true } }", path: "live.yaml").scene }

  /// The place of the history's events in memory; nil before the first.
  private var place: UInt? {
    store.contents.withLock { contents in
      contents.playing!.history.rows[0].timeline.events.withUnsafeBufferPointer {
        $0.baseAddress.map { UInt(bitPattern: $0) }
      }
    }
  }

  /// How often the events move while `append` adds 1000 of them, one by one; an array that doubles its size moves 10
  /// times.
  private func moves(_ append: (Int) throws -> Void) rethrows -> Int {
    var (moves, last) = (0, place)
    for number in 0..<1000 {
      try append(number)
      if place != last { moves += 1 }
      last = place
    }
    #expect(store.contents.withLock { $0.playing!.history.rows[0].count } == 1000)
    return moves
  }

  @Test("Events of a run are added in place")
  func run() throws {
    let scenePlayback = try ScenePlayback(scene, speedFactor: 1)
    let run = PreparationQueue.Run(
      names: EventNames(scene), plan: scene.emptyRecording(), history: scene.emptyHistory, scenePlayback: scenePlayback)
    store.show(run, Playlist.Entry(scene: scene), HubDisplay(phase: .playing), isNewSlot: true)
    let moves = moves { number in
      let event = Event(time: .zero, value: .int(number))
      let entry = Recording.Entry(row: 0, index: number, time: .zero, kind: .value(event))
      store.append([entry], of: scenePlayback, at: 0)
    }
    #expect(moves <= 20)
    scenePlayback.stop()
  }

  @Test("Events of the daemon that a relay follows are added in place")
  func relay() throws {
    let told = PlayingScene(name: scene.name, title: "", about: "", isLive: true)
    let snapshot = ViewerSnapshot(
      run: "p", scene: told, notice: nil, yaml: scene.yaml, duration: nil, omitted: 0,
      rows: [ViewerSnapshot.Row(name: "a", isInput: true, expression: nil, earlier: 0, losses: nil)])
    store.follow(
      snapshot, scene, plan: RemotePlans().plan(of: scene, until: nil), PlayheadMotion(time: .zero, phase: .playing),
      run: "p", sequence: 1, at: 0)
    let moves = moves { number in
      let content = EventLine.Content(id: "a#\(number)", value: .int(number))
      let line = EventLine(row: "a", time: .zero, kind: .value(content))
      store.follow(.event(line), sequence: 2 + number, age: 0, at: 0)
    }
    #expect(moves <= 20)
  }
}
