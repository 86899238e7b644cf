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

  @Test("a histogram with labels has them in all of its series")
  func labels() throws {
    var text = MetricsText()
    var histogram = Histogram(bounds: [1])
    histogram.add(0.5)
    text.add("wait_seconds", "How long.", [([("route", "/a")], histogram)])
    text.add("start_seconds", .gauge, "When.", 1.5)
    #expect(
      text.text == #"""
        # HELP wait_seconds How long.
        # TYPE wait_seconds histogram
        wait_seconds_bucket{route="/a",le="1.0"} 1
        wait_seconds_bucket{route="/a",le="+Inf"} 1
        wait_seconds_sum{route="/a"} 0.5
        wait_seconds_count{route="/a"} 1
        # HELP start_seconds When.
        # TYPE start_seconds gauge
        start_seconds 1.5

        """#)
  }

  @Test("requests are counted by route, method and code, and those without a route together")
  func requests() {
    let time = VirtualClock()
    let meter = RequestMeter { time.now }
    let start = time.now
    time.advance(by: 20_000_000)
    meter.count(route: "/v1/runs", method: "POST", code: 200, since: start)
    for method in ["GET", "BREW", "PROPFIND"] { meter.count(route: nil, method: method, code: 404, since: time.now) }
    let counts = meter.counts
    #expect(counts.responses[RequestMeter.Key(route: "/v1/runs", method: "POST", code: 200)] == 1)
    #expect(counts.responses[RequestMeter.Key(route: "none", method: "any", code: 404)] == 3)
    #expect(counts.responses.count == 2 && counts.seconds["/v1/runs"]?.sum == 0.02)
  }

  @Test("runs that wait are told from those that are computed, whose time counts")
  func runs() {
    let time = VirtualClock()
    let runs = RunCounts { time.now }
    for _ in 1...3 { runs.begin() }
    #expect(runs.waiting == 3 && runs.running == 0)
    runs.measure {
      #expect(runs.waiting == 2 && runs.running == 1)
      time.advance(by: 500_000_000)
    }
    runs.end()
    #expect(runs.waiting == 2 && runs.running == 0 && runs.seconds.count == 1 && runs.seconds.sum == 0.5)
  }

  @Test("plans are counted with their time, and failed ones by reason")
  func planning() async throws {
    let bad = Scene(name: "bad", rows: [Scene.Row(name: "a", content: .live(Scene.Live()))])
    var counts = PlanningCounts()
    for failure in [PlanningFailure.invalid("x"), .tooLarge("x"), .outOfTime, .cancelled, .busy, .busy] {
      counts.count(.failed(failure), seconds: 0.5)
    }
    counts.count(.refused(ControlRequest.Invalid("x")), seconds: 0.5)
    #expect(counts.seconds.count == 7 && counts.seconds.sum == 3.5)
    #expect(
      counts.failures == ["invalid": 1, "too_large": 1, "out_of_time": 1, "cancelled": 1, "busy": 2, "edit": 1])
    let hub = Hub(
      playlist: Playlist(entries: [Playlist.Entry(scene: bad, length: .loops(1))]), run: "r",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(await hub.begin())
    #expect(try PrometheusText(hub.store.metricsText().text)["marbled_planning_seconds_count"] == 1)
    await hub.stop()
  }

  @Test("the age of the newest event is that of the wall clock")
  func lastEvent() throws {
    let time = VirtualClock()
    var settings = HubSettings()
    settings.now = { time.now }
    let scene = try SceneFile(parsing: "rows: { a: { marbles: '1-2|' } }", path: "one.yaml").scene
    let store = StateStore(settings: settings, run: "r")
    #expect(try PrometheusText(store.metricsText().text)["marbled_last_event_age_seconds"] == nil)
    let run = PreparationQueue.Run(
      names: EventNames(scene), plan: scene.emptyRecording(), history: scene.emptyHistory,
      scenePlayback: try ScenePlayback(scene, speedFactor: 1))
    store.show(run, Playlist.Entry(scene: scene), HubDisplay(phase: .playing), isNewSlot: true)
    let event = Event(time: .zero, value: .int(1), color: .cyan)
    store.append(
      [Recording.Entry(row: 0, index: 0, time: .zero, kind: .value(event))], of: run.scenePlayback, at: time.now)
    time.advance(by: 12_500_000_000)
    #expect(try PrometheusText(store.metricsText().text)["marbled_last_event_age_seconds"] == 12.5)
    run.scenePlayback.stop()
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
      let metrics = try PrometheusText(hub.store.metricsText().text)
      #expect(metrics["marbled_live_dropped_total", row] == 3, "turn \(turn)")
      #expect(metrics["marbled_live_malformed_total", row] == 1, "turn \(turn)")
      #expect(metrics["marbled_turns_total"] == Double(turn))
      try await hub.control(ControlRequest(try Value(json: #"{"scene":"next"}"#)), library: .shipped)
    }
    await hub.stop()
  }
}
