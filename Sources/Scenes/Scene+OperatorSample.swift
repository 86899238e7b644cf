internal import Expressions
internal import Marbles
public import Operators

extension Scene {
  /// The sample of an operator as a scene: its input rows and one output row.
  public init(sample called: Operator, catalogue: Catalogue = .standard) {
    var rows: [Row] = []
    do {
      let expression = try Expression.parse(called.sample.expression, catalogue: catalogue)
      let needed = expression.references.map(\.name)
      for row in called.sample.rows where needed.contains(row.name) {
        let diagram = try Diagram.parse(row.diagram, row: row.name, color: .forInput(rows.count))
        rows.append(Row(name: row.name, content: .input(diagram.timeline)))
      }
      rows.append(Row(name: called.name, content: .output(expression)))
    } catch {
      preconditionFailure("the sample of \(called.name): \(error)")
    }
    self.init(name: called.name, about: called.summary, rows: rows)
  }
}
