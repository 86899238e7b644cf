/// A terminal small enough to be trusted: it shows what bytes make of a screen.
///
/// It knows printing (wide characters, combining ones, emoji sequences, the pending wrap in the last column), CR, LF,
/// BS, CUP, CUU to CUB, CHA, VPA, ECH, REP, ED, EL, SGR, titles and their stack, and private modes, of which 1049 changes the screen and all
/// are recorded. Asked what it is, which modes it has and what its background is, it says so in `replies`. Other
/// sequences are counted in `unknown`. It depends on nothing, so that it can judge the renderer, and be copied.
public struct ScreenEmulator: Sendable {
  /// A colour as SGR names it.
  public enum Color: Hashable, Sendable {
    /// The terminal's own.
    case `default`
    /// One of 16.
    case ansi(Int)
    /// One of xterm's 256.
    case indexed(Int)
    /// Red, green and blue, each to 255.
    case rgb(Int, Int, Int)
  }

  /// How a cell is drawn.
  public struct Attributes: Hashable, Sendable {
    /// The colour of the text.
    public var foreground = Color.default
    /// The colour behind it.
    public var background = Color.default
    /// The SGR numbers that are on, of 1 bold, 2 dim, 3 italic, 4 underline, 7 reverse.
    public var on: Set<Int> = []

    /// Attributes; those of a new terminal unless told otherwise.
    public init(foreground: Color = .default, background: Color = .default, on: Set<Int> = []) {
      (self.foreground, self.background, self.on) = (foreground, background, on)
    }
  }

  /// One cell of the screen.
  public struct Cell: Hashable, Sendable {
    /// Empty in the right half of a wide character.
    public var text = " "
    /// How it is drawn.
    public var attributes = Attributes()

    /// A cell; a blank unless told otherwise.
    public init(text: String = " ", attributes: Attributes = Attributes()) {
      (self.text, self.attributes) = (text, attributes)
    }
  }

  /// The width of the screen.
  public private(set) var columns: Int
  /// The height of the screen.
  public private(set) var rows: Int
  /// The screen, row by row; while mode 2026 is set, as it was before, for what is written then is shown at once.
  public var cells: [[Cell]] { frozen ?? written }
  /// Where the next character goes.
  public private(set) var cursor = (column: 0, row: 0)
  /// How the next character is drawn.
  public private(set) var attributes = Attributes()
  /// The private modes that are set; 25, the cursor, is at the start.
  public private(set) var modes: Set<Int> = [25]
  /// The sequences that it does not know.
  public private(set) var unknown: [String] = []
  /// How often the whole screen was erased (ED 2).
  public private(set) var clears = 0
  /// The title of the window.
  public private(set) var title = ""
  /// What it answers to questions since the replies were last taken.
  public private(set) var replies: [UInt8] = []

  private enum State { case ground, escape, charset, csi, string, stringEscape }
  private var state = State.ground
  private var parameters = ""
  private var text: [UInt8] = []
  private var titles: [String] = []
  private var utf8: [UInt8] = []
  private var isWrapPending = false
  /// The cell that combining characters go to; nil after any cursor movement.
  private var last: (column: Int, row: Int)?
  /// What was written, shown or not.
  private var written: [[Cell]]
  /// What is shown while mode 2026 is set.
  private var frozen: [[Cell]]?
  private var mainScreen: (cells: [[Cell]], cursor: (column: Int, row: Int))?

  /// A blank screen.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    written = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The rows as plain text, spaces at the ends trimmed.
  public var lines: [String] {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Whether no control sequence and no character is half read.
  public var isAtRest: Bool { state == .ground && utf8.isEmpty }

  /// Changes the size as a terminal's window does: what no longer fits is cut off.
  public mutating func resize(columns: Int, rows: Int) {
    func resized(_ cells: [[Cell]]) -> [[Cell]] {
      (0..<rows).map { row in
        (0..<columns).map { row < self.rows && $0 < self.columns ? cells[row][$0] : Cell() }
      }
    }
    written = resized(written)
    frozen = frozen.map(resized)
    mainScreen = mainScreen.map {
      (resized($0.cells), (min($0.cursor.column, columns - 1), min($0.cursor.row, rows - 1)))
    }
    (self.columns, self.rows) = (columns, rows)
    move(column: cursor.column, row: cursor.row)
  }

  /// The replies so far, which it then forgets.
  public mutating func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  /// Reads what a program writes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { read(byte) }
  }
}

