internal import Operators

/// The phrase of each operator; nil results fall back to naming the sources of the value.
extension EventSentence {
  typealias Phrase = @Sendable (EventSentence) -> String?

  /// The phrase of an operator: its own, or else the one that follows from what it does with values.
  static func phrase(of name: String, _ semantics: OperatorSemantics) -> Phrase? {
    if let phrase = phrases[name] { return phrase }
    let keeps = semantics.receiver.holding
    return switch semantics.result {
    case .unchanged where keeps == .nothing && !semantics.drops.isEmpty: filter
    case .unchanged, .none: passing
    case .new: map
    case .joined where keeps == .all: gathered
    case .joined, .accumulated, .answer: nil
    }
  }

  /// The phrases of operators of which more is to be said than follows from their semantics.
  private static let phrases: [String: Phrase] = [
    "AsyncTimerSequence": tick,
    "adjacentPairs": adjacentPairs,
    "allSatisfy": allSatisfy,
    "catchError": catchError,
    "chain": chain,
    "chunked": chunked,
    "chunks": chunked,
    "combineLatest": combineLatest,
    "compactMap": compactMap,
    "contains": contains,
    "debounce": debounce,
    "delay": delay,
    "flatMap": flatMap,
    "flatMapLatest": flatMapLatest,
    "interspersed": interspersed,
    "joined": chain,
    "max": max,
    "min": min,
    "race": race,
    "receive": receive,
    "reduce": reduce,
    "reductions": reductions,
    "repeated": again,
    "retry": again,
    "sample": sample,
    "startWith": startWith,
    "throttle": throttle,
    "withLatestFrom": withLatestFrom,
    "zip": zip,
  ]
}
