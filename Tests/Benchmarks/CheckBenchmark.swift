import Foundation
import Inputs
import SceneFiles
import Scenes

/// `marbled check` of 1,000 scene files with 100 events, like a project's folder of tests: read, decode, play, compare.
enum CheckBenchmark {
  private static let scenes = 1000
  private static let events = 100

  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for index in 0..<scenes {
      try text(of: index).write(
        to: folder.appending(path: "scene\(index).yaml"), atomically: false, encoding: .utf8)
    }
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<5 {
      times.append(
        clock.measure {
          let report = Checker().check(SceneFolder.files(at: [folder.path])) { path throws(CheckReport.Problem) in
            do throws(InputError) { return try SceneFolder.read(path) } catch {
              throw CheckReport.Problem(.unreadable, "\(error)")
            }
          }
          precondition(report.rows == scenes && report.failures == 0 && report.problems == 0)
        })
    }
    report("check of 1,000 scene files of 100 events, on all cores", times.median, events: scenes * events)
  }

  /// Two inputs with 50 events in total, and the expected 50 events of their merge.
  private static func text(of index: Int) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    let left = (0..<34).map { letters[($0 + index) % 26] }
    let right = (0..<16).map { String(($0 + index) % 10) }
    var merged = ""
    for (position, letter) in left.enumerated() {
      // The left input emits every 2 steps, the right one every 4 steps with an offset of one step.
      let isAlone = position % 2 == 1 || position / 2 >= right.count
      merged += letter + (isAlone ? "-" : right[position / 2])
    }
    return """
      title: scene \(index)
      about: Two streams, merged.
      rows:
        left: { marbles: "\(left.joined(separator: "-"))-|" }
        right: { marbles: "-\(right.joined(separator: "---"))|" }
        merged:
          apply: merge(left, right)
          expect: "\(merged)|"

      """
  }
}
