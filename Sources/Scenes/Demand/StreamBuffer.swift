internal import Marbles
public import Operators

/// The buffer of an `AsyncStream`, which keeps values that nobody has asked for.
public enum StreamBuffer: Hashable, Sendable {
  /// It keeps all values.
  case unbounded
  /// It keeps this many values, and drops the oldest for a new one.
  case newest(Int)
  /// It keeps this many values, and drops new ones.
  case oldest(Int)

  /// The valid number of values.
  package static let counts = 0...1_000_000
  /// What can be written.
  package static let expectation = "unbounded, newest(COUNT) or oldest(COUNT), with a COUNT up to \(counts.upperBound)"
  /// The texts without a count.
  package static let names = ["unbounded", "newest", "oldest"]

  /// The same policy as that of an operator.
  public var policy: BufferPolicy {
    switch self {
    case .unbounded: .unbounded
    case .newest(let count): .bufferingLatest(count)
    case .oldest(let count): .bufferingOldest(count)
    }
  }
}

extension StreamBuffer: LosslessStringConvertible {
  /// Reads `unbounded`, `newest(2)` or `oldest(2)`; nil for another text, or a count that is too large.
  public init?(_ description: String) {
    if description == "unbounded" {
      self = .unbounded
      return
    }
    guard let bracket = description.firstIndex(of: "("), description.hasSuffix(")"),
      let count = Int(description[description.index(after: bracket)...].dropLast()), Self.counts.contains(count)
    else { return nil }
    switch description[..<bracket] {
    case "newest": self = .newest(count)
    case "oldest": self = .oldest(count)
    default: return nil
    }
  }

  /// The text in a scene file.
  public var description: String {
    switch self {
    case .unbounded: "unbounded"
    case .newest(let count): "newest(\(count))"
    case .oldest(let count): "oldest(\(count))"
    }
  }
}
