import Expressions
import Marbles
import Scenes
import Wire

/// Random values of all that crosses a process.
struct RandomWire {
  var generator: SplitMix64

  init(seed: Int) { generator = SplitMix64(seed: UInt64(seed)) }

  private static let texts = [
    "", "a", "zip", "out#3", "é 🙂 \u{1F468}\u{200D}\u{1F469}", "\"quoted\" \\ / back", "line\nfeed\ttab\r\u{1B}[31m",
    "\u{2028}\u{7F}\u{85}", "null", "{\"a\":1}", "rows:\n  a: { marbles: '1-2|' }\n",
  ]

  mutating func flag() -> Bool { generator.below(2) == 0 }
  mutating func count() -> Int { flag() ? generator.below(5) : generator.below(1 << 50) }
  mutating func text() -> String { generator.pick(Self.texts) }
  mutating func name() -> String { generator.pick(["a", "b", "out", "ä-1"]) }
  mutating func optional<Element>(_ body: (inout RandomWire) -> Element) -> Element? { flag() ? body(&self) : nil }
  mutating func list<Element>(_ body: (inout RandomWire) -> Element) -> [Element] {
    (0..<generator.below(4)).map { _ in body(&self) }
  }

  /// To the nanosecond, up to ten days: later ones are rounded, as JSON's numbers are.
  mutating func time() -> SceneTime {
    flag() ? .milliseconds(Int64(generator.below(10_000))) : .nanoseconds(Int64(generator.below(864_000_000_000_000)))
  }

  mutating func speedFactor() -> SpeedFactor {
    SpeedFactor(flag() ? Double(1 + generator.below(9)) : Double.random(in: 0.000001...1_000_000, using: &generator))!
  }

  mutating func value(depth: Int = 3) -> Value {
    switch generator.below(depth > 0 ? 8 : 5) {
    case 0: .null
    case 1: .bool(flag())
    case 2: .int(Int(truncatingIfNeeded: generator.next()))
    case 3: .double(Double.random(in: -1e9...1e9, using: &generator))
    case 4: .string(text())
    case 5: .array(list { $0.value(depth: depth - 1) })
    case 6: .tuple(list { $0.value(depth: depth - 1) })
    default:
      .object(Dictionary(list { ($0.generator.pick(["a", "a/b", "~", ""]), $0.value(depth: depth - 1)) }) { $1 })
    }
  }

  mutating func animation() -> Animation {
    if flag() { return .immediate }
    return Animation(
      generator.pick(Animation.Transition.allCases), duration: .milliseconds(Int64(1 + generator.below(900))),
      delay: .milliseconds(Int64(generator.below(900))), curve: generator.pick(Animation.Curve.allCases))
  }

  mutating func ancestors() -> EventLine.Ancestors {
    EventLine.Ancestors(list { $0.text() }, omitted: flag() ? 0 : count())
  }

  mutating func eventLine() -> EventLine {
    let kind: EventLine.Kind
    switch generator.below(4) {
    case 0: kind = .finish
    case 1: kind = .error(message: text())
    case 2: kind = .open
    default:
      var content = EventLine.Content(
        id: optional { $0.text() }, value: value(), color: optional { $0.generator.pick(MarbleColor.allCases) })
      (content.from, content.sources) = (ancestors(), ancestors())
      content.animation = optional { $0.animation() }
      kind = .value(content)
    }
    return EventLine(row: optional { $0.name() }, time: time(), kind: kind)
  }

  mutating func motion() -> PlayheadMotion {
    PlayheadMotion(
      time: time(), speedFactor: speedFactor(), isSpeedSet: flag(), isPaused: flag(),
      phase: generator.pick(PlaybackState.Phase.allCases))
  }

  mutating func scene() -> PlayingScene {
    PlayingScene(
      name: text(), title: text(), about: text(), isLive: flag(),
      playlist: PlaylistStatus(
        position: optional { $0.count() }, count: count(), length: optional { $0.text() }, next: text(),
        nextName: text(), message: optional { $0.text() },
        edits: optional { PlaylistStatus.Edits(count: $0.count(), undone: $0.count()) }))
  }

  mutating func losses() -> RowLosses {
    flag()
      ? .live(dropped: count(), malformed: count(), unrecorded: count())
      : .following(
        missed: count(), failed: count(),
        findings: flag() ? [] : [ClosureFinding(column: count(), count: count(), message: text())])
  }

  mutating func command() -> CommandState {
    let phase: SourceStatus.Phase =
      switch generator.below(4) {
      case 0: .starting
      case 1: .running
      case 2: .restarting(after: time(), text())
      default: .ended(text())
      }
    return CommandState(phase: phase, restarts: count())
  }

