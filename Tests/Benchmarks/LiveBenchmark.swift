import Dispatch
import Expressions
import Foundation
import Inputs
import Marbles
import Operators
internal import Player
import Scenes

/// A million values through a live row, two dependent rows and a viewer, and the memory that this takes; and the same with the
/// stages of both rows counted.
enum LiveBenchmark {
  private static let count = 1_000_000
  /// After this number of values, every buffer has reached its size.
  private static let warmUp = 100_000

  static func run() throws {
    let two = ["out = a.map { $0 + 1 }", "total = a.reductions(+)"]
    let chain = ["out = a.map { $0 + 1 }.filter { $0 > 2 }.removeDuplicates().map { $0 * 2 }.prefix(10000000)"]
    for (name, outputs) in [("two rows made from it", two), ("a chain of five", chain)] {
      let plain = try measure(outputs, metersStages: false)
      report("1,000,000 values sent to a live row and \(name)", plain, events: count)
      let metered = try measure(outputs, metersStages: true)
      report("… with stages counted, as `run --stats` does", metered, events: count, exactRatio: metered / plain)
    }
  }

  private static func measure(_ outputs: [String], metersStages: Bool) throws -> Duration {
    var rows = [Scene.Row(name: "a", content: .live(Scene.Live()))]
    for text in outputs {
      let expression = try Expression.parse(text)
      rows.append(Scene.Row(name: expression.name!, content: .output(expression)))
    }
    let scene = Scene(name: "live", rows: rows)
    let news = DispatchSemaphore(value: 0)
    let scenePlayback = try ScenePlayback(
      scene, speedFactor: 1, metersStages: metersStages, onChange: { news.signal() })
    let input = scenePlayback.liveInput("a")!
    scenePlayback.begin()
    let clock = ContinuousClock()
    let start = clock.now
    DispatchQueue.global().async {
      for index in 0..<count { input.send(.int(index)) }
      input.finish()
    }
    var recording = scene.emptyRecording()
    var seen = 0
    var warm: Int?
    var isOver = false
    while !isOver {
      news.wait()
      isOver = scenePlayback.isOver
      for entry in scenePlayback.takeEntries() {
        recording.append(entry)
        if entry.row == 0, case .value = entry.kind { seen += 1 }
      }
      if warm == nil, seen >= warmUp { warm = residentBytes }
    }
    let time = clock.now - start
    let counts = recording.rows.map { $0.earlier + $0.timeline.events.count }
    precondition(seen == count && counts.allSatisfy { $0 >= count - 2 })
    if metersStages {
      let taken = scenePlayback.stageMeasures(ofRow: 1)?.first?.counts.taken
      precondition(taken == count, "stages were not counted")
    }
    if let warm, let now = residentBytes {
      print("| memory after 100,000 of them and after all | \(warm >> 20) MiB | \(now >> 20) MiB | |")
    }
    return time
  }

  /// The resident memory of this process; nil without `/proc`.
  private static var residentBytes: Int? {
    let columns = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return columns.flatMap { Int($0[1]) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
