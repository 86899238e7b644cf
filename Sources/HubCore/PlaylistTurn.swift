internal import Marbles
internal import Scenes

/// The turn of a scene: its phase, and what is due when. All times are those of a ``TurnClock``, in nanoseconds.
///
/// ``step(at:)`` only returns what is due. The phase changes when the caller has done it, with ``play(at:)``.
struct PlaylistTurn: Hashable, Sendable {
  /// What is due.
  enum Step: Hashable {
    /// The scene starts, or starts again.
    case play
    /// The next turn starts.
    case next
  }

  /// How much of the turn is left.
  private enum Rest: Hashable {
    /// The number of times that the scene is still played to its end, at least once.
    case loops(Int)
    /// The end of the turn, whatever plays then.
    case time(Int64)

    /// The rest with more or fewer times.
    func adding(_ count: Int) -> Self {
      switch self {
      case .loops(let left): .loops(left + count)
      case .time: self
      }
    }
  }

  private enum State: Hashable {
    case title(until: Int64)
    /// The scene decides when it ends.
    case playing(Rest)
    /// The end of the scene is shown.
    case ended(Rest, until: Int64)
  }

  /// How long the end of a scene is shown.
  static let holdAtEnd: Int64 = 1_000_000_000
  /// How long to show a scene in which no time passes, such as a list without times.
  static let stillTime: Int64 = 10_000_000_000

  private let length: Playlist.Length
  private var state: State

  /// Starts a turn: with the title card, or directly with the scene.
  init(_ length: Playlist.Length, titleCard: Duration? = nil, at now: Int64) {
    self.length = length
    if let titleCard, titleCard > .zero {
      state = .title(until: now.addingSaturated(Int64(saturating: titleCard)))
    } else {
      state = .playing(Self.rest(of: length, at: now))
    }
  }

  private static func rest(of length: Playlist.Length, at now: Int64) -> Rest {
    switch length {
    case .loops(let count): .loops(count)
    case .dwell(let time): .time(now.addingSaturated(max(1, Int64(saturating: time))))
    }
  }

  // MARK: Reading

  /// Whether the title card is shown, the scene, or its end.
  var phase: PlaybackState.Phase {
    switch state {
    case .title: .ready
    case .playing: .playing
    case .ended: .ended
    }
  }

  /// When the next step is due; nil while only the scene decides.
  var deadline: Int64? {
    switch state {
    case .title(let end), .playing(.time(let end)): end
    case .playing(.loops): nil
    case .ended(.loops, let end): end
    case .ended(.time(let turnEnd), let end): min(turnEnd, end)
    }
  }

  /// The step that is due at a time; nil when none is.
  func step(at now: Int64) -> Step? {
    guard let deadline, now >= deadline else { return nil }
    return switch state {
    case .title: .play
    case .playing: .next
    case .ended(.loops(let left), _): left <= 0 ? .next : .play
    case .ended(.time(let end), _): now >= end ? .next : .play
    }
  }

  // MARK: Events

  /// The scene starts, starts again, or continues from a requested time.
  mutating func play(at now: Int64) {
    switch state {
    case .title: state = .playing(Self.rest(of: length, at: now))
    case .playing: break
    case .ended(let rest, _): state = .playing(rest)
    }
  }

  /// The scene continues where it was, with an edit; if it was at its end, it ends again.
  mutating func goOn() {
    guard case .ended(let rest, _) = state else { return }
    state = .playing(rest.adding(1))
  }

  /// The scene has ended.
  ///
  /// - Parameter isStill: whether no time passed in it.
  mutating func sceneEnded(at now: Int64, isStill: Bool = false) {
    guard case .playing(let rest) = state else { return }
    state = .ended(rest.adding(-1), until: now.addingSaturated(isStill ? Self.stillTime : Self.holdAtEnd))
  }

  /// Neither this scene nor another one can be played now: the current run stays until the next attempt at `end`.
  mutating func wait(until end: Int64, at now: Int64) {
    switch state {
    case .title, .playing(.loops): break
    case .playing(.time): state = .playing(.time(end))
    case .ended(.loops(let left), _): state = .ended(.loops(left), until: end)
    case .ended(.time(let turnEnd), _): state = .ended(.time(turnEnd > now ? turnEnd : end), until: end)
    }
  }
}

/// A clock that stands still while playback is paused. Wall times are passed in.
enum TurnClock: Hashable, Sendable {
  /// The clock runs, this much behind the wall clock.
  case running(behind: Int64)
  /// The clock stands at this time.
  case paused(at: Int64)

  var isPaused: Bool {
    switch self {
    case .running: false
    case .paused: true
    }
  }

  /// The time at a wall time.
  func time(at now: Int64) -> Int64 {
    switch self {
    case .running(let delay): now.subtractingSaturated(delay)
    case .paused(let time): time
    }
  }

  /// The wall time at which a time is reached; nil while the clock stands.
  func wall(of time: Int64) -> Int64? {
    switch self {
    case .running(let delay): time.addingSaturated(delay)
    case .paused: nil
    }
  }

  /// Stops or starts the clock at a wall time.
  mutating func setPaused(_ isPaused: Bool, at now: Int64) {
    guard isPaused != self.isPaused else { return }
    let time = time(at: now)
    self = isPaused ? .paused(at: time) : .running(behind: now.subtractingSaturated(time))
  }
}

extension Int64 {
  /// Whole nanoseconds; longer durations become a quarter of the maximum, so that sums stay in range.
  package init(saturating duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self =
      seconds.multipliedReportingOverflow(by: 1_000_000_000).overflow
      ? .max / 4 : Swift.min(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, .max / 4)
  }
}
