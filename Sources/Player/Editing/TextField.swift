package import Terminal

/// A line of text that is being edited, with the keys of a shell.
package struct TextField: Hashable {
  /// The text; never with line breaks or other control characters.
  package private(set) var text = ""
  /// The number of characters before the cursor.
  package private(set) var cursor = 0
  /// The text that was deleted last by a key that deletes several characters.
  private var killed = ""

  /// The maximum length of the text, in characters; what exceeds it is not taken.
  package static let maximumLength = 100_000

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - text: the text, which is cleaned like a pasted one.
  ///   - cursor: the number of characters before the cursor; nil for the end.
  package init(_ text: String = "", cursor: Int? = nil) {
    insert(text)
    if let cursor { move(to: cursor) }
  }

  /// Handles a key that edits the text or moves the cursor.
  ///
  /// - Returns: whether it is such a key, even if it changed nothing.
  package mutating func press(_ key: Key, _ modifiers: Modifiers) -> Bool {
    let isControl = modifiers.contains(.control)
    let isAlt = modifiers.contains(.alt)
    switch key {
    case .left: move(to: isControl || isAlt ? wordStart : cursor - 1)
    case .right: move(to: isControl || isAlt ? wordEnd : cursor + 1)
    case .home: move(to: 0)
    case .end: move(to: text.count)
    case .backspace: if isControl || isAlt { kill(wordStart..<cursor) } else { delete(before: 1, after: 0) }
    case .delete: delete(before: 0, after: 1)
    case .character(let character):
      switch (isControl, isAlt) {
      case (false, false):
        guard !Self.isControl(character) else { return false }
        insert(String(character))
      case (true, false): return pressControl(character)
      case (false, true): return pressAlt(character)
      case (true, true): return false
      }
    case .up, .down, .pageUp, .pageDown, .tab, .backTab, .enter, .escape: return false
    }
    return true
  }

  private mutating func pressControl(_ character: Character) -> Bool {
    switch character {
    case "a": move(to: 0)
    case "e": move(to: text.count)
    case "b": move(to: cursor - 1)
    case "f": move(to: cursor + 1)
    case "h": delete(before: 1, after: 0)
    case "d": delete(before: 0, after: 1)
    case "k": kill(cursor..<text.count)
    case "u": kill(0..<cursor)
    case "w": kill(wordStart..<cursor)
    case "y": insert(killed)
    default: return false
    }
    return true
  }

  private mutating func pressAlt(_ character: Character) -> Bool {
    switch character {
    case "b": move(to: wordStart)
    case "f": move(to: wordEnd)
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor, as when it is pasted.
  ///
  /// Line breaks and tabs become blanks, and other control characters are dropped.
  package mutating func insert(_ pasted: String) {
    replace(cursor..<cursor, with: pasted, cursor: pasted.unicodeScalars.count)
  }

  /// Replaces a part of the text.
  ///
  /// - Parameters:
  ///   - range: the characters to replace; what lies outside of the text is ignored.
  ///   - replacement: the text to insert, which is cleaned like a pasted one.
  ///   - offset: the place of the cursor afterwards, in characters after the start of the replacement.
  package mutating func replace(_ range: Range<Int>, with replacement: String, cursor offset: Int) {
    let characters = Array(text)
    let start = max(0, min(range.lowerBound, characters.count))
    let end = max(start, min(range.upperBound, characters.count))
    let room = Self.maximumLength - (characters.count - (end - start))
    let inserted = String(Self.cleaned(replacement).prefix(max(0, room)))
    let (before, after) = (String(characters[..<start]), String(characters[end...]))
    text = before + inserted + after
    // Characters may join, such as a letter and an accent: the cursor then stands behind both.
    let place = before.utf8.count + inserted.prefix(max(0, offset)).utf8.count
    cursor = text[..<text.utf8.index(text.startIndex, offsetBy: place)].count
  }
}

extension TextField {
  private mutating func move(to place: Int) { cursor = max(0, min(place, text.count)) }

  private mutating func delete(before: Int, after: Int) {
    replace(cursor - before..<cursor + after, with: "", cursor: 0)
  }

  /// Deletes a part that Ctrl-Y inserts again.
  private mutating func kill(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    killed = String(text[start..<text.index(start, offsetBy: range.count)])
    replace(range, with: "", cursor: 0)
  }

  /// The start of the word before the cursor.
  private var wordStart: Int {
    let before = text.prefix(cursor).reversed()
    let blanks = before.prefix { !Self.isWordPart($0) }.count
    return cursor - blanks - before.dropFirst(blanks).prefix(while: Self.isWordPart).count
  }

  /// The end of the word after the cursor.
  private var wordEnd: Int {
    let after = text.dropFirst(cursor)
    let blanks = after.prefix { !Self.isWordPart($0) }.count
    return cursor + blanks + after.dropFirst(blanks).prefix(while: Self.isWordPart).count
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func isControl(_ character: Character) -> Bool {
    character.isNewline || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func cleaned(_ text: String) -> String {
    guard text.contains(where: isControl) else { return text }
    var cleaned = ""
    for character in text {
      if !isControl(character) {
        cleaned.append(character)
      } else if character.isNewline || character == "\t" {
        cleaned.append(" ")
      } else {
        // A control character may carry marks.
        cleaned.unicodeScalars.append(
          contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .control })
      }
    }
    return cleaned
  }
}
