package import Marbles

/// The numbers of a row as a curve: one cell a column, in parts of a cell over several lines.
package struct Curve: Hashable, Sendable {
  /// What a column shows.
  package struct Column: Hashable, Sendable {
    /// The column, from the left edge of the plot.
    package var column: Int
    /// The levels of the least and the greatest number; equal for one number.
    package var levels: ClosedRange<Int>
    /// Whether the column has no number, and goes on with the one before.
    package var isHeld: Bool
  }

  /// The columns that have a number, or one before them.
  package let columns: [Column]
  /// The least and the greatest number that are visible; nil without numbers.
  package let range: ClosedRange<Double>?
  /// The newest number, and its level.
  package let newest: (number: Double, level: Int)?
  /// The levels.
  package let levels: Levels

  /// The curve of the visible columns.
  ///
  /// - Parameters:
  ///   - bins: the numbers, by column of ``ValueBins/Rule/columns(of:)``.
  ///   - scale: the scale, scrolled to the time of the row.
  ///   - time: the time at which the curve ends.
  ///   - levels: how exactly a height can be drawn.
  package init(_ bins: ValueBins, scale: TimeScale, through time: SceneTime, levels: Levels) {
    self.levels = levels
    // The number of a bin is the column of its times before scrolling.
    let shift = scale.center(.zero) - scale.left
    let first = max(0, -shift)
    let last = min(scale.center(time), scale.end) - scale.left - shift
    let places = first..<max(first, last + 1)
    let before = bins.newest(before: first)
    var ends = before.map { (least: $0, greatest: $0) }
    for place in places {
      guard let low = bins[place].least, let high = bins[place].greatest else { continue }
      ends = ends.map { (min($0.least, low), max($0.greatest, high)) } ?? (low, high)
    }
    guard let (least, greatest) = ends else {
      (columns, range, newest) = ([], nil, nil)
      return
    }
    var held = before
    var columns: [Column] = []
    columns.reserveCapacity(places.count)
    for place in places {
      let bin = bins[place]
      let (low, high) = (bin.least ?? held, bin.greatest ?? held)
      guard let low, let high else { continue }
      let bottom = levels.level(of: low, least: least, greatest: greatest)
      let top = levels.level(of: high, least: least, greatest: greatest)
      columns.append(Column(column: place + shift, levels: bottom...max(bottom, top), isHeld: bin.newest == nil))
      held = bin.newest ?? held
    }
    self.columns = columns
    range = least...greatest
    newest = held.map { ($0, levels.level(of: $0, least: least, greatest: greatest)) }
  }

  package static func == (left: Curve, right: Curve) -> Bool {
    left.columns == right.columns && left.range == right.range && left.newest?.number == right.newest?.number
      && left.levels == right.levels
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
    hasher.combine(range)
  }
}

/// Numbers on an axis, with as few digits as tell the two ends apart.
package enum AxisNumber {
  /// The two ends of an axis as text: rounded to as many decimals as tell them apart, at most three.
  package static func texts(_ range: ClosedRange<Double>) -> (least: String, greatest: String) {
    let span = range.upperBound - range.lowerBound
    let decimals =
      span >= 10 || span == 0 && range.upperBound.magnitude >= 100 ? 0 : span >= 1 ? 1 : span >= 0.1 ? 2 : 3
    let isWhole = range.lowerBound == range.lowerBound.rounded() && range.upperBound == range.upperBound.rounded()
    return (text(range.lowerBound, isWhole ? 0 : decimals), text(range.upperBound, isWhole ? 0 : decimals))
  }

  /// A number with this many decimals; large ones as `12k`, `3.4M`.
  package static func text(_ number: Double, _ decimals: Int) -> String {
    let magnitude = number.magnitude
    for (limit, unit) in [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e5, "k")] where magnitude >= limit {
      let scaled = number / (unit == "k" ? 1e3 : limit)
      return decimal(scaled, scaled.magnitude < 10 ? 1 : 0) + unit
    }
    return magnitude < 1e18 ? decimal(number, decimals) : String(number)
  }

  private static func decimal(_ number: Double, _ decimals: Int) -> String {
    guard number.magnitude < 1e15 else { return String(number) }
    var factor = 1
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int((number.magnitude * Double(factor)).rounded())
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % factor)
    return "\(sign)\(scaled / factor).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
  }
}
