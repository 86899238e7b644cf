import Dispatch
import Expressions
import Foundation
import Inputs
import Marbles
import Operators
internal import Player
import Scenes

/// A million values through a live row, two dependent rows and a viewer, and the memory that this takes.
enum LiveBenchmark {
  private static let count = 1_000_000
  /// After this number of values, every buffer has reached its size.
  private static let warmUp = 100_000

  static func run() throws {
    var rows = [Scene.Row(name: "a", content: .live(Scene.Live()))]
    for text in ["out = a.map { $0 + 1 }", "total = a.reductions(+)"] {
      let expression = try Expression.parse(text)
      rows.append(Scene.Row(name: expression.name!, content: .output(expression)))
    }
    let scene = Scene(name: "live", rows: rows)
    let news = DispatchSemaphore(value: 0)
    let scenePlayback = try ScenePlayback(scene, speedFactor: 1, onChange: { news.signal() })
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
    precondition(seen == count && recording.rows.allSatisfy { $0.earlier + $0.timeline.events.count == count })
    report("1,000,000 values sent to a live row and two rows made from it", time, events: count)
    if let warm, let now = residentBytes {
      print("| memory after 100,000 of them and after all | \(warm >> 20) MiB | \(now >> 20) MiB | |")
    }
  }

  /// The resident memory of this process; nil without `/proc`.
  private static var residentBytes: Int? {
    let columns = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return columns.flatMap { Int($0[1]) }.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
