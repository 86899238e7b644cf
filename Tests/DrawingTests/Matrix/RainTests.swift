import Marbles
import Scenes
import Terminal
import Testing

@testable import Drawing

/// What never changes, what follows the tick, and what follows each glyph's own schedule.
@Suite struct RainTests {
  private let size = Size(columns: 120, rows: 40)

  private func rain(seed: UInt64 = 1, size: Size? = nil) -> Rain {
    Rain(
      Scene.Matrix(seed: seed), size: size ?? self.size, alphabet: RainAlphabet(.kana, glyphs: .full))
  }

  @Test("over 100 ticks a column is at tick × speed, modulo its height and the screen's, less its height")
  func columnsFall() {
    let rain = rain()
    #expect(rain.columns.count > 60)
    for column in rain.columns {
      let span = Double(size.rows + column.height)
      for tick in 0..<Int64(100) {
        let fallen = Double(tick) * Double(column.speed) / 1000
        let y = fallen.truncatingRemainder(dividingBy: span).rounded(.down) - Double(column.height)
        #expect(abs(Double(rain.y(of: column, tick: tick)) - y) <= (fallen == fallen.rounded() ? 1 : 0))
      }
    }
  }

  @Test("the longest scene and the fastest column do not overflow")
  func noOverflow() {
    let rain = Rain(
      Scene.Matrix(speed: 1e6), size: size, alphabet: RainAlphabet(.binary, glyphs: .ascii))
    for column in rain.columns {
      #expect((-column.height..<size.rows).contains(rain.y(of: column, tick: .max / 2)))
    }
  }

  @Test("the same seed and size make the same columns, and another seed or width others")
  func constantData() {
    let rain = rain()
    #expect(rain.columns == self.rain().columns)
    #expect(rain.glyphs == self.rain().glyphs)
    #expect(rain.columns != self.rain(seed: 2).columns)
    let wider = self.rain(size: Size(columns: 200, rows: 40))
    #expect(wider.columns.contains { $0.x >= 120 })
    #expect(rain.columns.allSatisfy { $0.x + ($0.depth == .near ? 2 : 1) <= 120 })
  }

  @Test("what is nearer is faster, and comes later, so that it hides what is farther")
  func depths() {
    let depths = rain().columns.map(\.depth.rawValue)
    #expect(depths == depths.sorted())
    #expect(Set(depths) == [0, 1, 2])
    func fastest(_ depth: Rain.Depth) -> Int64 { rain().columns.filter { $0.depth == depth }.map(\.speed).max()! }
    #expect(fastest(.far) < fastest(.middle))
    #expect(fastest(.middle) < fastest(.near))
  }

  @Test("each glyph is due once in every half second, at its phase, by its refresh schedule")
  func dueTimes() {
    let schedule = RefreshSchedule.animation(minimumInterval: .milliseconds(500))
    let glyphs = rain().glyphs.prefix(50)
    #expect(Set(glyphs.map(\.phase)).count == 50)
    for glyph in glyphs {
      var ticks: Set<SceneTime> = []
      for tick in 0..<Int64(100) {
        let time = SceneTime.milliseconds(tick * 40)
        guard time.nanoseconds >= glyph.phase else { continue }
        ticks.insert(schedule.shownTime(at: time, of: PlaybackState(from: .nanoseconds(glyph.phase), at: 0)))
        #expect(glyph.dueCount(at: time) == Int64(ticks.count))
      }
      #expect((7...8).contains(ticks.count))
    }
  }

  @Test("over 100 ticks glyphs change only when they are due, and 2 % ± 0.5 % of the times that they are")
  func changes() {
    var (due, changed, wrong) = (0, 0, 0)
    for seed in 1...UInt64(20) {
      let rain = rain(seed: seed)
      var glyphs = RainGlyphs(of: rain, at: .zero)
      for tick in 1...Int64(100) {
        let (before, time) = (glyphs.shown, SceneTime.milliseconds(tick * 40))
        glyphs.move(to: time)
        for (place, glyph) in rain.glyphs.enumerated() {
          let count = glyph.dueCount(at: time) - glyph.dueCount(at: .milliseconds((tick - 1) * 40))
          due += Int(count)
          if count > 0, glyph.change(glyph.dueCount(at: time), alphabetCount: rain.alphabetCount) != nil {
            changed += 1
          } else if glyphs.shown[place] != before[place] {
            wrong += 1
          }
        }
      }
    }
    #expect(wrong == 0)
    #expect(due > 100_000)
    let share = Double(changed) / Double(due)
    #expect(abs(share - 0.02) < 0.005, "\(share)")
  }

  @Test("glyphs that were moved on frame by frame, back and far ahead are those of the time itself")
  func movedGlyphs() {
    let rain = rain()
    var glyphs = RainGlyphs(of: rain, at: .zero)
    var random = SplitMix64(seed: 3)
    var times = (0..<60).map { SceneTime.milliseconds(Int64($0) * 40) }
    times += (0..<40).map { _ in SceneTime.milliseconds(Int64(random.below(20_000))) }
    times += [.seconds(3600), .seconds(3600.2), .seconds(3600.7), .zero, .nanoseconds(1)]
    for time in times {
      glyphs.move(to: time)
      #expect(glyphs.shown == RainGlyphs(of: rain, at: time).shown)
    }
  }
}
