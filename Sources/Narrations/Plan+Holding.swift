internal import Expressions

extension Plan {
  /// Operators that hold values, and give each of them once.
  private static let holding: Set<String> = [
    "chain", "chunked", "chunks", "debounce", "delay", "joined", "max", "min", "receive", "reduce", "sample",
    "throttle", "zip",
  ]
  /// Operators that give values at once, and each of them once.
  private static let transparent = passing.union([
    "compactMap", "ignoreElements", "interspersed", "map", "merge", "race", "startWith",
  ])

  /// Whether a source that is older than what came of it has waited all that time: none of its operators gives a value
  /// twice, or begins something with it.
  var holdsOrPasses: Bool {
    switch self {
    case .row, .diagram, .values: true
    case .rows(let plans): plans.allSatisfy(\.holdsOrPasses)
    case .call(let name, _, _, _, _):
      (Self.holding.contains(name) || Self.transparent.contains(name)) && valueStreams.allSatisfy(\.holdsOrPasses)
    }
  }
}
