public import Layout
internal import Terminal

/// A line between two rectangles, one below the other, from the bottom of the upper one to the top of the lower
/// one.
public struct Connector: Hashable, Sendable {
  /// The style of a line.
  public enum Line: Hashable, Sendable {
    /// A solid line.
    case solid
    /// A dotted line.
    case dotted
  }

  /// The events with connector lines.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// No event.
    case none
    /// The selected event, or, without a selection, the newest event of an output row.
    case selected
    /// Every visible event of an output row.
    case all
  }

  /// The rectangle at which the line starts.
  public var source: CellBounds
  /// The rectangle at which the line ends.
  public var target: CellBounds
  /// The column at which the line starts if there is no obstacle; nil for the middle.
  public var sourceColumn: Int?
  /// The column at which the line ends if there is no obstacle; nil for the middle.
  public var targetColumn: Int?
  /// The style of the line.
  public var line: Line
  /// The number of free rows of cells between the line and the rectangles.
  public var padding: Int

  /// Creates a connector; by default a line without padding.
  public init(
    from source: CellBounds, at sourceColumn: Int? = nil, to target: CellBounds, at targetColumn: Int? = nil,
    line: Line = .dotted, padding: Int = 0
  ) {
    (self.sourceColumn, self.targetColumn) = (sourceColumn, targetColumn)
    self.source = source
    self.target = target
    self.line = line
    self.padding = padding
  }
}

/// What a connector may do at a cell.
enum CellObstacle: UInt8 {
  /// It may go anywhere.
  case free
  /// It may cross from above to below: the line of a row.
  case crossing
  /// It may go anywhere, at a higher cost: the area of the future.
  case ahead
  /// It may cross behind it: the playhead.
  case playhead
  /// It may go behind it from above to below, at a high cost: text.
  case text
  /// It may go anywhere, at a low cost: another branch of the line.
  case own
  /// It may only cross sideways: a line of another source.
  case across
  /// It may not enter: a marble.
  case blocked
}

/// Finds the cells of a connector on a map of obstacles.
struct ConnectorRoute {
  /// One cell of a line.
  struct Step: Hashable {
    var column: Int
    var row: Int
    var sides: CellSides
  }

  /// Costs, in hundredths of a free cell.
  private enum Cost {
    static let cell = 100
    static let bend = 300
    /// For each column between the line's end and the middle of the rectangle.
    static let aside = 120
    /// For starting or ending at the edge of a marble.
    static let edge = 600
    /// For going along the playhead, because one would hide the other.
    static let alongPlayhead = 200
    /// For a cell in the area of the future.
    static let ahead = 300
    /// For a cell of another branch of the line, in place of a free cell.
    static let own = 20
    /// For a cell behind text.
    static let hidden = 600
    static let never = 1 << 40
  }

  /// The path of least cost from the upper rectangle down to the lower one, which bends as late as possible.
  ///
  /// - Returns: the cells from top to bottom; empty when there is no path, or no space between the rectangles.
  static func find(_ connector: Connector, size: Size, ground: @escaping (_ column: Int, _ row: Int) -> CellObstacle)
    -> [Step]
  {
    let isDownward = connector.source.rows.upperBound <= connector.target.rows.lowerBound
    let ends = [
      (connector.source, connector.sourceColumn ?? connector.source[.bottom].column),
      (connector.target, connector.targetColumn ?? connector.target[.top].column),
    ]
    let ((upper, start), (lower, end)) = isDownward ? (ends[0], ends[1]) : (ends[1], ends[0])
    let rows =
      upper.rows.upperBound
      + connector.padding..<max(
        upper.rows.upperBound + connector.padding, lower.rows.lowerBound - connector.padding)
    guard !rows.isEmpty, upper.rows.upperBound <= lower.rows.lowerBound else { return [] }
    // Wide enough to go around obstacles.
    let margin = 16
    let columns = max(0, min(start, end) - margin)..<min(size.columns, max(start, end) + margin + 1)
    var search = Search(columns: columns, rows: rows, ground: ground)
    return search.route(from: upper, at: start, to: lower, at: end)
  }

  /// A search row by row: lines only go down and sideways.
  private struct Search {
    let columns: Range<Int>
    let rows: Range<Int>
    let ground: (Int, Int) -> CellObstacle
    /// How the search reached a cell.
    private enum Backpointer: UInt8 {
      case none, start, above, aboveAfterBend, left, leftAfterBend, right, rightAfterBend
    }
    /// The best way into each cell, by row and column: from above and from the side.
    private var downward: [Backpointer]
    private var sideways: [Backpointer]

    init(columns: Range<Int>, rows: Range<Int>, ground: @escaping (Int, Int) -> CellObstacle) {
      (self.columns, self.rows, self.ground) = (columns, rows, ground)
      downward = Array(repeating: .none, count: columns.count * rows.count)
      sideways = downward
    }

