public import Operators

extension Expression {
  /// The expression after a row of the scene got another name.
  ///
  /// Each mention of the row is replaced, in closures that create streams, too; so is the name that the expression
  /// gives its own row. Parameters, members, labels and operators of the same name stay, and so does the layout.
  /// Renaming the row back gives this expression again.
  ///
  /// - Parameters:
  ///   - old: the present name of the row.
  ///   - new: its next name.
  ///   - catalogue: the operators of this expression.
  /// - Returns: nil when `new` is not a name, is the name of another row of this expression, would be taken for the
  ///   parameter of a closure, or makes the text too long.
  public func renamingRow(_ old: String, to new: String, catalogue: Catalogue = .standard) -> Expression? {
    if old == new { return self }
    guard (try? Expression.parse(new, catalogue: catalogue))?.plan == .row(new, column: 1), !names(new),
      let renamed = replacing(old, by: new, catalogue), renamed.replacing(new, by: old, catalogue) == self
    else { return nil }
    return renamed
  }

  /// Whether it uses or names a row called `name`.
  private func names(_ name: String) -> Bool {
    self.name == name || references.contains { $0.name == name }
  }

  /// The expression whose text has `new` at each mention of `old`; nil when that is no expression.
  private func replacing(_ old: String, by new: String, _ catalogue: Catalogue) -> Expression? {
    var columns = plan.columns(ofRow: old)
    if name == old, let first = Lexer.tokens(of: text).first { columns.append(first.column) }
    let characters = Array(text)
    var replaced = ""
    var end = 0
    for column in columns.sorted() {
      let start = column - 1
      guard start >= end, start + old.count <= characters.count,
        String(characters[start..<start + old.count]) == old
      else { return nil }
      replaced += String(characters[end..<start]) + new
      end = start + old.count
    }
    replaced += String(characters[end...])
    return try? Expression.parse(replaced, catalogue: catalogue)
  }
}

extension Plan {
  /// The columns of all mentions of a row.
  fileprivate func columns(ofRow row: String) -> [Int] {
    switch self {
    case .row(let name, let column): name == row ? [column] : []
    case .diagram, .values, .group: []
    case .rows(let plans): plans.flatMap { $0.columns(ofRow: row) }
    case .call(let call): call.plans.flatMap { $0.columns(ofRow: row) }
    }
  }
}
