public import Marbles

/// The values that the marbles of an input stand for.
///
/// Without it, each marble is a `String`: the letter, or the text between quotes.
///
/// ```swift
/// try expectMarbles("1-2|", values: .ints, through: { numbers, _ in numbers.map { $0 * 2 } }, gives: "2-4|")
/// try expectMarbles("a-b|", values: ["a": 1, "b": 2], through: { numbers, _ in numbers.map { $0 * 2 } }, gives: "2-4|")
/// ```
public struct MarbleValues<Element: Sendable>: Sendable {
  /// The values with names.
  let names: [String: Element]
  private let read: @Sendable (Marbles.Value) throws -> Element?

  /// Reads each marble by itself.
  ///
  /// - Parameter read: the value of a marble; nil for one that is not allowed, which ends the test with a
  ///   ``MarbleInputError``.
  public init(reading read: @escaping @Sendable (_ marble: Marbles.Value) -> Element?) {
    names = [:]
    self.read = read
  }

  private init(decoding read: @escaping @Sendable (Marbles.Value) throws -> Element?) {
    names = [:]
    self.read = read
  }

  /// Takes each marble for the name of a value.
  public init(_ values: [String: Element]) {
    names = values
    read = { values[$0.description] }
  }

  /// The value of an event.
  ///
  /// - Throws: ``MarbleInputError`` when it has none.
  func value(of event: Event, in row: String) throws(MarbleInputError) -> Element {
    var reason = ""
    do { if let value = try read(event.value) { return value } } catch { reason = "\(error)" }
    let text = event.value.description
    let place = "\(row): `\(DisplayText.shortened(text, to: 60))` at \(event.time) s"
    if names.isEmpty {
      throw MarbleInputError("\(place) is no \(Element.self)" + (reason.isEmpty ? "" : ": \(reason)"))
    }
    throw MarbleInputError("\(place) is not in `values:`\(Suggestion.clause(for: text, among: names.keys.sorted()))")
  }
}

extension MarbleValues: ExpressibleByDictionaryLiteral {
  /// The values by name; of a name that is there twice, the last value.
  public init(dictionaryLiteral values: (String, Element)...) {
    self.init(Dictionary(values) { _, last in last })
  }
}

extension MarbleValues where Element == String {
  /// The text of each marble: `1` is `"1"`.
  public static var strings: MarbleValues { MarbleValues { $0.description } }
}

extension MarbleValues where Element == Int {
  /// Whole numbers: a digit, or `'12'`.
  public static var ints: MarbleValues {
    MarbleValues { marble in if case .int(let number) = marble.reading { number } else { nil } }
  }
}

extension MarbleValues where Element == Double {
  /// Numbers: a digit, or `'1.5'`.
  public static var doubles: MarbleValues {
    MarbleValues { marble in
      switch marble.reading {
      case .int(let number): Double(number)
      case .double(let number): number.value
      default: nil
      }
    }
  }
}

extension MarbleValues where Element == Bool {
  /// `'true'` and `'false'`.
  public static var bools: MarbleValues {
    MarbleValues { marble in if case .bool(let flag) = marble.reading { flag } else { nil } }
  }

  /// The name until version 1.0.
  @available(*, deprecated, renamed: "bools")
  public static var flags: MarbleValues { bools }
}

extension MarbleValues where Element == Marbles.Value {
  /// Any value, as the notation reads it: `1` is a number, `a` a string, `'{"id":1}'` an object.
  public static var any: MarbleValues { MarbleValues { $0 } }
}

extension MarbleValues where Element: Decodable {
  /// Values of any type that is `Decodable`, as JSON: `'{"id":1,"total":5.5}'` is an object, `a` the string `"a"`.
  ///
  /// A marble that can't be decoded ends the test with a ``MarbleInputError``, which names the member. `decoded` uses a plain
  /// `JSONDecoder`. For other names of members, or for dates, give the closure of ``init(reading:)`` a decoder with settings.
  ///
  /// ```swift
  /// try expectMarbles(
  ///   #"'{"id":1,"total":5}'-'{"id":2,"total":90}'|"#, values: MarbleValues<Order>.decoded,
  ///   through: { orders, _ in orders.filter { $0.total > 10 } }, gives: #"--'{"id":2,"total":90}'|"#)
  /// ```
  public static var decoded: MarbleValues { MarbleValues(decoding: { try $0.decoded(as: Element.self) }) }
}

/// The reason why a marble test can't begin.
public struct MarbleInputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
