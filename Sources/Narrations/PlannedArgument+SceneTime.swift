internal import Expressions
internal import Marbles

extension [PlannedArgument?] {
  /// The scene time of the duration at `index`, on the clock among the arguments; nil when it is not constant.
  func sceneTime(at index: Int, step: SceneTime) -> SceneTime? {
    guard indices.contains(index), let span = self[index]?.span(step: step) else { return nil }
    guard let clock = lazy.compactMap({ $0?.clock }).first else { return span }
    return clock.isPunctual ? clock.speedFactor.map { .nanoseconds($0.wallSpan(of: span)) } : nil
  }
}
