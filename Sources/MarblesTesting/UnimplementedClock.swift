public import Marbles
internal import Platform

#if canImport(Testing)
  internal import Testing
#endif

/// A clock that the code under test must not use: each use fails the test, at the line where the clock was made.
///
/// Pass it to code that takes a clock, in a test of something that takes no time:
///
/// ```swift
/// let model = CounterModel(clock: UnimplementedClock())
/// await model.incrementButtonTapped()
/// #expect(await model.count == 1)
/// ```
///
/// Outside of a test, each use is a line on standard error.
public struct UnimplementedClock: Clock {
  /// An instant is a scene time.
  public typealias Instant = SceneTime

  /// A use of a clock that must not be used.
  public struct Use: Error, Hashable, CustomStringConvertible {
    /// What was called, such as `now`.
    public let member: String
    /// The problem, and what to do.
    public var description: String {
      "`\(member)` of an UnimplementedClock was used; if the code under test needs a clock here, give it a TestClock"
    }
  }

  private let site: CallSite
  private let isInTest: Bool

  /// Creates a clock whose uses fail at the place of this call.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    site = CallSite(fileID, filePath, line, column)
    #if canImport(Testing)
      isInTest = Test.current != nil
    #else
      isInTest = false
    #endif
  }

  /// Fails the test.
  ///
  /// - Returns: zero.
  public var now: SceneTime {
    report(Use(member: "now"))
    return .zero
  }

  /// Fails the test.
  ///
  /// - Returns: one nanosecond.
  public var minimumResolution: Duration {
    report(Use(member: "minimumResolution"))
    return .nanoseconds(1)
  }

  /// Fails the test.
  ///
  /// - Throws: ``Use``, at once.
  public func sleep(until deadline: SceneTime, tolerance: Duration? = nil) async throws {
    let use = Use(member: "sleep(until:tolerance:)")
    report(use)
    throw use
  }

  private func report(_ use: Use) {
    if site.report(use) { return }
    // Of a task that a test of Swift Testing has detached: the issue belongs to no test, but the run fails.
    if isInTest, site.record(use) { return }
    let line = Array("\(site.location): \(use)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
