import Drawing
import HubCore
import Logging
import Marbles
import Player
import SceneFiles
import Scenes
import TestSupport
import Testing
import Wire

@testable import Server

@Suite struct MetricsTests {
  @Test("each metric has its help and type, and labels say what they say whatever is in them")
  func text() throws {
    var text = MetricsText()
    let row = Metrics.Row(scene: "a \\n \"b\"", row: "c\nd")
    text.add("events_total", .counter, "Events.", [row: 3, Metrics.Row(scene: "", row: "é"): 1])
    var histogram = Histogram(bounds: [0.5, 1])
    for value in [0.5, 0.75, 7] { histogram.add(value) }
    text.add("lateness_seconds", "How late.", histogram)
    #expect(
      text.text == #"""
        # HELP events_total Events.
        # TYPE events_total counter
        events_total{scene="",row="é"} 1
        events_total{scene="a \\n \"b\"",row="c\nd"} 3
        # HELP lateness_seconds How late.
        # TYPE lateness_seconds histogram
        lateness_seconds_bucket{le="0.5"} 1
        lateness_seconds_bucket{le="1.0"} 2
        lateness_seconds_bucket{le="+Inf"} 3
        lateness_seconds_sum 8.25
        lateness_seconds_count 3

        """#)
    #expect(try PrometheusText(text.text)["events_total", ["scene": row.scene, "row": row.row]] == 3)
  }

  @Test("a frame that comes after the next one was due is late")
  func frames() {
    let meter = FrameMeter()
    for (bytes, milliseconds) in [(100, 0), (20, 33), (3, 34), (4, 2000)] {
      meter.count(bytes: bytes, lateness: .milliseconds(milliseconds))
    }
    meter.count(bytes: 1000, lateness: nil)
    let counts = meter.counts
    #expect(counts.frames == 5 && counts.bytes == 1127 && counts.late == 2 && counts.lateness.count == 4)
  }

  @Test("what a live row had no room for, and lines that were none, are counted, when it has lost its turn, too")
  func liveRows() async throws {
    let live = try SceneFile(parsing: "rows:\n  a: { live: true }\n  b: { apply: a }\n", path: "live.yaml").scene
    let other = try SceneFile(parsing: "rows:\n  a: { marbles: '1|' }\n", path: "other.yaml").scene
    let hub = Hub(
      playlist: Playlist(entries: [live, other].map { Playlist.Entry(scene: $0, length: .loops(1)) }), run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    let input = try #require(hub.store.current?.scenePlayback.liveInput("a"))
    // No viewer reads the events here.
    for _ in 0..<ArrivalQueue.credits { #expect(input.offer(.int(1)) == .accepted) }
    for _ in 0..<3 { #expect(input.offer(.int(1)) == .dropped) }
    input.noteMalformed()
    let row = ["scene": "live", "row": "a"]
    for turn in 1...3 {
      let metrics = try PrometheusText(hub.store.metricsText())
      #expect(metrics["marbled_live_dropped_total", row] == 3, "turn \(turn)")
      #expect(metrics["marbled_live_malformed_total", row] == 1, "turn \(turn)")
      #expect(metrics["marbled_turns_total"] == Double(turn))
      try await hub.control(ControlRequest(try Value(json: #"{"scene":"next"}"#)), library: .shipped)
    }
    await hub.stop()
  }
}
