internal import Marbles

/// One glyph of a column of rain: it is due for a change at a phase of its own in every half second, and becomes
/// another one then with a chance of 2 in 101.
struct RainGlyph: Hashable, Sendable {
  /// When it is due for the first time, in nanoseconds of scene time below ``interval``.
  let phase: Int64
  /// Its place in the alphabet until it first changes.
  let first: UInt8
  /// What its changes follow from.
  private let seed: UInt64

  /// The time from one due time to the next, in nanoseconds.
  static let interval: Int64 = 500_000_000

  /// - Parameter alphabetCount: how many characters it may be, at most 256.
  init(using random: inout SplitMix64, alphabetCount: Int) {
    phase = Int64.random(in: 0..<Self.interval, using: &random)
    first = UInt8(random.below(alphabetCount))
    seed = random.next()
  }

  /// How often it has been due by `time`.
  func dueCount(at time: SceneTime) -> Int64 {
    time.nanoseconds < phase ? 0 : (time.nanoseconds - phase) / Self.interval + 1
  }

  /// What it becomes when it is due for the `number`-th time, counted from 1; nil when it stays.
  func change(_ number: Int64, alphabetCount: Int) -> UInt8? {
    let bits = SplitMix64.number(UInt64(number), seed: seed)
    guard ((bits >> 32) * 101) >> 32 < 2 else { return nil }
    return UInt8(((bits & 0xFFFF_FFFF) * UInt64(alphabetCount)) >> 32)
  }

  /// Its place in the alphabet at `time`: what it became when it changed last.
  func shown(at time: SceneTime, alphabetCount: Int) -> UInt8 {
    var number = dueCount(at: time)
    while number > 0 {
      if let changed = change(number, alphabetCount: alphabetCount) { return changed }
      number -= 1
    }
    return first
  }
}
