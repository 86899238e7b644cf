public import Narrations

extension CheckReport {
  /// What a lint has found in a row of a file.
  public struct LintFinding: Sendable {
    /// The mistake, and what happened.
    public var finding: Finding
    /// The name of the row.
    public var row: String
    /// The line of the part of the expression, from 1.
    public var line: Int
    /// The column of the part, from 1, in characters.
    public var column: Int
  }

  /// What lints have found, without what is allowed.
  public var lints: Int { files.reduce(0) { $0 + ($1.lints?.count ?? 0) } }
}
