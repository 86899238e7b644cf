internal import Expressions
internal import Marbles
internal import Operators
internal import Playback
internal import Synchronization

/// Counts what the stages of one row's expression take, give, drop and hold. The run may last for ever: only values that stages
/// hold are kept, and the newest others.
///
/// A value that a stage takes gets a key, which stays among its ancestors until the stage gives something made from it. The key
/// tells what became of the value, whatever the operator does.
final class StageMeter: StageObserver, OperatorObserver {
  private let executor: PlaybackExecutor
  private let state: Mutex<StageCounts>

  /// - Parameters:
  ///   - position: the position of the row in a scene of `count` rows.
  ///   - stages: the stages of its expression.
  ///   - sourcesAreAncestors: whether the expression reads inputs alone, and makes no inner streams.
  ///   - executor: the executor of the scene.
  init(row position: Int, of count: Int, stages: [Stage], sourcesAreAncestors: Bool, executor: PlaybackExecutor) {
    self.executor = executor
    state = Mutex(
      StageCounts(row: 2 * count + position, stages: stages, sourcesAreAncestors: sourcesAreAncestors))
  }

  /// What each stage has done until `time`, which is now, by position; to be called from any thread.
  func measures(at time: SceneTime) -> [StageMeasure] { state.withLock { $0.measures(at: time) } }

  /// The numbers of passes and of values that are kept.
  var sizes: (passes: Int, values: Int) { state.withLock { ($0.slotCount, $0.keptCount) } }

  // MARK: Observing

  func begin(_ stream: StageStream, for reader: Int?, madeOf element: Traced?, depth: Int) -> Int? {
    guard !executor.isCancelled else { return nil }
    return state.withLock { [now = executor.now] in $0.begin(stream, for: reader, depth: depth, at: now) }
  }

  func adopt(_ pass: Int, by reader: Int) {
    state.withLock { [now = executor.now] in $0.adopt(pass, by: reader, at: now) }
  }

  func ask(_ pass: Int) {
    guard !executor.isCancelled else { return }
    state.withLock { [now = executor.now] in $0.ask(pass, at: now) }
  }

  func emit(_ element: Traced, from pass: Int) -> Traced {
    // What is given only because the run ends is no result.
    guard !executor.isCancelled else { return element }
    var known = element
    known.from = state.withLock { [now = executor.now] in $0.emit(element, from: pass, at: now) }
    return known
  }

  func end(_ pass: Int, _ end: InnerEnd) {
    // Streams that end only because the run ends count as open.
    guard !executor.isCancelled else { return }
    state.withLock { [now = executor.now] in $0.end(pass, end, at: now) }
  }

  func note(_ number: Int, _ note: OperatorNote, in pass: Int?) {
    guard let pass else { return }
    state.withLock { [now = executor.now] in $0.settle(note, in: pass, at: now) }
  }

  /// Notes belong to passes, see ``note(_:_:in:)``. A number is needed only where they are recorded.
  func note(_ note: OperatorNote) -> Int { executor.isCancelled ? -1 : 0 }

  /// A value that was dropped, and is given yet, counts as given.
  func retract(_ note: Int) {}
}