    mutating func route(from upper: CellBounds, at start: Int, to lower: CellBounds, at end: Int) -> [Step] {
      let width = columns.count
      var above: [CellObstacle] = []
      var down = Array(repeating: Cost.never, count: width)
      var side = down
      for row in rows {
        let late = rows.upperBound - 1 - row
        let base = (row - rows.lowerBound) * width
        let grounds = columns.map { ground($0, row) }
        var nextDown = Array(repeating: Cost.never, count: width)
        for index in 0..<width {
          guard grounds[index] != .blocked, grounds[index] != .across else { continue }
          let isBendAllowed = above.isEmpty || above[index] != .across
          let cell = Self.cost(grounds[index])
          if row == rows.lowerBound {
            guard let aside = Self.aside(columns.lowerBound + index, of: upper, start) else { continue }
            nextDown[index] = cell + aside
            downward[base + index] = .start
          } else if !isBendAllowed || down[index] <= side[index] + Cost.bend {
            guard down[index] < Cost.never else { continue }
            nextDown[index] = cell + down[index]
            downward[base + index] = .above
          } else if side[index] < Cost.never {
            nextDown[index] = cell + side[index] + Cost.bend
            downward[base + index] = .aboveAfterBend
          }
        }
        (down, above) = (nextDown, grounds)
        side = Array(repeating: Cost.never, count: width)
        relax(&side, from: down, grounds: grounds, base: base, late: late, step: 1)
        relax(&side, from: down, grounds: grounds, base: base, late: late, step: -1)
      }
      for index in 0..<width where above[index] == .across { side[index] = Cost.never }
      return backtrack(down: down, side: side, to: lower, at: end)
    }

    /// Extends lines sideways, from cells that were reached from above or from the side.
    private mutating func relax(
      _ side: inout [Int], from down: [Int], grounds: [CellObstacle], base: Int, late: Int, step: Int
    ) {
      let width = columns.count
      var running = Cost.never
      let order = step > 0 ? Array(1..<max(1, width)) : Array((0..<max(0, width - 1)).reversed())
      for index in order {
        let previous = index - step
        guard Self.isRoom(grounds[index]) else {
          running = Cost.never
          continue
        }
        // A bend needs a free cell: it can't be on a row's line, or on another line.
        let isRoom = Self.isRoom(grounds[previous]) && grounds[previous] != .across
        let bent = isRoom ? down[previous] + Cost.bend + late : Cost.never
        let isBend = bent < running
        running = min(bent, running)
        guard running < Cost.never else { continue }
        running += Self.cost(ofSideways: grounds[index])
        guard running < side[index] else { continue }
        side[index] = running
        sideways[base + index] =
          step > 0 ? (isBend ? .leftAfterBend : .left) : (isBend ? .rightAfterBend : .right)
      }
    }

    /// Whether a line may go sideways through a cell.
    private static func isRoom(_ ground: CellObstacle) -> Bool {
      switch ground {
      case .free, .own, .ahead, .playhead, .across: true
      case .crossing, .text, .blocked: false
      }
    }

    private static func cost(_ ground: CellObstacle) -> Int {
      switch ground {
      case .playhead: Cost.cell + Cost.alongPlayhead
      case .ahead: Cost.cell + Cost.ahead
      case .text: Cost.cell + Cost.hidden
      case .own: Cost.own
      default: Cost.cell
      }
    }

    private static func cost(ofSideways ground: CellObstacle) -> Int {
      switch ground {
      case .ahead: Cost.cell + Cost.ahead
      case .own: Cost.own
      default: Cost.cell
      }
    }

    /// The cost of starting or ending at `column`; nil where a line would touch a corner.
    private static func aside(_ column: Int, of bounds: CellBounds, _ middle: Int) -> Int? {
      let isInside = column == middle || bounds.columns.dropFirst().dropLast().contains(column)
      // A marble in a single row of cells has no corners.
      guard isInside || (bounds.rows.count == 1 && bounds.columns.contains(column)) else { return nil }
      return abs(column - middle) * Cost.aside + (isInside ? 0 : Cost.edge)
    }

    private func backtrack(down: [Int], side: [Int], to lower: CellBounds, at end: Int) -> [Step] {
      var best: (cost: Int, index: Int, isSideways: Bool)?
      for index in 0..<columns.count {
        guard let aside = Self.aside(columns.lowerBound + index, of: lower, end) else { continue }
        for (cost, isSideways) in [(down[index] + aside, false), (side[index] + Cost.bend + aside, true)]
        where cost < min(Cost.never, best?.cost ?? Cost.never) {
          best = (cost, index, isSideways)
        }
      }
      guard var (_, index, isSideways) = best else { return [] }
      var steps: [Step] = []
      var row = rows.upperBound - 1
      // The side on which the line leaves this cell.
      var exit = CellSides.down
      while true {
        let place = (row - rows.lowerBound) * columns.count + index
        let way = isSideways ? sideways[place] : downward[place]
        let entry: CellSides =
          switch way {
          case .none, .start, .above, .aboveAfterBend: .up
          case .left, .leftAfterBend: .left
          case .right, .rightAfterBend: .right
          }
        steps.append(Step(column: columns.lowerBound + index, row: row, sides: [entry, exit]))
        switch way {
        case .none, .start: return steps.reversed()
        case .above, .aboveAfterBend:
          row -= 1
          exit = .down
          isSideways = way == .aboveAfterBend
        case .left, .leftAfterBend:
          index -= 1
          exit = .right
          isSideways = way == .left
        case .right, .rightAfterBend:
          index += 1
          exit = .left
          isSideways = way == .right
        }
      }
    }
  }
}
