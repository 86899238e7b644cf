internal import Marbles

/// All glyphs of a rain at a time. Moving on by a frame touches only the glyphs that were due since.
struct RainGlyphs: Sendable {
  /// The indices of the glyphs in the alphabet.
  private(set) var shown: [UInt8]

  /// The glyphs and their indices, sorted by phase: the glyphs that a frame changes are adjacent.
  private let order: [(glyph: RainGlyph, place: Int)]
  private let alphabetCount: Int
  private var time: SceneTime

  /// The glyphs of `rain` at `time`.
  init(of rain: Rain, at time: SceneTime) {
    order = rain.glyphs.enumerated().map { ($1, $0) }.sorted { $0.glyph.phase < $1.glyph.phase }
    alphabetCount = rain.alphabetCount
    shown = Array(repeating: 0, count: order.count)
    self.time = time
    lookBack()
  }

  /// Moves to another time.
  mutating func move(to new: SceneTime) {
    let old = time
    guard new != old else { return }
    time = new
    guard old >= .zero, new > old, new.nanoseconds - old.nanoseconds < RainGlyph.interval else { return lookBack() }
    let from = old.nanoseconds % RainGlyph.interval, to = new.nanoseconds % RainGlyph.interval
    let start = order.partitioningIndex { $0.glyph.phase > from }
    let end = order.partitioningIndex { $0.glyph.phase > to }
    if from < to {
      change(start..<end)
    } else {
      change(start..<order.count)
      change(0..<end)
    }
  }

  /// Changes the glyphs of a range in `order`, each of which was due exactly once.
  private mutating func change(_ range: Range<Int>) {
    for (glyph, place) in order[range] {
      let number = glyph.dueCount(at: time)
      if let changed = glyph.change(number, alphabetCount: alphabetCount) { shown[place] = changed }
    }
  }

  private mutating func lookBack() {
    for (glyph, place) in order { shown[place] = glyph.shown(at: time, alphabetCount: alphabetCount) }
  }
}
