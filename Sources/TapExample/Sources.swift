/// A user who types words, with pauses.
struct Words {
  let seed: UInt64

  private static let words = ["swift", "async", "stream", "actor", "task", "clock"]

  /// The text of the search field after each key.
  func typed<C: Clock & Sendable>(on clock: C) -> AsyncStream<String> where C.Duration == Duration {
    AsyncStream { continuation in
      let task = Task { [seed] in
        var random = SeededRandom(seed: seed)
        while !Task.isCancelled {
          let word = Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
          for length in 1...word.count {
            continuation.yield(String(word.prefix(length)))
            try await clock.sleep(for: .milliseconds(Int.random(in: 60...240, using: &random)))
          }
          try await clock.sleep(for: .milliseconds(Int.random(in: 200...900, using: &random)))
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// Prices that go up and down.
struct RandomWalk {
  let seed: UInt64

  /// A price each tenth of a second, beginning at 100.
  func prices<C: Clock & Sendable>(on clock: C) -> AsyncStream<Double> where C.Duration == Duration {
    AsyncStream { continuation in
      let task = Task { [seed] in
        var random = SeededRandom(seed: seed)
        var cents = 10_000
        while !Task.isCancelled {
          continuation.yield(Double(cents) / 100)
          try await clock.sleep(for: .milliseconds(100))
          cents += Int.random(in: -40...40, using: &random)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// SplitMix64: the same seed gives the same numbers.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
