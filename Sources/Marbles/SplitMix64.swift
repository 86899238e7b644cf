/// A small random number generator whose numbers depend only on its seed.
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The increment of the state for each number.
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Creates a generator; equal seeds give equal numbers.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= Self.step
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// The number that a generator with this seed gives after `count` others, in constant time.
  public static func number(_ count: UInt64, seed: UInt64) -> UInt64 {
    var generator = SplitMix64(seed: seed &+ count &* step)
    return generator.next()
  }

  /// A random integer in `0..<limit`.
  public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// One of `elements`, each equally likely.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
