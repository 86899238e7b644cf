internal import Marbles
public import Playback

/// What all evaluations of a run share: the flag that stops them, and a limit of their steps together.
///
/// @unchecked Sendable: used by jobs of the run's executor, which run one after the other.
public final class RunMeter: @unchecked Sendable {
  /// What the steps are spent on, for errors.
  public enum Purpose: String, Sendable {
    /// The closures of a run.
    case closures = "the closures of this run take"
    /// The constants of expressions, which are computed when a scene is read.
    case constants = "the constants of this scene take"
  }

  private let purpose: Purpose
  private let limit: Int
  private var left: Int
  /// Stops an evaluation at its next step.
  package let cancellation: Cancellation
  /// The constants that were computed first, and their size.
  private var constants: [Syntax: Value] = [:]
  private(set) var constantBytes = 0
  /// The most bytes of constants that a run keeps, approximately. Others are computed each time.
  static let keptBytes = 16 << 20

  /// - Parameters:
  ///   - steps: the maximum number of steps of all evaluations; nil for no limit but that of each.
  ///   - purpose: what the steps are spent on.
  ///   - cancellation: stops an evaluation at its next step.
  public init(steps: Int? = nil, for purpose: Purpose = .closures, cancellation: Cancellation = Cancellation()) {
    (limit, left) = (steps ?? .max, steps ?? .max)
    (self.purpose, self.cancellation) = (purpose, cancellation)
  }

  /// A meter for the constants of one scene, or of one expression that is parsed alone.
  ///
  /// - Parameter cancellation: stops parsing at its next step.
  public static func constants(cancellation: Cancellation = Cancellation()) -> RunMeter {
    RunMeter(steps: EvaluationBudget.steps, for: .constants, cancellation: cancellation)
  }

  /// A meter for the constants of an expression that is read at each key: a tenth of that for a scene, so that keys are not
  /// held up.
  public static func ofTyping() -> RunMeter { RunMeter(steps: EvaluationBudget.steps / 10, for: .constants) }

  /// Whether evaluations fail because the run was stopped, rather than for their values.
  var isStopped: Bool { cancellation.isSet }

  /// Evaluates `syntax`; in the scope of no closure only once, as a stream that is repeated begins with the same constants each
  /// time.
  func value(_ syntax: Syntax, in scope: Scope) throws(EvaluationError) -> Value {
    guard scope == .empty else { return try Evaluator(scope: scope, of: self).value(syntax) }
    if let known = constants[syntax] { return known }
    let value = try Evaluator(scope: scope, of: self).value(syntax)
    let bytes = value.storageBytes
    if constantBytes + bytes <= Self.keptBytes {
      constants[syntax] = value
      constantBytes += bytes
    }
    return value
  }

  fileprivate func spend(_ steps: Int, column: Int) throws(EvaluationError) {
    if let cause = cancellation.cause { throw EvaluationError(column: column, message: "\(cause)") }
    guard limit < .max else { return }
    left -= min(steps, left + 1)
    if left < 0 { throw EvaluationError(column: column, message: "\(purpose.rawValue) more than \(limit) steps") }
  }
}

/// Limits the cost of one evaluation. Every closure terminates, but could take very long without a limit: one line can
/// double a string sixty times, or run through a hundred thousand numbers a hundred thousand times.
///
/// The budget bounds both time and memory, as creating, traversing or comparing a value costs steps by its size.
///
/// Not Sendable: an evaluation runs without suspension, on one thread.
final class EvaluationBudget {
  /// The number of steps: about half a second of work.
  static let steps = 1_000_000
  /// How many bytes of a string cost one step.
  static let bytesPerStep = 16

  private let limit: Int
  private var left: Int
  private let run: RunMeter?

  /// Creates a budget of this many steps.
  ///
  /// - Parameter run: the meter of all evaluations of a run; nil for none.
  init(steps: Int = EvaluationBudget.steps, of run: RunMeter? = nil) {
    (limit, left, self.run) = (steps, steps, run)
  }

  /// Spends `steps`.
  func spend(_ steps: Int = 1, column: Int) throws(EvaluationError) {
    left -= steps
    if left < 0 {
      throw EvaluationError(
        column: column,
        message: "the evaluation takes more than \(limit == Self.steps ? "1,000,000" : "\(limit)") steps")
    }
    try run?.spend(steps, column: column)
  }

  /// Spends the steps for traversing `value`, and checks that it is not nested deeper than values can be written.
  func spend(on value: Value, depth: Int = 0, column: Int) throws(EvaluationError) {
    switch value {
    case .null, .bool, .int, .double: return
    case .string(let text): try spend(text.utf8.count / Self.bytesPerStep, column: column)
    case .array(let elements), .tuple(let elements):
      try enter(depth, column: column)
      for element in elements { try spend(onPart: element, depth: depth, column: column) }
    case .object(let members):
      try enter(depth, column: column)
      for member in members.values { try spend(onPart: member, depth: depth, column: column) }
    }
  }

  /// Spends the steps for searching `part` in `text`, which may compare it at every position.
  func spend(finding part: String, in text: String, column: Int) throws(EvaluationError) {
    let (steps, overflow) = (text.utf8.count / Self.bytesPerStep)
      .multipliedReportingOverflow(by: part.utf8.count / Self.bytesPerStep)
    try spend(overflow ? .max / 2 : steps, column: column)
  }

  private func enter(_ depth: Int, column: Int) throws(EvaluationError) {
    if depth == Value.nestingLimit {
      throw EvaluationError(column: column, message: "the value is nested deeper than \(Value.nestingLimit) levels")
    }
  }

  private func spend(onPart part: Value, depth: Int, column: Int) throws(EvaluationError) {
    try spend(column: column)
    try spend(on: part, depth: depth + 1, column: column)
  }
}
