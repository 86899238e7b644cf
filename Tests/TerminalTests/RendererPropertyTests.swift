import TestSupport
import Testing

@testable import Terminal

@Suite struct RendererPropertyTests {
  /// Applying the bytes to the old screen gives the new one.
  @Test(arguments: ColorDepth.allCases)
  func applyingTheDifferenceGivesTheNewScreen(_ depth: ColorDepth) {
    var random = SeededGenerator(state: 42)
    let renderer = Renderer(capabilities: Capabilities(colorDepth: depth, synchronizedOutput: true))
    for pair in 0..<1000 {
      let (old, new) = random.canvasPair()
      var screen = ScreenEmulator(columns: old.size.columns, rows: old.size.rows)
      screen.feed(Array("\u{1B}[1;41mnoise".utf8))
      var shown: Canvas?
      for next in [old, new, old] {
        screen.feed(renderer.bytes(from: shown, to: next))
        shown = next
        let difference = Self.difference(screen, next, depth)
        #expect(difference == nil, "pair \(pair): \(difference ?? "")\n\(screen.lines)\n\(next.lines)")
        if difference != nil { return }
      }
      #expect(screen.unknown.isEmpty && screen.modes == [25])
      #expect(screen.attributes == ScreenEmulator.Attributes())
    }
  }

  /// No frame takes more bytes than 1.3 times the fewest that there are in reading order; a few take less in another.
  @Test(arguments: 0..<4)
  func framesAreShort(part: Int) {
    var random = SeededGenerator(state: UInt64(part))
    let renderer = Renderer(capabilities: Capabilities())
    var (written, fewest) = (0, 0)
    for frame in 0..<250 {
      let (old, new) = random.canvasPair(upTo: Size(columns: 12, rows: 4), .settled)
      let bytes = renderer.bytes(from: old, to: new)
      let shortest = ShortestBytes(from: old, to: new).count
      #expect(
        Double(bytes.count) <= 1.3 * Double(shortest),
        "frame \(frame): \(bytes.count) bytes, \(shortest) would do: \(bytes.shown)\n\(old)\nto\n\(new)")
      written += bytes.count
      fewest += shortest
    }
    #expect(Double(written) <= 1.02 * Double(fewest), "\(written) bytes in all, \(fewest) would do")
  }

  /// Each of the two ways to say it is tried, and the result is the style.
  @Test func stylesFollowFromEachOther() {
    var random = SeededGenerator(state: 5)
    for _ in 0..<2000 {
      let (old, new) = (random.style(), random.style())
      var bytes: [UInt8] = []
      PackedStyle(new).appendChange(from: PackedStyle(old), to: &bytes)
      #expect(bytes.count == PackedStyle(new).changeLength(from: PackedStyle(old)))
      var restart: [UInt8] = []
      PackedStyle(new).appendChange(from: .plain, to: &restart)
      #expect(bytes.count <= max(3, restart.count + 2))
      var screen = ScreenEmulator(columns: 1, rows: 1)
      var before: [UInt8] = []
      PackedStyle(old).appendChange(from: .plain, to: &before)
      screen.feed(before + bytes)
      #expect(screen.attributes == Self.attributes(new, .truecolor))
      #expect(PackedStyle(new).style == new)
    }
  }

  static func difference(_ screen: ScreenEmulator, _ canvas: Canvas, _ depth: ColorDepth) -> String? {
    for row in 0..<canvas.size.rows {
      var isDisputed = false
      for column in 0..<canvas.size.columns {
        let cell = canvas.expected(column, row)
        let expected = ScreenEmulator.Cell(text: cell.text, attributes: attributes(cell.style, depth))
        let shown = screen.cells[row][column]
        if let character = cell.text.first { isDisputed = !CharacterWidth(of: character).isSettled }
        // Where terminals disagree the character itself may be cut, but nothing else may.
        let first = shown.text.unicodeScalars.first ?? " "
        let isSame =
          isDisputed
          ? [" ", cell.text.unicodeScalars.first].contains(first) && shown.attributes == expected.attributes
          : shown == expected
        if !isSame { return "column \(column), row \(row): \(shown), not \(expected)" }
      }
    }
    return nil
  }

  private static func attributes(_ style: Style, _ depth: ColorDepth) -> ScreenEmulator.Attributes {
    func color(_ color: TerminalColor?) -> ScreenEmulator.Color {
      guard let color else { return .default }
      return switch depth {
      case .none: .default
      case .ansi16: .ansi(Int(color.ansi16))
      case .ansi256: .indexed(Int(color.xterm256))
      case .truecolor: .rgb(Int(color.red), Int(color.green), Int(color.blue))
      }
    }
    let on = [(1, style.bold), (2, style.dim), (3, style.italic), (4, style.underline), (7, style.reverse)]
    return ScreenEmulator.Attributes(
      foreground: color(style.foreground), background: color(style.background),
      on: Set(on.filter(\.1).map(\.0)))
  }
}

extension Canvas {
  /// What a terminal is to show in a cell: near the right edge, what stands in for a cluster that some would wrap.
  func expected(_ column: Int, _ row: Int) -> Cell {
    func fallback(_ column: Int) -> String? {
      let cell = self[column, row]
      guard let character = cell.text.first, case let breadth = CharacterWidth(of: character), !breadth.isSettled,
        column + GlyphFallback.room(cell.text, reach: breadth.reach) > size.columns
      else { return nil }
      return GlyphFallback.atTheEdge(cell.text, width: breadth.width)
    }
    let cell = self[column, row]
    let source = cell.isContinuation ? column - 1 : column
    guard let text = fallback(source) else { return cell }
    let isWide = text.count == 1 && source + 1 < size.columns && self[source + 1, row].isContinuation
    let shown = isWide ? (source == column ? text : "") : String(text.dropFirst(column - source).prefix(1))
    return Cell(text: shown, style: cell.style)
  }
}
