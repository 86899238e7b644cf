internal import Terminal

/// A line from the bottom of one thing to the top of another, or from its top to the other's bottom when it stands below.
public struct Connector: Hashable, Sendable {
  /// How the line is drawn.
  public enum Line: Hashable, Sendable {
    /// In one stroke.
    case solid
    /// In dots.
    case dotted
  }

  /// Which events have their lines drawn.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// The selected event's, or, when none is, those of the newest event of an output row.
    case selected
    /// Those of every event of an output row that can be seen.
    case all
  }

  /// Where it begins.
  public var source: Bounds
  /// Where it ends.
  public var target: Bounds
  /// How it is drawn.
  public var line: Line
  /// Rows of cells left free between the line and what it connects.
  public var padding: Int

  /// A connector.
  public init(from source: Bounds, to target: Bounds, line: Line = .dotted, padding: Int = 0) {
    self.source = source
    self.target = target
    self.line = line
    self.padding = padding
  }
}

/// What a connector may do at a cell.
enum Ground: UInt8 {
  /// Anything.
  case free
  /// Cross it from above to below: a row's line.
  case crossing
  /// Anything, but rather not: what has not happened yet.
  case ahead
  /// Cross it: the playhead, which stays in front of what crosses it.
  case playhead
  /// Go behind it from above to below, rather not: text.
  case text
  /// Nothing: a marble.
  case blocked
}

/// The cells that a connector goes through, found on a map of what stands in its way.
struct ConnectorRoute {
  /// A cell of a line.
  struct Step: Hashable {
    var column: Int
    var row: Int
    var sides: LineSides
  }

  /// What a cell costs, in hundredths of a cell.
  private enum Cost {
    static let cell = 100
    static let bend = 300
    /// A column away from the middle of what it connects.
    static let aside = 120
    /// Along the playhead, which hides the one or the other.
    static let alongPlayhead = 200
    /// Through what has not happened.
    static let ahead = 150
    /// Behind text.
    static let hidden = 600
    static let never = 1 << 40
  }

  /// The way of least cost from the upper of two things down to the lower, which bends late rather than early.
  ///
  /// - Returns: the cells from above to below; empty when there is no way, or nothing between the two.
  static func find(_ connector: Connector, size: Size, ground: @escaping (_ column: Int, _ row: Int) -> Ground)
    -> [Step]
  {
    let isDownward = connector.source.rows.upperBound <= connector.target.rows.lowerBound
    let (upper, lower) = isDownward ? (connector.source, connector.target) : (connector.target, connector.source)
    let rows =
      upper.rows.upperBound
      + connector.padding..<max(
        upper.rows.upperBound + connector.padding, lower.rows.lowerBound - connector.padding)
    guard !rows.isEmpty, upper.rows.upperBound <= lower.rows.lowerBound else { return [] }
    // Wide enough to step round what stands in the way.
    let margin = 16
    let (start, end) = (upper[.bottom].column, lower[.top].column)
    let columns = max(0, min(start, end) - margin)..<min(size.columns, max(start, end) + margin + 1)
    var search = Search(columns: columns, rows: rows, ground: ground)
    return search.route(from: upper, to: lower)
  }

  /// A search row by row: lines only go down and sideways.
  private struct Search {
    let columns: Range<Int>
    let rows: Range<Int>
    let ground: (Int, Int) -> Ground
    /// How a cell was reached.
    private enum Way: UInt8 { case none, start, above, aboveAfterBend, left, leftAfterBend, right, rightAfterBend }
    /// By row and column: how the least cost came about, downward and sideways.
    private var downward: [Way]
    private var sideways: [Way]

    init(columns: Range<Int>, rows: Range<Int>, ground: @escaping (Int, Int) -> Ground) {
      (self.columns, self.rows, self.ground) = (columns, rows, ground)
      downward = Array(repeating: .none, count: columns.count * rows.count)
      sideways = downward
    }

