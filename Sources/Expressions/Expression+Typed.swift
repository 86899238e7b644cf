extension Expression {
  /// The column in ``text`` of a column of ``source``, which has the same tokens without the name, comments and line breaks
  /// of the text.
  ///
  /// - Parameter column: 1-based, in characters.
  package func column(ofSource column: Int) -> Int {
    let (typed, short) = (Lexer.tokens(of: text), Lexer.tokens(of: source))
    let first = name == nil ? 0 : (typed.firstIndex { $0.kind == .symbol("=") } ?? -1) + 1
    guard let index = short.lastIndex(where: { $0.column <= column }), typed.indices.contains(first + index) else {
      return column
    }
    return typed[first + index].column + column - short[index].column
  }
}
