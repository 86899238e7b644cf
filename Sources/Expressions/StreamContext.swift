public import Marbles
public import Operators
public import Playback

/// Where a stream is built: what its names mean, and the clock that it lives by.
public struct StreamContext: Sendable {
  /// The stream of a row; a stream of its own at each call.
  var row: @Sendable (String) -> TracedStream
  /// The clock of operators and inner streams.
  var clock: PlaybackClock
  /// The length of a time step.
  var step: SceneTime
  /// The operators.
  var catalogue: Catalogue
  /// What the parameters of closures around are.
  var scope = Scope.empty
  /// How many closures are around.
  var depth = 0
  /// Who hears of the streams that closures make.
  private let observer: (any InnerObserver)?

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - clock: the clock of operators and inner streams.
  ///   - step: the length of a time step.
  ///   - catalogue: the operators.
  ///   - observer: who hears of the streams that closures make; without one they cost nothing more.
  ///   - row: gives the stream of a row, one of its own at each call.
  public init(
    clock: PlaybackClock, step: SceneTime, catalogue: Catalogue, observer: (any InnerObserver)? = nil,
    row: @escaping @Sendable (String) -> TracedStream
  ) {
    self.row = row
    self.clock = clock
    self.step = step
    self.catalogue = catalogue
    self.observer = observer
  }

  /// `stream`, which was made of `element`, as whoever observes hears of it.
  func observed(_ stream: TracedStream, madeOf element: Traced) -> TracedStream {
    observer.map { stream.observed(by: $0, madeOf: element, depth: depth) } ?? stream
  }
}
