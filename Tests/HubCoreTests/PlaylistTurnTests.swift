import Marbles
import Scenes
import Testing

@testable import HubCore

@Suite struct TurnTests {
  private static let second: Int64 = 1_000_000_000

  @Test("a scene is played as often as its length says, and each end is shown for a second")
  func loops() {
    var turn = PlaylistTurn(.loops(2), at: 0)
    #expect(turn.phase == .playing && turn.deadline == nil)
    turn.sceneEnded(at: 5 * Self.second)
    #expect(turn.step(at: 6 * Self.second - 1) == nil)
    #expect(turn.step(at: 6 * Self.second) == .play)
    turn.play(at: 6 * Self.second)
    turn.sceneEnded(at: 11 * Self.second)
    #expect(turn.deadline == 12 * Self.second)
    #expect(turn.step(at: 12 * Self.second) == .next)
  }

  @Test("a scene with a dwell time repeats until the time is over, and is then played to its end, which is shown")
  func dwell() {
    var turn = PlaylistTurn(.dwell(.seconds(10)), at: 0)
    turn.sceneEnded(at: 5 * Self.second)
    #expect(turn.step(at: 6 * Self.second) == .play)
    turn.play(at: 6 * Self.second)
    #expect(turn.step(at: 11 * Self.second) == nil)
    turn.sceneEnded(at: 11 * Self.second)
    #expect(turn.step(at: 12 * Self.second - 1) == nil)
    #expect(turn.step(at: 12 * Self.second) == .next)
  }

  @Test("a scene that ends just before its dwell time is over is not played again, and its end is shown")
  func nearEnd() {
    var turn = PlaylistTurn(.dwell(.seconds(10)), at: 0)
    turn.sceneEnded(at: 10 * Self.second - 1)
    #expect(turn.step(at: 10 * Self.second) == nil)
    #expect(turn.step(at: 11 * Self.second - 1) == .next)
  }

  @Test("a scene without an end is left when its dwell time is over, and a long one when the time is over twice")
  func cuts() {
    let endless = PlaylistTurn(.dwell(.seconds(10)), isEndless: true, at: 0)
    #expect(endless.step(at: 10 * Self.second - 1) == nil && endless.step(at: 10 * Self.second) == .next)
    let long = PlaylistTurn(.dwell(.seconds(10)), at: 0)
    #expect(long.step(at: 20 * Self.second - 1) == nil && long.step(at: 20 * Self.second) == .next)
  }

  @Test("the time of the title card does not count as dwell time")
  func cards() {
    var turn = PlaylistTurn(.dwell(.seconds(10)), titleCard: .seconds(3), at: 0)
    #expect(turn.phase == .ready && turn.step(at: 3 * Self.second - 1) == nil)
    #expect(turn.step(at: 3 * Self.second) == .play)
    turn.play(at: 3 * Self.second)
    #expect(turn.phase == .playing && turn.deadline == 23 * Self.second)
  }

  @Test("an edit at the end of the last repetition plays the scene to its end once more")
  func edits() {
    var turn = PlaylistTurn(.loops(1), at: 0)
    turn.sceneEnded(at: 0)
    turn.goOn()
    #expect(turn.phase == .playing && turn.deadline == nil)
    turn.sceneEnded(at: 5 * Self.second)
    #expect(turn.step(at: 6 * Self.second) == .next)
  }

  @Test("a scene in which no time passes is shown for ten seconds")
  func still() {
    var turn = PlaylistTurn(.loops(1), at: 0)
    turn.sceneEnded(at: 0, isStill: true)
    #expect(turn.step(at: 10 * Self.second - 1) == nil)
    #expect(turn.step(at: 10 * Self.second) == .next)
    var short = PlaylistTurn(.dwell(.seconds(4)), at: 0)
    short.sceneEnded(at: 0, isStill: true)
    #expect(short.step(at: 4 * Self.second) == .next)
  }

  @Test("a replay that fails delays the next attempt, and not the end of the dwell time")
  func failedReplay() {
    var turn = PlaylistTurn(.dwell(.seconds(20)), at: 0)
    turn.sceneEnded(at: 5 * Self.second)
    turn.wait(until: 16 * Self.second, at: 6 * Self.second)
    #expect(turn.step(at: 16 * Self.second) == .play)
    turn.wait(until: 26 * Self.second, at: 16 * Self.second)
    #expect(turn.step(at: 20 * Self.second) == .next)
    turn.wait(until: 30 * Self.second, at: 20 * Self.second)
    #expect(turn.step(at: 30 * Self.second - 1) == nil)
    #expect(turn.step(at: 30 * Self.second) == .next)
  }

  @Test("a paused clock stands still, and goes on from there")
  func pauses() {
    var clock = TurnClock.running(behind: 0)
    clock.setPaused(true, at: 4)
    #expect(clock.time(at: 100) == 4 && clock.wall(of: 10) == nil)
    clock.setPaused(true, at: 50)
    clock.setPaused(false, at: 100)
    #expect(clock.time(at: 101) == 5 && clock.wall(of: 10) == 106)
  }
}

@Suite struct PlaylistPositionTests {
  private func playlist(_ names: String...) -> Playlist {
    Playlist(entries: names.map { Playlist.Entry(scene: Scene(name: $0, rows: [])) })
  }

  @Test("a guest does not move the playlist")
  func guest() {
    var position = PlaylistPosition(playlist("a", "b"))
    position.move(to: .guest(Playlist.Entry(scene: Scene(name: "guest", rows: []))))
    #expect(position.playlist[position.next].scene.name == "b")
    position.move(to: .place(position.next))
    #expect(position.next == Playlist.Place(round: 1, index: 0))
  }

  @Test("a new playlist continues after the current scene, or from its start when it lacks the scene")
  func replaces() {
    var position = PlaylistPosition(playlist("a", "b", "c"))
    position.move(to: .place(Playlist.Place(round: 0, index: 1)))
    position.replace(by: playlist("x", "b", "y"))
    #expect(position.playlist[position.next].scene.name == "y")
    position.replace(by: playlist("p", "q"))
    #expect(position.playlist[position.next].scene.name == "p")
  }
}
