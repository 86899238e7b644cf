public import Marbles
internal import Playback
internal import SceneFiles
internal import Scenes

/// Damaged copies of the shipped scene files; valid scenes are played.
public struct SceneSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "scenes"

  private static let shipped = SceneLibrary.shipped.names.compactMap { try? SceneLibrary.shipped.file(named: $0) }

  private static let noise = RandomBytes(
    tokens: [
      "title:", "about:", "kind: list\n", "kind: matrix\n", "items:\n", "items: a\n", "icon: ", "text: ", "id: ",
      "connector: ", "dotted", "padding: 1\n", "alternateRows: true\n", "show: list", "seed: ", "density: ", "step: ",
      "duration: ", "dialect: rx\n", "dialect: asv\n", "speedFactor:", "rows:\n",
      "values:",
      "marbles: ", "events:\n", "random: { seed: 1, count: 9 }", "live: true", "live: { capacity: 9 }", "apply: ",
      "expect: ", "cold: true", "hot: true", "source: channel", "source: stream", "buffer: newest(1)",
      "buffer: oldest(0)", "consume: 2s", "stages: true",
      "finish: never", "error: { time: 1 }", "color: red", "  ", "    ", "\n", "\n  ", "\t", "- ", ": ", "{ ", " }",
      "[", "]",
      ",", "\"", "'", "|", ">-\n", "#", "&a ", "*a", "!!int ", "? ", "<<: ", "---\n", "...\n", "%YAML 1.1\n", "1e9",
      "0",
      "1ns", "292y", "99999999999", "-1", "a", "ints", "strings", "merge(a, b)", "zip(ints, ints)", ".map { [$0, $0] }",
      ".reductions([], +)", "AsyncTimerSequence(interval: .milliseconds(1))", ".repeated(9)", "(0..<100000).map { $0 }",
      "\u{0}", "\u{85}", "\u{2028}", "é", "🇸🇪", "\u{FEFF}", "\r\n",
    ]
  ) { random in
    random.pick(shipped).text
  }

  /// Enough for the shipped scenes, and small enough to play many endless scenes.
  private static let budget: RunBudget = {
    var budget = RunBudget.standard
    budget.eventsPerRow = 5000
    return budget
  }()

  /// Creates the subject.
  public init() {}

  /// A scene file, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// A rejection must have a place in the file and show it. A scene must end, and must be equal after saving.
  public func verdict(on text: String) -> FuzzVerdict {
    let file: SceneFile
    do throws(SceneFileError) {
      file = try SceneFile(parsing: text, path: "x.yaml")
    } catch {
      let isPlaced = error.line >= 1 && (1...error.source.count + 1).contains(error.column)
      guard isPlaced, error.description.hasPrefix("x.yaml:\(error.line):\(error.column): error: ") else {
        return .failed("rejected at \(error.line):\(error.column) of \(error.source.debugDescription): \(error)")
      }
      return .rejected
    }
    do throws(SceneFileError) {
      let again = try SceneFile(parsing: file.scene.yaml, path: "x.yaml").scene
      if again != file.scene { return .failed("saved, it is another scene: \(file.scene.yaml)") }
    } catch {
      return .failed("saved, it is none: \(error)\n\(file.scene.yaml)")
    }
    do throws(SceneError) {
      let executor = PlaybackExecutor(jobsPerInstant: 20_000, instantsPerRun: 50_000, hopsInPlace: true)
      _ = try ScenePlayer(file.scene, budget: Self.budget, executor: executor).runImmediately()
    } catch {
      switch error {
      case .tooManyEvents, .tooManyParts, .tooManyBytes, .runaway, .playback(.endless), .playback(.runaway): break
      default: return .failed("can't be played: \(error)")
      }
    }
    return .accepted
  }
}
