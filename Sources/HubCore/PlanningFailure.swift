/// Why a job has no run to show.
///
/// A scene is left out of the playlist only for what is wrong with the scene itself. A full queue and a cancelled job say
/// nothing about the scene, so the hub tries again.
///
/// | failure | playlist | control request |
/// |---|---|---|
/// | ``invalid(_:)``, ``tooLarge(_:)`` | leaves the scene out until the next reload | is refused with the reason |
/// | ``outOfTime`` | leaves the scene out for a minute | is refused |
/// | ``cancelled`` | tries again after a short pause | was overtaken |
/// | ``busy`` | tries again after a short pause | tries again until its time limit, and is refused then |
public enum PlanningFailure: Error, Hashable, Sendable {
  /// The scene can't be played, for this reason.
  case invalid(String)
  /// The run, or its recording, exceeded this limit.
  case tooLarge(String)
  /// The scene was not planned in time.
  case outOfTime
  /// The job was cancelled.
  case cancelled
  /// The queue had no free place, so the job did not start.
  case busy
}
