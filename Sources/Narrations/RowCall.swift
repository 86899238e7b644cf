internal import Expressions
internal import Marbles
internal import Operators
internal import Scenes

/// A scene with a fast lookup of rows by name.
struct RowLookup {
  let scene: Scene
  private let positions: [String: Int]

  init(_ scene: Scene) {
    self.scene = scene
    positions = Dictionary(scene.rows.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  func position(of name: String) -> Int? { positions[name] }

  /// Whether the row is an input that sends each value once: the values of a reader need not be those of the row.
  func isSent(_ name: String) -> Bool { positions[name].map { scene.rows[$0].input?.start.isSent == true } ?? false }
}

/// The outermost operator of an output row's expression, and its operands.
struct RowCall: Sendable {
  /// The operator; nil when the expression is only a row, a diagram, or values.
  let name: String?
  /// What the operator does with values; that of a plain stream without one.
  let semantics: OperatorSemantics
  /// The index of its overload.
  let form: Int
  /// The streams that supply its values, in order; the receiver of a method first.
  let operands: [Operand]
  /// The stream that only controls the timing: `b` in `a.sample(by: b)`.
  let signal: Operand?
  let arguments: [PlannedArgument?]
  /// Whether it makes a stream of each value, or of each key.
  let makesStreams: Bool
  /// The length of a time step.
  let step: SceneTime
  /// The inner call, if this one only passes its values on: one or none.
  private let inner: [RowCall]
  /// All rows that the expression refers to.
  let references: [Int]
  /// Whether values wait for requests of its consumer, or are sent to one of several readers.
  let isAsked: Bool
  /// Where its values that come from no row are made; nil when there are several possibilities, or none.
  let origin: ValueOrigin?

  /// Whether an older source of its events has been waiting.
  let holds: Bool

  /// An operand of an operator.
  struct Operand: Hashable, Sendable {
    /// The row, if the operand is just a row.
    let row: Int?
    /// Whether each value is made from one event of a row, at the time of that event.
    let isDirect: Bool
    /// All rows that the operand refers to.
    let references: [Int]
  }

  init(_ expression: Expression, of row: Scene.Row, in lookup: RowLookup) {
    self.init(
      expression.plan, references: expression.references.compactMap { lookup.position(of: $0.name) },
      isAsked: lookup.scene.dialect == .asv && row.expectation != nil || row.consumingTime != nil
        || expression.references.contains { lookup.isSent($0.name) }, in: lookup)
  }

  private init(_ plan: Plan, references: [Int], isAsked: Bool, in lookup: RowLookup) {
    self.references = references
    self.isAsked = isAsked
    let origins = plan.origins
    origin = origins.count == 1 ? origins.first : nil
    holds = plan.usesValuesOnce && !plan.startsLate(in: lookup)
    step = lookup.scene.step
    let operand = { (plan: Plan) in Operand(plan, in: lookup) }
    guard case .call(let call) = plan else {
      (name, semantics, form, arguments, makesStreams, inner, signal) = (
        nil, OperatorSemantics(), 0, [], false, [], nil
      )
      operands = [operand(plan)]
      return
    }
    (name, semantics, form, arguments) = (call.name, call.semantics, call.form, call.arguments)
    makesStreams = [.inTurn, .latest, .byKey].contains(call.semantics.inner)
    operands = plan.valueStreams.map(operand)
    signal = plan.signalStream.map(operand)
    let passed = call.semantics.passesValues && !operands.allSatisfy(\.isDirect) ? call.receiver : nil
    inner = passed.map { [RowCall($0, references: references, isAsked: isAsked, in: lookup)] } ?? []
  }

  /// The operator that makes the values: this one, unless it only passes the values of another on.
  var maker: RowCall { inner.first?.maker ?? self }

  /// Whether all its operands are direct.
  var isDirect: Bool { operands.allSatisfy(\.isDirect) }

  /// The operand rows; nil if an operand is not a row, or is repeated.
  var rows: [Int]? {
    let rows = operands.compactMap(\.row)
    return rows.count == operands.count && Set(rows).count == rows.count ? rows : nil
  }

  /// The scene time of the duration in the argument at `index` on the operator's clock; nil when it is not constant.
  func time(_ index: Int) -> SceneTime? { arguments.sceneTime(at: index, step: step) }

  /// The number in the argument at `index`.
  func count(_ index: Int) -> Int? {
    guard arguments.indices.contains(index), case .count(let count)? = arguments[index] else { return nil }
    return count
  }
}

extension RowCall.Operand {
  init(_ plan: Plan, in lookup: RowLookup) {
    row = if case .row(let name, _) = plan { lookup.position(of: name) } else { nil }
    isDirect = plan.isDirect
    references = plan.references.compactMap { lookup.position(of: $0) }
  }
}
