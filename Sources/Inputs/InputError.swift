/// What is wrong with an input, and where.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; commands make exit codes of it.
  public enum Kind: Hashable, Sendable {
    /// Not written as inputs are.
    case usage
    /// There is no such file.
    case notFound
    /// The file can't be read.
    case unreadable
    /// Its content is not what it should be.
    case malformed
  }

  /// What kind of trouble it is.
  public var kind: Kind
  /// Where, what, and what was expected.
  public var description: String

  /// Creates an error.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension InputError {
  /// Why the file at `path` has no bytes for us.
  package init(_ problem: FileBytes.Problem, path: String) {
    let kind: Kind =
      switch problem {
      case .missing: .notFound
      case .folder, .notAFile, .unreadable, .silent: .unreadable
      case .tooLarge, .notText: .malformed
      }
    self.init(kind, problem.message(path))
  }
}
