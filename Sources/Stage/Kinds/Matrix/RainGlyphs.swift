internal import Marbles

/// All glyphs of a rain at a time; to move on by a frame it touches only those that were due since.
struct RainGlyphs: Sendable {
  /// The glyphs' places in the alphabet.
  private(set) var shown: [UInt8]

  private let glyphs: [RainGlyph]
  private let alphabetCount: Int
  /// The places of the glyphs, in the order in which they are due.
  private let order: [Int]
  /// Their phases, in that order.
  private let phases: [Int64]
  private var time: SceneTime

  /// The glyphs of `rain` at `time`.
  init(of rain: Rain, at time: SceneTime) {
    glyphs = rain.glyphs
    alphabetCount = rain.alphabetCount
    order = rain.glyphs.indices.sorted { rain.glyphs[$0].phase < rain.glyphs[$1].phase }
    phases = order.map { rain.glyphs[$0].phase }
    shown = []
    self.time = time
    lookBack()
  }

  /// Goes to another time.
  mutating func move(to new: SceneTime) {
    let old = time
    guard new != old else { return }
    time = new
    guard old >= .zero, new > old, new.nanoseconds - old.nanoseconds < RainGlyph.interval else { return lookBack() }
    let from = old.nanoseconds % RainGlyph.interval, to = new.nanoseconds % RainGlyph.interval
    let start = phases.partitioningIndex { $0 > from }, end = phases.partitioningIndex { $0 > to }
    if from < to {
      change(start..<end)
    } else {
      change(start..<phases.count)
      change(0..<end)
    }
  }

  /// Lets those at these places in the order of phases, which were due once, change.
  private mutating func change(_ range: Range<Int>) {
    for place in order[range] {
      let number = glyphs[place].dueCount(at: time)
      if let changed = glyphs[place].change(number, alphabetCount: alphabetCount) { shown[place] = changed }
    }
  }

  private mutating func lookBack() {
    shown = glyphs.map { $0.shown(at: time, alphabetCount: alphabetCount) }
  }
}
