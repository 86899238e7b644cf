import CAllocations
import Terminal

/// The diff and the bytes of a frame of 200 by 60 cells, by the share of changed cells.
///
/// All other figures of the renderer follow from these: it does not allocate per cell, and its time grows with the
/// number of changed cells.
enum TerminalBenchmark {
  private static let size = Size(columns: 200, rows: 60)

  static func run() {
    print("\n| 200×60 frame, 12,000 cells | median | per changed cell | bytes | allocations |")
    print("|---|---|---|---|---|")
    let first = frame(share: 0)
    measure("nothing changed", from: first, to: frame(share: 0))
    var last = frame(share: 0)
    last[size.columns - 1, size.rows - 1] = Cell("!")
    measure("the last cell changed", from: first, to: last)
    for percent in [1, 10, 25, 50, 100] {
      measure("\(percent) % of the cells changed", from: first, to: frame(share: percent))
    }
    measure("all cells changed, each in another colour", from: first, to: colorful())
    measure("all cells changed, each in another colour, in 256 colours", from: first, to: colorful(), .ansi256)
    measure("a screen that nothing is known of", from: nil, to: frame(share: 100))
  }

  /// Text in six styles, in runs as in pictures, with wide characters and box drawing.
  ///
  /// - Parameter share: the percentage of cells, spread evenly, that differ from the frame of 0.
  private static func frame(share percent: Int) -> Canvas {
    var canvas = Canvas(size: size)
    let styles = [
      Style(), Style(foreground: TerminalColor(0xFF6B6B)), Style(bold: true),
      Style(foreground: TerminalColor(0x10141A), background: TerminalColor(0x51CF66), bold: true),
      Style(foreground: TerminalColor(0x868E96), italic: true), Style(reverse: true),
    ]
    let (before, after): ([Character], [Character]) = (Array("marble─▐a1"), Array("THINGS═▌b2"))
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        // A part of each row, so that changes form runs, as in pictures.
        let isChanged = (row * size.columns + column) * 7 / 50 % 100 < percent
        let text = isChanged ? after : before
        canvas[column, row] = Cell(text[column % text.count], style: styles[(column / 8 + row) % styles.count])
      }
    }
    return canvas
  }

  private static func colorful() -> Canvas {
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let color = TerminalColor(red: UInt8(column), green: UInt8(row * 4), blue: UInt8((column * row) & 0xFF))
        canvas[column, row] = Cell("●", style: Style(foreground: color))
      }
    }
    return canvas
  }

  private static func measure(_ what: String, from old: Canvas?, to new: Canvas, _ depth: ColorDepth = .truecolor) {
    let renderer = Renderer(capabilities: Capabilities(colorDepth: depth))
    let clock = ContinuousClock()
    var times: [Duration] = []
    var bytes = 0
    let allocations = allocations_count()
    for _ in 0..<200 { times.append(clock.measure { bytes = renderer.bytes(from: old, to: new).count }) }
    let each = allocations < 0 ? "not counted" : "\((allocations_count() - allocations) / 200)"
    let changed = old.map { old in zip(old.cells, new.cells).count { $0 != $1 } } ?? new.cells.count
    let microseconds = times.median / .microseconds(1)
    let perCell = changed == 0 ? "" : "\((microseconds * 10_000 / Double(changed)).rounded() / 10) ns"
    print("| \(what) | \((microseconds * 10).rounded() / 10) µs | \(perCell) | \(bytes) | \(each) |")
  }
}
