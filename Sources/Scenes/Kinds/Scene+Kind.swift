public import Marbles

extension Scene {
  /// What a scene shows between its status line and its keys.
  public enum Kind: Hashable, Sendable {
    /// Its rows, on one axis of time.
    case timelines
    /// Items below each other, with lines from icon to icon.
    case list(List)
    /// Columns of glyphs that fall.
    case matrix(Matrix)

    /// What kinds are called in files.
    public enum Name: String, Hashable, Sendable, CaseIterable {
      case timelines, list, matrix
    }

    /// What it is called in files.
    public var name: Name {
      switch self {
      case .timelines: .timelines
      case .list: .list
      case .matrix: .matrix
      }
    }

    /// Whether there is nothing to show without rows.
    public var needsRows: Bool {
      switch self {
      case .timelines: true
      case .list(let list): if case .row = list.items { true } else { false }
      case .matrix: false
      }
    }
  }

  /// The name of the row whose latest value is what is shown; nil when none is.
  var rowOfItems: String? {
    if case .list(let list) = kind, case .row(let name) = list.items { name } else { nil }
  }

  /// The rain that is all of it, or falls behind it; nil when there is none.
  public var rain: Matrix? {
    get { if case .matrix(let matrix) = kind { matrix } else { backdrop } }
    set {
      if case .matrix = kind, let newValue { kind = .matrix(newValue) } else { backdrop = newValue }
    }
  }

  /// Whether it goes on until somebody leaves: it moves by itself, and nothing says how long.
  public var isEndless: Bool { kind.name == .matrix && duration == nil }

  /// How long an endless scene is played when something comes after it, and when it is drawn once.
  public static let endlessShare = SceneTime.seconds(10)
}
