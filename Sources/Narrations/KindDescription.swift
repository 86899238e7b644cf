internal import Marbles
public import Scenes

extension Scene.Kind {
  /// A sentence about the contents of a scene without events, for people who can't see it; nil for scenes with events.
  public var sentence: String? {
    switch self {
    case .timelines: nil
    case .list(let list): list.sentence
    case .matrix(let matrix): matrix.sentence
    }
  }
}

extension Scene.List {
  /// The maximum number of named items; the others are counted.
  private static let named = 20
  /// The maximum length of an item, in characters.
  private static let length = 120

  /// `3 items, each connected to the next: My Location; Westend; Spandau.`
  fileprivate var sentence: String? {
    guard case .given(let items) = items else { return nil }
    guard !items.isEmpty else { return "A list without items." }
    let texts = items.prefix(Self.named).map { DisplayText.shortened($0.text, to: Self.length) }
    let rest = items.count > Self.named ? ["and \(items.count - Self.named) more"] : []
    let lines = style.connector == .none || items.count == 1 ? "" : ", each connected to the next"
    return "\(items.count) item\(items.count == 1 ? "" : "s")\(lines): \((texts + rest).joined(separator: "; "))."
  }
}
