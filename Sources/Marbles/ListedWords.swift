/// Texts as a list in a sentence: `a`, `a and b`, `a, b and c`; empty for none.
package func listed(_ texts: [String]) -> String {
  guard let last = texts.last, texts.count > 1 else { return texts.first ?? "" }
  return texts.dropLast().joined(separator: ", ") + " and " + last
}
