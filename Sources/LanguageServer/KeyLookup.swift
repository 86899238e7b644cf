internal import SceneFiles

/// What a path of keys leads to in the tables of keys.
struct KeyLookup {
  /// The shapes that the value at the end of the path may have.
  let shapes: [KeyShape]

  init(_ path: [String]) {
    var shapes = [KeyShape.mapping(.scene)]
    for step in path { shapes = shapes.flatMap { Self.shapes(behind: step, in: $0) } }
    self.shapes = shapes.flatMap { Self.alternatives($0) }
  }

  /// The keys that a mapping at the end of the path may have.
  var keys: [SceneKey] {
    shapes.flatMap { (shape) -> [SceneKey] in if case .mapping(let table) = shape { table.keys } else { [] } }
  }

  /// Whether the path leads to a row.
  var isRow: Bool { shapes.contains(.mapping(.row)) }

  private static func alternatives(_ shape: KeyShape) -> [KeyShape] {
    guard case .any(let shapes) = shape else { return [shape] }
    return shapes.flatMap { alternatives($0) }
  }

  private static func shapes(behind step: String, in shape: KeyShape) -> [KeyShape] {
    switch shape {
    case .mapping(let table): return table.keys.filter { $0.name == step }.map(\.shape)
    case .names(_, let value): return [value]
    case .list(let element, _): return step == "-" ? [element] : []
    case .any(let alternatives): return alternatives.flatMap { shapes(behind: step, in: $0) }
    default: return []
    }
  }
}

extension KeyShape {
  /// The values that can be offered for it.
  var offers: [String] {
    switch self {
    case .choice(let names): names
    case .flag: ["true", "false"]
    case .yes: ["true"]
    case .pattern(_, let examples, _): examples
    case .any(let shapes): shapes.flatMap { $0.offers }
    default: []
    }
  }

  /// What a value is, in a few words.
  var title: String {
    switch self {
    case .text, .sentences: "text"
    case .pattern(_, let examples, _): examples.isEmpty ? "text" : examples.joined(separator: ", ")
    case .diagram: "diagram"
    case .expression: "expression over rows"
    case .valueExpression: "expression over a value, $0"
    case .choice(let names): names.joined(separator: ", ")
    case .flag: "true, false"
    case .yes: "true"
    case .count(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .seed: "whole number"
    case .number: "number"
    case .duration: "duration"
    case .value: "value"
    case .list(let element, _): "list of: \(element.title)"
    case .mapping: "mapping"
    case .names: "mapping of names"
    case .any(let shapes): shapes.map { $0.title }.joined(separator: "; ")
    }
  }
}
