internal import Expressions
internal import Operators

/// Where values of an expression that come from no row are made.
enum ValueOrigin: String {
  case timer = "its timer"
  case list = "its list"
  case diagram = "its diagram"
  case replacement = "its replacement stream"
  /// An operator makes them, such as the initial value of `reduce`.
  case operation = "its expression"
}

extension Plan {
  /// The origins of values that come from no row. The values of streams that closures make come from the value that the
  /// stream was made for.
  var origins: Set<ValueOrigin> {
    switch self {
    case .row, .group: return []
    case .diagram: return [.diagram]
    case .values: return [.list]
    case .rows(let plans): return plans.reduce(into: []) { $0.formUnion($1.origins) }
    case .call(let call):
      var origins = valueStreams.reduce(into: Set<ValueOrigin>()) { $0.formUnion($1.origins) }
      switch call.semantics.makes {
      case .ticks: origins.insert(.timer)
      case .constants: origins.insert(.operation)
      case nil: break
      }
      if call.semantics.inner == .replacement { origins.insert(.replacement) }
      return origins
    }
  }
}
