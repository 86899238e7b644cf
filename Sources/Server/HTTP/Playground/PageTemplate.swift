/// A document with places such as `{{title}}`, split once and filled for each request.
struct PageTemplate: Sendable {
  /// Texts and names of places, in turn; the first is a text.
  private let parts: [Substring]

  init(_ text: String) {
    parts = text.split(separator: "{{", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index == 0 ? [part] : part.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
    }
  }

  /// The document with the texts of `value` in its places. What is inserted is not searched for places.
  func filled(_ value: (Substring) -> String) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 { text += part } else { text += value(part) }
    }
    return text
  }
}
