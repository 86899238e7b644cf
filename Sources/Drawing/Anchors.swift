public import Marbles

/// A point of a rectangle, from its top left corner (0, 0) to its bottom right one (1, 1), as SwiftUI's.
public struct UnitPoint: Hashable, Sendable {
  /// From the left, 0, to the right, 1.
  public var x: Double
  /// From the top, 0, to the bottom, 1.
  public var y: Double

  /// A point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// In the middle.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// In the middle of the top side.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// In the middle of the bottom side.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// In the middle of the left side.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// In the middle of the right side.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
}

/// The cells that something takes, as a rectangle.
public struct Bounds: Hashable, Sendable {
  /// Its columns.
  public var columns: Range<Int>
  /// Its rows of cells.
  public var rows: Range<Int>

  /// A rectangle.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The cell of the rectangle at a point: `bounds[.bottom]` is the middle one of the last row, or the one left of it.
  public subscript(point: UnitPoint) -> (column: Int, row: Int) {
    func cell(_ range: Range<Int>, _ share: Double) -> Int {
      range.lowerBound + Int((Double(max(0, range.count - 1)) * share).rounded(.down))
    }
    return (cell(columns, point.x), cell(rows, point.y))
  }

  /// Whether a cell belongs to it.
  public func contains(column: Int, row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
}

/// Where marbles stand in a frame, as the rows published it: by the keys of their events, and by place.
///
/// A group's bounds count for each of its events; of a row that is published twice, the last bounds count.
public struct Anchors: Sendable {
  /// One marble of a frame.
  public struct Marble: Sendable {
    /// The position of its row in the scene.
    public var row: Int
    /// Which of the row's inner streams it is of; nil for one of the row itself.
    public var stream: Int?
    /// Its events: one, or those that it counts.
    public var events: ArraySlice<Event>
    /// The cells that it takes.
    public var bounds: Bounds
    /// The key of the event that `events` has, or would have, at 0.
    var base: EventKey

    /// The key of the event at an index of `events`.
    public func key(at index: Int) -> EventKey { EventKey(row: base.row, index: base.index + index) }

    /// The keys of its events.
    public var keys: [EventKey] { events.indices.map(key) }

    /// The event that `key` means, when it is one of its own.
    public subscript(key: EventKey) -> Event? {
      let index = key.index - base.index
      return key.row == base.row && events.indices.contains(index) ? events[index] : nil
    }
  }

  /// A marble as its row publishes it.
  struct Place: Sendable {
    var events: Range<Int>
    var bounds: Bounds
  }

  private struct Row: Sendable {
    var position: Int
    var stream: Int?
    var events: [Event]
    /// The key of the first of `events`.
    var base: EventKey
    var places: [Place]

    func marble(_ place: Place) -> Marble {
      Marble(row: position, stream: stream, events: events[place.events], bounds: place.bounds, base: base)
    }
  }

  /// Where an inner stream begins.
  struct Beginning: Sendable {
    /// The position of its row.
    var row: Int
    var stream: Int
    /// What the stream was made of.
    var from: Lineage
    var bounds: Bounds
  }

  private var rows: [Row] = []
  private var beginnings: [Beginning] = []
  private var items: [ItemKey: Bounds] = [:]

  private struct ItemKey: Hashable {
    var row: Int?
    var id: String
  }

  /// No marbles.
  public init() {}

  /// Adds the marbles of one row, from left to right.
  ///
  /// - Parameter base: the key of the first of `events`.
  mutating func publish(_ places: [Place], of events: [Event], base: EventKey) {
    rows.append(Row(position: base.row, events: events, base: base, places: places))
  }

  /// Adds the icon of an item of a list: of the scene, or of the row at a position.
  mutating func publish(_ bounds: Bounds, ofItem id: String, row: Int?) { items[ItemKey(row: row, id: id)] = bounds }

  /// The bounds of an item's icon, with its padding; of an id that is published twice, the last; nil when it can't be
  /// seen.
  ///
  /// - Parameters:
  ///   - id: the item's.
  ///   - row: the position of the row whose value it is in; nil for items that are given.
  public func bounds(ofItem id: String, row: Int? = nil) -> Bounds? { items[ItemKey(row: row, id: id)] }

  /// Adds the marbles of an inner stream, and where it begins.
  mutating func publish(_ places: [Place], of events: [Event], base: EventKey, beginning: Beginning) {
    rows.append(Row(position: beginning.row, stream: beginning.stream, events: events, base: base, places: places))
    beginnings.append(beginning)
  }

  /// Where the inner stream begins that a marble is of.
  func beginning(of marble: Marble) -> Beginning? {
    marble.stream.flatMap { stream in beginnings.first { $0.row == marble.row && $0.stream == stream } }
  }

  /// All marbles, row by row, each from the left.
  public var marbles: [Marble] { rows.flatMap { row in row.places.map(row.marble) } }

  /// The bounds of all marbles.
  var bounds: [Bounds] { rows.flatMap { $0.places.map(\.bounds) } }

  /// The bounds of the marble that shows an event; nil when none does.
  public subscript(key: EventKey) -> Bounds? { marble(of: key)?.bounds }

  /// The marble that shows an event; nil when none does.
  public func marble(of key: EventKey) -> Marble? {
    for row in rows.reversed() where row.base.row == key.row && row.events.indices.contains(key.index - row.base.index)
    {
      let index = key.index - row.base.index
      let found = row.places.partitioningIndex { $0.events.upperBound > index }
      guard found < row.places.count, row.places[found].events.contains(index) else { return nil }
      return row.marble(row.places[found])
    }
    return nil
  }

  /// The marble at a cell; nil when there is none.
  public func marble(column: Int, row: Int) -> Marble? {
    for published in rows.reversed() {
      if let place = published.places.last(where: { $0.bounds.contains(column: column, row: row) }) {
        return published.marble(place)
      }
    }
    return nil
  }
}
