extension Diagram {
  /// A note about a diagram whose digits may have been meant as numbers, without a full stop; nil for other diagrams.
  package static func noteOnNumbers(in text: String) -> String? {
    quotingNumbers(in: text).map { "each digit is a value; numbers of several digits are in quotes: \($0)" }
  }

  /// A diagram as it may have been meant, if each of its texts between pauses is a number of several digits: `10-20|`, whose digits
  /// are values, as `'10'-'20'|`.
  ///
  /// - Returns: nil for other diagrams, and for one such number alone.
  package static func quotingNumbers(in text: String) -> String? {
    let (step, ends) = (Alphabet.step.rawValue, [Alphabet.finish, .error, .hash].map(\.rawValue))
    let body = text.last.map(ends.contains) == true ? text.dropLast() : text[...]
    let numbers = body.split(separator: step)
    func isNumber(_ part: Substring) -> Bool { part.utf8.count > 1 && part.utf8.allSatisfy { (48...57).contains($0) } }
    guard numbers.count > 1, numbers.allSatisfy(isNumber) else { return nil }
    let parts = body.split(separator: step, omittingEmptySubsequences: false)
    return parts.map { $0.isEmpty ? "" : "'\($0)'" }.joined(separator: String(step)) + text.dropFirst(body.count)
  }
}
