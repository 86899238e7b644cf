@testable import Terminal

/// The fewest bytes that turn one small canvas into another: an exhaustive search, which shares with the renderer only
/// what an SGR costs.
///
/// It paints the cells that differ in reading order, and on the way may do all that the renderer may: CUP, CUF, CUB,
/// CUU, CUD, CR, LF, BS, EL, and printing cells that are right already.
struct ShortestBytes {
  private let size: Size
  private let cells: [Cell]
  /// The style of each cell, as a number.
  private let pens: [Int]
  private let penCosts: [[Int]]
  private let changed: [Int]
  private let isBlank: [Bool]

  private struct Place: Hashable {
    /// The column; the width of the screen after the last one, where only CR and CUP are sure.
    var column: Int
    var row: Int
    var pen: Int
  }

  init(from old: Canvas, to new: Canvas) {
    size = new.size
    let (before, cells) = (old.cells, new.cells)
    self.cells = cells
    var styles = [Style.plain]
    for cell in cells where !styles.contains(cell.style) { styles.append(cell.style) }
    pens = cells.map { cell in styles.firstIndex(of: cell.style)! }
    penCosts = styles.map { from in styles.map { PackedStyle($0).changeLength(from: PackedStyle(from)) } }
    isBlank = cells.map { $0.text == " " && $0.style == .plain }
    changed = cells.indices.filter { index in
      if cells[index].isContinuation { return false }
      // A wide character is its two cells.
      let isWide = index + 1 < cells.count && cells[index + 1].isContinuation
      return before[index] != cells[index] || (isWide && before[index + 1] != cells[index + 1])
    }
  }

  var count: Int {
    guard !changed.isEmpty else { return 0 }
    // From each state after a cell is painted, or a line erased: the cheapest way to each next one.
    var totals: [[Place: Int]] = Array(repeating: [:], count: changed.count + 1)
    totals[0][Place(column: -1, row: -1, pen: 0)] = 0
    for position in changed.indices {
      for (place, total) in totals[position] { search(from: place, total, position, &totals) }
    }
    return totals[changed.count].map { $0.value + penCosts[$0.key.pen][0] }.min()!
  }

  /// Dijkstra over the places of the cursor and styles, by buckets of bytes.
  private func search(from start: Place, _ base: Int, _ position: Int, _ totals: inout [[Place: Int]]) {
    let target = changed[position]
    let (row, column) = (target / size.columns, target % size.columns)
    let pen = pens[target]
    let direct = cost(ofCUPTo: column, row) + penCosts[start.pen][pen]
    var buckets: [[Place]] = Array(repeating: [], count: direct + 1)
    var best: [Place: Int] = [:]
    func reach(_ place: Place, _ cost: Int) {
      guard cost <= direct, cost < best[place, default: .max] else { return }
      best[place] = cost
      buckets[cost].append(place)
    }
    if start.row < 0 {
      for row in 0..<size.rows {
        for column in 0..<size.columns { reach(Place(column: column, row: row, pen: 0), cost(ofCUPTo: column, row)) }
      }
    } else {
      reach(start, 0)
      reach(Place(column: column, row: row, pen: pen), direct)
    }
    func record(_ place: Place, _ next: Int, _ cost: Int) {
      totals[next][place] = min(totals[next][place, default: .max], base + cost)
    }
    for cost in 0...direct {
      var index = 0
      while index < buckets[cost].count {
        let place = buckets[cost][index]
        index += 1
        guard best[place] == cost else { continue }
        if place.column < size.columns, place.pen == 0, place.row == row, place.column <= column,
          (row * size.columns + place.column..<(row + 1) * size.columns).allSatisfy({ isBlank[$0] })
        {
          let next = changed.firstIndex { $0 >= (row + 1) * size.columns } ?? changed.count
          record(place, next, cost + 3)
        }
        if place.row == row, place.column == column, place.pen == pen {
          let next = Place(column: column + width(target), row: row, pen: pen)
          record(next, position + 1, cost + cells[target].text.utf8.count)
          continue
        }
        for (next, step) in steps(from: place, before: target) { reach(next, cost + step) }
      }
    }
  }

  private func steps(from place: Place, before target: Int) -> [(Place, Int)] {
    var steps: [(Place, Int)] = []
    func step(_ column: Int, _ row: Int, _ cost: Int) {
      steps.append((Place(column: column, row: row, pen: place.pen), cost))
    }
    if place.column > 0 { step(0, place.row, 1) }
    guard place.column < size.columns else { return steps }
    let here = place.row * size.columns + place.column
    if here < target, pens[here] == place.pen, !cells[here].isContinuation {
      step(place.column + width(here), place.row, cells[here].text.utf8.count)
    }
    for pen in penCosts.indices where pen != place.pen {
      steps.append((Place(column: place.column, row: place.row, pen: pen), penCosts[place.pen][pen]))
    }
    if place.row + 1 < size.rows { step(place.column, place.row + 1, 1) }
    if place.column > 0 { step(place.column - 1, place.row, 1) }
    for column in 0..<size.columns where column != place.column {
      step(column, place.row, distance(abs(column - place.column)))
    }
    for row in 0..<size.rows where row != place.row { step(place.column, row, distance(abs(row - place.row))) }
    return steps
  }

  private func width(_ index: Int) -> Int {
    index % size.columns + 1 < size.columns && cells[index + 1].isContinuation ? 2 : 1
  }

  private func distance(_ count: Int) -> Int { count == 1 ? 3 : count < 10 ? 4 : 5 }

  private func cost(ofCUPTo column: Int, _ row: Int) -> Int {
    3 + (row > 0 ? 1 : 0) + (column == 0 ? 0 : column < 9 ? 2 : 3)
  }
}
