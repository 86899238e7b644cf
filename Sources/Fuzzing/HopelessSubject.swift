public import Marbles
internal import Playback
internal import SceneFiles
internal import Scenes

/// Scenes that burn time or memory inside one job, where only a flag can stop them: nested closures, ranges, strings that
/// double, arrays of arrays, constants, streams that never suspend, timers of a nanosecond.
///
/// A watchdog that fires at a read of the flag, rather than at a time, stops each of them, so that a failure repeats.
public struct HopelessSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "hopeless"
  /// Reading the text and stopping three runs of it.
  public let limit = Duration.seconds(5)

  /// The reads of the flag at which runs are stopped: at their beginning, in a job, and in the midst of much work.
  private static let reads = [1, 10, 1_000, 30_000]

  /// Creates the subject.
  public init() {}

  /// A scene of one to three rows that take nearly forever.
  public func text(_ random: inout SplitMix64) -> String {
    var lines = ["rows:", "  a: { marbles: \"\(random.pick(Self.diagrams))\" }"]
    for index in 0..<1 + random.below(3) {
      lines.append("  r\(index): { apply: '\(stream(&random, depth: 0))' }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A run that was stopped must say so, and has no recording.
  public func verdict(on text: String) -> FuzzVerdict {
    let scene: Scene
    do throws(SceneFileError) { scene = try SceneFile(parsing: text, path: "x.yaml").scene } catch { return .rejected }
    for read in Self.reads {
      let cancellation = Cancellation(expiringAtRead: read)
      switch BoundedRun(scene, budget: Self.budget, cancellation: cancellation).perform() {
      case .recording where cancellation.verdict != nil: return .failed("a run that was cut at read \(read) has a recording")
      case .recording: return .accepted
      case .outOfTime, .tooLarge, .invalid: break
      case .cancelled: return .failed("a run that was out of time at read \(read) counts as cancelled")
      }
    }
    return .accepted
  }

  /// Little, so that runs which the watchdog does not reach end, too.
  private static let budget: RunBudget = {
    var budget = RunBudget.standard
    (budget.eventsPerRow, budget.parts, budget.closureSteps) = (2_000, 200_000, 300_000)
    return budget
  }()

  // MARK: Texts

  private static let diagrams = ["1-2-3|", "123456789|", "a|", "1-#", "1234-", "-"]
  private static let sizes = ["9", "900", "9000", "90000"]

  private func stream(_ random: inout SplitMix64, depth: Int) -> String {
    let source =
      switch random.below(depth < 2 ? 9 : 6) {
      case 0: "a"
      case 1: "(0..<\(random.pick(Self.sizes))).async"
      case 2: "AsyncTimerSequence(interval: .nanoseconds(1))"
      case 3: "[1, 2].async.repeated()"
      case 4: "[\(constant(&random)), 1].async"
      case 5: "a.startWith(\(constant(&random)))"
      case 6: "merge(\(stream(&random, depth: depth + 1)), \(stream(&random, depth: depth + 1)))"
      case 7: "zip(a, \(stream(&random, depth: depth + 1)))"
      default: "\(stream(&random, depth: depth + 1)).flatMap { _ in (0..<\(random.pick(Self.sizes))).async }"
      }
    return source + (0..<random.below(4)).map { _ in call(&random) }.joined()
  }

  private func call(_ random: inout SplitMix64) -> String {
    switch random.below(14) {
    case 0: ".map { \(value(&random)) }"
    case 1: ".filter { _ in false }"
    case 2: ".ignoreElements()"
    case 3: ".reductions(\"x\") { x, _ in x + x }"
    case 4: ".reductions([]) { $0 + [$1] }"
    case 5: ".map { [$0, $0] }"
    case 6: ".flatMap { _ in (0..<\(random.pick(Self.sizes))).async }"
    case 7: ".map { _ in (0..<\(random.pick(Self.sizes))).map { $0 } }.joined()"
    case 8: ".buffer(policy: .unbounded)"
    case 9: ".chunks(ofCount: \(random.pick(Self.sizes)))"
    case 10: ".reduce(0) { x, _ in x + 1 }"
    case 11: ".removeDuplicates { _, _ in true }"
    case 12: ".flatMapLatest { _ in \"1-2|\" }"
    default: ".share().retry(\(random.pick(Self.sizes)))"
    }
  }

  private func value(_ random: inout SplitMix64) -> String {
    let size = random.pick(Self.sizes)
    return switch random.below(4) {
    case 0: "(0..<\(size)).map { $0 * 2 }.sum()"
    case 1: "(0..<\(size)).map { _ in (0..<\(random.pick(Self.sizes))).map { $0 }.count }.sum()"
    case 2: "\"\\($0)\\($0)\\($0)\""
    default: "(0..<\(size)).reduce(0) { $0 + $1 }"
    }
  }

  private func constant(_ random: inout SplitMix64) -> String {
    "(0..<\(random.pick(Self.sizes))).map { $0 * 2 }.sum()"
  }
}
