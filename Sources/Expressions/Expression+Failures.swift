internal import Marbles

extension EvaluationError {
  /// Reads a message of a row that failed, as ``description`` is: `column 12: division by zero`; nil for another one.
  package init?(description: String) {
    guard description.hasPrefix("column "), let colon = description.firstIndex(of: ":"),
      let column = Int(description[..<colon].dropFirst("column ".count))
    else { return nil }
    let message = description[description.index(after: colon)...].drop(while: \.isWhitespace)
    self.init(column: column, message: String(message))
  }
}

extension Expression {
  /// The maximum length of a call in a message, in characters; a longer one has its operator alone.
  private static let longestCall = 40

  /// A message that says which call has failed, where a column would mean nothing: ``.map { 10 / $0 }`: division by zero`.
  ///
  /// - Parameter error: an error of a closure of this expression.
  package func message(for error: EvaluationError) -> String {
    let stages = stages
    let found = stages.indices.filter { stages[$0].columns.contains(error.column) }
      .min { stages[$0].columns.count < stages[$1].columns.count }
    guard let found else { return error.message }
    let call = text(of: stages[found]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "`\(call.count > Self.longestCall ? stageNames[found] : call)`: \(error.message)"
  }
}
