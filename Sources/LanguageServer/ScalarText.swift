/// The text of a scalar in one line of YAML, with the place in the file of each of its characters.
struct ScalarText {
  let style: SceneCursor.Style
  private(set) var characters: [Character] = []
  /// The offset of each character, and that of the end.
  private(set) var offsets: [Int] = []

  /// Reads a value.
  ///
  /// - Parameter range: the offsets of the value, with its quotes.
  init(_ bytes: [UInt8], _ range: Range<Int>, _ style: SceneCursor.Style) {
    self.style = style
    let isQuoted = style == .single || style == .double
    let start = range.lowerBound + (isQuoted && !range.isEmpty ? 1 : 0)
    var end = range.upperBound
    if isQuoted, end - 1 > range.lowerBound, bytes[end - 1] == bytes[range.lowerBound] { end -= 1 }
    let text = String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
    var (offset, isEscaped) = (start, false)
    for character in text {
      let isEscape = style == .double ? character == "\\" : style == .single && character == "'"
      if isEscape, !isEscaped {
        isEscaped = true
        offsets.append(offset)
      } else {
        if !isEscaped { offsets.append(offset) }
        characters.append(character)
        isEscaped = false
      }
      offset += character.utf8.count
    }
    if isEscaped { offsets.removeLast() }
    offsets.append(end)
  }

  var text: String { String(characters) }

  /// The number of characters before an offset.
  func index(of offset: Int) -> Int { offsets.dropLast().firstIndex { $0 >= offset } ?? characters.count }

  /// A text as it is written inside of this scalar.
  func written(_ text: String) -> String {
    switch style {
    case .double: text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    case .single: text.replacing("'", with: "''")
    case .plain, .block: text
    }
  }
}
