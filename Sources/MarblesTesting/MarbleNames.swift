internal import Marbles

/// The names that stand for values in the diagrams of a test.
///
/// Every value is turned into the marble that stands for it: its first name, else its text. A diagram and a stream then
/// agree if their marbles do.
struct MarbleNames<Element: Sendable>: Sendable {
  /// The values, by name.
  private var values: [String: Element]
  /// The names in order, so that equal values always get the same one.
  private var names: [String]
  /// The values that objects and arrays of the expected diagram are decoded as.
  private var decoded: [Element] = []
  /// The positions of decoded values, by their marble.
  private var positions: [Value: Int] = [:]

  /// - Parameter results: the names of results.
  init(_ results: [String: Element]) {
    values = results
    names = values.keys.sorted()
  }

  /// Adds the names of an input, which are also names of results if they have the same type; a result's name comes first.
  mutating func add(_ inputs: [String: some Sendable]) {
    guard let inputs = inputs as? [String: Element], !inputs.isEmpty else { return }
    values.merge(inputs) { own, _ in own }
    names = values.keys.sorted()
  }

  /// Decodes the objects and arrays of the expected diagram, if the type of the results is `Decodable`. A value that the
  /// stream emitted is then compared with what its marble means, and not with its text.
  mutating func decode(_ marbles: [Value]) {
    guard let type = Element.self as? any Decodable.Type else { return }
    for marble in marbles where marble.isStructured && positions[marble] == nil {
      guard let element = try? marble.decoded(as: type) as? Element else { continue }
      // Arrays and dictionaries have this text already.
      guard Value(describing: element) != marble else { continue }
      positions[marble] = decoded.count
      decoded.append(element)
    }
  }

  /// The marble of a value that the stream emitted.
  func marble(of element: Element) -> Value {
    let name = names.first { name in values[name].map { Self.areSame($0, element) } ?? false }
    if let name { return Value.string(name).reading }
    return Value(describing: decoded.first { Self.areSame($0, element) } ?? element).reading
  }

  /// The marble of a token of a diagram: a name, or the text of a value.
  func marble(of token: Value) -> Value {
    let text = token.description
    if let element = values[text] { return marble(of: element) }
    if let position = positions[token] { return marble(of: decoded[position]) }
    let name = names.first { name in values[name].map { Value(describing: $0).description == text } ?? false }
    return (name.map(Value.string) ?? token).reading
  }

  private static func areSame(_ left: Element, _ right: Element) -> Bool {
    func isEqual<Left: Equatable>(_ left: Left) -> Bool { (right as? Left) == left }
    if let left = left as? any Equatable { return isEqual(left) }
    return Value(describing: left) == Value(describing: right)
  }
}
