import Foundation
import Fuzzing
import Marbles
import SceneFiles
import Scenes
import TestSupport
import Testing

/// Closures as deep as the parser accepts them go through all uses of a scene, on the smallest stack of a thread pool.
@Suite struct DeepClosureTests {
  /// What the threads that attack a kiosk do: making a request reads scenes, too, with a stack of 1 MiB it overflowed.
  @Test private func requestsAreMadeOnTheSmallestStack() async {
    let bytes: Int = await withCheckedContinuation { continuation in
      let thread = Thread {
        // The 110th has a hundred brackets inside each other.
        let texts = (UInt64(100)..<120).map { seed in
          var random = SplitMix64(seed: seed)
          return RunSubject().text(&random)
        }
        continuation.resume(returning: texts.reduce(0) { $0 + $1.utf8.count })
      }
      thread.stackSize = SmallestStack.size
      thread.start()
    }
    #expect(bytes > 0)
  }

  private struct Shape: CustomTestStringConvertible {
    var before: String
    var middle = "$0"
    var after = ""
    var testDescription: String { before + middle + after }
  }

  private static let shapes = [
    Shape(before: "", after: " + 1"), Shape(before: "", after: ".first"), Shape(before: "", after: "!"),
    Shape(before: "", after: ".contains(1)"), Shape(before: "-"), Shape(before: "[", after: "]"),
    Shape(before: "(1, ", after: ")"), Shape(before: "1 + (", after: ")"),
    Shape(before: "[1 + 2 + 3 + 4, ", after: "]"),
    Shape(before: "$0 > 1 ? 1 : ", middle: "2"), Shape(before: "$0 ?? ", middle: "2"),
    Shape(before: "[$0].map { ", after: " }"), Shape(before: "[$0].reduce(0) { ", after: " }"),
    Shape(before: "\"a\".hasPrefix(", after: ")"), Shape(before: "[$0].first(where: { ", after: " })"),
    Shape(before: "[\"k\": ", after: "]"), Shape(before: "if $0 > 1 { 1 } else { ", middle: "2", after: " }"),
    Shape(before: "[$0][", middle: "0", after: "]"),
    Shape(before: "abs(", after: ")"), Shape(before: "\"\\(", after: ")\""),
  ]

  private func text(_ shape: Shape, _ count: Int) -> String {
    let (before, after) = (String(repeating: shape.before, count: count), String(repeating: shape.after, count: count))
    let expression = "a.map { \(before)\(shape.middle)\(after) }"
    return "rows:\n  a: { marbles: '1-2|' }\n  out: { apply: '\(expression)' }\n"
  }

  @Test(arguments: shapes)
  private func nothingOverflows(shape: Shape) async throws {
    // The most that is accepted.
    var (count, refused) = (1, 1000)
    while count + 1 < refused {
      let middle = (count + refused) / 2
      if (try? SceneFile(parsing: text(shape, middle), path: "x.yaml")) != nil {
        count = middle
      } else {
        refused = middle
      }
    }
    #expect(count >= 5)
    let text = text(shape, count)
    let scene = try SceneFile(parsing: text, path: "x.yaml").scene
    let problem = await withCheckedContinuation { continuation in
      let thread = Thread {
        var random = SplitMix64(seed: 1)
        continuation.resume(returning: SceneRehearsal(scene, text: text).problem(&random))
      }
      thread.stackSize = SmallestStack.size
      thread.start()
    }
    #expect(problem == nil, "\(count) times")
  }
}
