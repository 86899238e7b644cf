/// The words of a command line that is being typed, up to the cursor.
package struct ShellLine: Hashable, Sendable {
  /// The words before the one at the cursor, without quotes; the first is the program.
  package var words: [String]
  /// The word at the cursor, up to the cursor, without quotes; empty after a space.
  package var current: String
  /// Whether the word at the cursor has quotes, whose end can't be completed.
  package var isQuoted = false
  /// How many characters of ``current`` are before the last break that a shell sees in it.
  package var kept = 0

  /// Words that the shell has taken apart.
  package init(words: [String], current: String) {
    (self.words, self.current) = (words, current)
  }

  /// Takes a line apart like a POSIX shell: quotes and backslashes are removed, and nothing is expanded.
  ///
  /// - Parameters:
  ///   - line: the line up to the cursor.
  ///   - breaks: the characters at which bash breaks words for completion; it replaces what follows the last one that is neither
  ///     quoted nor escaped. `@` stays in the word that it begins.
  package init(parsing line: String, breaks: String = "") {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var kept = 0
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
        (quote, isInWord, isQuoted) = (character, true, true)
      } else if character.isWhitespace {
        if isInWord { words.append(word) }
        (word, isInWord, isQuoted, kept) = ("", false, false, 0)
      } else {
        if breaks.contains(character) { kept = word.count + (character == "@" ? 0 : 1) }
        word.append(character)
        isInWord = true
      }
    }
    self.words = words
    (current, self.isQuoted, self.kept) = (word, isQuoted, kept)
  }
}
