extension Expression {
  /// The column in ``text`` of a column of ``source``, which has the same tokens without the name, comments and line breaks
  /// of the text.
  ///
  /// - Parameter column: 1-based, in characters.
  package func column(ofSource column: Int) -> Int {
    let (typed, short) = (Lexer.tokens(of: text), Lexer.tokens(of: source))
    return Self.column(column, of: short[...], in: typed[first(of: typed)...]) ?? column
  }

  /// The column in ``source`` of a column of ``text``, the reverse of ``column(ofSource:)``.
  ///
  /// - Parameter column: 1-based, in characters.
  package func sourceColumn(of column: Int) -> Int {
    if text == source { return column }
    let (typed, short) = (Lexer.tokens(of: text), Lexer.tokens(of: source))
    return Self.column(column, of: typed[first(of: typed)...], in: short[...]) ?? column
  }

  /// The place of the first token behind the name and its type.
  private func first(of typed: [Token]) -> Int {
    name == nil ? 0 : (typed.firstIndex { $0.kind == .symbol("=") } ?? -1) + 1
  }

  /// A column of a text in another text with the same tokens; nil where that has no such token.
  private static func column(_ column: Int, of tokens: ArraySlice<Token>, in others: ArraySlice<Token>) -> Int? {
    guard let index = tokens.lastIndex(where: { $0.column <= column }) else { return nil }
    let place = others.startIndex + index - tokens.startIndex
    return others.indices.contains(place) ? others[place].column + column - tokens[index].column : nil
  }
}