  mutating func loop() -> LoopStatus {
    var loop = LoopStatus(
      waiting: optional { $0.time() }, busy: optional { $0.time() }, sendWait: optional { $0.time() }, lost: count(),
      refused: count(), newestLoss: optional { $0.value(depth: 0) })
    (loop.isBusy, loop.place) = (optional { $0.flag() }, optional { $0.text() })
    (loop.sending, loop.room) = (count(), optional { $0.count() })
    return loop
  }

  mutating func snapshot() -> ViewerSnapshot {
    var snapshot = ViewerSnapshot(
      run: text(), scene: scene(), notice: optional { $0.text() }, yaml: text(), duration: optional { $0.time() },
      omitted: count(),
      rows: list {
        ViewerSnapshot.Row(
          name: $0.name(), isInput: $0.flag(), expression: $0.optional { $0.text() }, earlier: $0.count(),
          losses: $0.optional { $0.losses() }, command: $0.optional { $0.command() }, loop: $0.optional { $0.loop() },
          edits: $0.list { $0.rowEdit() })
      }, events: list { $0.eventLine() })
    snapshot.wireVersion = 1 + generator.below(3)
    return snapshot
  }

  private mutating func rowEdit() -> RowEdit {
    RowEdit(
      Recording.Row.Edit(
        time: time(), index: count(), old: optional { $0.text() }, unseen: count(), skipped: count()))
  }

  mutating func event() -> StreamEvent {
    switch generator.below(10) {
    case 9: .loop(row: name(), loop())
    case 8: .command(row: name(), command())
    case 0: .snapshot(snapshot(), motion())
    case 1: .event(eventLine())
    case 2: .motion(motion())
    case 3: .losses(row: name(), losses())
    case 4: .message(optional { $0.text() })
    case 5: .notice(optional { $0.text() })
    case 6: .heartbeat
    default: .end
    }
  }

  mutating func status() -> DaemonStatus {
    DaemonStatus(
      playing: optional {
        DaemonStatus.Playing(
          motion: $0.motion(), scene: $0.scene(), duration: $0.optional { $0.time() },
          editor: $0.optional { $0.text() }, events: $0.count(),
          rows: $0.list {
            DaemonStatus.Row(
              name: $0.name(), isInput: $0.flag(), events: $0.count(),
              end: $0.generator.pick(DaemonStatus.Row.End.allCases), losses: $0.optional { $0.losses() })
          })
      }, viewers: count(),
      load: DaemonStatus.Load(
        frames: count(), lateFrames: count(), frameBytes: count(), viewerDrops: count(), viewerQueueBytes: count(),
        memoryBytes: optional { $0.count() }, openDescriptors: optional { $0.count() }), notices: list { $0.text() },
      daemon: optional { $0.daemon() })
  }

  private mutating func daemon() -> DaemonStatus.Daemon {
    var daemon = DaemonStatus.Daemon(
      instance: text(), process: count(), version: text(), uptime: Double(count()) / 1000,
      view: optional { $0.text() },
      connections: DaemonStatus.Daemon.Connections(open: count(), refused: count(), late: count(), malformed: count()),
      config: optional { $0.text() }, configError: optional { $0.text() }, restartKeys: list { $0.text() })
    daemon.wireVersion = 1 + generator.below(3)
    return daemon
  }

  mutating func control() -> ControlRequest {
    var request = ControlRequest()
    request.speed = optional { $0.flag() ? .scene : .factor($0.speedFactor()) }
    request.isPaused = optional { $0.flag() }
    request.scene = optional { $0.generator.pick([.next, .previous, .named("zip"), .named("ä \"b\"")]) }
    request.seek = optional { $0.time() }
    request.step = optional { 1 + $0.generator.below(1000) }
    request.message = optional { $0.text() }
    if request.scene == nil, request.seek == nil, request.step == nil {
      request.edit = optional {
        $0.generator.pick([.undo, .redo, .commands([$0.text()]), .commands([$0.text(), $0.text(), ""])])
      }
      if request.edit != nil {
        request.editor = optional { $0.name() }
        request.editedScene = optional { $0.name() }
      }
    }
    request.reloads = flag()
    // An empty request is none.
    request.quits = request == ControlRequest() || flag()
    return request
  }

  mutating func report() -> InputReport {
    var report = InputReport()
    (report.accepted, report.dropped, report.malformedCount) = (count(), count(), count())
    report.malformed = list { InputReport.Malformed(line: $0.count(), message: $0.text()) }
    report.form = optional { $0.generator.pick(["json", "plain"]) }
    return report
  }

  mutating func listing() -> SceneListing {
    SceneListing(
      list { SceneListing.Item(name: $0.text(), title: $0.text(), about: $0.text(), origin: $0.text()) })
  }
}
