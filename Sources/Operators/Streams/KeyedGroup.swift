internal import DequeModule
internal import Marbles
internal import Playback

/// The values of one key, for the streams that a closure reads them by.
///
/// A stream that was made before the first value gets all of them, and so does the first that is read within the instant of
/// that value. A stream that is made later, or read again, gets the values from then on.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, which all run on the one thread that drives it.
final class KeyedGroup: @unchecked Sendable {
  private struct Reading {
    weak var reader: GroupReader?
  }

  private let executor: PlaybackExecutor
  private let observer: HeldBytesObserver
  private let begin: SceneTime
  private var readings: [Reading] = []
  /// The values of the first instant, while nothing reads them.
  private var early = Deque<Traced>()
  private var wasRead = false
  private var isOver = false

  init(on executor: PlaybackExecutor, _ observer: @escaping HeldBytesObserver) {
    (self.executor, self.observer, begin) = (executor, observer, executor.now)
  }

  /// A stream of the values.
  func stream() -> TracedStream {
    let first = FirstReader(reader())
    return TracedStream(generating: { [self] in
      let reader = first.take() ?? reader()
      wasRead = true
      return { await reader.next() }
    })
  }

  /// Gives a value to all that read.
  ///
  /// - Returns: false when nothing will get it.
  func publish(_ element: Traced) -> Bool {
    readings.removeAll { $0.reader == nil }
    if readings.isEmpty {
      guard !wasRead, executor.now == begin else { return false }
      early.append(element)
      return true
    }
    for reading in readings { reading.reader?.append(element) }
    return true
  }

  /// No more values come.
  func finish() {
    isOver = true
    for reading in readings { reading.reader?.finish() }
    readings = []
  }

  /// Gives up the values that nothing has read.
  func takeUnread() -> Deque<Traced> {
    defer { early = [] }
    return early
  }

  private func reader() -> GroupReader {
    let reader = GroupReader(takeUnread(), isOver: isOver, on: executor, observer)
    if !isOver { readings.append(Reading(reader: reader)) }
    return reader
  }
}

/// Keeps a reader for the first iteration of a stream, which takes it.
///
/// @unchecked Sendable: as ``KeyedGroup``.
private final class FirstReader: @unchecked Sendable {
  private var reader: GroupReader?

  init(_ reader: GroupReader) { self.reader = reader }

  func take() -> GroupReader? {
    defer { reader = nil }
    return reader
  }
}

/// The values of a key that one iteration has not asked for yet.
///
/// @unchecked Sendable: as ``KeyedGroup``. A cancellation on another thread is submitted to the thread that drives the
/// executor.
private final class GroupReader: @unchecked Sendable {
  private let executor: PlaybackExecutor
  private let held: HeldValues
  private var values: Deque<Traced>
  private var isOver: Bool
  private var consumer: UnsafeContinuation<Void, Never>?

  init(
    _ values: Deque<Traced>, isOver: Bool, on executor: PlaybackExecutor, _ observer: @escaping HeldBytesObserver
  ) {
    (self.executor, self.values, self.isOver) = (executor, values, isOver)
    held = HeldValues(observer)
    for value in values { held.hold(value) }
  }

  func append(_ element: Traced) {
    guard !isOver else { return }
    values.append(element)
    held.hold(element)
    resumeConsumer()
  }

  /// No more values come, after those that wait.
  func finish() {
    isOver = true
    resumeConsumer()
  }

  /// The next value; nil after the last, and when the consumer is cancelled.
  func next() async -> Traced? {
    if Task.isCancelled { cancel() }
    if values.isEmpty, !isOver {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          if isOver || !values.isEmpty { continuation.resume() } else { consumer = continuation }
        }
      } onCancel: {
        if executor.isCurrent { cancel() } else { executor.submit { self.cancel() } }
      }
    }
    // To pass on a million values takes long.
    guard !executor.isCancelled, let value = values.popFirst() else { return nil }
    held.release(1)
    return value
  }

  private func cancel() {
    values = []
    held.release(held.count)
    finish()
  }

  private func resumeConsumer() {
    guard let consumer else { return }
    self.consumer = nil
    consumer.resume()
  }
}
