internal import Terminal

/// Text broken into lines.
enum WrappedText {
  /// `text` broken between words, and inside of words that are wider than a line; at least one line.
  ///
  /// - Parameters:
  ///   - text: what is written; controls are shown as ``DisplayWidth/escaped(_:)`` has them.
  ///   - width: the columns of a line, at least 2, so that a wide character has room.
  ///   - limit: how many lines are needed; what comes after them is left out.
  static func lines(_ text: String, width: Int, limit: Int = .max) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var line = ""
    var used = 0
    func close() {
      lines.append(line)
      line = ""
      used = 0
    }
    for word in DisplayWidth.escaped(text).split(separator: " ") {
      guard lines.count < limit else { break }
      let columns = DisplayWidth.of(String(word))
      if used > 0, used + 1 + columns > width { close() }
      if used > 0 {
        line += " "
        used += 1
      }
      guard used + columns > width else {
        line += word
        used += columns
        continue
      }
      for character in word {
        let columns = DisplayWidth.of(character)
        if used + columns > width { close() }
        line.append(character)
        used += columns
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return Array(lines.prefix(limit))
  }
}
