import Terminal
import Testing

@Suite struct CapabilitiesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var color = ColorChoice.auto
    var environment: [String: String]
    var isTTY = true
    var expected: ColorDepth
    var testDescription: String { "--color \(color) \(environment) tty: \(isTTY)" }
  }

  static let xterm = ["TERM": "xterm-256color"]

  @Test(arguments: [
    // Depth: COLORTERM, then TERM.
    Row(environment: [:], expected: .ansi16),
    Row(environment: ["TERM": "xterm"], expected: .ansi16),
    Row(environment: ["TERM": "linux"], expected: .ansi16),
    Row(environment: ["TERM": "screen-256color-bce"], expected: .ansi256),
    Row(environment: ["TERM": "xterm-direct"], expected: .truecolor),
    Row(environment: ["TERM": "xterm", "COLORTERM": "truecolor"], expected: .truecolor),
    Row(environment: ["TERM": "xterm", "COLORTERM": "24bit"], expected: .truecolor),
    Row(environment: ["TERM": "xterm", "COLORTERM": "yes"], expected: .ansi16),
    // TERM=dumb, or no terminal.
    Row(environment: ["TERM": "dumb"], expected: .none),
    Row(environment: xterm, isTTY: false, expected: .none),
    // NO_COLOR goes before.
    Row(environment: xterm.merging(["NO_COLOR": "1"]) { $1 }, expected: .none),
    Row(environment: xterm.merging(["NO_COLOR": ""]) { $1 }, expected: .ansi256),
    // What forces goes before NO_COLOR.
    Row(environment: xterm.merging(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]) { $1 }, isTTY: false, expected: .ansi256),
    Row(environment: xterm.merging(["FORCE_COLOR": "1"]) { $1 }, isTTY: false, expected: .ansi256),
    Row(environment: ["TERM": "dumb", "FORCE_COLOR": "1"], expected: .ansi16),
    Row(environment: xterm.merging(["FORCE_COLOR": "0"]) { $1 }, isTTY: false, expected: .none),
    Row(environment: xterm.merging(["CLICOLOR_FORCE": "0"]) { $1 }, isTTY: false, expected: .none),
    // The flag goes before all.
    Row(color: .never, environment: xterm.merging(["FORCE_COLOR": "1"]) { $1 }, expected: .none),
    Row(color: .always, environment: xterm.merging(["NO_COLOR": "1"]) { $1 }, isTTY: false, expected: .ansi256),
    Row(color: .ansi16, environment: xterm, expected: .ansi16),
    Row(color: .ansi256, environment: ["TERM": "dumb"], isTTY: false, expected: .ansi256),
    Row(color: .truecolor, environment: ["NO_COLOR": "1"], expected: .truecolor),
  ])
  func colour(_ row: Row) {
    let capabilities = Capabilities(color: row.color, environment: row.environment, isTTY: row.isTTY)
    #expect(capabilities.colorDepth == row.expected)
    #expect(!capabilities.synchronizedOutput)
  }

  @Test(
    arguments: [
      ([:], .full), (["LANG": "C.UTF-8"], .full), (["LANG": "en_US.utf8"], .full), (["LC_CTYPE": "UTF-8"], .full),
      (["LANG": "C"], .ascii), (["LANG": "de_DE.ISO-8859-1"], .ascii), (["LC_ALL": "C", "LANG": "C.UTF-8"], .ascii),
      (["LC_CTYPE": "C.UTF-8", "LANG": "C"], .full), (["LC_ALL": "", "LANG": "C.UTF-8"], .full),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": "C"], .ascii), (["LC_ALL": ""], .full),
      (["TERM": "linux"], .linuxConsole), (["TERM": "linux", "LANG": "C"], .ascii),
    ] as [([String: String], GlyphSet)])
  func glyphs(_ environment: [String: String], _ expected: GlyphSet) {
    #expect(Capabilities(environment: environment, isTTY: true).glyphs == expected)
    #expect(Capabilities(ascii: true, environment: environment, isTTY: true).glyphs == .ascii)
  }

  @Test func theFlagSays() {
    #expect(ColorChoice.allCases.map(\.rawValue) == ["auto", "always", "never", "16", "256", "truecolor"])
  }
}
