import Foundation
import TestSupport
import Testing

@testable import Terminal

/// What terminal emulators that others wrote make of our bytes is what we meant.
///
/// Where they are missing the tests are left out, with advice; `.ci/run` installs them.
@Suite struct EmulatorTests {
  /// Characters on whose width terminals differ, and why.
  static let disputed: [(text: String, why: String)] = [
    ("e\u{301}", "a combining accent, which some put into a separate column"),
    ("x\u{20DD}", "an enclosing circle"),
    ("❤\u{FE0F}", "narrow, but wide with the selector for emoji"),
    ("1\u{FE0F}\u{20E3}", "a key cap"),
    ("☀\u{FE0E}", "a selector for text"),
    ("👍🏽", "a skin tone: two wide ones, or one"),
    ("👨‍👩‍👧", "a family: three wide ones, or one"),
    ("🏳\u{FE0F}‍🌈", "a flag by joiner"),
    ("🇩🇪", "a flag: two indicators of one or two columns, or one wide one"),
    ("🇩", "an indicator alone"),
    ("🏽", "a skin tone alone"),
    ("☰", "wide since Unicode 16"),
    ("䷀", "wide since Unicode 16"),
    ("㉈", "of ambiguous width, wide in glibc"),
    ("🛜", "of Unicode 15: unknown to many"),
    ("🫨", "of Unicode 15: unknown to many"),
    ("நி", "a spacing mark"),
    ("क्षि", "a conjunct"),
    ("\u{1100}\u{1161}\u{11A8}", "Hangul by its letters"),
  ]

  /// Each of them in the middle and at the edges, drawn over letters and drawn over by letters.
  private static func disputedFrames() -> [(Canvas, Canvas)] {
    let letters = "abcdefghijkl"
    func canvas(_ text: String, at column: Int) -> Canvas {
      var canvas = Canvas(size: Size(columns: 12, rows: 2))
      for row in 0..<2 { canvas.put(letters, column: 0, row: row) }
      canvas.put(text, column: column, row: 1, style: Style(bold: true))
      return canvas
    }
    return disputed.flatMap { text, _ in
      [0, 5, 9, 10, 11].flatMap { column in
        let (before, after) = (canvas("", at: 0), canvas(text, at: column))
        return [(before, after), (after, before), (canvas(text, at: 4), after)]
      }
    }
  }

  @Test func theListIsOfDisputedOnes() {
    for (text, why) in Self.disputed {
      #expect(text.count == 1, "\(text)")
      let isDisputed = text.contains { !CharacterWidth(of: $0).isSettled }
      #expect(isDisputed, "\(text): \(why)")
    }
  }

  @Test(.enabled(if: Pyte.isInstalled, Pyte.advice), arguments: ColorDepth.allCases)
  func pyteShowsRandomFrames(depth: ColorDepth) throws {
    var random = SeededGenerator(state: UInt64(ColorDepth.allCases.firstIndex(of: depth)!))
    let renderer = Renderer(capabilities: Capabilities(colorDepth: depth, synchronizedOutput: true))
    let cases = (0..<1000).map { _ in
      let (old, new) = random.canvasPair(upTo: Size(columns: 12, rows: 4))
      return Pyte.Case([renderer.bytes(from: nil, to: old), renderer.bytes(from: old, to: new)], new, depth)
    }
    let report = try Pyte.report(on: cases)
    #expect(report == "1000\n")
  }

  @Test(.enabled(if: Pyte.isInstalled, Pyte.advice))
  func pyteShowsDisputedOnesOneByOne() throws {
    let renderer = Renderer(capabilities: Capabilities())
    let cases = Self.disputedFrames().map { old, new in
      Pyte.Case([renderer.bytes(from: nil, to: old), renderer.bytes(from: old, to: new)], new, .truecolor)
    }
    let report = try Pyte.report(on: cases)
    #expect(report == "\(cases.count)\n")
  }

