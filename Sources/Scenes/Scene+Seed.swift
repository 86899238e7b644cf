internal import Marbles

extension Scene {
  /// Whether anything in it follows from a seed that is not part of an expression.
  public var hasSeed: Bool { rain != nil || rows.contains { $0.input?.random != nil } }

  /// Lets all that follows from a seed follow from this one: rain, and the first random row; the second one follows from
  /// the next number, and so on, so that rows differ.
  ///
  /// What outputs were to emit is forgotten where rows change, as it was said of others.
  ///
  /// - Parameters:
  ///   - seed: what it follows from.
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
