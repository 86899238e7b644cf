internal import Marbles
public import Scenes

/// Scenes to be played in turn, round after round, and in which order.
public struct Playlist: Hashable, Sendable {
  /// A scene, how it is played, and how long.
  public struct Entry: Hashable, Sendable {
    /// What is played; its speed and its intervals are those that the configuration asks for.
    public var scene: Scene
    /// When the next one begins.
    public var length: Length

    /// Creates an entry that is played once unless told otherwise.
    public init(scene: Scene, length: Length = .loops(1)) { (self.scene, self.length) = (scene, length) }
  }

  /// When the turn of an entry ends.
  public enum Length: Hashable, Sendable {
    /// When it has been played so often.
    case loops(Int)
    /// When so much wall time has passed.
    case dwell(Duration)

    /// For people: `3 times`, `for 45 s`; nil for what is played once.
    public var text: String? {
      switch self {
      case .loops(1): nil
      case .loops(let count): "\(count) times"
      case .dwell(let time): "for \(SceneTime(nanoseconds: Int64(time / .nanoseconds(1)))) s"
      }
    }
  }

  /// A place in a round.
  public struct Place: Hashable, Sendable {
    /// From 0; below 0 for what is before the first round.
    public var round = 0
    /// From 0.
    public var index = 0

    /// The first place of the first round unless told otherwise.
    public init(round: Int = 0, index: Int = 0) { (self.round, self.index) = (round, index) }
  }

  /// In which order a round is played.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// As they are written.
    case listed
    /// In another order each round, but nothing twice in a row.
    case shuffled
  }

  /// What is played; at least one.
  public var entries: [Entry]
  /// In which order.
  public var order: Order
  /// What a shuffled order comes from.
  public var seed: UInt64

  /// Creates a playlist of at least one entry.
  public init(entries: [Entry], order: Order = .listed, seed: UInt64 = 1) {
    precondition(!entries.isEmpty, "a playlist has an entry")
    self.entries = entries
    self.order = order
    self.seed = seed
  }

  /// What stands at a place.
  public subscript(place: Place) -> Entry { entries[positions(ofRound: place.round)[place.index]] }

  /// The place after another.
  public func place(after place: Place) -> Place {
    place.index + 1 < entries.count
      ? Place(round: place.round, index: place.index + 1) : Place(round: place.round &+ 1)
  }

  /// The place before another.
  public func place(before place: Place) -> Place {
    place.index > 0
      ? Place(round: place.round, index: place.index - 1) : Place(round: place.round &- 1, index: entries.count - 1)
  }

  /// Where a scene is played in a round; nil when it is not.
  public func place(of scene: String, inRound round: Int) -> Place? {
    positions(ofRound: round).firstIndex { entries[$0].scene.name == scene }.map { Place(round: round, index: $0) }
  }

  /// The entries of a round, by their places in the list.
  private func positions(ofRound round: Int) -> [Int] {
    guard order == .shuffled else { return Array(entries.indices) }
    let shuffled = shuffled(round)
    // Nothing is played twice in a row. The last of a round is as the shuffle left it, so only one round is looked at.
    guard entries.count > 2, shuffled.first == self.shuffled(round &- 1).last else { return shuffled }
    return [shuffled[1], shuffled[0]] + shuffled[2...]
  }

  private func shuffled(_ round: Int) -> [Int] {
    var generator = SplitMix64(seed: seed &+ UInt64(bitPattern: Int64(round)) &* 0x9E37_79B9_7F4A_7C15)
    return entries.indices.shuffled(using: &generator)
  }
}
