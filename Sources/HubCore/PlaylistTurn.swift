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
    /// The end of the turn; a scene that plays then is played to its end, until a last moment.
    case time(Int64, latest: Int64)

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
    /// The end is shown until some time, and at least until another one.
    case ended(Rest, until: Int64, least: Int64)
  }

  /// How long the end of a scene is shown.
  static let holdAtEnd: Int64 = 1_000_000_000
  /// How long to show a scene in which no time passes, such as a list without times.
  static let stillTime: Int64 = 10_000_000_000

  private let length: Playlist.Length
  private let isEndless: Bool
  private var state: State

  /// Starts a turn: with the title card, or directly with the scene.
  ///
  /// - Parameter isEndless: whether the scene has no end. Any other scene is not cut at the end of its time, unless that
  ///   would double the time.
  init(_ length: Playlist.Length, isEndless: Bool = false, titleCard: Duration? = nil, at now: Int64) {
    (self.length, self.isEndless) = (length, isEndless)
    if let titleCard, titleCard > .zero {
      state = .title(until: now.addingSaturated(Int64(saturating: titleCard)))
    } else {
      state = .playing(Self.rest(of: length, isEndless, at: now))
    }
  }

  private static func rest(of length: Playlist.Length, _ isEndless: Bool, at now: Int64) -> Rest {
    switch length {
    case .loops(let count): return .loops(count)
    case .dwell(let time):
      let time = max(1, Int64(saturating: time))
      let end = now.addingSaturated(time)
      return .time(end, latest: isEndless ? end : end.addingSaturated(time))
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
    case .title(let end), .playing(.time(_, let end)): end
    case .playing(.loops): nil
    case .ended(.loops, let end, _): end
    case .ended(.time(let turnEnd, _), let end, let least): min(max(turnEnd, least), end)
    }
  }

  /// The step that is due at a time; nil when none is.
  func step(at now: Int64) -> Step? {
    guard let deadline, now >= deadline else { return nil }
    return switch state {
    case .title: .play
    case .playing: .next
    case .ended(.loops(let left), _, _): left <= 0 ? .next : .play
    case .ended(.time(let end, _), _, _): now >= end ? .next : .play
    }
  }

  // MARK: Events

  /// The scene starts, starts again, or continues from a requested time.
  mutating func play(at now: Int64) {
    switch state {
    case .title: state = .playing(Self.rest(of: length, isEndless, at: now))
    case .playing: break
    case .ended(let rest, _, _): state = .playing(rest)
    }
  }

  /// The scene continues where it was, with an edit; if it was at its end, it ends again.
  mutating func goOn() {
    guard case .ended(let rest, _, _) = state else { return }
    state = .playing(rest.adding(1))
  }

  /// The scene has ended.
  ///
  /// - Parameter isStill: whether no time passed in it.
  mutating func sceneEnded(at now: Int64, isStill: Bool = false) {
    guard case .playing(let rest) = state else { return }
    let least = now.addingSaturated(Self.holdAtEnd)
    state = .ended(rest.adding(-1), until: isStill ? now.addingSaturated(Self.stillTime) : least, least: least)
  }

  /// Neither this scene nor another one can be played now: the current run stays until the next attempt at `end`.
  mutating func wait(until end: Int64, at now: Int64) {
    switch state {
    case .title, .playing(.loops): break
    case .playing(.time): state = .playing(.time(end, latest: end))
    case .ended(.loops(let left), _, let least): state = .ended(.loops(left), until: end, least: least)
    case .ended(.time(let turnEnd, _), _, let least):
      let turnEnd = turnEnd > now ? turnEnd : end
      state = .ended(.time(turnEnd, latest: turnEnd), until: end, least: least)
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
