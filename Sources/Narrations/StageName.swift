internal import Expressions
internal import Operators

/// What sentences call a stage of an expression: `.filter`, or the second `.filter` where there are several.
struct StageName: Hashable, Sendable {
  private let text: String
  /// Its number among the stages with the same operator; nil when there is one.
  private let number: Int?

  /// The names of all stages, by position; empty when the row itself is the only one.
  static func all(of expression: Expression) -> [StageName] {
    let stages = expression.stages
    guard stages.count > 1 else { return [] }
    var counts: [String: Int] = [:]
    for stage in stages { counts[stage.name, default: 0] += 1 }
    var numbers: [String: Int] = [:]
    return stages.map { stage in
      numbers[stage.name, default: 0] += 1
      return StageName(
        text: stage.isMethod ? ".\(stage.name)" : stage.name,
        number: counts[stage.name] == 1 ? nil : numbers[stage.name])
    }
  }

  /// The name in a sentence.
  func name(_ style: Narration.Style) -> String {
    let text = style == .written ? "`\(text)`" : text
    guard let number else { return text }
    return "the \(Self.ordinal(number)) \(text)"
  }

  private static let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]

  private static func ordinal(_ number: Int) -> String {
    if ordinals.indices.contains(number - 1) { return ordinals[number - 1] }
    let ending =
      switch (number % 10, number % 100 / 10) {
      case (1, 0), (1, 2...): "st"
      case (2, 0), (2, 2...): "nd"
      case (3, 0), (3, 2...): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}

extension Narration {
  /// Who did what a note says: `.filter of out`; the row alone when that is one operator.
  func subject(of note: OperatorNote, inRow row: Int) -> String {
    let names = stageNames[row]
    guard let stage = note.stage, names.indices.contains(stage) else { return name(ofRow: row) }
    return "\(names[stage].name(style)) of \(name(ofRow: row))"
  }
}
