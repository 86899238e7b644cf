internal import Marbles
internal import Operators
internal import Playback

/// Sends the values of an input row through a channel or a stream, in one task for all readers, and records what becomes of
/// each value.
///
/// @unchecked Sendable: accessed only by jobs of the scene's executor, which all run on the one thread that drives it, and
/// between drives.
final class RowSender: @unchecked Sendable {
  /// What became of the values that were sent so far, by the index of the event.
  private(set) var sends: [Recording.Send] = []
  /// The cancelled request that ended the stream for all readers.
  private(set) var cutOff: Recording.Taking?

  private let row: Int
  private let name: String
  private let timeline: Timeline
  private let buffer: StreamBuffer?
  private let conduit: Conduit
  private let clock: PlaybackClock
  private let limits: RecordingLimits
  private let notes: NoteRecorder?
  /// Whether several iterators may share the values.
  private let isShared: Bool
  /// The number of requests that are not answered.
  private var waiting = 0
  /// The number of requests so far.
  private var requests = 0
  /// The request that a throwing stream holds; nil for none, and for other streams.
  private var heldRequest: Int?
  /// The number of iterators of each row that reads.
  private var iterators: [Int: Int] = [:]
  private var hasEnded = false

  /// Creates the sender of the input at position `row`; nil for an input that is replayed for each reader.
  ///
  /// - Parameter isShared: whether the scene mentions the row more than once.
  init?(
    row: Int, of scene: Scene, isShared: Bool, executor: PlaybackExecutor, limits: RecordingLimits,
    notes: NoteRecorder?
  ) {
    guard let input = scene.rows[row].input, let conduit = Conduit(of: input) else { return nil }
    (self.row, name, timeline, self.conduit) = (row, scene.rows[row].name, input.timeline, conduit)
    buffer = if case .stream(let buffer) = input.start { buffer } else { nil }
    clock = PlaybackClock(executor: executor, rank: row)
    (self.isShared, self.limits, self.notes) = (isShared, limits, notes)
  }

  // MARK: Sending

  /// Sends all values, and then the end.
  func run() async {
    // When the run is over, tasks whose handles operators have lost may wait for a value.
    defer { conduit.finish() }
    for index in timeline.events.indices {
      guard await arrive(at: timeline.events[index].time) else { return }
      await send(index)
      if clock.executor.isCancelled { return }
    }
    guard await arrive(at: timeline.end.time ?? .distantFuture) else { return }
    (hasEnded, heldRequest) = (true, nil)
    if case .error(_, let message) = timeline.end { conduit.fail(TimelineFailure(message: message)) }
  }

  /// Waits until `time`; false when the run is over.
  private func arrive(at time: SceneTime) async -> Bool {
    // A call at this instant waits for the turn of its row.
    if time >= clock.now { try? await clock.sleep(until: time) }
    return !clock.executor.isCancelled
  }

  private func send(_ index: Int) async {
    limits.countHeld(MemoryLayout<Recording.Send>.stride, inRow: name)
    let called = clock.now
    sends.append(Recording.Send(called: called))
    // Somebody may still ask at this instant.
    let note = buffer == nil && waiting == 0 ? self.note(.delivered(.waits), about: index) : nil
    // The stream answers at once what it holds.
    heldRequest = nil
    let outcome = await conduit.send(index)
    guard !clock.executor.isCancelled else { return }
    if let note, clock.now == called { notes?.retract(note) }
    sends[index].returned = clock.now
    switch outcome {
    case .accepted: break
    case .lost(let lost):
      guard let buffer else { break }
      sends[lost].dropped = Recording.Drop(time: clock.now, reason: .full(buffer))
      self.note(.dropped(.full(buffer.policy)), about: lost)
    case .over:
      sends[index].dropped = Recording.Drop(time: clock.now, reason: .over)
      self.note(.dropped(.ended), about: index)
    }
  }

  @discardableResult
  private func note(_ action: OperatorNote.Action, about index: Int?) -> Int? {
    let from = index.map { Lineage.one(EventKey(row: row, index: $0)) } ?? .none
    let value = index.map { timeline.events[$0].value }
    return notes?.note(OperatorNote(name: buffer == nil ? "channel" : "stream", action, value: value, from: from))
  }

  // MARK: Reading

  /// A stream of the values that one of its iterators gets.
  ///
  /// - Parameter reader: the position of the row that reads.
  func stream(readBy reader: Int) -> TracedStream { TracedStream(SentValues(sender: self, reader: reader)) }

  func beginIterator(of reader: Int) -> SentValues.Begun {
    let number = iterators[reader, default: 0]
    iterators[reader] = number + 1
    return SentValues.Begun(number: number, next: conduit.makeNext())
  }

  /// Asks for the next value.
  fileprivate func answer(
    _ next: () async throws -> Int?, to reader: Int, iterator: Int
  ) async throws -> Traced? {
    guard !clock.executor.isCancelled else { return nil }
    waiting += 1
    defer { waiting -= 1 }
    let index = try await conduit.allowsOneWaiting ? answerAlone(next) : next()
    // A value that a reader takes only because the run is cut is lost with it.
    guard !clock.executor.isCancelled else { return nil }
    let taking = Recording.Taking(row: reader, iterator: iterator, time: clock.now)
    guard let index else {
      if conduit.endsWhenCancelled, Task.isCancelled, !hasEnded, cutOff == nil {
        cutOff = taking
        note(.delivered(.cut(row: reader)), about: nil)
      }
      return nil
    }
    sends[index].taken = taking
    let waited = buffer == nil ? clock.now - sends[index].called : .zero
    if isShared || waited > .zero { note(.delivered(.taken(row: reader, after: waited)), about: index) }
    let event = timeline.events[index]
    let key = Lineage.one(EventKey(row: row, index: index))
    return Traced(value: event.value, color: event.color, from: key, sources: key, animation: event.animation)
  }

  /// Asks a throwing stream, which stops the process when it holds another request.
  private func answerAlone(_ next: () async throws -> Int?) async throws -> Int? {
    if heldRequest != nil { throw SharedRequest(row: name) }
    requests += 1
    let request = requests
    heldRequest = request
    defer { release(request) }
    return try await withTaskCancellationHandler {
      try await next()
    } onCancel: {
      release(request)
    }
  }

  private func release(_ request: Int) {
    if heldRequest == request { heldRequest = nil }
  }
}

/// A second iterator asked for a value of a throwing stream while another waited.
struct SharedRequest: Error, CustomStringConvertible {
  let row: String

  var description: String {
    "two iterators wait for a value of \(row) at once, which stops a program that has an AsyncThrowingStream"
  }
}

/// The values of a channel or a stream that one iterator gets.
struct SentValues: AsyncSequence, Sendable {
  typealias Element = Traced

  let sender: RowSender
  let reader: Int

  /// An iterator that has asked. Not a tuple: a function in an optional tuple gets one more wrapper each time that it is read and
  /// stored again.
  struct Begun {
    let number: Int
    let next: () async throws -> Int?
  }

  struct Iterator: AsyncIteratorProtocol {
    let values: SentValues
    private var begun: Begun?

    init(values: SentValues) { self.values = values }

    mutating func next() async throws -> Traced? {
      if begun == nil { begun = values.sender.beginIterator(of: values.reader) }
      guard let begun else { return nil }
      return try await values.sender.answer(begun.next, to: values.reader, iterator: begun.number)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(values: self) }
}
