/// Where a place is in the YAML of a scene, which may be unfinished or wrong.
///
/// The text is read once, line by line, as far as block and flow mappings, lists, quotes and comments go. No text is refused:
/// where nothing is known, there is no place.
struct SceneCursor: Hashable, Sendable {
  /// What is at the place.
  enum Place: Hashable, Sendable {
    /// A key, or the beginning of one; the range is that of its text.
    case key(Range<Int>)
    /// The value of a key, or an element of a list; the range includes quotes.
    case value(Range<Int>, Style)
  }

  /// How a value is written.
  enum Style: Hashable, Sendable { case plain, single, double, block }

  /// The keys above the place, from the outermost; `-` for an element of a list. For a value, its key is the last.
  private(set) var path: [String] = []
  private(set) var place: Place?
  /// The other keys of the mapping with the place.
  private(set) var siblings: [String] = []
  /// The names of the rows of the scene.
  private(set) var rows: [String] = []

  /// Reads the text.
  ///
  /// - Parameter offset: the place, in bytes.
  init(in bytes: [UInt8], at offset: Int) {
    var scanner = SceneScanner(bytes, cursor: offset)
    scanner.scan()
    (path, place, siblings, rows) = (scanner.path, scanner.place, scanner.siblings, scanner.rows)
  }
}

/// Reads the YAML of a scene up to its end, and remembers what is at a place.
private struct SceneScanner {
  /// An open mapping or list.
  private struct Level {
    /// The column of its keys; nil in brackets.
    var column: Int?
    var isList: Bool
    /// The key whose value is read; nil before the first.
    var key: String?
    var keys: [String] = []
    /// Whether it has the place.
    var hasCursor = false

    var step: String { isList ? "-" : key ?? "" }
  }

  private let bytes: [UInt8]
  private let cursor: Int
  private var levels: [Level] = []
  private var position = 0
  private(set) var path: [String] = []
  private(set) var place: SceneCursor.Place?
  private(set) var siblings: [String] = []
  private(set) var rows: [String] = []

  /// The maximum number of open mappings and lists; a scene that has more is refused anyway.
  private static let deepest = 100
  private static let mostRows = 10_000

  /// Whether the innermost mapping or list is in brackets.
  private var isInFlow: Bool { levels.last.map { $0.column == nil } ?? false }

  init(_ bytes: [UInt8], cursor: Int) { (self.bytes, self.cursor) = (bytes, cursor) }

  mutating func scan() {
    while position < bytes.count, levels.count < Self.deepest {
      isInFlow ? readFlow() : readBlockLine()
    }
    if cursor >= bytes.count {
      if isInFlow {
        markGap()
      } else if place == nil, bytes.last.map({ $0 == 0x0A || $0 == 0x0D }) ?? true {
        markBlank(column: 0)
      }
    }
    while let level = levels.popLast() { close(level) }
  }

  // MARK: Lines

  private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private func isBreak(_ place: Int) -> Bool { byte(place).map { $0 == 0x0A || $0 == 0x0D } ?? true }

  private func isBlank(_ place: Int) -> Bool { byte(place) == 0x20 || byte(place) == 0x09 }

  private func endOfLine(_ place: Int) -> Int {
    var end = place
    while !isBreak(end) { end += 1 }
    return end
  }

  private mutating func skipBreak() {
    if byte(position) == 0x0D, byte(position + 1) == 0x0A { position += 1 }
    position += 1
  }

  private mutating func skipBlanks() { while isBlank(position) { position += 1 } }

  private mutating func readBlockLine() {
    let start = position
    skipBlanks()
    if isBreak(position) || byte(position) == UInt8(ascii: "#") {
      let isComment = !isBreak(position)
      let end = endOfLine(position)
      if !isComment, start <= cursor, cursor <= end { markBlank(column: cursor - start) }
      position = end
      return skipBreak()
    }
    var column = position - start
    while byte(position) == UInt8(ascii: "-"), isBlank(position + 1) || isBreak(position + 1) {
      leave { ($0.column ?? 0) > column }
      if levels.last.map({ !$0.isList || $0.column != column }) ?? true {
        levels.append(Level(column: column, isList: true))
      }
      position += 1
      skipBlanks()
      column = position - start
      if isBreak(position) {
        if start <= cursor, cursor <= position { markBlank(column: cursor - start) }
        return skipBreak()
      }
    }
    readEntry(column: column)
    if !isInFlow {
      position = endOfLine(position)
      skipBreak()
    }
  }

