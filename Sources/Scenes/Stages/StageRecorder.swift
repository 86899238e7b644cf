internal import Marbles
internal import Operators
internal import Playback

/// Records the stages of one row's expression: who read what, when it was asked, and what it answered.
///
/// A value that a reader got is traced to that event by a key after those of all rows and inner streams, so that the event is
/// known whatever operators follow. The recorder keeps the ancestors that the value would have without it, so that
/// all else is recorded as if there were no recorder.
///
/// @unchecked Sendable: accessed only by jobs of the scene's executor, which all run on the one thread that drives it,
/// and between drives.
final class StageRecorder: StageObserver, @unchecked Sendable {
  /// The row in the keys of its events, after all rows and inner streams of the scene.
  private let row: Int
  private let executor: PlaybackExecutor
  private let budget: Int
  /// Whether what a value has as ancestors without stages is what it has as sources: then nothing has to be translated.
  private let sourcesAreAncestors: Bool
  private var bytes = 0
  private var passes: [Recording.Stages.Pass] = []
  /// The ancestors without stages of each event of each pass.
  private var origins: [[Lineage]] = []
  private var notes: [(number: Int, note: Recording.Stages.Note)] = []
  private var inner: [EventKey: Lineage] = [:]
  private var streams: [Lineage] = []
  private var cut: SceneTime?
  private var replacement: LineageRewriter

  /// - Parameters:
  ///   - position: the position of the row in a scene of `count` rows.
  ///   - sourcesAreAncestors: whether the expression reads inputs alone, and makes no inner streams.
  ///   - executor: the executor of the scene.
  ///   - budget: the most bytes to keep, approximately; what happens after that is not recorded.
  init(row position: Int, of count: Int, sourcesAreAncestors: Bool, executor: PlaybackExecutor, budget: Int) {
    self.sourcesAreAncestors = sourcesAreAncestors
    row = 2 * count + position
    (self.executor, self.budget) = (executor, budget)
    replacement = LineageRewriter(from: row)
  }

  func begin(_ stream: StageStream, for reader: Int?, madeOf element: Traced?, depth: Int) -> Int? {
    guard spend(MemoryLayout<Recording.Stages.Pass>.stride) else { return nil }
    passes.append(
      Recording.Stages.Pass(
        stream: stream, reader: reader, element: element.map { .init(value: $0.value, from: $0.from) },
        depth: depth, begin: executor.now))
    origins.append([])
    return passes.count - 1
  }

  func adopt(_ pass: Int, by reader: Int) { passes[pass].reader = reader }

  func ask(_ pass: Int) {
    guard spend(MemoryLayout<SceneTime>.stride) else { return }
    passes[pass].asked.append(executor.now)
  }

  func emit(_ element: Traced, from pass: Int) -> Traced {
    guard spend(Self.eventBytes + element.value.storageBytes) else { return element }
    let index = passes[pass].events.count
    passes[pass].events.append(
      Recording.Stages.Event(time: executor.now, value: element.value, color: element.color, from: element.from))
    origins[pass].append(sourcesAreAncestors ? element.sources : outside(element.from))
    var known = element
    known.from = .one(EventKey(row: row, stream: pass, index: index))
    return known
  }

  func end(_ pass: Int, _ end: InnerEnd) {
    guard isRecording else { return }
    passes[pass].end = Recording.Inner.End(end, at: executor.now)
  }

  func note(_ number: Int, _ note: OperatorNote, in pass: Int?) {
    notes.append((number, Recording.Stages.Note(pass: pass, from: note.from, cause: note.cause)))
  }

  /// An inner stream was made for a value that came from `lineage`.
  func noteStream(for lineage: Lineage) {
    if spend(MemoryLayout<Lineage>.stride) { streams.append(lineage) }
  }

  /// An inner stream has an event with this key, which was made from `lineage`.
  func note(_ key: EventKey, from lineage: Lineage) {
    if spend(MemoryLayout<(EventKey, Lineage)>.stride) { inner[key] = lineage }
  }

  /// `lineage` with events of stages replaced by the events of rows and inner streams that they came from.
  func outside(_ lineage: Lineage) -> Lineage {
    // Nearly all values come from one event.
    if let only = lineage.only { return only.row >= row ? origin(of: only) : lineage }
    return replacement.applied(to: lineage) { origin(of: $0) }
  }

  private func origin(of key: EventKey) -> Lineage { origins[key.inner.stream][key.inner.index] }

  private static let eventBytes = MemoryLayout<Recording.Stages.Event>.stride + MemoryLayout<Lineage>.stride

  /// Requests, values and ends that come only from the end of the run are not recorded: what is open then stays open.
  private var isRecording: Bool { cut == nil && !executor.isCancelled }

  /// Whether this many bytes more are recorded; the first time that there is no room for them is the cut.
  private func spend(_ count: Int) -> Bool {
    guard isRecording else { return false }
    bytes += count
    if bytes > budget { cut = executor.now }
    return cut == nil
  }

  /// What has been recorded.
  ///
  /// - Parameter recorded: the numbers of the notes that are left.
  func recorded(notes numbers: [Int]) -> Recording.Stages {
    let byNumber = Dictionary(notes.map { ($0.number, $0.note) }) { $1 }
    return Recording.Stages(
      passes: passes, notes: numbers.map { byNumber[$0] ?? .init(pass: nil, from: .none, cause: .none) }, inner: inner,
      streams: streams, cut: cut)
  }
}

extension Recording.Inner.End {
  /// The end of a stream at `time`.
  init(_ end: InnerEnd, at time: SceneTime) {
    self =
      switch end {
      case .finish: .finish(time)
      case .failure(let error): .error(time, message: String(describing: error))
      case .cancelled: .cancelled(time)
      }
  }
}
