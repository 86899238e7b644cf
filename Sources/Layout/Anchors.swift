public import Marbles

/// A point in a rectangle, from the top left corner (0, 0) to the bottom right corner (1, 1), like SwiftUI's.
public struct UnitPoint: Hashable, Sendable {
  /// The horizontal position: 0 is left, 1 is right.
  public var x: Double
  /// The vertical position: 0 is top, 1 is bottom.
  public var y: Double

  /// Creates a point in the unit square.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The centre.
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  /// The middle of the top side.
  public static let top = UnitPoint(x: 0.5, y: 0)
  /// The middle of the bottom side.
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  /// The middle of the left side.
  public static let leading = UnitPoint(x: 0, y: 0.5)
  /// The middle of the right side.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
}

/// A rectangle of cells.
public struct CellBounds: Hashable, Sendable {
  /// The columns of the frame that it covers.
  public var columns: Range<Int>
  /// The rows of cells that it covers.
  public var rows: Range<Int>

  /// Creates a rectangle.
  public init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The cell at a point of the rectangle: `bounds[.bottom]` is the middle cell of the last row, or the cell left of
  /// the middle.
  public subscript(point: UnitPoint) -> (column: Int, row: Int) {
    func cell(_ range: Range<Int>, _ share: Double) -> Int {
      range.lowerBound + Int((Double(max(0, range.count - 1)) * share).rounded(.down))
    }
    return (cell(columns, point.x), cell(rows, point.y))
  }

  /// Whether the rectangle contains a cell.
  public func contains(column: Int, row: Int) -> Bool { columns.contains(column) && rows.contains(row) }
}

/// The positions of the marbles in a frame: lookup by event key and by cell.
///
/// The bounds of a group apply to each of its events. If a row is published twice, the last bounds apply.
public struct Anchors: Sendable {
  /// A marble of a frame.
  public struct Marble: Sendable {
    /// The position of the row in the scene.
    public var row: Int
    /// The index of the row's inner stream; nil for a marble of the row itself.
    public var stream: Int?
    /// The events of the marble: one, or the members of a group.
    public var events: ArraySlice<Event>
    /// The cells that the marble covers.
    public var bounds: CellBounds
    /// The column of its first event, where lines start and end.
    public var anchor: Int
    /// The exact place of its first event, in columns: the middle of its circle or dot in a vector picture, where lines
    /// start and end.
    public var dock: Double
    /// The key of the event at index 0 of `events`.
    var base: EventKey

    /// The key of the event at an index of `events`.
    public func key(at index: Int) -> EventKey { EventKey(row: base.row, index: base.index + index) }

    /// The keys of all its events.
    public var keys: [EventKey] { events.indices.map(key) }

    /// The event with this key, if it belongs to the marble.
    public subscript(key: EventKey) -> Event? {
      let index = key.index - base.index
      return key.row == base.row && events.indices.contains(index) ? events[index] : nil
    }
  }

  /// A marble, as published by its row.
  package struct Place: Sendable {
    package var events: Range<Int>
    package var bounds: CellBounds
    package var anchor: Int
    /// The exact place of the first event.
    package var dock = 0.0

    /// Creates a place.
    package init(events: Range<Int>, bounds: CellBounds, anchor: Int, dock: Double = 0) {
      (self.events, self.bounds, self.anchor, self.dock) = (events, bounds, anchor, dock)
    }
  }

  private struct Row: Sendable {
    var position: Int
    var stream: Int?
    var events: [Event]
    /// The key of the first of `events`.
    var base: EventKey
    var places: [Place]

    func marble(_ place: Place) -> Marble {
      Marble(
        row: position, stream: stream, events: events[place.events], bounds: place.bounds, anchor: place.anchor,
        dock: place.dock, base: base)
    }
  }

  /// The start of an inner stream.
  package struct Beginning: Sendable {
    /// The position of the row in the scene.
    package var row: Int
    package var stream: Int
    /// The lineage that the stream was made from.
    package var from: Lineage
    package var bounds: CellBounds
    /// The exact place of the start.
    package var dock: Double

    /// Creates the start of a stream.
    package init(row: Int, stream: Int, from: Lineage, bounds: CellBounds, dock: Double) {
      (self.row, self.stream, self.from, self.bounds, self.dock) = (row, stream, from, bounds, dock)
    }
  }

  /// A mark of what a row did without emitting a value.
  package struct Mark: Sendable {
    /// The position of the row in the scene.
    package var row: Int
    package var mark: RowMark
    /// The exact place of its middle, in columns.
    package var x: Double
    /// The row of cells.
    package var line: Int

    /// Creates a mark.
    package init(row: Int, mark: RowMark, x: Double, line: Int) {
      (self.row, self.mark, self.x, self.line) = (row, mark, x, line)
    }
  }

  /// The marks of the rows, row by row, from left to right.
  package var marks: [Mark] = []

  private var rows: [Row] = []
  private var beginnings: [Beginning] = []
  private var items: [ItemKey: CellBounds] = [:]

  private struct ItemKey: Hashable {
    var row: Int?
    var id: String
  }

  /// Creates an empty set of marbles.
  public init() {}

  /// Adds the marbles of one row, from left to right.
  ///
  /// - Parameter base: the key of the first of `events`.
  package mutating func publish(_ places: [Place], of events: [Event], base: EventKey) {
    rows.append(Row(position: base.row, events: events, base: base, places: places))
  }

  /// Adds the icon of a list item, either of the scene or of the row at a position.
  package mutating func publish(_ bounds: CellBounds, ofItem id: String, row: Int?) {
    items[ItemKey(row: row, id: id)] = bounds
  }

  /// The bounds of an item's icon, including its padding; nil when it is not visible. If an id is published twice, the
  /// last bounds apply.
  ///
  /// - Parameters:
  ///   - id: the id of the item.
  ///   - row: the position of the row whose value contains the item; nil for items of the scene.
  public func bounds(ofItem id: String, row: Int? = nil) -> CellBounds? { items[ItemKey(row: row, id: id)] }

  /// Adds the marbles of an inner stream, and the start of the stream.
  package mutating func publish(_ places: [Place], of events: [Event], base: EventKey, beginning: Beginning) {
    rows.append(Row(position: beginning.row, stream: beginning.stream, events: events, base: base, places: places))
    beginnings.append(beginning)
  }

  /// The start of the inner stream that a marble belongs to.
  package func beginning(of marble: Marble) -> Beginning? {
    marble.stream.flatMap { stream in beginnings.first { $0.row == marble.row && $0.stream == stream } }
  }

  /// All marbles, row by row, from left to right.
  public var marbles: [Marble] { rows.flatMap { row in row.places.map(row.marble) } }

  /// The bounds of all marbles.
  package var bounds: [CellBounds] { rows.flatMap { $0.places.map(\.bounds) } }

  /// The bounds of the marble that shows an event; nil when the event is not visible.
  public subscript(key: EventKey) -> CellBounds? { marble(of: key)?.bounds }

  /// The marble that shows an event; nil when the event is not visible.
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

  /// The marble at a cell; nil for a cell without a marble.
  public func marble(column: Int, row: Int) -> Marble? {
    for published in rows.reversed() {
      if let place = published.places.last(where: { $0.bounds.contains(column: column, row: row) }) {
        return published.marble(place)
      }
    }
    return nil
  }
}
