internal import Layout

/// A line of text that a viewer edits at the bottom of a picture, as it is shown.
package struct EditLine {
  /// The least rows of a screen where it may cover parts of the picture, also with candidates. On a smaller one the
  /// picture is made smaller, so that the row that is edited stays visible.
  package static let leastRoomy = 16

  /// The number of rows at the bottom of a screen that it needs, without candidates.
  package static func height(in rows: Int) -> Int { min(rows, rows < TimelineLayout.leastRoomy ? 2 : 4) }

  /// What is below the text.
  package enum Note: Hashable {
    /// What is wrong, and the column of the text where it is, counted from 0.
    case problem(String, column: Int?)
    /// The signature of a call, and the part of it that the cursor is in.
    case signature(String, parameter: Range<Int>?)
    /// A hint.
    case hint(String)
  }

  /// A text that can be inserted.
  package struct Candidate: Hashable {
    /// The text.
    package var title: String
    /// What it is.
    package var detail: String

    package init(title: String, detail: String) { (self.title, self.detail) = (title, detail) }
  }

  /// What the text is.
  package var prompt: String
  /// The whole text.
  package var text: String
  /// The place of the cursor in the text, in characters.
  package var cursor: Int
  /// The problem or the hint below.
  package var note: Note
  /// The texts that can be inserted at the cursor, the best first.
  package var candidates: [Candidate] = []
  /// The position of the chosen candidate.
  package var chosen: Int?
  /// The keys of the line and what they do.
  package var keys: [(key: String, word: String)] = []

  package init(prompt: String, text: String, cursor: Int, note: Note) {
    (self.prompt, self.text, self.cursor, self.note) = (prompt, text, cursor, note)
  }
}