  /// Reads `key: value`, an element, or the beginning of a key.
  private mutating func readEntry(column: Int) {
    guard let key = keyText(stopsAtFlow: false) else {
      let isElement = levels.last.map { $0.isList && ($0.column ?? 0) < column } ?? false
      let start = position
      if isElement { return readValue() }
      if byte(position).map({ "{[".utf8.contains($0) }) == true { return readValue() }
      let end = trimmedEnd(from: start, to: endOfLine(start))
      enter(column: column)
      mark(.key(start..<end), at: start...end, isKey: true)
      return
    }
    enter(column: column)
    add(key.name, key.range)
    position = key.end
    readValue()
  }

  /// The mapping whose keys are at a column.
  private mutating func enter(column: Int) {
    leave { ($0.column ?? 0) > column || ($0.isList && $0.column == column) }
    if levels.last.map({ $0.isList || $0.column != column }) ?? true {
      levels.append(Level(column: column, isList: false))
    }
  }

  private mutating func leave(_ isLeft: (Level) -> Bool) {
    while let last = levels.last, isLeft(last) {
      levels.removeLast()
      close(last)
    }
  }

  private mutating func close(_ level: Level) { if level.hasCursor { siblings = level.keys } }

  /// A key at the position, with the place behind its colon; nil for none.
  private func keyText(stopsAtFlow: Bool) -> (name: String, range: Range<Int>, end: Int)? {
    let start = position
    var end = start
    if let quote = byte(start), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      end = endOfQuote(start)
      guard end > start + 1, byte(end - 1) == quote else { return nil }
      var colon = end
      while isBlank(colon) { colon += 1 }
      guard byte(colon) == UInt8(ascii: ":") else { return nil }
      return (String(decoding: bytes[start + 1..<end - 1], as: UTF8.self), start..<end, colon + 1)
    }
    while let next = byte(end), !isBreak(end) {
      if next == UInt8(ascii: ":"), isBlank(end + 1) || isBreak(end + 1) { break }
      if "{}[],".utf8.contains(next), stopsAtFlow || end == start { return nil }
      if next == UInt8(ascii: "#"), end > start, isBlank(end - 1) { return nil }
      end += 1
    }
    guard byte(end) == UInt8(ascii: ":"), end > start else { return nil }
    return (String(decoding: bytes[start..<trimmedEnd(from: start, to: end)], as: UTF8.self), start..<end, end + 1)
  }

  /// The place behind a text in quotes, or the end of the text.
  private func endOfQuote(_ start: Int) -> Int {
    let quote = bytes[start]
    var end = start + 1
    while let next = byte(end) {
      if next == quote {
        if quote == UInt8(ascii: "'"), byte(end + 1) == quote { end += 1 } else { return end + 1 }
      } else if next == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        end += 1
      }
      end += 1
    }
    return min(end, bytes.count)
  }

  private func trimmedEnd(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, isBlank(end - 1) { end -= 1 }
    return end
  }

  // MARK: Values

  /// Reads the value of the newest key, or an element, in a block.
  private mutating func readValue() {
    let before = position
    skipBlanks()
    switch byte(position) {
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: openFlow()
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: readQuoted()
    case UInt8(ascii: "|")?, UInt8(ascii: ">")?: readBlockScalar()
    default:
      let start = position
      var end = position
      while !isBreak(end), !(byte(end) == UInt8(ascii: "#") && isBlank(end - 1)) { end += 1 }
      end = trimmedEnd(from: start, to: end)
      if start == end, isBlank(start - 1) || before == start {
        mark(
          .value(cursor..<cursor, .plain), at: before...max(before, endOfLine(start) == start ? start : before),
          isKey: false)
      } else {
        mark(.value(start..<end, .plain), at: start...end, isKey: false)
      }
      position = end
    }
  }

  private mutating func readQuoted() {
    let start = position
    let end = endOfQuote(start)
    let isClosed = end > start + 1 && bytes[end - 1] == bytes[start]
    let style: SceneCursor.Style = bytes[start] == UInt8(ascii: "'") ? .single : .double
    // A quote that is not closed yet ends with its line.
    let last = isClosed ? end : endOfLine(start)
    let inner = start + 1...max(start + 1, isClosed ? last - 1 : last)
    mark(.value(start..<last, style), at: inner, isKey: false)
    position = last
  }

  /// Reads the lines of `|` and `>`, which are indented more than their key.
  private mutating func readBlockScalar() {
    let start = position
    let column = levels.last?.column ?? 0
    position = endOfLine(position)
    while position < bytes.count {
      let mark = position
      skipBreak()
      let line = position
      skipBlanks()
      if !isBreak(position), position - line <= column {
        position = mark
        break
      }
      position = endOfLine(position)
    }
    mark(.value(start..<position, .block), at: start...position, isKey: false)
  }

  // MARK: Brackets

  private mutating func openFlow() {
    levels.append(Level(column: nil, isList: bytes[position] == UInt8(ascii: "[")))
    position += 1
  }

  /// Reads within brackets, up to the end of the line or of the brackets.
  private mutating func readFlow() {
    let before = position
    while isBlank(position) || (position < bytes.count && isBreak(position)) { position += 1 }
    if before <= cursor, cursor <= position { markGap() }
    guard let next = byte(position) else { return }
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["): openFlow()
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      position += 1
      close(levels.removeLast())
      if !isInFlow {
        // Nothing more belongs to the value.
        position = endOfLine(position)
        skipBreak()
      }
    case UInt8(ascii: ","):
      position += 1
      levels[levels.count - 1].key = nil
      if cursor == position { markGap() }
    case UInt8(ascii: "#"): position = endOfLine(position)
    default: readFlowScalar()
    }
  }

  private mutating func readFlowScalar() {
    if let level = levels.last, !level.isList, level.key == nil {
      if let key = keyText(stopsAtFlow: true) {
        add(key.name, key.range)
        position = key.end
        return
      }
      let start = position
      let end = endOfFlowScalar()
      mark(.key(start..<end), at: start...end, isKey: true)
      position = max(end, start + 1)
      return
    }
    if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") { return readQuoted() }
    let start = position
    let end = endOfFlowScalar()
    mark(.value(start..<end, .plain), at: start...end, isKey: false)
    position = max(end, start + 1)
  }

  private func endOfFlowScalar() -> Int {
    var end = position
    while !isBreak(end), let next = byte(end), !"{}[],".utf8.contains(next) { end += 1 }
    return trimmedEnd(from: position, to: end)
  }

  // MARK: The place

  private mutating func add(_ name: String, _ range: Range<Int>) {
    mark(.key(range), at: range.lowerBound...range.upperBound, isKey: true)
    let last = levels.count - 1
    levels[last].key = name
    if levels[last].keys.count < Self.mostRows { levels[last].keys.append(name) }
    if last == 1, levels[0].key == "rows", rows.count < Self.mostRows { rows.append(name) }
  }

  private mutating func mark(_ found: SceneCursor.Place, at range: ClosedRange<Int>, isKey: Bool) {
    guard range.contains(cursor) else { return }
    place = found
    path = levels.dropLast(isKey ? 1 : 0).map(\.step)
    for index in levels.indices { levels[index].hasCursor = index == levels.count - 1 }
  }

  /// The place is between the parts within brackets.
  private mutating func markGap() {
    // A text that ends at the place is what is written there.
    guard place == nil, let level = levels.last else { return }
    let isKey = !level.isList && level.key == nil
    mark(isKey ? .key(cursor..<cursor) : .value(cursor..<cursor, .plain), at: cursor...cursor, isKey: isKey)
  }

  /// The place is in a line without text, at a column.
  private mutating func markBlank(column: Int) {
    let open = levels.filter { level in level.column.map { $0 <= column } ?? true }
    place = .key(cursor..<cursor)
    path = open.map(\.step)
    if let last = open.last, last.column == column, !last.isList {
      path.removeLast()
      for index in levels.indices { levels[index].hasCursor = index == open.count - 1 }
    }
  }
}
