// swift-format-ignore-file
// Written by `marbled render --format swift`.
// The diagrams after `gives:` are what the rows did. Change them to what they should do, or test operators
// of your own in the closure.
import AsyncAlgorithms
import Marbles
import MarblesTesting
import Testing

// Leave nil out, put a value in its place, or repeat the last one.
@Suite("missing values") struct MissingValuesTests {
  @Test("compacted") func compacted() throws {
    try expectMarbles(
      "'18.5'---'null'---'21'---'null'-'null'-'19.5'--|",
      values: .any,
      gives: "'18.5'-------'21'-------'19.5'--|",
      step: .milliseconds(500)
    ) { readings, _ in
      readings.compactMap { $0.nonNil }
    }
  }

  @Test("zeros") func zeros() throws {
    try expectMarbles(
      "'18.5'---'null'---'21'---'null'-'null'-'19.5'--|",
      values: .any,
      gives: "'18.5'---0---'21'---0-0-'19.5'--|",
      step: .milliseconds(500)
    ) { readings, _ in
      readings.map { $0.otherwise(0) }
    }
  }

  @Test("carried") func carried() throws {
    try expectMarbles(
      "'18.5'---'null'---'21'---'null'-'null'-'19.5'--|",
      values: .any,
      gives: "'18.5'---'18.5'---'21'---'21'-'21'-'19.5'--|",
      step: .milliseconds(500)
    ) { readings, _ in
      readings.reductions { $1.otherwise($0) }
    }
  }
}

/// What closures do with values of several kinds.
extension Value {
  /// `??`
  fileprivate func otherwise(_ other: @autoclosure () -> Value) -> Value { self == .null ? other() : self }

  /// The value as an optional.
  fileprivate var nonNil: Value? { self == .null ? nil : self }
}
