internal import Marbles

/// The operators that expressions may use.
public struct Catalogue: Sendable {
  private typealias Contents = (operators: [Operator], byName: [String: Operator])
  private let contents = Once<Contents>()
  private let make: @Sendable () -> [Operator]

  /// Creates a catalogue; of two operators of one name the later one counts.
  ///
  /// - Parameter operators: what is in it. It is made when something is looked up first: rain never asks, and the
  ///   operators are a thirtieth of what a program that plays it would keep in memory.
  public init(_ operators: @autoclosure @escaping @Sendable () -> [Operator]) { make = operators }

  /// In the order in which they are listed.
  public var operators: [Operator] { known.operators }

  /// The operator called `name`.
  public subscript(name: String) -> Operator? { known.byName[name] }

  private var known: Contents {
    contents.value {
      let operators = make()
      return (operators, Dictionary(operators.map { ($0.name, $0) }) { $1 })
    }
  }

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
