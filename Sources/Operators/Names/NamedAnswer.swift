/// A name with its answer, in the table of a library.
struct NamedAnswer {
  let name: String
  let answer: KnownName.Answer
  var related: [String] = []

  /// An operator that does the same.
  static func same(_ name: String, _ called: String, _ expression: String) -> NamedAnswer {
    NamedAnswer(name: name, answer: .exact(operator: called, expression: expression))
  }

  /// An operator that does nearly the same.
  static func near(
    _ name: String, _ called: String, _ expression: String, _ difference: String
  ) -> NamedAnswer {
    NamedAnswer(name: name, answer: .near(operator: called, expression: expression, difference: difference))
  }

  /// No operator, but an expression.
  static func write(_ name: String, _ expression: String, _ advice: String? = nil, see: String...) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: advice, expression: expression), related: see)
  }

  /// No operator, but an expression, for a reason that several names share.
  static func write(_ name: String, _ expression: String, _ reason: NoCounterpart) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: reason.text, expression: expression), related: reason.related)
  }

  /// Nothing to write.
  static func none(_ name: String, _ advice: String, see: String...) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: advice, expression: nil), related: see)
  }

  /// Nothing to write, for a reason that several names share.
  static func none(_ name: String, _ reason: NoCounterpart) -> NamedAnswer {
    NamedAnswer(name: name, answer: .none(advice: reason.text, expression: nil), related: reason.related)
  }
}
