internal import Marbles

/// The operators that expressions may use.
public struct Catalogue: Sendable {
  private typealias Contents = (operators: [Operator], byName: [String: Operator])
  private let contents = Lazy<Contents>()
  private let make: @Sendable () -> [Operator]

  /// Creates a catalogue; a later operator replaces an earlier one of the same name.
  ///
  /// - Parameter operators: created at the first lookup: rain needs no operators, and they would take a thirtieth of
  ///   its memory.
  public init(_ operators: @autoclosure @escaping @Sendable () -> [Operator]) { make = operators }

  /// All operators, in listing order.
  public var operators: [Operator] { known.operators }

  /// The operator called `name`; nil when there is none.
  public subscript(name: String) -> Operator? { known.byName[name] }

  private var known: Contents {
    contents.value {
      let operators = make()
      return (operators, Dictionary(operators.map { ($0.name, $0) }) { $1 })
    }
  }

  /// All operators of marbled.
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
    .grouped,
    .ignoreElements,
    .innerJoin,
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
    .silence,
    .startWith,
    .throttle,
    .timeout,
    .timer,
    .windowed,
    .withLatestFrom,
    .zip,
  ])
}
