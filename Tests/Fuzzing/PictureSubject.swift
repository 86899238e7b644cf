public import Marbles
internal import Playback
internal import SceneFiles
internal import Scenes

/// Scenes with several calls over random inputs, with long and short values of each kind: their pictures must hide nothing that
/// has room, and nothing that happened.
public struct PictureSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "pictures"
  /// Each scene is drawn dozens of times.
  public let limit = Duration.seconds(10)

  /// Creates the subject.
  public init() {}

  /// How often a run may read whether it goes on.
  private static let most = 100_000

  private static let values = [
    "1", "42", "1999.99", "a", "loading", "success", "'a sentence of several words'", "'日本語'", "true", "null", "7", "x",
    "ok",
  ]
  private static let calls = [
    "merge(a, b)", "zip(a, b)", "combineLatest(a, b)", "a.adjacentPairs()", "a.chunks(ofCount: 3)",
    "a.delay(for: .seconds(1))", "a.debounce(for: .seconds(1))", "b.throttle(for: .seconds(1.5), latest: true)",
    "a.removeDuplicates()", "a.filter { $0 != 1 }", "a.map { [$0, $0] }", "b.timeout(after: .seconds(0.8))",
    "a.flatMapLatest { v in b.map { [v, $0] } }", "a.prefix(2)",
    "b.sample(by: AsyncTimerSequence(interval: .seconds(1)))",
  ]

  /// A scene file.
  public func text(_ random: inout SplitMix64) -> String {
    let inputs = ["a", "b"].map { "  \($0): { marbles: \(JSONText.quoted(diagram(&random))) }" }
    let outputs = (0..<1 + random.below(5)).map { index in
      let call = random.below(3) == 0 ? ArbitraryExpression.call(&random) : random.pick(Self.calls)
      return "  out\(index): { apply: \(JSONText.quoted(call)) }"
    }
    return "step: \(random.pick(["100ms", "500ms", "1s"]))\nrows:\n" + (inputs + outputs).joined(separator: "\n") + "\n"
  }

  private func diagram(_ random: inout SplitMix64) -> String {
    let body = (0..<random.below(16)).map { _ in
      switch random.below(4) {
      case 0: random.pick(["-", "--", "-----"])
      case 1: "[" + random.pick(Self.values) + " " + random.pick(Self.values) + "]"
      default: " " + random.pick(Self.values) + " "
      }
    }.joined()
    return body + random.pick(["|", "|", "-^", "--|", ""])
  }

  /// The pictures of a scene that is played have no problem at any of the sizes.
  public func verdict(on text: String) -> FuzzVerdict {
    guard let scene = try? SceneFile(parsing: text, path: "x.yaml").scene else { return .rejected }
    // A run of many seconds, which is refused at its end, says nothing about pictures.
    let run = BoundedRun(scene, cancellation: Cancellation(expiringAtRead: Self.most))
    guard case .recording(let recording) = run.perform() else { return .rejected }
    return PictureAudit(of: scene, recording).problems.first.map { .failed($0) } ?? .accepted
  }
}
