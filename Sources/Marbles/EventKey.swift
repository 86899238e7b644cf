/// Identifies an event by the row's position in the scene and the event's position in the row.
///
/// Keys identify events from the executor to the painter; textual ids exist only in files and JSON. Row positions
/// beyond the rows of the scene belong to inner streams, see ``init(row:stream:index:)``.
///
/// A key fits into one word because each value carries several: 20 bits for the row, 43 for the index, and 1 that marks
/// a row with bounded history, which comparisons ignore.
public struct EventKey: Hashable, Comparable, Sendable {
  private let bits: UInt64

  /// The row's position in the scene.
  public var row: Int { Int(bits >> 44) }
  /// The event's position in its row, counted from the row's first event even if that has been discarded.
  public var index: Int { Int((bits >> 1) & (1 << 43 - 1)) }
  /// Whether the row keeps only its newest events.
  public var isPassing: Bool { bits & 1 == 1 }

  /// Creates a key.
  ///
  /// - Precondition: `row` is less than 2^20 and `index` less than 2^43.
  public init(row: Int, index: Int, isPassing: Bool = false) {
    precondition(row < 1 << 20 && index < 1 << 43)
    bits = UInt64(row) << 44 | UInt64(index) << 1 | (isPassing ? 1 : 0)
  }

  /// Whether both identify the same event.
  public static func == (left: EventKey, right: EventKey) -> Bool { left.bits >> 1 == right.bits >> 1 }
  /// Whether `left` comes before `right` in the scene: by row, then by index.
  public static func < (left: EventKey, right: EventKey) -> Bool { left.bits >> 1 < right.bits >> 1 }
  /// Hashes the row and the index.
  public func hash(into hasher: inout Hasher) { hasher.combine(bits >> 1) }
}

// MARK: Inner streams

extension EventKey {
  /// The number of low index bits that hold the event's position in its stream; the others hold the stream's number.
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

  /// The number of the inner stream, and the event's position in it; only for keys made by ``init(row:stream:index:)``.
  public var inner: (stream: Int, index: Int) { (index >> Self.innerBits, index & (1 << Self.innerBits - 1)) }
}
