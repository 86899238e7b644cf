public import Drawing
public import Marbles
public import Playback
public import Scenes
internal import Terminal

/// A running sequence of scenes that a player draws and controls, in this process or elsewhere.
///
/// Used from one thread.
public protocol PlaybackSource: AnyObject {
  /// Starts to play.
  ///
  /// - Parameter onChange: called on any thread when the picture may change.
  /// - Throws: an error when the show can't be played.
  func begin(onChange: @escaping @Sendable () -> Void) throws

  /// Starts the next scene when it is due.
  ///
  /// - Throws: the error that stopped the current scene.
  func advance() throws

  /// The wall nanoseconds until ``advance()`` is due; nil when it is not scheduled.
  var untilAdvance: Int64? { get }

  /// The current state.
  func snapshot() -> PlaybackSnapshot

  /// Whether the show continues after the end of this scene.
  var goesOn: Bool { get }

  /// Somebody has pressed a key: whether the screen was dark, so that the key does nothing but wake it.
  func wakes() -> Bool

  /// Executes a command; a command that does not apply changes nothing.
  func handle(_ command: PlaybackCommand)

  /// The scenes to choose from, group by group.
  var choices: [SceneChoice] { get }

  /// Makes the drawing of a scene of the choices, with its whole run, to show it before it is chosen; on any thread, until it is
  /// cancelled.
  ///
  /// - Parameter index: the position of the scene in ``choices``.
  /// - Returns: nil for a position without a scene.
  func preview(of index: Int) -> (@Sendable (Cancellation) throws -> SceneDrawing)?

  /// The scene that is shown, with its edits.
  var history: EditHistory? { get }

  /// Draws pictures with this theme.
  func apply(_ theme: Theme)

  /// Whether the player has ended, so that drawing can stop.
  var isOver: Bool { get }

  /// Stops the show, and waits until the player has released its resources.
  func end()
}

extension PlaybackSource {
  /// No screen sleeps here.
  public func wakes() -> Bool { false }

  /// None: the source alone decides what plays.
  public var choices: [SceneChoice] { [] }

  /// None, as there are no choices.
  public func preview(of index: Int) -> (@Sendable (Cancellation) throws -> SceneDrawing)? { nil }

  /// None: nothing is edited here.
  public var history: EditHistory? { nil }

  /// False: the show is drawn until the user quits.
  public var isOver: Bool { false }
}

/// The state of a show: all that a picture needs, except for the selection of the viewer.
public struct PlaybackSnapshot: Sendable {
  /// The drawing of the scene.
  public var drawing: SceneDrawing
  /// The events so far.
  public var recording: Recording
  /// The position of the playhead; the recording is complete up to this time.
  public var playhead: Playhead
  /// The information around a playlist scene; nil for a scene that is played alone.
  public var overlay: PlaylistOverlay?
  /// Whether the user can change to other scenes.
  public var isOneOfSeveral: Bool
  /// The place of the scene among those that are played one after the other; nil when it is unknown.
  public var place: ScenePlace?
  /// What commands the show executes.
  public var permissions = KeyPermissions.all
  /// What can be undone, redone and saved.
  public var edits = EditState()
  /// The scene with the edits that are confirmed and still computed; nil when the drawing has all of them.
  public var pendingScene: Scene?
  /// A problem with the last command; nil when there was none.
  public var notice: String?
  /// By position, the row of the scene that each row is a stage of, or is; nil while no stages are shown.
  var owners: [String]?
  /// What a key has just done for this viewer; nil when there is nothing to say.
  var confirmation: String?
  /// What is beside the list of scenes; nil until it is computed.
  var still: SceneStill?

  /// Creates a snapshot.
  public init(
    drawing: SceneDrawing, recording: Recording, playhead: Playhead, overlay: PlaylistOverlay? = nil,
    isOneOfSeveral: Bool = false, place: ScenePlace? = nil
  ) {
    self.isOneOfSeveral = isOneOfSeveral
    self.place = place
    self.drawing = drawing
    self.recording = recording
    self.playhead = playhead
    self.overlay = overlay
  }

  /// The scene that the next edit changes.
  var editedScene: Scene { pendingScene ?? drawing.scene }

  /// The picture, including the information around the scene.
  func frame(at moment: FrameState, size: Size) -> Canvas {
    var canvas =
      if let overlay {
        PlaylistOverlayPainter(overlay, drawing: drawing, size: size).frame(of: recording, at: moment)
      } else {
        drawing.frame(recording, at: moment, size: size)
      }
    if let confirmation { drawing.draw(notice: confirmation, isProblem: false, on: &canvas) }
    if let notice {
      drawing.draw(notice: notice, on: &canvas)
    } else if let progress = edits.progress {
      drawing.draw(notice: progress, isProblem: false, on: &canvas)
    }
    return canvas
  }

  /// The size of the scene within the terminal.
  func sceneSize(in size: Size) -> Size {
    overlay.map { PlaylistOverlayPainter($0, drawing: drawing, size: size).sceneSize } ?? size
  }
}

/// The position and the motion of the playhead.
public struct Playhead: Hashable, Sendable {
  /// The scene time.
  public var time: SceneTime
  /// The motion; its wall times are those of the player's clock.
  public var playback: PlaybackState
  /// Whether the show restarts at its end.
  public var isLooping: Bool

  /// Creates a playhead.
  public init(
    time: SceneTime, playback: PlaybackState, isLooping: Bool = false
  ) {
    self.time = time
    self.playback = playback
    self.isLooping = isLooping
  }

  /// The state of the playhead.
  public var state: FrameState.State { FrameState.State(playback) }
}

/// The commands of a show.
public enum PlaybackCommand: Hashable, Sendable {
  /// How far a change is that is made step by step, such as a text that is being typed.
  public enum Phase: Hashable, Sendable {
    /// It is shown, and the next step replaces it; the playhead is held.
    case preview
    /// It is complete: the playhead goes on, unless it was paused.
    case kept
  }

  /// Pause the playhead.
  case pause
  /// Resume the playhead.
  case resume
  /// Change the speed to this many scene seconds per wall-clock second.
  case setSpeedFactor(SpeedFactor)
  /// Restart at the end, or not.
  case setLooping(Bool)
  /// Restart the scene.
  case restart
  /// Pause the playhead at this scene time.
  case seek(SceneTime)
  /// Drag the playhead to this scene time.
  case drag(to: SceneTime, phase: Phase)
  /// Make an edit, which replaces the one that was previewed; nil ends that without an edit.
  ///
  /// The next snapshots answer it: ``EditState/refusal`` says why a preview is not shown, and
  /// ``PlaybackSnapshot/notice`` why an edit is not kept.
  case edit(SceneEdit?, phase: Phase)
  /// Take the last edit back, and end a preview.
  case undo
  /// Make the last undone edit again, and end a preview.
  case redo
  /// Note that the scene is in a file now.
  case markSaved
  /// Change to the scene at this distance in the list; the list wraps around.
  case changeScene(by: Int)
  /// Play the scene at this position of the choices.
  case choose(Int)
  /// Show a code with which a phone can steer; while one is shown, end all remote control.
  case toggleRemote
}
