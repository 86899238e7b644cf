/// An error in an input, with its place.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error; commands map it to an exit code.
  public enum Kind: Hashable, Sendable {
    /// The specification of the input is invalid.
    case usage
    /// The file does not exist.
    case notFound
    /// The file can't be read.
    case unreadable
    /// The content of the file is invalid.
    case malformed
  }

  /// The kind of error.
  public var kind: Kind
  /// The place, what was found, and what was expected.
  public var description: String

  /// Creates an error; the description includes the place.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension InputError {
  /// An error of reading the file at `path`.
  package init(_ problem: FileBytes.Problem, path: String) {
    let kind: Kind =
      switch problem {
      case .missing: .notFound
      case .folder, .notAFile, .unreadable, .silent: .unreadable
      case .tooLarge, .notText, .damaged: .malformed
      }
    self.init(kind, problem.message(path))
  }
}
