internal import Terminal

/// Text broken into lines.
enum WrappedText {
  /// `text` broken between words, and within words that are wider than a line; at least one line.
  ///
  /// - Parameters:
  ///   - text: the text; ``DisplayWidth/escaped(_:)`` makes controls visible.
  ///   - width: the width of a line in columns; at least 2, for wide characters.
  ///   - limit: the maximum number of lines; the rest is left out.
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
