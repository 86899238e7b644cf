/// A height in parts of a cell, over several lines.
package struct Levels: Hashable, Sendable {
  /// The number of lines.
  package let lines: Int
  /// The number of parts of a cell that can be told apart: 8, or fewer in poor fonts.
  package let parts: Int

  /// Levels over `lines` lines of cells with `parts` parts each; both at least 1.
  package init(lines: Int, parts: Int) { (self.lines, self.parts) = (max(1, lines), max(1, parts)) }

  /// The greatest level.
  package var top: Int { lines * parts }

  /// The level of a number, from 1 to ``top``; the middle where least and greatest are equal.
  package func level(of number: Double, least: Double, greatest: Double) -> Int {
    guard greatest > least else { return max(1, top / 2) }
    let share = min(1, max(0, (number - least) / (greatest - least)))
    return 1 + Self.rounded(share * Double(top - 1))
  }

  /// The level of a count: 0 for none, at least 1 for some, and ``top`` for the greatest.
  package func level(ofCount count: Int, greatest: Int) -> Int {
    guard count > 0, greatest > 0 else { return 0 }
    return max(1, Self.rounded(Double(min(count, greatest)) / Double(greatest) * Double(top)))
  }

  /// A number that is not negative, rounded; `rounded()` is a call that takes longer than all the rest.
  private static func rounded(_ number: Double) -> Int { Int(number + 0.5) }

  /// The parts of the cell in a line, from the top, that are below a level: 0 to ``parts``.
  package func parts(ofLine line: Int, level: Int) -> Int {
    min(parts, max(0, level - (lines - 1 - line) * parts))
  }

  /// The line that has the topmost part of a level.
  package func line(ofLevel level: Int) -> Int { lines - 1 - (max(1, min(level, top)) - 1) / parts }
}
