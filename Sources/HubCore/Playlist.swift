internal import Marbles
public import Scenes

/// Scenes that are played in turn, round after round.
public struct Playlist: Hashable, Sendable {
  /// A scene, and how long its turn is.
  public struct Entry: Hashable, Sendable {
    /// The scene, with the speed and the intervals of the configuration.
    public var scene: Scene
    /// When the turn ends.
    public var length: Length

    /// Creates an entry, by default played once.
    public init(scene: Scene, length: Length = .loops(1)) { (self.scene, self.length) = (scene, length) }
  }

  /// When the turn of an entry ends.
  public enum Length: Hashable, Sendable {
    /// After it has been played this many times.
    case loops(Int)
    /// After this much wall time.
    case dwell(Duration)

    /// `3 times` or `for 45 s`, for people; nil for a scene that is played once.
    public var text: String? {
      switch self {
      case .loops(1): nil
      case .loops(let count): "\(count) times"
      case .dwell(let time): "for \(SceneTime(nanoseconds: Int64(time / .nanoseconds(1)))) s"
      }
    }
  }

  /// A position in a round.
  public struct Place: Hashable, Sendable {
    /// The round, from 0; negative before the first round.
    public var round = 0
    /// The index in the round, from 0.
    public var index = 0

    /// Creates a place, by default the first one of the first round.
    public init(round: Int = 0, index: Int = 0) { (self.round, self.index) = (round, index) }
  }

  /// The order of a round.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// In listed order.
    case listed
    /// In a different order each round, without playing an entry twice in a row.
    case shuffled
  }

  /// The entries in listed order; at least one.
  public var entries: [Entry]
  /// The order of a round.
  public var order: Order
  /// The seed of a shuffled order.
  public var seed: UInt64

  /// Creates a playlist of at least one entry.
  public init(entries: [Entry], order: Order = .listed, seed: UInt64 = 1) {
    precondition(!entries.isEmpty, "a playlist has an entry")
    self.entries = entries
    self.order = order
    self.seed = seed
  }

  /// The entry at a place.
  public subscript(place: Place) -> Entry { entries[positions(ofRound: place.round)[place.index]] }

  /// The next place.
  public func place(after place: Place) -> Place {
    place.index + 1 < entries.count
      ? Place(round: place.round, index: place.index + 1) : Place(round: place.round &+ 1)
  }

  /// The previous place.
  public func place(before place: Place) -> Place {
    place.index > 0
      ? Place(round: place.round, index: place.index - 1) : Place(round: place.round &- 1, index: entries.count - 1)
  }

  /// The place of a scene in a round; nil when the playlist does not contain it.
  public func place(of scene: String, inRound round: Int) -> Place? {
    positions(ofRound: round).firstIndex { entries[$0].scene.name == scene }.map { Place(round: round, index: $0) }
  }

  /// The listed indices of a round's entries, in the order of the round.
  private func positions(ofRound round: Int) -> [Int] {
    guard order == .shuffled else { return Array(entries.indices) }
    let shuffled = shuffled(round)
    // Avoids playing an entry twice in a row. A shuffle never changes its last entry for this, so checking one round is
    // enough.
    guard entries.count > 2, shuffled.first == self.shuffled(round &- 1).last else { return shuffled }
    return [shuffled[1], shuffled[0]] + shuffled[2...]
  }

  private func shuffled(_ round: Int) -> [Int] {
    var generator = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(round)) &* 0x9E37_79B9_7F4A_7C15)
    return entries.indices.shuffled(using: &generator)
  }
}
