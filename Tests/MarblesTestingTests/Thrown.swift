import Playback
import Testing

/// The error of a marble test that runs outside of a test, where it throws what would be an issue in a test.
func thrown<Failure: Error>(
  _ type: Failure.Type, sourceLocation: SourceLocation = #_sourceLocation,
  by test: @escaping @Sendable () throws -> Void
) async throws -> Failure {
  try await #require(throws: type, sourceLocation: sourceLocation) { try await Task.detached { try test() }.value }
}

extension Trait where Self == ConditionTrait {
  /// A test of what is known about the tasks of an executor.
  static var findsTasks: Self {
    .enabled(if: PlaybackExecutor.findsTasks, "where tasks are is known with Swift 6.3 on Linux with 64 bits")
  }
}
