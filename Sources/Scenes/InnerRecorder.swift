internal import Marbles
internal import Operators
internal import Playback

/// What happens in the streams that the closures of one row's expression make.
///
/// A value that came through an inner stream is traced back to an event of that stream, by a key behind those of all
/// rows; so it is known, whatever operators come after, which it was. What it came from outside is kept here.
///
/// @unchecked Sendable: touched only by jobs of the scene's executor, which all run on the one thread that drives it,
/// and between drives.
final class InnerRecorder: InnerObserver, @unchecked Sendable {
  private struct Stream {
    var element: Traced
    var depth: Int
    var begin: SceneTime
    var events: [Int] = []
    var end = Recording.Inner.End.open
  }

  private struct Emitted {
    var element: Traced
    var time: SceneTime
    var stream: Int
    /// Its position in the stream.
    var index: Int
  }

  /// The row of the keys of inner events, behind all rows of the scene.
  private let row: Int
  private let executor: PlaybackExecutor
  /// Told of each value and of each stream's beginning, with the number of both so far.
  private let onGrowth: @Sendable (Value?, Int) -> Void
  private var streams: [Stream] = []
  private var emitted: [Emitted] = []

  init(row: Int, executor: PlaybackExecutor, onGrowth: @escaping @Sendable (Value?, Int) -> Void) {
    self.row = row
    self.executor = executor
    self.onGrowth = onGrowth
  }

  func begin(_ element: Traced, depth: Int) -> Int {
    var element = element
    element.from = outside(element.from)
    streams.append(Stream(element: element, depth: depth, begin: executor.now))
    onGrowth(nil, streams.count + emitted.count)
    return streams.count - 1
  }

  func emit(_ element: Traced, from stream: Int) -> Traced {
    let key = EventKey(row: row, index: emitted.count)
    var kept = element
    kept.from = outside(element.from)
    emitted.append(
      Emitted(element: kept, time: executor.now, stream: stream, index: streams[stream].events.count))
    streams[stream].events.append(emitted.count - 1)
    onGrowth(element.value, streams.count + emitted.count)
    var known = element
    known.from = .one(key)
    return known
  }

  func end(_ stream: Int, _ end: InnerEnd) {
    // What ends because the run does was still open.
    guard !executor.isCancelled else { return }
    streams[stream].end =
      switch end {
      case .finish: .finish(executor.now)
      case .failure(let error): .error(executor.now, message: String(describing: error))
      case .cancelled: .cancelled(executor.now)
      }
  }

  /// The inner events among `lineage`, in the order in which they happened.
  func passed(_ lineage: Lineage) -> [Int] {
    lineage.keys.compactMap { $0.row == row ? $0.index : nil }
  }

  /// `lineage` with the events of rows in the place of the inner ones.
  func outside(_ lineage: Lineage) -> Lineage {
    guard lineage.keys.contains(where: { $0.row == row }) else { return lineage }
    return lineage.keys.reduce(.none) { union, key in
      union.union(key.row == row ? emitted[key.index].element.from : .one(key))
    }
  }

  // MARK: What was recorded

  /// The streams, in the order in which they began.
  ///
  /// - Parameters:
  ///   - name: the id of an inner event: of which stream, and which there.
  ///   - id: the id of an event of a row.
  func recorded(name: (_ stream: Int, _ index: Int) -> Event.ID, id: (EventKey) -> Event.ID) -> [Recording.Inner] {
    streams.enumerated().map { number, stream in
      Recording.Inner(
        value: stream.element.value, color: stream.element.color, from: stream.element.from.keys.map(id),
        depth: stream.depth, begin: stream.begin,
        events: stream.events.enumerated().map { index, place in
          let (element, time) = (emitted[place].element, emitted[place].time)
          return Event(
            id: name(number, index), time: time, value: element.value, color: element.color,
            from: element.from.keys.map(id), sources: element.sources.keys.map(id), animation: element.animation)
        },
        end: stream.end)
    }
  }

  /// Where an inner event stands: in which stream, and which it is there.
  func place(of event: Int) -> (stream: Int, index: Int) { (emitted[event].stream, emitted[event].index) }
}
