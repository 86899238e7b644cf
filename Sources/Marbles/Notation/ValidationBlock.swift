/// A test of AsyncSequenceValidation: diagrams of inputs, an operation in Swift, and a diagram of what should come.
///
/// ```swift
/// validate {
///   "a--b|"
///   $0.inputs[0].debounce(for: .steps(2), clock: $0.clock)
///   "---b|"
/// }
/// ```
package struct ValidationBlock {
  /// The reason why a diagram can't be one of AsyncSequenceValidation.
  package enum Refusal: Error {
    /// A time between two steps.
    case betweenSteps
    /// A value with quotes or control characters.
    case unprintable
  }

  /// The literals of the inputs.
  package var inputs: [String]
  /// An expression of `$0.inputs` and `$0.clock`, or of those of the parameter.
  package var operation: String
  /// The literal of the expectation.
  package var expected: String
  /// The name of the parameter of the block; nil for `$0`.
  package var parameter: String?

  package init(inputs: [String], operation: String, expected: String, parameter: String? = nil) {
    (self.inputs, self.operation, self.expected, self.parameter) = (inputs, operation, expected, parameter)
  }

  /// The call of `validate`, whose lines begin with `indent` and end with line feeds.
  package func text(indent: String = "") -> String {
    let operation = operation.split(separator: "\n").joined(separator: "\n\(indent)  ")
    let lines = (inputs + [operation, expected]).map { "\(indent)  \($0)\n" }.joined()
    return "\(indent)validate {\(parameter.map { " \($0) in" } ?? "")\n\(lines)\(indent)}\n"
  }

  /// A diagram of the dialect `asv` as a literal of Swift.
  package static func literal(of diagram: Diagram, step: SceneTime) throws(Refusal) -> String {
    guard diagram.timeline.times.allSatisfy({ $0.nanoseconds % step.nanoseconds == 0 }) else { throw .betweenSteps }
    guard let text = diagram.printed(step: step, dialect: .asv) else { throw .unprintable }
    return SwiftLiteral.string(text)
  }
}

extension Timeline {
  /// The same for AsyncSequenceValidation, whose values are texts, and whose clock starts one step before the first
  /// character.
  ///
  /// - Parameter delay: one step.
  package func asTexts(after delay: SceneTime) -> Timeline {
    let timeline = delayed(by: delay)
    let events = timeline.events.changed { event in
      if case .string = event.value { return }
      event.value = .string(event.value.description)
    }
    return Timeline(events: events, end: timeline.end)
  }
}
