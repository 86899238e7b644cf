/// A small random number generator whose numbers depend on its seed alone.
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// What the state grows by with each number.
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Creates a generator.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= Self.step
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The number that a generator of this seed gives after `count` others, without making those.
  public static func number(_ count: UInt64, seed: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: seed &+ count &* step)
    return generator.next()
  }

  /// A whole number from 0 up to, not including, `limit`.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// One of `elements`, each equally likely.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
