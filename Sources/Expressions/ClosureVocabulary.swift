/// The names that expressions know beside the operators, for lists.
package enum ClosureVocabulary {
  /// The functions that closures may call, such as `round`.
  package static var functions: [String] { ClosureFunctions.names.sorted() }
  /// The properties of values, such as `count`.
  package static var properties: [String] { ClosureMembers.properties.sorted() }
  /// The methods of values, such as `hasPrefix`.
  package static var methods: [String] { Set(ClosureMembers.methods).sorted() }

  /// The clocks, as they are written, and what each does.
  package static var clocks: [(text: String, meaning: String)] {
    [("clock", "the scene's clock; `.continuous` and every other name mean it, too")]
      + Planner.signatures.sorted { $0.key < $1.key }.map { ($0.value, meanings[$0.key] ?? "") }
  }

  private static let meanings = [
    "animation": "runs on the scene's clock, and animates what its operator emits",
    "jittered": "is late by up to this time, at random by the seed", "scaled": "runs faster or slower by this factor",
  ]
}
