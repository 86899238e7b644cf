internal import Marbles
internal import Scenes

/// Schedules a playlist: the current place, the phase, and what is due. Wall times are passed in; nothing here waits.
///
/// ``tick(now:)`` only returns what is due. The phase changes when the caller has done it, with ``begin(_:now:)``,
/// ``play(now:)`` and ``sceneEnded(now:isStill:)``.
struct PlaylistScheduler: Sendable {
  /// Wall time, in nanoseconds since an arbitrary moment.
  typealias Wall = Int64
  typealias Phase = PlaybackState.Phase

  /// What is due.
  enum Step: Hashable {
    /// The slot of another place of the playlist starts.
    case slot(Playlist.Place)
    /// The scene of the slot starts, or starts again.
    case play
  }

  /// The owner of a slot.
  enum Target: Hashable {
    /// An entry of the playlist.
    case place(Playlist.Place)
    /// A requested scene that is not in the playlist.
    case guest(Playlist.Entry)
  }

  /// How long the end of a scene is shown.
  static let holdAtEnd: Wall = 1_000_000_000
  /// How long to show a scene in which no time passes, such as a list without times.
  static let stillTime: Wall = 10_000_000_000

  private(set) var playlist: Playlist
  private(set) var place = Playlist.Place()
  private(set) var guest: Playlist.Entry?
  private(set) var phase = PlaybackState.Phase.ended
  var titleCards: Duration?

  private var loopsPlayed = 0
  /// When the phase ends; nil while the scene decides.
  private var phaseEnd: Wall?
  /// When the slot ends, whatever plays then.
  private var slotEnd: Wall?
  private var pausedAt: Wall?

  init(playlist: Playlist, titleCards: Duration? = nil) {
    self.playlist = playlist
    self.titleCards = titleCards
  }

  /// The current entry.
  var entry: Playlist.Entry { guest ?? playlist[place] }

  /// The place of the next entry.
  var nextPlace: Playlist.Place { playlist.place(after: place) }

  /// The place for `previous`: from a guest, the scene that it interrupted.
  var previousPlace: Playlist.Place { guest == nil ? playlist.place(before: place) : place }

  /// When the next step is due; nil when none is.
  var deadline: Wall? { pausedAt == nil ? [phaseEnd, slotEnd].compactMap { $0 }.min() : nil }

  func entry(of target: Target) -> Playlist.Entry {
    switch target {
    case .place(let place): playlist[place]
    case .guest(let entry): entry
    }
  }

  // MARK: Events

  /// Starts a slot: with the title card, or directly with the scene.
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

  /// The scene starts, starts again, or continues from a requested time.
  mutating func play(now: Wall) {
    if slotEnd == nil, loopsPlayed == 0, case .dwell(let time) = entry.length {
      slotEnd = (pausedAt ?? now).addingSaturated(max(1, Wall(saturating: time)))
    }
    phase = .playing
    phaseEnd = nil
  }

  /// The scene continues where it was, with an edit; if it was at its end, it ends again.
  mutating func goOn() {
    guard phase == .ended else { return }
    loopsPlayed -= 1
    phase = .playing
    phaseEnd = nil
  }

  /// The slot starts over, as no other scene can be played.
  mutating func stay(now: Wall) {
    loopsPlayed = 0
    slotEnd = nil
    play(now: now)
  }

  /// The scene has ended.
  ///
  /// - Parameter isStill: whether no time passed in it.
  mutating func sceneEnded(now: Wall, isStill: Bool = false) {
    guard phase == .playing else { return }
    loopsPlayed += 1
    phase = .ended
    phaseEnd = (pausedAt ?? now).addingSaturated(isStill ? Self.stillTime : Self.holdAtEnd)
  }

  /// No other scene can be played now: the current one stays for a while before the next attempt.
  mutating func wait(_ time: Wall, now: Wall) {
    let end = (pausedAt ?? now).addingSaturated(time)
    (slotEnd, phaseEnd) = phase == .ended ? (nil, end) : (end, nil)
  }

  /// The step that is due now; nil when none is.
  func tick(now: Wall) -> Step? {
    guard let deadline, now >= deadline else { return nil }
    if let slotEnd, now >= slotEnd { return .slot(nextPlace) }
    switch (phase, entry.length) {
    case (.ready, _): return .play
    case (.playing, _): return nil
    case (.ended, .loops(let count)) where loopsPlayed >= count: return .slot(nextPlace)
    case (.ended, _): return .play
    }
  }

  // MARK: Control

  /// Stops all timers until ``resume(now:)``.
  mutating func pause(now: Wall) { pausedAt = pausedAt ?? now }

  /// Resumes all timers.
  mutating func resume(now: Wall) {
    guard let since = pausedAt else { return }
    pausedAt = nil
    let pause = max(0, now.subtractingSaturated(since))
    phaseEnd = phaseEnd.map { $0.addingSaturated(pause) }
    slotEnd = slotEnd.map { $0.addingSaturated(pause) }
  }

  /// The slot of a scene in the playlist; nil when no entry has this name.
  func target(named name: String) -> Target? {
    playlist.place(of: name, inRound: place.round).map { .place($0) }
  }

  /// Replaces the playlist: the current scene continues, and the new playlist determines the next one.
  mutating func replace(by playlist: Playlist) {
    let current = self.playlist[place].scene.name
    let shown = entry
    self.playlist = playlist
    if let place = playlist.place(of: current, inRound: place.round) {
      self.place = place
    } else {
      place = playlist.place(before: Playlist.Place(round: place.round, index: 0))
    }
    // The slot keeps its length.
    if guest == nil, playlist[place] != shown { guest = shown }
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
