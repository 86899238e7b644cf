import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Colours help, and nothing depends on them.
@Suite struct ThemeTests {
  private func luminance(_ color: TerminalColor) -> Double {
    func linear(_ share: UInt8) -> Double {
      let value = Double(share) / 255
      return value <= 0.03928
        ? value / 12.92 : ((value + 0.055) / 1.055).squareRoot() * ((value + 0.055) / 1.055) * ((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// WCAG's contrast, from 1 to 21.
  private func contrast(_ left: TerminalColor, _ right: TerminalColor) -> Double {
    let (high, low) = (max(luminance(left), luminance(right)), min(luminance(left), luminance(right)))
    return (high + 0.05) / (low + 0.05)
  }

  /// The backgrounds of vector pictures, and black.
  private func backgrounds(_ name: Theme.Name) -> [TerminalColor] {
    switch name {
    case .light: [TerminalColor(0xFFFFFF)]
    case .highContrast: [TerminalColor(0x000000)]
    case .dark, .colorBlindSafe: [TerminalColor(0x000000), TerminalColor(0x0D1117)]
    }
  }

  /// Text has a contrast of 4.5 to 1 to what it stands on, and what carries meaning without being text has 3 to 1.
  @Test(arguments: Theme.Name.allCases) func everythingCanBeSeen(name: Theme.Name) throws {
    let theme = Theme.named(name)
    for background in backgrounds(name) {
      for color in MarbleColor.allCases {
        let fill = try #require(theme.marbles[color])
        #expect(contrast(fill, theme.ink) >= (name == .highContrast ? 7 : 4.5), "\(name) \(color)")
        let bright = try #require(theme.bright(color))
        #expect(contrast(bright, theme.ink) >= 4.5 && contrast(bright, background) >= 3, "\(name) \(color)")
        // The circle, and the same colour as that of lines and of values beside dots.
        #expect(contrast(fill, background) >= ([.dark, .highContrast].contains(name) ? 4.5 : 3), "\(name) \(color)")
        // The text and the ring of what has not happened yet, or came to nothing.
        let ghost = try #require(theme.edge(color, isGhost: true).foreground)
        #expect(contrast(ghost, background) >= 4.5, "\(name) \(color)")
      }
      // Names and expressions stand on the tinted box of a row, too.
      for ground in [background, background.mixed(with: theme.faint, share: 0.12)] {
        for color in [theme.accent, theme.muted] { #expect(contrast(color, ground) >= 4.5, "\(name)") }
      }
      #expect(contrast(theme.alarm, background) >= 4.5, "\(name)")
      // The line of the future, and the edge of a box.
      #expect(contrast(theme.faint, background) >= 3, "\(name)")
    }
  }

  @Test(arguments: Theme.Name.allCases) func marblesDifferInSixteenColours(name: Theme.Name) throws {
    let theme = Theme.named(name).adapted(to: .ansi16)
    for color in MarbleColor.allCases { #expect(try #require(theme.marbles[color]).ansi16 != theme.ink.ansi16) }
    #expect(Set(theme.marbles.values.map(\.ansi16)).count == MarbleColor.allCases.count)
    #expect(Theme.named(name).adapted(to: .ansi256).marbles == Theme.named(name).marbles)
  }

  /// Ghosts, dropped values, errors and finishes are characters of their own; inputs are filled and outputs open.
  @Test(arguments: GlyphSet.allCases) func shapesDifferWithoutColours(set: GlyphSet) {
    let glyphs = Glyphs(set)
    #expect(Set([glyphs.input.compact, glyphs.ghost.compact, glyphs.dropped.compact]).count == 3)
    #expect(Set([glyphs.input.sides, glyphs.ghost.sides, glyphs.dropped.sides]).count == 3)
    #expect(Set([glyphs.finish, glyphs.error, glyphs.baseline]).count == 3)
    #expect(Theme.dark.face(.red, isInput: true).reverse && !Theme.dark.face(.red, isInput: false).reverse)
    if set == .ascii { #expect(glyphs.input.compact != glyphs.output.compact) }
  }

  /// In colour, both look the same: exchanged twice.
  @Test func filledAndOpenAreTheSameColours() {
    let (input, output) = (Theme.dark.face(.green, isInput: true), Theme.dark.face(.green, isInput: false))
    #expect(input.foreground == output.background && input.background == output.foreground)
  }

  @Test(arguments: Theme.Name.allCases) func theTerminalsBackgroundStays(name: Theme.Name) throws {
    let recording = try Scene.sample.recorded()
    let drawing = SceneDrawing(scene: .sample, plan: recording, theme: .named(name))
    let picture = drawing.picture(of: recording, at: FrameState(time: .seconds(5)), size: Size(columns: 80, rows: 24))
    for row in 0..<24 {
      for column in 0..<80 where picture.anchors.marble(column: column, row: row) == nil {
        #expect(picture.canvas[column, row].style.background == nil)
      }
    }
  }

  /// Behind everything but the faces of marbles the terminal's own background is seen.
  @Test(arguments: Theme.Name.allCases) func onlyMarblesHaveABackground(name: Theme.Name) throws {
    let scene = Scene.sample
    let recording = try scene.recorded()
    let drawing = SceneDrawing(scene: scene, plan: recording, theme: .named(name))
    let moment = FrameState(time: .seconds(5.3), state: .playing)
    let picture = drawing.picture(of: recording, at: moment, size: Size(columns: 100, rows: 40))
    var painted = 0
    for row in 0..<40 {
      for column in 0..<100 where picture.canvas[column, row].style.background != nil {
        #expect(picture.anchors.marble(column: column, row: row) != nil, "\(column), \(row)")
        painted += 1
      }
    }
    #expect(painted > 0)
  }
}