extension ScreenEmulator {
  private mutating func read(_ byte: UInt8) {
    switch state {
    case .ground: readText(byte)
    case .escape:
      parameters = ""
      switch byte {
      case 0x1B: break
      case 0x5B: state = .csi
      // Which set of characters: they are those of UTF-8 whatever it is.
      case 0x28...0x2B: state = .charset
      case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
        state = .string
        text = [byte]
      default:
        unknown.append("ESC \(Unicode.Scalar(byte))")
        state = .ground
      }
    case .charset: state = .ground
    case .csi:
      // ESC breaks off what was begun.
      if byte == 0x1B { return state = .escape }
      guard (0x40...0x7E).contains(byte) else {
        parameters.unicodeScalars.append(Unicode.Scalar(byte))
        return
      }
      state = .ground
      control(Character(Unicode.Scalar(byte)))
    case .string:
      switch byte {
      case 0x07: endString()
      case 0x1B: state = .stringEscape
      default: text.append(byte)
      }
    case .stringEscape:
      if byte == 0x5C {
        endString()
      } else {
        state = .escape
        read(byte)
      }
    }
  }

  private mutating func endString() {
    state = .ground
    let text = String(decoding: text, as: UTF8.self)
    if text.hasPrefix("]0;") || text.hasPrefix("]2;") { title = String(text.dropFirst(3)) }
    if text == "]11;?" { reply("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\") }
    if text == "P+q524742" { reply("\u{1B}P1+r524742=38\u{1B}\\") }
  }

  private mutating func reply(_ text: String) { replies += Array(text.utf8) }

  private mutating func readText(_ byte: UInt8) {
    if byte < 0x80 { utf8 = [] }
    switch byte {
    case 0x1B: state = .escape
    case 0x0D: move(column: 0, row: cursor.row)
    case 0x0A:
      if cursor.row == rows - 1 { scroll() }
      move(column: cursor.column, row: cursor.row + 1)
    case 0x08: move(column: cursor.column - 1, row: cursor.row)
    case 0x00..<0x20, 0x7F: unknown.append("control \(byte)")
    case 0x20..<0x7F: print(Unicode.Scalar(byte))
    default:
      if byte & 0xC0 != 0x80 { utf8 = [] }
      utf8.append(byte)
      let length = utf8[0] < 0xE0 ? 2 : utf8[0] < 0xF0 ? 3 : 4
      guard utf8.count == length else { return }
      for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { print(scalar) }
      utf8 = []
    }
  }

  private mutating func scroll() {
    written.removeFirst()
    written.append(Array(repeating: Cell(), count: columns))
  }

  private mutating func move(column: Int, row: Int) {
    cursor = (min(max(0, column), columns - 1), min(max(0, row), rows - 1))
    isWrapPending = false
    last = nil
  }
}

// Printing.
extension ScreenEmulator {
  private mutating func print(_ scalar: Unicode.Scalar) {
    if join(scalar) { return }
    // A wide character in a window with one column is cut.
    let width = min(Self.width(scalar), columns)
    if isWrapPending || cursor.column + width > columns {
      if cursor.row == rows - 1 { scroll() }
      move(column: 0, row: cursor.row + 1)
    }
    let (column, row) = cursor
    set(column, row, Cell(text: String(Character(scalar)), attributes: attributes))
    if width == 2 { set(column + 1, row, Cell(text: "", attributes: attributes)) }
    last = (column, row)
    advance(to: column + width)
  }

  private mutating func advance(to column: Int) {
    isWrapPending = column >= columns
    cursor.column = min(column, columns - 1)
  }

  /// Adds what belongs to the character before, as terminals do that know grapheme clusters.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard let (column, row) = last, let previous = written[row][column].text.unicodeScalars.last else { return false }
    let isFlag =
      (0x1F1E6...0x1F1FF).contains(scalar.value) && (0x1F1E6...0x1F1FF).contains(previous.value)
      && written[row][column].text.unicodeScalars.count == 1
    let isSelector = scalar == "\u{FE0F}"
    let isSkin = (0x1F3FB...0x1F3FF).contains(scalar.value)
    let isMark = Self.isCombining(scalar.value) || scalar == "\u{200D}" || isSelector
    guard isFlag || isMark || isSkin || previous == "\u{200D}" else { return false }
    written[row][column].text.unicodeScalars.append(scalar)
    let isNarrow = column + 1 >= columns || !written[row][column + 1].text.isEmpty
    if (isFlag || isSelector) && isNarrow && column + 1 < columns {
      set(column + 1, row, Cell(text: "", attributes: attributes))
      advance(to: column + 2)
    }
    return true
  }

  /// Sets one cell; what stays of a wide character that it cuts becomes a blank.
  private mutating func set(_ column: Int, _ row: Int, _ cell: Cell) {
    if column + 1 < columns && written[row][column + 1].text.isEmpty { written[row][column + 1].text = " " }
    if written[row][column].text.isEmpty && !cell.text.isEmpty { written[row][column - 1].text = " " }
    written[row][column] = cell
  }

  private static func isCombining(_ value: UInt32) -> Bool {
    (0x300...0x36F).contains(value) || (0x1AB0...0x1AFF).contains(value) || (0x20D0...0x20F0).contains(value)
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2614...0x2615, 0x26A1...0x26A1, 0x2705...0x2705, 0x2728...0x2728,
    0x274C...0x274C, 0x2B50...0x2B50, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4C6, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F320, 0x1F330...0x1F335,
    0x1F337...0x1F37C, 0x1F380...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3E0...0x1F3F0, 0x1F400...0x1F43E, 0x1F442...0x1F4FC,
    0x1F500...0x1F53D, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F7E0...0x1F7EB, 0x1F90C...0x1F9FF, 0x1FA70...0x1FAFF,
    0x20000...0x3FFFD,
  ]

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}

// Control sequences.
extension ScreenEmulator {
  private mutating func control(_ final: Character) {
    if parameters.hasPrefix("?"), final == "h" || final == "l" {
      for mode in parameters.dropFirst().split(separator: ";").compactMap({ Int($0) }) { set(mode, to: final == "h") }
      return
    }
    if parameters.hasPrefix("?"), parameters.hasSuffix("$"), final == "p" {
      let mode = parameters.dropFirst().dropLast()
      return reply("\u{1B}[?\(mode);\(Int(mode).map(modes.contains) ?? false ? 1 : 2)$y")
    }
    guard parameters.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ";") }) else {
      unknown.append("CSI \(parameters)\(final)")
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch final {
    case "H": move(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: max(1, first) - 1)
    case "A": move(column: cursor.column, row: cursor.row - max(1, first))
    case "B": move(column: cursor.column, row: cursor.row + max(1, first))
    case "C": move(column: cursor.column + max(1, first), row: cursor.row)
    case "D": move(column: cursor.column - max(1, first), row: cursor.row)
    case "G": move(column: max(1, first) - 1, row: cursor.row)
    case "d": move(column: cursor.column, row: max(1, first) - 1)
    case "X":
      for column in cursor.column..<min(columns, cursor.column + max(1, first)) { set(column, cursor.row, Cell()) }
    case "b":
      guard let printed = last.flatMap({ written[$0.row][$0.column].text.unicodeScalars.first }) else { break }
      for _ in 0..<max(1, first) { print(printed) }
    case "J":
      if first == 2 { clears += 1 }
      erase(row: cursor.row, first)
      let erased = first == 0 ? cursor.row + 1..<rows : first == 1 ? 0..<cursor.row : 0..<rows
      for row in erased { erase(row: row, 2) }
    case "K": erase(row: cursor.row, first)
    case "m": select(numbers)
    case "c": reply("\u{1B}[?62;22c")
    case "t" where first == 22: titles.append(title)
    case "t" where first == 23: title = titles.popLast() ?? title
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  /// ED and EL: 0 from the cursor on, 1 up to it, 2 all; erased cells keep the background.
  private mutating func erase(row: Int, _ part: Int) {
    let erased = part == 0 ? cursor.column..<columns : part == 1 ? 0..<cursor.column + 1 : 0..<columns
    var blank = Cell()
    blank.attributes.background = attributes.background
    for column in erased { set(column, row, blank) }
  }

  private mutating func set(_ mode: Int, to on: Bool) {
    if mode == 1049, on != modes.contains(1049) {
      if on {
        mainScreen = (written, cursor)
        written = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
      } else if let mainScreen {
        written = mainScreen.cells
        move(column: mainScreen.cursor.column, row: mainScreen.cursor.row)
      }
    }
    if mode == 2026 { frozen = on ? cells : nil }
    if on { modes.insert(mode) } else { modes.remove(mode) }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: attributes = Attributes()
      case 1, 2, 3, 4, 7: attributes.on.insert(number)
      case 22: attributes.on.subtract([1, 2])
      case 23, 24, 27: attributes.on.remove(number - 20)
      case 30...37: attributes.foreground = .ansi(number - 30)
      case 90...97: attributes.foreground = .ansi(number - 82)
      case 39: attributes.foreground = .default
      case 40...47: attributes.background = .ansi(number - 40)
      case 100...107: attributes.background = .ansi(number - 92)
      case 49: attributes.background = .default
      case 38: attributes.foreground = Self.color(&rest)
      case 48: attributes.background = Self.color(&rest)
      default: unknown.append("SGR \(number)")
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> Color {
    if rest.popFirst() == 5 { return .indexed(rest.popFirst() ?? 0) }
    return .rgb(rest.popFirst() ?? 0, rest.popFirst() ?? 0, rest.popFirst() ?? 0)
  }
}
