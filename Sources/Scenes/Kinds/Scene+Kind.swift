public import Marbles

extension Scene {
  /// The content of a scene, between its status line and its keys.
  public enum Kind: Hashable, Sendable {
    /// The rows on a common time axis.
    case timelines
    /// A vertical list of items, connected by lines between their icons.
    case list(List)
    /// Columns of falling glyphs.
    case matrix(Matrix)

    /// The names of kinds in files.
    public enum Name: String, Hashable, Sendable, CaseIterable {
      case timelines, list, matrix
    }

    /// The name of the kind in files.
    public var name: Name {
      switch self {
      case .timelines: .timelines
      case .list: .list
      case .matrix: .matrix
      }
    }

    /// Whether the scene shows nothing without rows.
    public var needsRows: Bool {
      switch self {
      case .timelines: true
      case .list(let list): if case .row = list.items { true } else { false }
      case .matrix: false
      }
    }
  }

  /// The row whose latest value provides the items; nil when no row does.
  var rowOfItems: String? {
    if case .list(let list) = kind, case .row(let name) = list.items { name } else { nil }
  }

  /// The rain of the scene or of its backdrop; nil when there is none.
  public var rain: Matrix? {
    get { if case .matrix(let matrix) = kind { matrix } else { backdrop } }
    set {
      if case .matrix = kind, let newValue { kind = .matrix(newValue) } else { backdrop = newValue }
    }
  }

  /// Whether the scene never ends by itself: it moves and has no duration.
  public var isEndless: Bool { kind.name == .matrix && duration == nil }

  /// How long an endless scene plays when another one follows, and in a single drawing.
  public static let endlessShare = SceneTime.seconds(10)
}
