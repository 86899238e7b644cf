internal import Expressions
internal import Marbles
public import Operators

extension Scene {
  /// The sample of an operator as a scene: its input rows, its output, and another row that reads it, if there is one.
  public init(sample called: Operator, catalogue: Catalogue = .standard) {
    var rows: [Row] = []
    do {
      let expression = try Expression.parse(called.sample.expression, catalogue: catalogue)
      let needed = expression.references.map(\.name)
      for row in called.sample.rows where needed.contains(row.name) {
        let diagram = try Diagram.parse(row.diagram, row: row.name, color: .forInput(rows.count))
        rows.append(Row(name: row.name, content: .input(diagram.timeline)))
      }
      rows.append(
        Row(name: called.name, content: .output(expression), consumingTime: called.sample.consumingTime))
      if let reader = called.sample.reader {
        let expression = try Expression.parse(reader.expression, catalogue: catalogue)
        rows.append(Row(name: reader.name, content: .output(expression)))
      }
    } catch {
      preconditionFailure("the sample of \(called.name): \(error)")
    }
    self.init(name: called.name, about: called.summary, rows: rows)
  }

  /// Operators over the same inputs, an output each, with consumers that are as fast: those of the first sample with a slow
  /// consumer, or else of the first one. Their durations are those of that sample, too.
  ///
  /// - Parameter operators: at least one.
  public init(comparing operators: [Operator], catalogue: Catalogue = .standard) {
    let leader = operators.first { $0.sample.consumingTime != nil } ?? operators[0]
    var inputs = Scene(sample: leader, catalogue: catalogue).rows.filter { $0.expression == nil }
    var outputs: [Row] = []
    for var called in operators where !outputs.contains(where: { $0.name == called.name }) {
      called.sample.expression = called.sample.expression(withTimesOf: leader.sample)
      (called.sample.consumingTime, called.sample.reader) = (leader.sample.consumingTime, nil)
      for row in Scene(sample: called, catalogue: catalogue).rows {
        if row.expression != nil {
          outputs.append(row)
        } else if !inputs.contains(where: { $0.name == row.name }) {
          inputs.append(row)
        }
      }
    }
    self.init(name: outputs.map(\.name).joined(separator: " and "), rows: inputs + outputs)
  }
}
