/// An error inside a closure; it ends the row, as a thrown error ends a stream.
public struct EvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position in the expression: 1-based, in characters.
  public var column: Int
  /// What went wrong, for a person.
  public var message: String

  /// The column and the message, on one line.
  public var description: String { "column \(column): \(message)" }
}
