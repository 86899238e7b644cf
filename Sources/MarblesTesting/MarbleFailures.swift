internal import Synchronization

/// The failures of marble tests as values, instead of failures of the test that runs: for tests of helpers that call
/// `expectMarbles`.
///
/// ```swift
/// let failures = try marbleFailures { try expectCapitals("a|", gives: "a|") }
/// #expect(failures.map(\.sentence) == ["at 0 s expected a, got A"])
/// ```
///
/// - Parameter test: calls `expectMarbles` in the task of the caller, any number of times. It goes on after a failure.
/// - Returns: the failures, in the order of the calls, each with the file and the line of its call.
/// - Throws: what `test` throws, and the error of a test that can't begin: `DiagramError` or ``MarbleInputError``.
public func marbleFailures(of test: () throws -> Void) throws -> [MarbleTestFailure] {
  let collected = CollectedFailures()
  try CollectedFailures.$current.withValue(collected) { try test() }
  return collected.failures
}

/// The failures of the marble tests in a call of ``marbleFailures(of:)``.
final class CollectedFailures: Sendable {
  /// Where this task collects failures; nil where they are reported.
  @TaskLocal static var current: CollectedFailures?

  private let state = Mutex<[MarbleTestFailure]>([])

  var failures: [MarbleTestFailure] { state.withLock { $0 } }

  func append(_ failure: MarbleTestFailure) { state.withLock { $0.append(failure) } }
}