    mutating func route(from upper: Bounds, to lower: Bounds) -> [Step] {
      let width = columns.count
      var down = Array(repeating: Cost.never, count: width)
      var side = down
      for row in rows {
        let late = rows.upperBound - 1 - row
        let base = (row - rows.lowerBound) * width
        let grounds = columns.map { ground($0, row) }
        var nextDown = Array(repeating: Cost.never, count: width)
        for index in 0..<width {
          guard grounds[index] != .blocked else { continue }
          let cell = Self.cost(grounds[index])
          if row == rows.lowerBound {
            guard let aside = Self.aside(columns.lowerBound + index, of: upper, upper[.bottom].column) else { continue }
            nextDown[index] = cell + aside
            downward[base + index] = .start
          } else if down[index] <= side[index] + Cost.bend {
            guard down[index] < Cost.never else { continue }
            nextDown[index] = cell + down[index]
            downward[base + index] = .above
          } else if side[index] < Cost.never {
            nextDown[index] = cell + side[index] + Cost.bend
            downward[base + index] = .aboveAfterBend
          }
        }
        down = nextDown
        side = Array(repeating: Cost.never, count: width)
        relax(&side, from: down, grounds: grounds, base: base, late: late, step: 1)
        relax(&side, from: down, grounds: grounds, base: base, late: late, step: -1)
      }
      return backtrack(down: down, side: side, to: lower)
    }

    /// Extends lines sideways: from a cell that they came down to, or that they came to sideways.
    private mutating func relax(
      _ side: inout [Int], from down: [Int], grounds: [Ground], base: Int, late: Int, step: Int
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
        // A bend needs a cell of its own: it can't be on a row's line.
        let isRoom = Self.isRoom(grounds[previous])
        let bent = isRoom ? down[previous] + Cost.bend + late : Cost.never
        let isBend = bent < running
        running = min(bent, running)
        guard running < Cost.never else { continue }
        running += Cost.cell + (grounds[index] == .ahead ? Cost.ahead : 0)
        guard running < side[index] else { continue }
        side[index] = running
        sideways[base + index] =
          step > 0 ? (isBend ? .leftAfterBend : .left) : (isBend ? .rightAfterBend : .right)
      }
    }

    /// Whether a line may go sideways there.
    private static func isRoom(_ ground: Ground) -> Bool {
      switch ground {
      case .free, .ahead, .playhead: true
      case .crossing, .text, .blocked: false
      }
    }

    private static func cost(_ ground: Ground) -> Int {
      switch ground {
      case .playhead: Cost.cell + Cost.alongPlayhead
      case .ahead: Cost.cell + Cost.ahead
      case .text: Cost.cell + Cost.hidden
      default: Cost.cell
      }
    }

    /// How much it costs to begin or end at `column`; nil where a line would touch a corner.
    private static func aside(_ column: Int, of bounds: Bounds, _ middle: Int) -> Int? {
      guard bounds.columns.dropFirst().dropLast().contains(column) || column == middle else { return nil }
      return abs(column - middle) * Cost.aside
    }

    private func backtrack(down: [Int], side: [Int], to lower: Bounds) -> [Step] {
      var best: (cost: Int, index: Int, isSideways: Bool)?
      for index in 0..<columns.count {
        guard let aside = Self.aside(columns.lowerBound + index, of: lower, lower[.top].column) else { continue }
        for (cost, isSideways) in [(down[index] + aside, false), (side[index] + Cost.bend + aside, true)]
        where cost < min(Cost.never, best?.cost ?? Cost.never) {
          best = (cost, index, isSideways)
        }
      }
      guard var (_, index, isSideways) = best else { return [] }
      var steps: [Step] = []
      var row = rows.upperBound - 1
      // The side by which the line leaves this cell towards where it ends.
      var exit = LineSides.down
      while true {
        let place = (row - rows.lowerBound) * columns.count + index
        let way = isSideways ? sideways[place] : downward[place]
        let entry: LineSides =
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
