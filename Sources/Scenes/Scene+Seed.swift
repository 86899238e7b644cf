internal import Marbles

extension Scene {
  /// Whether the scene depends on a seed outside of expressions.
  public var hasSeed: Bool { rain != nil || rows.contains { $0.input?.random != nil } }

  /// Sets the seed of everything random: of the rain and of the first random row. Each further row takes the next
  /// number, so that rows differ.
  ///
  /// The expectations of outputs are removed when rows change, as they no longer apply.
  ///
  /// - Parameters:
  ///   - seed: the new seed.
  ///   - kept: the names of rows that keep their seeds.
  public mutating func reseed(_ seed: UInt64, except kept: [String] = []) {
    rain?.seed = seed
    var next = seed
    for position in rows.indices where !kept.contains(rows[position].name) {
      guard var input = rows[position].input, var random = input.random else { continue }
      let color = input.timeline.events.first?.color ?? MarbleColor.forInput(position)
      random.seed = next
      next &+= 1
      input.timeline = random.timeline(color: color)
      input.random = random
      rows[position].content = .input(input)
    }
    guard next != seed else { return }
    for position in rows.indices { rows[position].expectation = nil }
  }
}