  @Test(.enabled(if: Tmux.isInstalled, Tmux.advice))
  func tmuxShowsDisputedOnesOneByOne() throws {
    let renderer = Renderer(capabilities: Capabilities())
    let frames = Self.disputedFrames().map(\.1)
    let screens = try Tmux.screens(columns: 12, rows: 2, frames.map { renderer.bytes(from: nil, to: $0) })
    try #require(screens.count == frames.count)
    for (screen, frame) in zip(screens, frames) {
      // Whatever it makes of the character, all letters are there, and no others.
      func letters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.isASCII && $0 != " " }))
      }
      let found: [String] = screen.lines.map(letters)
      let expected: [String] = (0..<2).map { row in
        let first: [Unicode.Scalar] = (0..<12).compactMap { frame.expected($0, row).text.unicodeScalars.first }
        return letters(String(String.UnicodeScalarView(first)))
      }
      #expect(found == expected, "\(frame.lines[1])")
    }
  }

  @Test(.enabled(if: Tmux.isInstalled, Tmux.advice))
  func tmuxShowsRandomFrames() throws {
    var random = SeededGenerator(state: 1)
    let renderer = Renderer(capabilities: Capabilities())
    var frames: [(bytes: [UInt8], canvas: Canvas)] = []
    var shown: Canvas?
    for _ in 0..<60 {
      var canvas = Bool.random(using: &random) ? shown ?? Canvas(size: Self.tmuxSize) : Canvas(size: Self.tmuxSize)
      random.draw(on: &canvas, times: 20, .settled)
      frames.append((renderer.bytes(from: shown, to: canvas), canvas))
      shown = canvas
    }
    let screens = try Tmux.screens(columns: Self.tmuxSize.columns, rows: Self.tmuxSize.rows, frames.map(\.bytes))
    try #require(screens.count == frames.count)
    for (index, (screen, frame)) in zip(screens, frames).enumerated() {
      let difference = RendererPropertyTests.difference(screen, frame.canvas, .truecolor)
      #expect(difference == nil, "frame \(index): \(difference ?? "")")
    }
  }

  private static let tmuxSize = Size(columns: 40, rows: 12)
}

/// pyte, an emulator in Python, fed with all frames at once.
enum Pyte {
  /// Bytes, frame by frame, and what the last one is to look like.
  struct Case {
    var frames: String
    var cells: String

    init(_ frames: [[UInt8]], _ canvas: Canvas, _ depth: ColorDepth) {
      self.frames = "\(canvas.size.columns)x\(canvas.size.rows)"
      for frame in frames {
        self.frames += " "
        self.frames += String(
          decoding: frame.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
      }
      var cells: [String] = []
      for row in 0..<canvas.size.rows {
        for column in 0..<canvas.size.columns {
          let cell = canvas.expected(column, row)
          let isDisputed =
            cell == canvas[column, row] && cell.text.first.map { !CharacterWidth(of: $0).isSettled } ?? false
          cells.append((isDisputed ? "\u{1D}" : "") + cell.text + Self.style(cell.style, depth))
        }
      }
      self.cells = cells.joined(separator: "\u{1F}")
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func style(_ style: Style, _ depth: ColorDepth) -> String {
      if style == .plain { return "" }
      func color(_ color: TerminalColor?) -> String {
        guard let color, depth != .none else { return "d" }
        if depth == .ansi16 { return "a\(color.ansi16)" }
        if depth == .ansi256 { return "i\(color.xterm256)" }
        return "r" + [color.red, color.green, color.blue].map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
      }
      let on = [(1, style.bold), (3, style.italic), (4, style.underline), (7, style.reverse)].filter(\.1).map {
        " \($0.0)"
      }
      return "\u{1E}\(color(style.foreground)) \(color(style.background))\(on.joined())"
    }
  }

  static let advice: Comment = "pyte is missing: python3 -m pip install pyte==0.8.2"
  static let isInstalled = (try? python(["-c", "import pyte"], input: ""))?.status == 0

  /// What the script says of these: differences, and the number of cases.
  static func report(on cases: [Case]) throws -> String {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Emulators/pyte_screens.py")
    let text = cases.map { "\($0.frames)\n\($0.cells)\n" }.joined()
    return try python([script.path], input: text).output
  }

  private static func python(_ arguments: [String], input: String) throws -> (output: String, status: Int32) {
    try Python.run(arguments, input: input)
  }
}

/// tmux, a terminal in a terminal.
enum Tmux {
  static let advice: Comment = "tmux is missing: apt-get install tmux"
  static let isInstalled = (try? Python.run(["tmux", "-V"], interpreter: nil, input: ""))?.status == 0

  /// What it shows after each of these frames.
  static func screens(columns: Int, rows: Int, _ frames: [[UInt8]]) throws -> [ScreenEmulator] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Emulators/tmux_screens.py")
    let text = frames.map { frame in frame.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n" }
      .joined()
    let (output, status) = try Python.run([script.path, "\(columns)", "\(rows)"], input: text)
    guard status == 0 else { throw Failure(description: output) }
    return try output.split(separator: "\n").map { line in
      // Wider, as a character that is narrow for tmux may be wide for it.
      var screen = ScreenEmulator(columns: 2 * columns, rows: rows)
      let lines = try JSONDecoder().decode([String].self, from: Data(line.utf8))
      for (row, line) in lines.enumerated() { screen.feed("\u{1B}[\(row + 1)H\(line)".utf8) }
      return screen
    }
  }

  private struct Failure: Error, CustomStringConvertible { var description: String }
}

private enum Python {
  static func run(
    _ arguments: [String], interpreter: String? = "python3", input: String
  ) throws -> (output: String, status: Int32) {
    let file = FileManager.default.temporaryDirectory.appending(path: "marbled-\(UUID().uuidString)")
    try input.write(to: file, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [interpreter].compactMap { $0 } + arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }
}
