import Drawing
import Foundation
import HubCore
import Logging
import Marbles
import Platform
import Player
import SceneFiles
import Scenes
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import Playback
@testable import Server

/// What the terminal of a daemon shows of remote control.
@Suite(.timeLimit(.minutes(30))) struct RemoteScreenTests {
  @Test("the screen shows a code while it is valid, also at night, and how many phones steer")
  func shown() async throws {
    let time = VirtualClock()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: scene)]), settings: .gatheringNothing, run: "r", logger: logger
    )
    #expect(await hub.begin())
    let remote = RemoteControl(logger: logger, now: { time.now }, makeCode: { "12345670" })
    let settings = DisplaySettings(
      color: .never, isASCII: false, themeName: nil, environment: [:])
    var configuration = DaemonConfiguration()
    configuration.hours = [try OpeningHours(parsing: "09:00-18:00")]
    // 1 January 1970, 0:00 UTC.
    let night = Night(configuration, zone: .gmt, realTime: { 0 })
    let source = BroadcastPlayback(
      hub, settings: settings, idleReturn: nil, night: night, hint: "",
      remote: RemoteScreen(remote, hasKey: true) { "http://kiosk.local:8081/" },
      probe: ThreadProbe(), end: OneTimeEvent(), wall: WallClock(now: { time.now }, wait: { _, _ in }))
    let changes = Mutex(0)
    source.begin { changes.withLock { $0 += 1 } }
    let before = changes.withLock { $0 }
    func overlay() -> PlaylistOverlay? { source.snapshot().overlay }

    #expect(overlay()?.night != nil && overlay()?.code == nil)
    #expect(!source.snapshot().permissions.contains(.remote))
    source.handle(.toggleRemote)
    #expect(changes.withLock { $0 } == before + 1)
    #expect(overlay()?.code == CodeCard(code: "12345670", place: "http://kiosk.local:8081/") && overlay()?.night == nil)
    #expect(source.snapshot().permissions.contains(.remote))
    // It sleeps until the next minute or the end of the code.
    #expect(try #require(source.untilAdvance) <= RemoteAccess.codeTime)
    time.advance(by: RemoteAccess.codeTime)
    #expect(overlay()?.code == nil && overlay()?.night != nil)

    source.handle(.toggleRemote)
    _ = try remote.enter("12345670", from: "here")
    #expect(changes.withLock { $0 } == before + 3)
    #expect(overlay()?.code == nil && overlay()?.phones == 1)
    source.handle(.toggleRemote)
    source.handle(.toggleRemote)
    #expect(overlay()?.code == nil && overlay()?.phones == 0)
    source.end()
    // Without a screen there is nowhere to show a code.
    #expect(throws: APIError.self) { try remote.ask(from: "here") }
    await hub.stop()
  }
}
