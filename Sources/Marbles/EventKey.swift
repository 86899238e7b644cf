/// Which event: the row's position in the scene, and the event's position in the row.
///
/// This is an event's identity from the executor to the painter; ids as text exist in files and JSON alone. Keys behind
/// those of all rows are of inner streams, see ``init(row:stream:index:)``.
///
/// It is one word, as each value carries some: 20 bits of row, 43 of index, and 1 that says whether the row forgets, which
/// does not count when keys are compared.
public struct EventKey: Hashable, Comparable, Sendable {
  private let bits: UInt64

  /// The row's position in the scene.
  public var row: Int { Int(bits >> 44) }
  /// The event's position in its row, counted from the row's first event whether that is still held or not.
  public var index: Int { Int((bits >> 1) & (1 << 43 - 1)) }
  /// Whether the row holds only its newest events.
  public var isPassing: Bool { bits & 1 == 1 }

  /// Creates a key.
  ///
  /// - Precondition: there are fewer than 2^20 rows before it and fewer than 2^43 events in its row before it.
  public init(row: Int, index: Int, isPassing: Bool = false) {
    precondition(row < 1 << 20 && index < 1 << 43)
    bits = UInt64(row) << 44 | UInt64(index) << 1 | (isPassing ? 1 : 0)
  }

  /// Whether they mean the same event.
  public static func == (left: EventKey, right: EventKey) -> Bool { left.bits >> 1 == right.bits >> 1 }
  /// Whether `left` comes first in the scene.
  public static func < (left: EventKey, right: EventKey) -> Bool { left.bits >> 1 < right.bits >> 1 }
  /// Hashes the row and the index.
  public func hash(into hasher: inout Hasher) { hasher.combine(bits >> 1) }
}

// MARK: Inner streams

extension EventKey {
  /// How many bits of the index say which event of its stream it is; the others say which stream.
  private static let innerBits = 22

  /// Creates the key of an event of an inner stream, such as those that the closure of a `flatMap` makes.
  ///
  /// - Parameters:
  ///   - row: the position of the row that the stream belongs to, plus the number of rows in the scene.
  ///   - stream: the stream's number in its row.
  ///   - index: the event's position in the stream.
  /// - Precondition: the row has fewer than 2^21 streams, and the stream fewer than 2^22 events.
  public init(row: Int, stream: Int, index: Int) {
    precondition(stream < 1 << 21 && index < 1 << Self.innerBits)
    self.init(row: row, index: stream << Self.innerBits | index)
  }

  /// The number of the inner stream, and the position of the event in it; only of keys made by ``init(row:stream:index:)``.
  public var inner: (stream: Int, index: Int) { (index >> Self.innerBits, index & (1 << Self.innerBits - 1)) }
}
