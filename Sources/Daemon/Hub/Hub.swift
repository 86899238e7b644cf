internal import Dispatch
public import Logging
internal import Marbles
internal import Scenes

/// Owns what plays: steps through a playlist, does what it is told, and tells all who watch.
///
/// A viewer elsewhere follows a ``Subscription``; one in this process looks at the ``Board``. Neither is ever waited for.
public actor Hub {
  /// What a hub is made with.
  public struct Settings: Sendable {
    /// How many may follow at once.
    public var viewers = 256
    /// How many bytes may wait for one of them.
    public var queue = 1 << 20
    /// How many bytes of the newest changes are kept for those who come back.
    ///
    /// Few, so that it is full soon, and what the daemon takes is then what it takes for weeks.
    public var backlog = 1 << 18
    /// How long a viewer may not come for what waits, in wall nanoseconds.
    public var patience: Int64 = 30_000_000_000
    /// How long it may take to find out what happens in a scene.
    public var planning = Duration.seconds(5)
    /// Wall time, in nanoseconds.
    public var wall: @Sendable () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds) }

    /// Creates the usual settings.
    public init() {}
  }

  /// How everything stands, for viewers in this process.
  public nonisolated let board = Board()
  /// Distinguishes this run of the daemon from others, in the ids of changes.
  public nonisolated let run: String
  nonisolated let settings: Settings
  /// What is drawn in this process.
  nonisolated let frames = FrameMeter()
  private nonisolated let wakeups: AsyncStream<Void>
  nonisolated let wake: AsyncStream<Void>.Continuation
  let logger: Logger
  /// An element when a viewer has gone.
  nonisolated let departures = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  var programme: Programme
  var isPaused = false
  var speed: SpeedFactor?
  var message: String?
  var notices: [String] = []
  var guests: [Scene] = []
  /// Scenes that have been found not to be, since everything was read.
  var unplayable: Set<Scene> = []
  var metrics = Metrics()
  var subscriptions: [Int: Subscription] = [:]
  var sequence = 0
  var performance: Performance?
  var hasBegun = false
  var hasEnded = false
  var turns = 0
  var isPreparing = false
  var isOver = false
  var backlog: Backlog
  var plans = Plans()
  var subscribers = 0
  /// Where viewers were told that the playhead is, and when.
  var toldMotion: (time: SceneTime, wall: Int64)?
  private var alarm: Task<Void, Never>?

  /// Creates a hub that plays nothing yet.
  public init(
    playlist: Playlist, titleCards: Duration? = nil, message: String? = nil, settings: Settings = Settings(),
    run: String = String(UInt32.random(in: .min ... .max), radix: 36), logger: Logger
  ) {
    programme = Programme(playlist: playlist, titleCards: titleCards)
    self.message = message
    self.settings = settings
    self.run = run
    self.logger = logger
    backlog = Backlog(limit: settings.backlog)
    (wakeups, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: Its life

  /// Plays the first entry that can be played; false when none can.
  public func begin() async -> Bool { await turn(to: .place(programme.place)) }

  /// Steps through the playlist until the task is cancelled.
  public func play() async {
    for await _ in wakeups {
      await advance()
      alarm?.cancel()
      alarm = programme.deadline.map { deadline in
        let left = max(0, deadline - settings.wall())
        return Task { [wake] in
          try? await Task.sleep(nanoseconds: UInt64(left))
          if !Task.isCancelled { wake.yield() }
        }
      }
    }
  }

  /// Takes what has happened, and does what is due by now.
  func advance() async {
    collect()
    guard !isPreparing, !isOver, let step = programme.tick(now: settings.wall()) else { return }
    switch step {
    case .play: replay(from: .zero)
    case .turn(let target):
      if await turn(to: target) { return }
      // Rather the same once more than nothing for ever.
      programme.stay(now: settings.wall())
      replay(from: .zero)
    }
  }

  /// Ends what plays, and waits until its thread has let go.
  public func stop() {
    isOver = true
    alarm?.cancel()
    wake.finish()
    performance?.stop()
  }
}
