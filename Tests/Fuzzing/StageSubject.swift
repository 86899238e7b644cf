public import Marbles
internal import Operators
internal import SceneFiles
internal import Scenes

/// Scenes with one call of a random form of an operator, sometimes behind others, over random inputs in a random order of
/// instants: a record of stages must change nothing, and each value in it must be in one place.
public struct StageSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "stages"
  /// Each scene is run twice.
  public let limit = Duration.seconds(5)

  /// Creates the subject.
  public init() {}

  /// A scene file; a few of them have a call that the operator refuses.
  public func text(_ random: inout SplitMix64) -> String {
    let inputs = ["a", "b", "c"].map { "  \($0): { marbles: \(JSONText.quoted(diagram(&random)))\(start(&random)) }" }
    let pause = random.below(4) == 0 ? ", consume: \(random.pick(["500ms", "1s", "2.5s"]))" : ""
    let expression = ArbitraryExpression.call(&random)
    let order = random.pick(["inTurn", "together", "shuffled(\(random.below(100)))"])
    return """
      order: \(order)
      rows:
      \(inputs.joined(separator: "\n"))
        out: { apply: \(JSONText.quoted(expression))\(pause) }

      """
  }

  private func diagram(_ random: inout SplitMix64) -> String {
    let tokens = ["-", "-", "-", "1", "2", "3", "x", "[12]", "[34]", "(xy)", "--"]
    let body = (0..<random.below(12)).map { _ in random.pick(tokens) }.joined()
    return body + random.pick(["|", "|", "|", "-^", ""])
  }

  private func start(_ random: inout SplitMix64) -> String {
    switch random.below(12) {
    case 0: ", cold: true"
    case 1: ", source: channel"
    case 2: ", source: stream, buffer: newest(1)"
    default: ""
    }
  }

  /// A scene that is played has a record in which nothing is lost, and none that changes anything.
  public func verdict(on text: String) -> FuzzVerdict {
    guard let scene = try? SceneFile(parsing: text, path: "x.yaml").scene else { return .rejected }
    var random = SplitMix64(seed: UInt64(truncatingIfNeeded: text.utf8.count))
    return SceneRehearsal(scene, text: text).stageProblem(&random).map { .failed($0) } ?? .accepted
  }
}
