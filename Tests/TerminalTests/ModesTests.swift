import TestSupport
import Testing

@testable import Terminal

private let renderer = Renderer(capabilities: Capabilities())

private func bytes(_ old: TerminalModes, _ new: TerminalModes) -> String {
  renderer.bytes(from: Frame(canvas, modes: old), to: Frame(canvas, modes: new)).shown
}
private let canvas = Canvas(size: Size(columns: 4, rows: 2))

@Suite struct ModesTests {
  @Test func onlyWhatChangesIsSwitched() {
    #expect(bytes(.fullScreen, .fullScreen) == "")
    var modes = TerminalModes.fullScreen
    modes.mouse = .drags
    #expect(bytes(.fullScreen, modes) == "␛[?1002h␛[?1006h")
    var all = modes
    all.mouse = .all
    #expect(bytes(modes, all) == "␛[?1002l␛[?1003h")
    all.focusEvents = true
    #expect(bytes(modes, all) == "␛[?1002l␛[?1003h␛[?1004h")
    #expect(bytes(all, .fullScreen) == "␛[?1003l␛[?1006l␛[?1004l")
  }

  @Test func theCursorIsShownWhereItIs() {
    var modes = TerminalModes.fullScreen
    modes.cursor = TerminalModes.Position(column: 2, row: 1)
    #expect(bytes(.fullScreen, modes) == "␛[?25h␛[2;3H")
    var other = modes
    other.cursor = TerminalModes.Position(column: 0, row: 0)
    #expect(bytes(modes, other) == "␛[H")
    #expect(bytes(other, .fullScreen) == "␛[?25l")
    // A painted frame moves it, so it is put back.
    var painted = canvas
    painted.put("x", column: 0, row: 0)
    #expect(
      renderer.bytes(from: Frame(canvas, modes: modes), to: Frame(painted, modes: modes)).shown == "␛[Hx␛[2;3H")
  }

  @Test func aTitleIsGivenBack() {
    var modes = TerminalModes.fullScreen
    modes.title = "a\u{1B}]b\u{7}"
    #expect(bytes(.fullScreen, modes) == #"␛[22;2t␛]2;a\x1B]b\x07␛\"#)
    var other = modes
    other.title = "c"
    #expect(bytes(modes, other) == #"␛]2;c␛\"#)
    #expect(bytes(other, .fullScreen) == "␛[23;2t")
  }

  @Test func toDrawTheShellsFrameIsToGiveTheTerminalBack() {
    let entered = renderer.bytes(from: .shell, to: Frame(canvas))
    #expect(entered.shown == "␛[?1049h␛[?2004h␛[?25l␛[m␛[H␛[2J")
    #expect(renderer.bytes(from: Frame(canvas), to: .shell).shown == "␛[m␛[?2004l␛[?25h␛[?1049l")
  }

  /// From any modes to any others, and from there to the shell, even when the bytes are cut anywhere.
  @Test func nothingIsEverLeftSwitchedOn() {
    var random = SeededGenerator(state: 11)
    let renderer = Renderer(capabilities: Capabilities(synchronizedOutput: true))
    for _ in 0..<1000 {
      var screen = ScreenEmulator(columns: 16, rows: 5)
      screen.feed("\u{1B}]2;shell\u{1B}\\$ ".utf8)
      var frame = Frame.shell
      for _ in 0..<3 {
        let next = Frame(random.canvasPair().0, modes: random.modes())
        screen.feed(renderer.bytes(from: frame, to: next))
        frame = next
        #expect(screen.modes == Self.numbers(frame.modes))
      }
      var next = Frame(random.canvasPair().0, modes: random.modes())
      next.modes.title = frame.modes.title
      let bytes = renderer.bytes(from: frame, to: next)
      screen.feed(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      screen.feed(renderer.restoration(of: frame.modes.union(next.modes)))
      #expect(screen.modes == [25])
      #expect(screen.isAtRest && screen.unknown == [])
      #expect(screen.attributes == ScreenEmulator.Attributes())
    }
  }

  private static func numbers(_ modes: TerminalModes) -> Set<Int> {
    var numbers: Set<Int> = modes.alternateScreen ? [1049] : []
    if !modes.alternateScreen || modes.cursor != nil { numbers.insert(25) }
    if modes.mouse == .drags { numbers.formUnion([1002, 1006]) }
    if modes.mouse == .all { numbers.formUnion([1003, 1006]) }
    if modes.bracketedPaste { numbers.insert(2004) }
    if modes.focusEvents { numbers.insert(1004) }
    return numbers
  }
}

extension SeededGenerator {
  fileprivate mutating func modes() -> TerminalModes {
    TerminalModes(
      alternateScreen: true, cursor: Bool.random(using: &self) ? nil : TerminalModes.Position(column: 1, row: 0),
      mouse: TerminalModes.MouseReports.allCases.randomElement(using: &self)!,
      bracketedPaste: Bool.random(using: &self),
      focusEvents: Bool.random(using: &self), title: Bool.random(using: &self) ? nil : "title")
  }
}
