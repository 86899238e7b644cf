import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import Drawing
@testable import Player

@Suite struct FrameStatisticsTests {
  private let scene = {
    var scene = inputScene([("fast", [], .open), ("slow", [], .open)])
    scene.refreshInterval = .milliseconds(100)
    scene.rows[1].refreshInterval = .milliseconds(500)
    return scene
  }()

  /// Ten frames per second for this many seconds, each 2 ms of processor time and 90 bytes; every fifth shows the slow row.
  private func counted(seconds: Int) -> FrameStatistics {
    func reading(_ frame: Int) -> FrameStatistics.Sample {
      .init(wall: .milliseconds(100 * frame), processor: .milliseconds(2 * frame), bytes: 90 * frame)
    }
    var statistics = FrameStatistics(startingAt: reading(0))
    for frame in 1...10 * seconds {
      let time = SceneTime.milliseconds(Int64(frame) * 100)
      let slow = SceneTime.milliseconds(Int64(frame / 5) * 500)
      statistics.count(FrameState(time: time, rowTimes: [time, slow]), of: scene, at: reading(frame))
    }
    return statistics
  }

  @Test("Each interval has its frames, and its rows' share of what they cost") func eachIntervalHasItsShare() {
    // The overlay and the fast row are due each time; every fifth time the slow row takes a third of the frame.
    #expect(
      counted(seconds: 10).table == """
             refresh      frames    frames/s  bytes each    CPU each of one core
               100ms         100        10.0          83     1.86 ms      1.86 %
               500ms          21         2.1          30     0.67 ms      0.14 %
        """)
  }

  @Test("The line is that of the last whole second") func theLineIsThatOfTheLastSecond() {
    #expect(counted(seconds: 1).line == "100ms 10×81B 1.8ms  500ms 3×30B 0.7ms")
    #expect(counted(seconds: 2).line == "100ms 10×84B 1.9ms  500ms 2×30B 0.7ms")
  }

  @Test("A frame in which nothing was due is counted apart") func aFrameForAKeyIsCountedApart() {
    var statistics = FrameStatistics(startingAt: .init(wall: .zero, processor: .zero, bytes: 0))
    let moment = FrameState(time: .seconds(1))
    statistics.count(moment, of: scene, at: .init(wall: .milliseconds(500), processor: .milliseconds(1), bytes: 300))
    statistics.count(moment, of: scene, at: .init(wall: .seconds(1), processor: .milliseconds(2), bytes: 400))
    #expect(statistics.line == "100ms 1×200B 0.7ms  500ms 1×100B 0.3ms  else 1×100B 1.0ms")
  }
}
