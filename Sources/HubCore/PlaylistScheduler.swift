internal import Marbles
internal import Scenes

/// What plays when: a playlist, where it is, and when it goes on. Wall times are given, so nothing here waits.
///
/// ``tick(now:)`` only says what is due. The phase changes when that is done: with ``begin(_:now:)``, ``play(now:)`` and
/// ``sceneEnded(now:isStill:)``.
struct PlaylistScheduler: Sendable {
  /// A point in wall time, in nanoseconds since any moment.
  typealias Wall = Int64
  typealias Phase = PlaybackState.Phase

  /// What is due.
  enum Step: Hashable {
    /// Another scene, or the same once more, gets its slot.
    case slot(Target)
    /// The scene of the slot begins, or begins again.
    case play
  }

  /// Whose slot it is.
  enum Target: Hashable {
    /// An entry of the playlist.
    case place(Playlist.Place)
    /// A scene that was asked for and is not in the playlist.
    case guest(Playlist.Entry)
  }

  /// How long the end of a scene is shown.
  static let holdAtEnd: Wall = 1_000_000_000
  /// How long a scene is shown in which no time passes, such as a list without times.
  static let stillTime: Wall = 10_000_000_000

  private(set) var playlist: Playlist
  private(set) var place = Playlist.Place()
  private(set) var guest: Playlist.Entry?
  private(set) var phase = Phase.ended
  var titleCards: Duration?

  private var loopsPlayed = 0
  /// When the phase is over.
  private var phaseEnd: Wall?
  /// When the slot is over, whatever is played then.
  private var slotEnd: Wall?
  private var pausedAt: Wall?

  init(playlist: Playlist, titleCards: Duration? = nil) {
    self.playlist = playlist
    self.titleCards = titleCards
  }

  /// What is played, and how long.
  var entry: Playlist.Entry { guest ?? playlist[place] }

  /// What comes next.
  var nextPlace: Playlist.Place { playlist.place(after: place) }

  /// What a visitor who goes back comes to: from a guest, the scene that it interrupted.
  var previousPlace: Playlist.Place { guest == nil ? playlist.place(before: place) : place }

  /// When there is something to do; nil while there is not.
  var deadline: Wall? { pausedAt == nil ? [phaseEnd, slotEnd].compactMap { $0 }.min() : nil }

  func entry(of target: Target) -> Playlist.Entry {
    switch target {
    case .place(let place): playlist[place]
    case .guest(let entry): entry
    }
  }

  // MARK: What happens

  /// A slot begins: with the title card, or at once with the scene.
  mutating func begin(_ target: Target, now: Wall) {
    switch target {
    case .place(let place): (self.place, guest) = (place, nil)
    case .guest(let entry): guest = entry
    }
    loopsPlayed = 0
    slotEnd = nil
    if pausedAt != nil { pausedAt = now }
    guard let titleCards, titleCards > .zero else { return play(now: now) }
    phase = .ready
    phaseEnd = now.addingSaturated(Wall(saturating: titleCards))
  }

  /// The scene begins, or begins again, where somebody wants it to be: it is neither ahead of itself nor over.
  mutating func play(now: Wall) {
    if slotEnd == nil, loopsPlayed == 0, case .dwell(let time) = entry.length {
      slotEnd = (pausedAt ?? now).addingSaturated(max(1, Wall(saturating: time)))
    }
    phase = .playing
    phaseEnd = nil
  }

  /// The slot begins once more, as nothing else can have it.
  mutating func stay(now: Wall) {
    loopsPlayed = 0
    slotEnd = nil
    play(now: now)
  }

  /// The scene is over.
  ///
  /// - Parameter isStill: whether no time passed in it.
  mutating func sceneEnded(now: Wall, isStill: Bool = false) {
    guard phase == .playing else { return }
    loopsPlayed += 1
    phase = .ended
    phaseEnd = (pausedAt ?? now).addingSaturated(isStill ? Self.stillTime : Self.holdAtEnd)
  }

  /// Nothing else can be played now: what is shown goes on, or stays, for a while before anything is tried again.
  mutating func wait(_ time: Wall, now: Wall) {
    let end = (pausedAt ?? now).addingSaturated(time)
    (slotEnd, phaseEnd) = phase == .ended ? (nil, end) : (end, nil)
  }

  /// What is due by now.
  func tick(now: Wall) -> Step? {
    guard let deadline, now >= deadline else { return nil }
    if let slotEnd, now >= slotEnd { return .slot(.place(nextPlace)) }
    switch (phase, entry.length) {
    case (.ready, _): return .play
    case (.playing, _): return nil
    case (.ended, .loops(let count)) where loopsPlayed >= count: return .slot(.place(nextPlace))
    case (.ended, _): return .play
    }
  }

  // MARK: Control

  /// Stops all times until ``resume(now:)``.
  mutating func pause(now: Wall) { pausedAt = pausedAt ?? now }

  /// Lets all times go on.
  mutating func resume(now: Wall) {
    guard let since = pausedAt else { return }
    pausedAt = nil
    let pause = max(0, now.subtractingSaturated(since))
    phaseEnd = phaseEnd.map { $0.addingSaturated(pause) }
    slotEnd = slotEnd.map { $0.addingSaturated(pause) }
  }

  /// The slot of a scene of the playlist; nil when none is called so.
  func target(named name: String) -> Target? {
    playlist.place(of: name, inRound: place.round).map { .place($0) }
  }

  /// Another playlist: what is played goes on, and what comes next is what comes after it there.
  mutating func replace(by playlist: Playlist) {
    let current = self.playlist[place].scene.name
    let shown = entry
    self.playlist = playlist
    if let place = playlist.place(of: current, inRound: place.round) {
      self.place = place
    } else {
      place = playlist.place(before: Playlist.Place(round: place.round, index: 0))
    }
    // The slot ends as it was begun.
    if guest == nil, playlist[place] != shown { guest = shown }
  }
}

extension Int64 {
  /// Whole nanoseconds; a quarter of the largest number for what is longer, so that sums stay in range.
  package init(saturating duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self =
      seconds.multipliedReportingOverflow(by: 1_000_000_000).overflow
      ? .max / 4 : Swift.min(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, .max / 4)
  }
}
