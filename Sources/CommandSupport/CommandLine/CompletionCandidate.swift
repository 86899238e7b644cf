/// A text that may stand at the cursor.
package struct CompletionCandidate: Hashable, Sendable {
  /// The whole word.
  package var text: String
  /// What it is, on one line; empty for names of files.
  package var description: String
  /// Whether the word goes on after it, as after `x=` and the name of a folder.
  package var isOpen: Bool

  package init(_ text: String, _ description: String = "", isOpen: Bool = false) {
    self.text = text
    // The shells show one line each, and take a tab for the end of the text.
    self.description = String(description.map { $0.isNewline || $0 == "\t" ? " " : $0 }.prefix(100))
    self.isOpen = isOpen
  }

  /// The same candidate after a text that is already there.
  func after(_ prefix: String) -> CompletionCandidate {
    var candidate = self
    candidate.text = prefix + text
    return candidate
  }
}
