/// The operators that expressions may use.
public struct Catalogue: Sendable {
  /// In the order in which they are listed.
  public let operators: [Operator]
  private let byName: [String: Operator]

  /// Creates a catalogue; of two operators of one name the later one counts.
  public init(_ operators: [Operator]) {
    self.operators = operators
    byName = Dictionary(operators.map { ($0.name, $0) }) { $1 }
  }

  /// The operator called `name`.
  public subscript(name: String) -> Operator? { byName[name] }

  /// Every operator that marbled ships.
  public static let standard = Catalogue([
    .adjacentPairs,
    .allSatisfy,
    .animation,
    .buffer,
    .catchError,
    .chain,
    .chunked,
    .chunks,
    .combineLatest,
    .compacted,
    .compactMap,
    .contains,
    .debounce,
    .delay,
    .distinct,
    .drop,
    .dropFirst,
    .filter,
    .first,
    .flatMap,
    .flatMapLatest,
    .ignoreElements,
    .interspersed,
    .joined,
    .map,
    .mapError,
    .max,
    .merge,
    .min,
    .prefix,
    .race,
    .receive,
    .reduce,
    .reductions,
    .removeDuplicates,
    .repeated,
    .retry,
    .sample,
    .share,
    .startWith,
    .throttle,
    .timeout,
    .timer,
    .withLatestFrom,
    .zip,
  ])
}
