import Marbles
import Scenes
import Testing
import Wire

/// Keys and their order, as README and the page know them.
@Suite struct JSONFormTests {
  private let motion = PlayheadMotion(time: .seconds(1.5), speedFactor: 2, isSpeedSet: true, phase: .ready)
  private let scene = PlayingScene(
    name: "zip", title: "Zip", about: "Pairs.", isLive: false,
    playlist: PlaylistStatus(
      position: 1, count: 2, length: "3 times", next: "Merge", nextName: "merge", edits: .init(count: 4, undone: 1)))

  @Test("events are numbered, named, and flat")
  func events() {
    #expect(
      StreamEvent.motion(motion).json(7)
        == #"{"seq":7,"type":"motion","time":1.5,"speedFactor":2,"speedFrom":"control","paused":false,"phase":"title"}"#
    )
    #expect(StreamEvent.heartbeat.json(nil) == #"{"type":"heartbeat"}"#)
    #expect(StreamEvent.message(nil).json(8) == #"{"seq":8,"type":"message","message":null}"#)
    #expect(
      StreamEvent.losses(row: "a", .live(dropped: 1, malformed: 2)).json(9)
        == #"{"seq":9,"type":"losses","row":"a","live":true,"dropped":1,"malformed":2}"#)
    #expect(
      StreamEvent.losses(row: "b", .following(missed: 3)).json(9)
        == #"{"seq":9,"type":"losses","row":"b","live":false,"missed":3}"#)
    #expect(
      StreamEvent.losses(row: "a", .live(dropped: 1, malformed: 2, unrecorded: 3)).json(9)
        == #"{"seq":9,"type":"losses","row":"a","live":true,"dropped":1,"malformed":2,"unrecorded":3}"#)
    let command = CommandState(phase: .restarting(after: .seconds(0.5), "ended with status 2"), restarts: 1)
    #expect(
      StreamEvent.command(row: "a", command).json(9)
        == #"{"seq":9,"type":"command","row":"a","state":"restarting","reason":"ended with status 2","after":0.5,"#
        + #""restarts":1}"#)
    var loop = LoopStatus(
      waiting: .seconds(0.012), busy: .seconds(0.5), sendWait: nil, lost: 1, refused: 0, newestLoss: 11)
    (loop.isBusy, loop.place, loop.room) = (false, "iteration 1", 0)
    #expect(
      StreamEvent.loop(row: "a", loop).json(9)
        == #"{"seq":9,"type":"loop","row":"a","waiting":0.012,"busy":0.5,"isBusy":false,"place":"iteration 1","#
        + #""lost":1,"newestLoss":11,"room":0}"#)
    var content = EventLine.Content(id: "a#0", value: .tuple([1, "x"]), color: .pink)
    content.from = EventLine.Ancestors(["b#0"], omitted: 2)
    content.animation = .immediate
    let line = EventLine(row: "a", time: .seconds(1), kind: .value(content))
    let json =
      #"{"row":"a","time":1,"kind":"value","id":"a#0","value":[1,"x"],"color":"pink","from":["b#0"],"fromOmitted":2,"#
      + #""sources":[],"animation":null"#
    #expect(line.json == json + #","tuples":[""]}"#)
    #expect(line.json(marksTuples: false) == json + "}")
  }

  @Test("a snapshot begins with the playhead, and says the wire version")
  func snapshot() {
    let snapshot = ViewerSnapshot(
      run: "r", scene: scene, notice: nil, yaml: "rows: {}", duration: .seconds(2), omitted: 0,
      rows: [ViewerSnapshot.Row(name: "a", isInput: true, expression: nil, earlier: 0, losses: nil)])
    #expect(
      StreamEvent.snapshot(snapshot, motion).json(1)
        == #"{"seq":1,"type":"snapshot","time":1.5,"speedFactor":2,"speedFrom":"control","paused":false,"#
        + #""phase":"title","run":"r","wire":1,"scene":"zip","title":"Zip","about":"Pairs.","live":false,"position":1,"#
        + #""count":2,"length":"3 times","next":"Merge","nextName":"merge","message":null,"edits":4,"undone":1,"notice":null,"#
        + #""yaml":"rows: {}","duration":2,"omitted":0,"#
        + #""rows":[{"name":"a","kind":"input","expression":null,"earlier":0}],"events":[]}"#)
  }

  @Test("a row of a live scene says where it was edited; what is seldom needed is left out")
  func edits() {
    let edits = [
      Recording.Row.Edit(time: .seconds(1.5), index: 3, old: nil, unseen: 0, skipped: 0),
      Recording.Row.Edit(time: .seconds(2), index: 5, old: "a.map { $0 }", unseen: 7, skipped: 1),
      Recording.Row.Edit(
        time: .seconds(2), index: 5, old: String(repeating: "x", count: 5000), unseen: 0, skipped: 0),
    ].map(RowEdit.init)
    let row = ViewerSnapshot.Row(
      name: "b", isInput: false, expression: "a", earlier: 0, losses: nil, edits: Array(edits.prefix(2)))
    let snapshot = ViewerSnapshot(
      run: "r", scene: scene, notice: nil, yaml: "rows: {}", duration: nil, omitted: 0, rows: [row])
    #expect(
      snapshot.members().contains(
        #""edits":[{"time":1.5,"index":3},"#
          + #"{"time":2,"index":5,"old":"a.map { $0 }","unseen":7,"skipped":1}]"#), "\(snapshot.members())")
    #expect(edits[2].old?.count == 1001 && edits[2].old?.hasSuffix("…") == true)
  }

  @Test("a status begins with the playhead, and ends with the process")
  func status() {
    let load = DaemonStatus.Load(
      frames: 1, lateFrames: 0, frameBytes: 9, viewerDrops: 0, viewerQueueBytes: 0, memoryBytes: nil,
      openDescriptors: 5)
    let connections = DaemonStatus.Daemon.Connections(open: 1, refused: 0, late: 0, malformed: 0)
    let daemon = DaemonStatus.Daemon(
      instance: "default", process: 42, version: "0.1.0", uptime: 1.5, view: nil, connections: connections,
      config: nil, configError: nil, restartKeys: ["view"])
    let rows = [DaemonStatus.Row(name: "a", isInput: false, events: 3, end: .finish, losses: nil)]
    var status = DaemonStatus(playing: nil, viewers: 0, load: load, notices: [])
    let loadJSON =
      #""load":{"frames":1,"lateFrames":0,"frameBytes":9,"viewerDrops":0,"viewerQueueBytes":0,"openDescriptors":5}"#
    #expect(status.json == #"{"viewers":0,"# + loadJSON + #","notices":[]}"#)
    status.playing = DaemonStatus.Playing(
      motion: motion, scene: scene, duration: nil, editor: "ada", events: 4, rows: rows)
    status.daemon = daemon
    #expect(
      status.json
        == #"{"time":1.5,"speedFactor":2,"speedFrom":"control","paused":false,"phase":"title","scene":"zip","#
        + #""title":"Zip","about":"Pairs.","live":false,"position":1,"count":2,"length":"3 times","next":"Merge","#
        + #""nextName":"merge","message":null,"edits":4,"undone":1,"duration":null,"editor":"ada","viewers":0,"#
        + #""events":4,"#
        + #""rows":[{"name":"a","kind":"output","events":3,"end":"finish"}],"# + loadJSON
        + #","notices":[],"instance":"default","pid":42,"version":"0.1.0","wire":1,"uptime":1.5,"view":null,"#
        + #""connections":{"open":1,"refused":0,"late":0,"malformed":0},"config":null,"configError":null,"#
        + #""restartKeys":["view"]}"#)
  }

  @Test(
    "what is no event is nothing",
    arguments: ["", "[]", "{}", #"{"type":"later"}"#, #"{"type":"event"}"#, #"{"type":"snapshot"}"#])
  func nothing(text: String) { #expect(StreamEvent(json: text) == nil) }

  @Test("what does not say its wire version speaks version 1")
  func version() throws {
    #expect(try #require(DaemonStatus(json: #"{"instance":"default"}"#)).mismatch == nil)
    let other = try #require(DaemonStatus(json: #"{"instance":"default","version":"0.3.0","wire":2}"#))
    #expect(
      other.mismatch == "this marbled speaks wire version 1, the daemon 2 (marbled 0.3.0): update the older one")
  }
}
