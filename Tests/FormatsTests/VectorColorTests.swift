import Drawing
import Terminal
import Testing

@testable import Formats

/// The colours of vector pictures; see ThemeTests for their contrast.
@Suite struct VectorColorTests {
  @Test("the future is pale by its colour, and no paler", arguments: Theme.Name.allCases)
  func future(name: Theme.Name) {
    let colors = VectorColors(Theme.named(name))
    let (faint, normal) = (colors.theme.faint, colors.ink)
    #expect(colors.foreground(Style(foreground: faint, dim: true)) == faint)
    #expect(colors.foreground(Style(foreground: normal, dim: true)) != normal)
    // ThemeTests compares the colours of themes with these.
    let papers: [Theme.Name: UInt32] = [.light: 0xFFFFFF, .highContrast: 0x000000]
    #expect(colors.paper == TerminalColor(papers[name] ?? 0x0D1117))
  }
}
