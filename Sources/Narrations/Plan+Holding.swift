internal import Expressions

extension Plan {
  /// Operators that hold values, and emit each of them at most once.
  private static let holding: Set<String> = [
    "chain", "chunked", "chunks", "debounce", "delay", "joined", "max", "min", "receive", "reduce", "sample",
    "throttle", "zip",
  ]
  /// Operators that emit values immediately, and each of them at most once.
  private static let transparent = passing.union([
    "compactMap", "ignoreElements", "interspersed", "map", "merge", "race", "startWith",
  ])

  /// Whether a source that is older than the resulting event has waited all that time: no operator emits a value twice,
  /// or starts a stream with it.
  var holdsOrPasses: Bool {
    switch self {
    case .row, .diagram, .values: true
    case .rows(let plans): plans.allSatisfy(\.holdsOrPasses)
    case .call(let name, _, _, _, _):
      (Self.holding.contains(name) || Self.transparent.contains(name)) && valueStreams.allSatisfy(\.holdsOrPasses)
    }
  }
}
