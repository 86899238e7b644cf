package import Scenes

/// The limits of a run that a page or a program asks for: small, because anyone may ask.
public struct RunLimits: Hashable, Sendable {
  /// The maximum size of a request's body, in bytes.
  public var bodyBytes = 128 << 10
  /// The maximum number of characters in the text of a scene, or in all rows and expressions.
  public var characters = 60_000
  /// The maximum number of rows.
  public var rows = 60
  /// The maximum number of events of all inputs.
  public var inputEvents = 1_000
  /// The maximum number of events of an output.
  public var eventsPerRow = 1_000
  /// The maximum number of events and notes of all rows together, which bounds the time that a picture takes.
  public var events = 3_000
  /// The maximum number of parts of all values, which bounds memory.
  public var parts = 200_000
  /// The maximum size in bytes of the events of all outputs, approximately. It also bounds the answer, which has each value
  /// several times.
  public var bytes = 1 << 20
  /// The maximum size in bytes of what is recorded inside the expression of a row, approximately; the answer says where it was cut.
  public var stageBytes = 1 << 20
  /// The maximum number of steps of all closures, which bounds the time of one instant and the memory of operators.
  public var closureSteps = 3_000_000
  /// The maximum number of edits.
  public var edits = 100
  /// The maximum number of characters in all edits.
  public var editCharacters = 20_000
  /// The maximum number of parts of a picture that an answer tells about.
  public var cards = 400
  /// The valid widths of a picture, in cells.
  public var columns = 30...160
  /// The maximum number of characters in an expression to complete.
  public var completionCharacters = 4_000

  /// The part of the limits that holds while a scene runs.
  package var budget: RunBudget {
    var budget = RunBudget.standard
    (budget.eventsPerRow, budget.parts, budget.bytes) = (eventsPerRow, parts, bytes)
    (budget.closureSteps, budget.stageBytes) = (closureSteps, stageBytes)
    return budget
  }

  /// Creates the limits of a public server.
  public init() {}

  /// The limits of a public server.
  public static let standard = RunLimits()
}
