internal import Platform
public import Synchronization

/// The streams of one name that report to one channel. It lives as long as the process.
@usableFromInline
final class Tap: Sendable {
  @usableFromInline let channel: TapChannel
  let name: String
  /// Whether values and errors are shown by their types alone.
  let isRedacted: Bool
  /// The position in the channel.
  @usableFromInline let index: Int32
  /// How many iterations have begun.
  private let iterations = Atomic<Int>(0)
  /// How many values wait now to be taken by those that read a channel.
  let sending = Atomic<Int>(0)
  /// The events that were lost and not reported yet.
  @usableFromInline let dropped = Atomic<Int>(0)
  /// The beginning of each of its lines.
  let prefix: [UInt8]

  /// The maximum length of a name in bytes; a longer one is cut.
  static let nameLimit = 200

  init(_ name: String, _ channel: TapChannel, index: Int32, isRedacted: Bool = false) {
    (self.name, self.channel, self.index, self.isRedacted) = (name, channel, index, isRedacted)
    var prefix = Array("{\"tap\":".utf8)
    JSONWriter.write(name, limit: Self.nameLimit, to: &prefix)
    self.prefix = prefix + ",\"pid\":\(getpid()),\"event\":\"".utf8
  }

  /// What is shown of an error.
  func text(of error: any Error) -> String { isRedacted ? "\(type(of: error))" : String(describing: error) }

  /// What is shown of a value.
  func value<Value>(of value: Value, isSendable: Bool = false) -> TapValue {
    isRedacted ? .type(of: value) : TapValue(value, isSendable: isSendable)
  }

  /// The number of a new iteration, from 1.
  func nextIteration() -> Int { iterations.add(1, ordering: .relaxed).newValue }

  /// Sends an event that is not a value, if there is a listener.
  func send(_ kind: TapEvent.Kind, iteration: Int) {
    guard channel.isListening, let ring = channel.ring else { return }
    channel.send(kind, of: self, iteration: iteration, through: ring, leaving: 0)
  }

  /// Sends the value that `value` makes, if the queue has room for it.
  @inlinable
  func send(iteration: Int, through ring: EventRing, _ value: () -> TapValue) {
    send(iteration: iteration, through: ring, event: { .value(value()) })
  }

  /// Sends the value in an event, if the queue has room for it.
  @inlinable @inline(__always)
  func send(iteration: Int, through ring: EventRing, event: () -> TapEvent.Kind) {
    guard ring.hasRoom(leaving: EventRing.reserve) else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    channel.send(event(), of: self, iteration: iteration, through: ring, leaving: EventRing.reserve)
  }

  /// Sends an event of a kind that only some listeners want, if the queue is at most half full.
  func send(wanted kind: @autoclosure () -> TapEvent.Kind, _ wish: TapWishes) {
    guard channel.isWanted(wish), let ring = channel.ring else { return }
    channel.send(kind(), of: self, iteration: 0, through: ring)
  }
}

/// The place of `.marble` in the source.
@usableFromInline
struct TapSite: Sendable {
  let (file, line): (StaticString, Int)
}

/// One iteration of a stream, owned by its iterator. If the iterator is destroyed before the stream ends, the iteration was
/// cancelled.
@usableFromInline
final class TapIteration {
  @usableFromInline let tap: Tap
  @usableFromInline let channel: TapChannel
  @usableFromInline let number: Int
  /// The queue of the channel, once it was used: its own reference, as a shared one costs more than the rest.
  @usableFromInline var ring: EventRing?
  private var isOver = false

  @usableFromInline
  init(_ tap: Tap, _ site: TapSite) {
    self.tap = tap
    channel = tap.channel
    number = tap.nextIteration()
    if channel.target != .nowhere { channel.begin(number, of: tap, TapOrigin(site.file, site.line)) }
  }

  deinit { end(.cancel) }

  /// Reports that the next element is asked for, if the queue is at most half full: the picture lacks only who waits.
  @usableFromInline
  func request() {
    if ring == nil { ring = channel.ring }
    guard let ring else { return }
    channel.send(.request, of: tap, iteration: number, through: ring)
  }

  /// Reports an element.
  @inlinable
  func send(_ value: () -> TapValue) {
    if ring == nil { ring = channel.ring }
    if let ring { tap.send(iteration: number, through: ring, value) }
  }

  /// The stream has returned nil.
  @usableFromInline
  func finish() { end(Task.isCancelled ? .cancel : .finish) }

  /// The stream has thrown an error.
  @usableFromInline
  func fail(_ error: any Error) { end(error is CancellationError ? .cancel : .error(tap.text(of: error))) }

  private func end(_ kind: TapEvent.Kind) {
    guard !isOver else { return }
    isOver = true
    channel.end(number, of: tap, kind)
  }
}
