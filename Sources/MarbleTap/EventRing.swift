public import Synchronization

/// A bounded queue of events from any number of threads to one thread. It never blocks, and refuses an event when full.
///
/// The algorithm is Vyukov's bounded queue. Each slot has a turn, which is twice the number of its round while the slot is
/// free, and one more while it is full. A producer claims a position with a compare-and-exchange of `head`, fills the
/// slot, and then publishes it by its turn. The consumer takes slots in order, so that when a slot is free, all slots
/// behind it down to `head` are free, too.
///
/// @unchecked Sendable: an event is written only by the producer that claimed its slot, before it stores the turn with
/// `releasing`, and is moved out only by the consumer, after it has loaded that turn with `acquiring`. The next producer
/// of the slot loads, with `acquiring`, a turn that the consumer stored after it took the event. `tail` is used by the
/// consumer alone.
@usableFromInline
final class EventRing: @unchecked Sendable {
  /// The number of slots, a power of two.
  @usableFromInline static let capacity = 8192
  /// Slots that values leave free, so that begins and ends are not lost in a flood of values.
  @usableFromInline static let reserve = capacity / 4

  @usableFromInline struct Slot: ~Copyable {
    @usableFromInline let turn = Atomic<Int>(0)
    @usableFromInline init() {}
  }

  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let events: UnsafeMutablePointer<TapEvent>
  @usableFromInline let head = Atomic<Int>(0)
  /// The position of the event that ``pop()`` takes next. For the consumer alone.
  private(set) var tail = 0

  init() {
    slots = .allocate(capacity: Self.capacity)
    events = .allocate(capacity: Self.capacity)
    for index in 0..<Self.capacity { (slots + index).initialize(to: Slot()) }
  }

  deinit {
    while pop() != nil {}
    slots.deinitialize(count: Self.capacity)
    slots.deallocate()
    events.deallocate()
  }

  @inlinable @inline(__always)
  func turn(of position: Int) -> Int { slots[position & (Self.capacity - 1)].turn.load(ordering: .acquiring) }

  @inlinable @inline(__always)
  static func freeTurn(of position: Int) -> Int { position / capacity * 2 }

  /// Whether an event that leaves `reserve` slots free would be accepted now.
  @inlinable
  func hasRoom(leaving reserve: Int) -> Bool {
    let last = head.load(ordering: .relaxed) + reserve
    return turn(of: last) >= Self.freeTurn(of: last)
  }

  /// Adds an event; returns its position, or nil when fewer than `reserve` slots would stay free.
  @inlinable
  func push(_ event: consuming TapEvent, leaving reserve: Int) -> Int? {
    var position = head.load(ordering: .relaxed)
    while true {
      let last = position + reserve
      let difference = turn(of: last) - Self.freeTurn(of: last)
      if difference < 0 { return nil }
      if difference == 0 {
        let (isOurs, current) = head.weakCompareExchange(
          expected: position, desired: position + 1, ordering: .relaxed)
        if isOurs { break }
        position = current
      } else {
        // Another producer was faster.
        position = head.load(ordering: .relaxed)
      }
    }
    let index = position & (Self.capacity - 1)
    (events + index).initialize(to: event)
    slots[index].turn.store(Self.freeTurn(of: position) + 1, ordering: .releasing)
    return position
  }

  /// Whether there is nothing to take. For the consumer alone.
  var isEmpty: Bool { turn(of: tail) != Self.freeTurn(of: tail) + 1 }

  /// Takes the oldest event; nil when there is none. For the consumer alone.
  func pop() -> TapEvent? {
    guard turn(of: tail) == Self.freeTurn(of: tail) + 1 else { return nil }
    let index = tail & (Self.capacity - 1)
    let event = (events + index).move()
    slots[index].turn.store(Self.freeTurn(of: tail) + 2, ordering: .releasing)
    tail += 1
    return event
  }
}
