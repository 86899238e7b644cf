internal import Marbles

/// One glyph of a column of rain. It is due at its phase in every half second, and then changes with a probability of 2
/// in 101.
struct RainGlyph: Hashable, Sendable {
  /// The first due time, in nanoseconds of scene time below ``interval``.
  let phase: Int64
  /// The index in the alphabet until the first change.
  let first: UInt8
  /// The seed of the changes.
  private let seed: UInt64

  /// The time between two due times, in nanoseconds.
  static let interval: Int64 = 500_000_000

  /// - Parameter alphabetCount: the number of possible characters, at most 256.
  init(using random: inout SplitMix64, alphabetCount: Int) {
    phase = Int64.random(in: 0..<Self.interval, using: &random)
    first = UInt8(random.below(alphabetCount))
    seed = random.next()
  }

  /// The number of due times up to `time`.
  func dueCount(at time: SceneTime) -> Int64 {
    time.nanoseconds < phase ? 0 : (time.nanoseconds - phase) / Self.interval + 1
  }

  /// The new index at the due time `number`, counted from 1; nil when it doesn't change.
  func change(_ number: Int64, alphabetCount: Int) -> UInt8? {
    let bits = SplitMix64.number(UInt64(number), seed: seed)
    guard ((bits >> 32) * 101) >> 32 < 2 else { return nil }
    return UInt8(((bits & 0xFFFF_FFFF) * UInt64(alphabetCount)) >> 32)
  }

  /// The index in the alphabet at `time`.
  func shown(at time: SceneTime, alphabetCount: Int) -> UInt8 {
    var number = dueCount(at: time)
    while number > 0 {
      if let changed = change(number, alphabetCount: alphabetCount) { return changed }
      number -= 1
    }
    return first
  }
}
