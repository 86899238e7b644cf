import Drawing
import Foundation
import HubCore
import Logging
import Marbles
import Player
import SceneFiles
import Scenes
import Synchronization
import Terminal
import Testing

@testable import Server

/// When a public screen is on, and what it shows when it is not.
@Suite struct NightTests {
  private static let zone = TimeZone(identifier: "Europe/Berlin")!

  /// A time of a week in November 2026, in Berlin: `Mon 09:00`.
  private static func time(_ text: String) -> Int64 {
    let parts = text.split { " :".contains($0) }
    let day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].firstIndex(of: parts[0])!
    // Monday, 23 November 2026, 0:00 in Berlin, is 22 November, 23:00 UTC.
    let monday: Int64 = 1_795_388_400
    return (monday + Int64(day) * 86_400 + Int64(parts[1])! * 3600 + Int64(parts[2])! * 60) * 1_000_000_000
  }

  private func isOn(_ hours: [String], _ time: String) throws -> Bool {
    OpeningHours.contain(try hours.map { try OpeningHours(parsing: $0) }, Self.time(time), in: Self.zone)
  }

  @Test(
    "hours contain their start and not their end, may pass midnight and belong to the day on which they begin",
    arguments: [
      ("09:00-18:00", "Mon 09:00", true), ("09:00-18:00", "Mon 08:59", false), ("09:00-18:00", "Sun 17:59", true),
      ("09:00-18:00", "Mon 18:00", false), ("18:00-02:00", "Tue 01:59", true), ("18:00-02:00", "Tue 02:00", false),
      ("Fri 18:00-02:00", "Sat 01:00", true), ("Fri 18:00-02:00", "Fri 01:00", false),
      ("Sun 22:00-6:00", "Mon 5:59", true), ("Mon-Fri 9:00-24:00", "Fri 23:59", true),
      ("Mon-Fri 9:00-24:00", "Sat 10:00", false), ("sat-mon 00:00-24:00", "Mon 12:00", true),
      ("sat-mon 00:00-24:00", "Tue 12:00", false),
    ])
  func contains(hours: String, time: String, isOn: Bool) throws { #expect(try self.isOn([hours], time) == isOn) }

  @Test("several hours add up, and none are always")
  func several() throws {
    let hours = ["Mon-Fri 09:00-12:00", "Mon-Fri 13:00-18:00"]
    #expect(try isOn(hours, "Mon 11:59") && isOn(hours, "Mon 13:00") && !isOn(hours, "Mon 12:30"))
    #expect(try isOn([], "Sun 03:00"))
    let read = try hours.map { try OpeningHours(parsing: $0) }
    #expect(OpeningHours.next(read, after: Self.time("Mon 12:30"), in: Self.zone) == "at 13:00")
    #expect(OpeningHours.next(read, after: Self.time("Fri 20:00"), in: Self.zone) == "on Monday at 9:00")
    #expect(OpeningHours.next(read, after: Self.time("Sun 09:00"), in: Self.zone) == "on Monday at 9:00")
    #expect(OpeningHours.next(read, after: Self.time("Sun 09:01"), in: Self.zone) == "at 9:00")
    #expect(OpeningHours.next(read, after: Self.time("Fri 10:00"), in: Self.zone) == nil)
  }

  @Test(
    "what is no hours is refused, with what was expected",
    arguments: [
      "", "9-18", "25:00-26:00", "09:00", "09:00-09:00", "24:00-01:00", "Foo 09:00-18:00", "Mon-Tue-Wed 9:00-10:00",
      "Mon 9:00-10:00 x", "9:60-10:00",
    ])
  func malformed(text: String) {
    let error = #expect(throws: OpeningHours.Malformed.self) { try OpeningHours(parsing: text) }
    #expect(error?.description.contains("expected") == true)
  }

  private func configuration(_ night: DaemonConfiguration.Night, message: String? = nil) throws -> DaemonConfiguration {
    var configuration = DaemonConfiguration()
    configuration.hours = [try OpeningHours(parsing: "09:00-18:00")]
    (configuration.night, configuration.message) = (night, message)
    return configuration
  }

  private func snapshot() throws -> PlaybackSnapshot {
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let plan = try scene.recorded()
    return PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .seconds(1), playback: PlaybackState(at: 0, phase: .playing)),
      overlay: PlaylistOverlay(position: 1, count: 2))
  }

  @Test("at night the screen is dark or shows when it is on again, and nothing moves; a key wakes it for a minute")
  func nights() throws {
    let time = Mutex(Self.time("Mon 17:59"))
    func night(_ kind: DaemonConfiguration.Night, _ message: String? = nil) throws -> Night {
      Night(try configuration(kind, message: message), zone: Self.zone, realTime: { time.withLock { $0 } })
    }
    let snapshot = try snapshot()
    var (blank, text) = (try night(.blank), try night(.message))
    let draw = { (scene: Scene) in SceneDrawing(scene: scene, plan: scene.emptyRecording()) }
    #expect(blank.shown(snapshot, at: 0, draw).overlay?.night == nil)
    #expect(blank.untilChange(at: 0) == 60_000_000_000)
    time.withLock { $0 = Self.time("Mon 18:00") + 1_000_000_000 }
    let dark = blank.shown(snapshot, at: 0, draw)
    #expect(dark.overlay?.night?.text == "" && dark.playhead.playback.isPaused && dark.permissions == [])
    #expect(blank.untilChange(at: 0) == 59_000_000_000)
    #expect(text.shown(snapshot, at: 0, draw).overlay?.night?.text == "back at 9:00")
    var banner = try night(.message, "closed")
    #expect(banner.shown(snapshot, at: 0, draw).overlay?.night?.text == "closed")
    let (isFirst, isSecond) = (blank.wake(at: 5_000_000_000), blank.wake(at: 5_000_000_000))
    #expect(isFirst && !isSecond)
    #expect(blank.shown(snapshot, at: 64_999_999_999, draw).overlay?.night == nil)
    #expect(blank.untilChange(at: 64_000_000_000) == 1_000_000_000)
    #expect(blank.shown(snapshot, at: 65_000_000_000, draw).overlay?.night != nil)
  }

  @Test("at night the rain falls from its beginning, whatever plays")
  func rain() throws {
    var night = Night(try configuration(.matrix), zone: Self.zone, realTime: { Self.time("Mon 20:00") })
    let draw = { (scene: Scene) in SceneDrawing(scene: scene, plan: scene.emptyRecording()) }
    _ = night.shown(try snapshot(), at: 10, draw)
    let shown = night.shown(try snapshot(), at: 1_000_000_010, draw)
    #expect(shown.drawing.scene.name == "matrix" && shown.overlay == nil)
    #expect(shown.playhead.time == .seconds(1) && !shown.playhead.playback.isPaused)
  }

  @Test("the text of a dark screen is at another place each minute, and always on the screen")
  func places() {
    let size = Size(columns: 20, rows: 5)
    var places: Set<[Int]> = []
    for turn in 0..<100 {
      let lines = NightPicture(text: "back at 9:00", turn: turn).frame(size: size, theme: .dark, ellipsis: "…").lines
      let row = lines.firstIndex { $0.contains("back") }
      #expect(lines.count { $0.contains("back at 9:00") } == 1)
      places.insert([row ?? -1, lines[row ?? 0].prefix { $0 == " " }.count])
    }
    #expect(places.count == 5 * 7)
    let tiny = NightPicture(text: "back at 9:00", turn: 3).frame(
      size: Size(columns: 4, rows: 1), theme: .dark, ellipsis: "…")
    #expect(tiny.lines.count == 1)
  }
}
