internal import Expressions
public import Marbles
internal import Playback
internal import Player
internal import Playground
internal import SceneFiles
internal import Scenes

/// Scenes that burn time or memory inside one job, where only a flag can stop them: nested closures, ranges, strings that
/// double, arrays of arrays, constants, streams that never suspend, timers of a nanosecond.
///
/// A watchdog that fires at a read of the flag, rather than at a time, stops each of them, so that a failure repeats.
public struct HopelessSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "hopeless"
  /// Reading the text, and stopping the work of each user four times.
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

  /// Work that was stopped must say so, and has no result.
  public func verdict(on text: String) -> FuzzVerdict {
    let scene: Scene
    do throws(SceneFileError) { scene = try SceneFile(parsing: text, path: "x.yaml").scene } catch { return .rejected }
    for user in User.allCases {
      for read in Self.reads {
        let cancellation = Cancellation(expiringAtRead: read)
        let end = user.end(of: scene, text, cancellation)
        switch end {
        case .cut where cancellation.verdict == nil:
          return .failed("\(user): it says that it was stopped, before read \(read)")
        case .late: return .failed("\(user): it was cut at read \(read), and has a result")
        case .whole, .cut, .refused: break
        }
        // A later read is not reached.
        if cancellation.verdict == nil { break }
      }
    }
    return .accepted
  }

  /// Who computes: each reads the same flag, from its first step to its last.
  private enum User: CaseIterable {
    /// A run alone, as of edits, previews, clients and relays.
    case run
    /// A run that stands at a later time: the start of a playback, and a seek.
    case start
    /// A request for a run: its text, its edits, its run and its picture.
    case playground
    /// A file whose expectations are checked.
    case check

    func end(of scene: Scene, _ text: String, _ cancellation: Cancellation) -> End {
      switch self {
      case .run: Self.run(scene, cancellation)
      case .start: Self.start(scene, cancellation)
      case .playground: Self.playground(text, cancellation)
      case .check: Self.check(text, cancellation)
      }
    }

    private static func run(_ scene: Scene, _ cancellation: Cancellation) -> End {
      switch BoundedRun(scene, budget: limits.budget, cancellation: cancellation).perform() {
      case .recording: .withResult(cancellation)
      case .invalid, .tooLarge: .refused
      case .outOfTime, .cancelled: .cut
      }
    }

    private static func start(_ scene: Scene, _ cancellation: Cancellation) -> End {
      do throws(SceneError) {
        let playback = try ScenePlayback(
          scene, speedFactor: .normal, from: .seconds(3), cancellation: cancellation)
        defer { playback.stop() }
        try playback.catchUp()
        return .withResult(cancellation)
      } catch {
        if case .stopped(.outOfTime) = error { return .cut } else { return .refused }
      }
    }

    /// Refusals are not told apart: one that is cut while it is read names the place.
    private static func playground(_ text: String, _ cancellation: Cancellation) -> End {
      var request = RunRequest(.yaml(text))
      request.isStill = true
      do throws(RunFailure) {
        _ = try SceneRun.perform(request, limits: limits, cancellation: cancellation)
        return .withResult(cancellation)
      } catch {
        return .refused
      }
    }

    private static func check(_ text: String, _ cancellation: Cancellation) -> End {
      do throws(SceneFileError) {
        let file = try SceneFile(parsing: text, path: "x.yaml", constants: .constants(cancellation: cancellation))
        do throws(CheckReport.Problem) {
          _ = try Checker().rows(of: file, cancellation)
          return .withResult(cancellation)
        } catch {
          return .refused
        }
      } catch {
        return .refused
      }
    }
  }

  /// How work ended.
  private enum End {
    /// It has a result.
    case whole
    /// It has a result, which must not be: its time was up.
    case late
    /// Its time was up.
    case cut
    /// It exceeds a limit, or is invalid.
    case refused

    static func withResult(_ cancellation: Cancellation) -> End { cancellation.verdict == nil ? .whole : .late }
  }

  /// Little, so that work which is not stopped ends, too.
  private static let limits: RunLimits = {
    var limits = RunLimits()
    (limits.eventsPerRow, limits.parts, limits.closureSteps) = (2_000, 200_000, 300_000)
    return limits
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
    switch random.below(18) {
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
    case 13: ".delay(for: .seconds(1))"
    case 14: ".receive(on: clock.jittered(by: .seconds(2), seed: 7))"
    case 15: ".timeout(after: .seconds(1))"
    case 16: ".flatMap { _ in \"1-2|\" }.distinct()"
    default: ".share().retry(\(random.pick(Self.sizes)))"
    }
  }

  private func value(_ random: inout SplitMix64) -> String {
    let size = random.pick(Self.sizes)
    return switch random.below(5) {
    case 0: "(0..<\(size)).map { $0 * 2 }.sum()"
    case 1: "(0..<\(size)).map { _ in (0..<\(random.pick(Self.sizes))).map { $0 }.count }.sum()"
    case 2: "\"\\($0)\\($0)\\($0)\""
    case 3: "(0..<20).reduce(\"x\") { x, _ in x + x }"
    default: "(0..<\(size)).reduce(0) { $0 + $1 }"
    }
  }

  private func constant(_ random: inout SplitMix64) -> String {
    "(0..<\(random.pick(Self.sizes))).map { $0 * 2 }.sum()"
  }
}
