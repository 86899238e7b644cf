/// What an output row computes, as the Swift that one would write: `zip(merge(a, b), c)`.
public struct Expression: Hashable, Sendable {
  /// The parts of an expression.
  public indirect enum Node: Hashable, Sendable {
    /// A row of the scene.
    case row(String, column: Int)
    /// An operator applied to streams.
    case call(String, [Node], column: Int)
  }

  /// The row that it is to be called, where it says so: `slow` in `slow = merge(a, b)`.
  public var name: String?
  /// The expression without its name, as it was written.
  public var source: String
  /// The whole text, for messages.
  public var text: String
  /// What it means.
  public var root: Node

  /// Creates an expression from its parts; ``parse(_:catalogue:)`` does so from text.
  public init(name: String? = nil, source: String, text: String, root: Node) {
    self.name = name
    self.source = source
    self.text = text
    self.root = root
  }

  /// The rows that it refers to, in order, with the columns of the first mention.
  public var references: [(name: String, column: Int)] {
    var found: [(name: String, column: Int)] = []
    func visit(_ node: Node) {
      switch node {
      case .row(let name, let column): if !found.contains(where: { $0.name == name }) { found.append((name, column)) }
      case .call(_, let arguments, _): arguments.forEach(visit)
      }
    }
    visit(root)
    return found
  }

  /// The operators that it uses, outermost first.
  public var operators: [String] {
    func visit(_ node: Node) -> [String] {
      guard case .call(let name, let arguments, _) = node else { return [] }
      return [name] + arguments.flatMap(visit)
    }
    return visit(root)
  }
}
