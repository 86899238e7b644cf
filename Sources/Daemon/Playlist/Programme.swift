internal import Marbles
internal import Scenes

/// What plays when: a playlist, where it stands, and when it goes on. Wall times are given, so nothing here waits.
struct Programme: Sendable {
  /// A point in wall time, in nanoseconds since any moment.
  typealias Wall = Int64

  /// What is to be done.
  enum Step: Hashable {
    /// The turn of another scene, or of the same once more, begins.
    case turn(Target)
    /// The scene begins, or begins again.
    case play
  }

  /// What has its turn.
  enum Target: Hashable {
    /// An entry of the playlist.
    case place(Playlist.Place)
    /// A scene that was asked for and is not in the playlist.
    case guest(Playlist.Entry)
  }

  /// How long the end of a scene is shown.
  static let holdAtEnd: Wall = 1_000_000_000

  private(set) var playlist: Playlist
  private(set) var place = Playlist.Place()
  private(set) var guest: Playlist.Entry?
  private(set) var phase = Phase.ended
  var titleCards: Duration?

  private var loopsPlayed = 0
  /// When the phase is over.
  private var phaseEnd: Wall?
  /// When the turn is over, whatever is played then.
  private var turnEnd: Wall?
  private var pausedAt: Wall?

  init(playlist: Playlist, titleCards: Duration? = nil) {
    self.playlist = playlist
    self.titleCards = titleCards
  }

  /// What has its turn.
  var entry: Playlist.Entry { guest ?? playlist[place] }

  /// What will have its turn next.
  var nextPlace: Playlist.Place { playlist.place(after: place) }

  /// When there is something to do; nil while there is not.
  var deadline: Wall? { pausedAt == nil ? [phaseEnd, turnEnd].compactMap { $0 }.min() : nil }

  func entry(of target: Target) -> Playlist.Entry {
    switch target {
    case .place(let place): playlist[place]
    case .guest(let entry): entry
    }
  }

  // MARK: What happens

  /// A turn begins: with its card, or at once with the scene.
  mutating func begin(_ target: Target, now: Wall) -> Step? {
    switch target {
    case .place(let place): (self.place, guest) = (place, nil)
    case .guest(let entry): guest = entry
    }
    loopsPlayed = 0
    turnEnd = nil
    if pausedAt != nil { pausedAt = now }
    guard let titleCards else { return startPlaying(now) }
    phase = .ready
    phaseEnd = now + Wall(titleCards)
    return nil
  }

  private mutating func startPlaying(_ now: Wall) -> Step {
    if loopsPlayed == 0, case .dwell(let time) = entry.length { turnEnd = now + Wall(time) }
    phase = .playing
    phaseEnd = nil
    return .play
  }

  /// The scene begins anew where somebody wants it to be: it is neither ahead of itself nor over.
  mutating func replay() {
    phase = .playing
    phaseEnd = nil
  }

  /// The turn begins once more, as nothing else can have it.
  mutating func stay(now: Wall) {
    loopsPlayed = 0
    turnEnd = nil
    _ = startPlaying(now)
  }

  /// The scene is over.
  mutating func sceneEnded(now: Wall) {
    guard phase == .playing else { return }
    loopsPlayed += 1
    phase = .ended
    phaseEnd = (pausedAt ?? now) + Self.holdAtEnd
  }

  /// What is to be done by now.
  mutating func tick(now: Wall) -> Step? {
    guard let deadline, now >= deadline else { return nil }
    if let turnEnd, now >= turnEnd { return .turn(.place(nextPlace)) }
    switch (phase, entry.length) {
    case (.ready, _): return startPlaying(now)
    case (.playing, _): return nil
    case (.ended, .loops(let count)) where loopsPlayed >= count: return .turn(.place(nextPlace))
    case (.ended, _): return startPlaying(now)
    }
  }

  // MARK: Steering

  /// Stops all times until ``resume(now:)``.
  mutating func pause(now: Wall) { pausedAt = pausedAt ?? now }

  /// Lets all times go on.
  mutating func resume(now: Wall) {
    guard let since = pausedAt else { return }
    pausedAt = nil
    phaseEnd = phaseEnd.map { $0 + (now - since) }
    turnEnd = turnEnd.map { $0 + (now - since) }
  }

  /// The turn of a scene of the playlist; nil when it has none of that name.
  func target(named name: String) -> Target? {
    playlist.place(of: name, inRound: place.round).map { .place($0) }
  }

  /// Another playlist: what is played goes on, and what comes next is what comes after it there.
  mutating func adopt(_ playlist: Playlist) {
    let current = self.playlist[place].scene.name
    let standing = entry
    self.playlist = playlist
    if let place = playlist.place(of: current, inRound: place.round) {
      self.place = place
    } else {
      place = playlist.place(before: Playlist.Place(round: place.round, index: 0))
    }
    // The turn that is on is ended as it was begun.
    if guest == nil, playlist[place] != standing { guest = standing }
  }
}

extension Int64 {
  /// Whole nanoseconds.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self =
      seconds.multipliedReportingOverflow(by: 1_000_000_000).overflow
      ? .max / 4 : Swift.min(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, .max / 4)
  }
}
