/// The words of a command line that is being typed, up to the cursor.
package struct ShellLine: Hashable, Sendable {
  /// The words before the one at the cursor, without quotes; the first is the program.
  package var words: [String]
  /// The word at the cursor, up to the cursor, without quotes; empty after a space.
  package var current: String
  /// Whether the word at the cursor began with a quote that is still open.
  package var isQuoted = false

  /// Words that the shell has taken apart.
  package init(words: [String], current: String) {
    (self.words, self.current) = (words, current)
  }

  /// Takes a line apart like a POSIX shell: quotes and backslashes are removed, and nothing is expanded.
  package init(parsing line: String) {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        // Within double quotes, a backslash stays before most characters.
        if quote == "\"", !"\"\\$`".contains(character) { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        (isEscaped, isInWord) = (true, true)
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        (quote, isInWord) = (character, true)
      } else if character.isWhitespace {
        if isInWord { words.append(word) }
        (word, isInWord) = ("", false)
      } else {
        word.append(character)
        isInWord = true
      }
    }
    self.words = words
    (current, isQuoted) = (word, quote != nil)
  }
}
