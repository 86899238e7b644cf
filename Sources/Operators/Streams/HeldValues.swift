internal import DequeModule
internal import Marbles
internal import Playback

/// Called when operators hold more bytes than before, or fewer: the change. It may stop the run.
public typealias HeldBytesObserver = @Sendable (_ change: Int) -> Void

/// The sizes of the values that one iteration of an operator has read and not emitted yet, in their order: a queue may
/// take more memory than all that a run shows.
///
/// @unchecked Sendable: used only by jobs of the scene's executor, which all run on the one thread that drives it, and
/// freed when they are over.
final class HeldValues: @unchecked Sendable {
  private let observer: HeldBytesObserver
  private let capacity: Int
  /// The number of values that are held.
  private(set) var count = 0
  /// The number of values that are no longer held.
  private var released = 0
  /// The values that have memory of their own, which few have: the number of values before it, and its bytes.
  private var large = Deque<(index: Int, bytes: Int)>()

  /// - Parameters:
  ///   - capacity: the most values that the operator keeps.
  ///   - observer: learns of all changes.
  init(atMost capacity: Int = .max, _ observer: @escaping HeldBytesObserver) {
    (self.capacity, self.observer) = (capacity, observer)
  }

  deinit { release(count) }

  /// The operator has read a value; beyond its capacity it has dropped one.
  func hold(_ element: Traced) {
    let bytes = element.value.storageBytes
    if bytes > 0 { large.append((released + count, bytes)) }
    count += 1
    observer(MemoryLayout<Traced>.stride + bytes)
    if count > capacity { release(1) }
  }

  /// The operator has emitted, or dropped, its oldest values.
  func release(_ oldest: Int) {
    let oldest = min(oldest, count)
    count -= oldest
    released += oldest
    var bytes = oldest * MemoryLayout<Traced>.stride
    while let first = large.first, first.index < released {
      bytes += first.bytes
      large.removeFirst()
    }
    observer(-bytes)
  }
}

/// Counts a value that something needs for as long as it keeps this object, such as an inner stream.
///
/// @unchecked Sendable: as ``HeldValues``.
package final class HeldValue: @unchecked Sendable {
  private let bytes: Int
  private let observer: HeldBytesObserver

  /// nil when the value has no memory of its own, so that counting it costs nothing.
  package init?(of element: Traced, _ observer: @escaping HeldBytesObserver) {
    let bytes = element.value.storageBytes
    guard bytes > 0 else { return nil }
    (self.bytes, self.observer) = (bytes, observer)
    observer(bytes)
  }

  deinit { observer(-bytes) }
}

extension Call {
  /// The stream of an operator over `base` that gathers values, and emits all that it has at once.
  func gathering(_ base: TracedStream, _ build: @escaping @Sendable (TracedStream) -> TracedStream) -> TracedStream {
    holding(base, gathers: true, build)
  }

  /// The stream of an operator over its receiver that keeps values for later: they count against the budget of the run.
  ///
  /// - Parameters:
  ///   - base: the receiver.
  ///   - capacity: the most values that the operator keeps.
  ///   - gathers: whether each value that it emits is made of all that it has read.
  func holding(
    _ base: TracedStream, atMost capacity: Int = .max, gathers: Bool = false,
    _ build: @escaping @Sendable (TracedStream) -> TracedStream
  ) -> TracedStream {
    let (observer, executor) = (onHolding, executor)
    return TracedStream(generating: {
      let held = HeldValues(atMost: capacity, observer)
      let input = TracedStream(generating: {
        var iterator = base.makeAsyncIterator()
        return {
          let element = try await iterator.next()
          if let element { held.hold(element) }
          return element
        }
      })
      var iterator = build(input).makeAsyncIterator()
      return {
        // To pass on a million values takes long.
        if executor.isCancelled { return nil }
        let element = try await iterator.next()
        held.release(gathers ? held.count : 1)
        return element
      }
    })
  }
}
