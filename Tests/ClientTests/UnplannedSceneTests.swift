import Marbles
import Playback
import Scenes
import Terminal
import Testing
import Wire

@testable import Client
@testable import Drawing
@testable import Player

/// An attached terminal shows a scene that it can't plan.
@Suite struct UnplannedSceneTests {
  private func store(_ watchdog: Watchdog) -> RemoteStateStore {
    RemoteStateStore(plans: RemotePlans(watchdog: watchdog))
  }

  /// The daemon sends a scene of 4 s whose output has emitted once.
  private func receive(_ store: RemoteStateStore, notice: String = "") {
    let yaml = "rows: { a: { marbles: '1-2|' }, b: { apply: 'a.map { $0 * 2 }' } }"
    store.take(
      #"{"type":"snapshot","time":1,"speedFactor":1,"phase":"playing","scene":"slow","paused":true,"duration":4,"#
        + #"\#(notice)"yaml":"\#(yaml)","rows":[{"name":"a"},{"name":"b"}],"#
        + #""events":[{"row":"b","time":0,"kind":"value","id":"b#0","value":2}]}"#)
  }

  private func lines(_ store: RemoteStateStore) -> [String] {
    let settings = DisplaySettings(color: .never, isASCII: false, themeName: nil, environment: [:])
    let source = RemotePlayback(store, settings: settings, rates: RefreshRates(), hint: "", editor: nil) { _ in }
    return source.snapshot().frame(at: FrameState(time: .zero), size: Size(columns: 90, rows: 24)).lines
  }

  @Test("it says why in its last line, until the daemon says something newer")
  func problem() throws {
    let store = store(Watchdog { _, expire in expire() })
    receive(store, notice: #""notice":"older","#)
    #expect(lines(store).last == " slow is drawn from its events alone: could not be simulated within 5 s")
    store.take(#"{"type":"notice","notice":"newer"}"#)
    #expect(lines(store).last == " newer")
  }

  @Test("its outputs are drawn from the daemon's events, for as long as the scene is there")
  func events() throws {
    let store = store(Watchdog { _, expire in expire() })
    receive(store)
    store.take(#"{"type":"event","row":"b","time":2,"kind":"value","id":"b#1","value":4}"#)
    let remote = try #require(store.current)
    #expect(remote.recording.rows[0].timeline.events.map(\.value) == [1, 2])
    #expect(remote.recording.rows[1].timeline.events.map(\.value) == [2, 4])
    #expect(remote.playback.end == .seconds(4) && remote.recording.duration == .seconds(4))
  }

  @Test("a scene that is planned says nothing, and shows the daemon's notice")
  func planned() throws {
    let store = store(Watchdog { _, _ in })
    receive(store, notice: #""notice":"older","#)
    #expect(lines(store).last == " older")
    #expect(try #require(store.current).isPlanned)
  }
}
