package import Drawing
internal import Marbles
internal import Scenes
package import Terminal

/// The state of a viewer: selection, scroll position, and the effects of keys.
package struct Viewer {
  /// Requests of input beyond the state of the viewer.
  package enum Request: Hashable {
    /// Execute this command.
    case steer(PlaybackCommand)
    /// Quit.
    case leave
    /// Stop the process until it is continued.
    case suspend
    /// Repaint everything.
    case repaint
  }

  /// The selected event: its marble is marked, and its lines and sentence are shown.
  var selected: EventKey? { didSet { isInLists = false } }
  /// Whether the selection has moved past the last row into the lists.
  var isInLists = false
  /// The event under the pointer.
  var hovered: EventKey?
  /// The position of the first visible row or item, if not all fit.
  var scroll = 0
  /// The first visible item of each list, by the position of its row.
  var panelScrolls: [Int: Int] = [:]
  /// Whether outputs are hidden, for example for a quiz.
  private(set) var hidesOutputs = false
  /// The current drag.
  var drag: Drag?
  /// Whether the mouse is reported; otherwise the terminal selects text.
  private(set) var usesMouse = true

  /// The modes of the terminal.
  var modes: Modes {
    var modes = Modes.fullScreen
    modes.mouse = usesMouse ? .all : .off
    modes.focusEvents = true
    return modes
  }

  /// Creates a viewer without a selection.
  package init() {}

  // MARK: Seeing

  /// The picture that the viewer sees.
  package func picture(of snapshot: PlaybackSnapshot, size: Size) -> SceneDrawing.Picture {
    snapshot.drawing.picture(of: snapshot.recording, at: moment(of: snapshot), size: size)
  }

  /// The moment of a frame: a playing scene refreshes at the rates of its rows, a paused one is exact.
  func moment(of snapshot: PlaybackSnapshot) -> FrameState {
    let playhead = snapshot.playhead
    var moment = FrameState(
      time: playhead.time, speedFactor: playhead.playback.speedFactor, state: playhead.state,
      isLooping: playhead.isLooping,
      selected: selected, hovered: hovered, scroll: scroll)
    moment.panelScrolls = panelScrolls
    moment.hidesOutputs = hidesOutputs
    moment.isOneOfSeveral = snapshot.isOneOfSeveral
    guard playhead.state == .playing else { return moment }
    func shown(by schedule: RefreshSchedule) -> SceneTime {
      schedule.shownTime(at: playhead.time, of: playhead.playback)
    }
    moment.rowTimes = Self.schedules(of: snapshot.drawing.scene).map(shown)
    moment.time = shown(by: Self.overlay(of: snapshot.drawing.scene))
    moment.rain = snapshot.drawing.rainSchedule.map {
      FrameState.RainTimes(columns: shown(by: $0.columns), glyphs: shown(by: $0.glyphs))
    }
    return moment
  }

  /// The wall nanoseconds until the picture changes by time alone; nil while nothing moves.
  func untilNextTick(of snapshot: PlaybackSnapshot) -> Int64? {
    let playhead = snapshot.playhead
    guard playhead.state == .playing else { return nil }
    let scene = snapshot.drawing.scene
    var schedules = Self.schedules(of: scene) + [Self.overlay(of: scene)]
    if let rain = snapshot.drawing.rainSchedule { schedules += [rain.columns, rain.glyphs] }
    return schedules.compactMap {
      $0.untilNextTick(at: playhead.time, of: playhead.playback)
    }.min()
  }

  /// The refresh schedule of each row.
  private static func schedules(of scene: Scene) -> [RefreshSchedule] {
    scene.rows.map { .animation(minimumInterval: $0.refreshInterval ?? scene.refreshInterval) }
  }

  /// The refresh schedule of everything outside of rows.
  private static func overlay(of scene: Scene) -> RefreshSchedule {
    .animation(minimumInterval: scene.refreshInterval)
  }

  // MARK: Keys

  /// Handles a key.
  package mutating func press(
    _ key: Key, _ modifiers: Modifiers, watching snapshot: PlaybackSnapshot, size: Size
  ) -> [Request] {
    let playhead = snapshot.playhead
    switch key {
    case .character("c") where modifiers.contains(.control), .character("q"): return [.leave]
    case .character("z") where modifiers.contains(.control): return [.suspend]
    case .character("l") where modifiers.contains(.control): return [.repaint]
    case .character(" "): return [.steer(playhead.state == .paused ? .resume : .pause)]
    case .character("+"), .character("="):
      return [.steer(.setSpeedFactor(SpeedLadder.faster(than: playhead.playback.speedFactor)))]
    case .character("-"): return [.steer(.setSpeedFactor(SpeedLadder.slower(than: playhead.playback.speedFactor)))]
    case .backspace: return [.steer(.setSpeedFactor(1))]
    case .character("l"): return [.steer(.setLooping(!playhead.isLooping))]
    case .character("r"): return [.steer(.restart)]
    case .tab: selectMarble(1, watching: snapshot, size: size)
    case .backTab: selectMarble(-1, watching: snapshot, size: size)
    case .up: go(-1, watching: snapshot, size: size)
    case .down: go(1, watching: snapshot, size: size)
    case .character("<"): return moveSelected(-1, watching: snapshot)
    case .character(">"): return moveSelected(1, watching: snapshot)
    case .escape: selected = nil
    case .character("h"): hidesOutputs.toggle()
    case .character("m"):
      usesMouse.toggle()
      (hovered, drag) = (nil, nil)
    case .left, .character(","):
      return snapshot.drawing.instant(before: playhead.time).map { [.steer(.seek($0))] } ?? []
    case .right, .character("."):
      return snapshot.drawing.instant(after: playhead.time).map { [.steer(.seek($0))] } ?? []
    case .home: return [.steer(.seek(.zero))]
    case .end: return [.steer(.seek(snapshot.drawing.plan.duration))]
    case .pageUp: return changeScene(by: -1, watching: snapshot)
    case .pageDown: return changeScene(by: 1, watching: snapshot)
    default: break
    }
    return []
  }

  private mutating func changeScene(by distance: Int, watching snapshot: PlaybackSnapshot) -> [Request] {
    guard snapshot.isOneOfSeveral else { return [] }
    (selected, hovered, drag, scroll, panelScrolls) = (nil, nil, nil, 0, [:])
    return [.steer(.changeScene(by: distance))]
  }
}
