/// Why a text is not a pattern, and where.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column in characters of the pattern, from 1; one past the last when the pattern ends too early.
  public var column: Int
  /// What is wrong there, without a full stop.
  public var problem: String
  /// What to write instead, as in `write (?:…)`; nil when there is no obvious answer.
  public var suggestion: String?

  init(_ column: Int, _ problem: String, _ suggestion: String? = nil) {
    self.column = column
    self.problem = problem
    self.suggestion = suggestion
  }

  /// The column, the problem and the suggestion in one line.
  public var description: String { "column \(column): \(problem)" + (suggestion.map { "; \($0)" } ?? "") }
}
