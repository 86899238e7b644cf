/// A group of shipped scenes, as the documentation and the list of scenes show them.
public enum SceneGroup: String, Hashable, Sendable, CaseIterable {
  /// Tasks, in the order in which they are learned.
  case lessons = "Lessons"
  /// Scenes of the operators of one category.
  case operators = "Operators by category"
  /// Operators that are easily confused.
  case comparisons = "Comparisons"
  /// Streams as real programs have them.
  case programs = "Streams of real programs"
  /// What marbled found in AsyncAlgorithms.
  case findings = "Defects of AsyncAlgorithms"
  /// What marbled can show.
  case features = "Features of marbled"

  /// The names of its scenes.
  public var names: [String] {
    switch self {
    case .lessons:
      [
        "lesson-timeline", "lesson-transform", "lesson-pair", "lesson-quiet", "lesson-streams", "lesson-errors",
        "lesson-clocks", "lesson-unicast", "lesson-demand", "lesson-test",
      ]
    case .operators:
      [
        "combining", "transforming", "filtering", "reducing", "timing", "batching", "windows", "joining", "failing",
        "buffering", "creating",
      ]
    case .comparisons:
      [
        "debounce-vs-throttle", "merge-vs-chain", "zip-vs-combine-latest", "flat-map-vs-flat-map-latest",
        "reduce-vs-reductions", "cold-vs-hot", "retry-and-catch", "buffer-policies", "start-and-stop",
        "wrong-times", "values-that-wait",
      ]
    case .programs:
      [
        "search-as-you-type", "orders", "access-log", "rate-limits", "missing-values", "start-up", "isowords", "movies",
        "animate-wrong-and-right", "controlled-time", "channel", "stream-split", "stream-buffers", "unasked-timer",
      ]
    case .findings: ["debounce-tie", "debounce-error", "throttle-latest"]
    case .features:
      [
        "sample", "random", "refresh", "live", "lesson-pipeline", "matrix-sample", "matrix", "stops", "stops-arriving",
      ]
    }
  }
}
