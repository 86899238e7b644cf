internal import Drawing
internal import Expressions
internal import Marbles
public import Operators
public import SceneFiles
internal import Scenes

extension Listing.Entry {
  /// An operator.
  init(_ called: Operator) {
    self.init(called.name, called.summary + (called.origin == .marbled ? " (marbled's own)" : ""))
  }
}

extension Listing {
  /// The scenes of a library: those of the user's folders first, then the shipped ones in the groups of the chooser. A file
  /// that is no valid scene has its error for a text.
  public static func scenes(of library: SceneLibrary) -> Listing {
    let grouped = SceneGroup.allCases.map { ($0.rawValue, $0.names) }
    let shipped = Set(grouped.flatMap(\.1))
    let all = library.names
    let groups = [("Your scenes", all.filter { !shipped.contains($0) })] + grouped
    return Listing("scenes", groups.map { title, names in Group(title, names.compactMap { scene($0, library) }) })
  }

  private static func scene(_ name: String, _ library: SceneLibrary) -> Entry? {
    do throws(SceneFileError) {
      guard let scene = try library.file(named: name)?.scene else { return nil }
      // A title that equals the name, apart from spaces, adds nothing.
      let title = scene.title == name || scene.title == name.replacing("-", with: " ") ? "" : scene.title
      return Entry(name, [title, scene.about].filter { !$0.isEmpty }.joined(separator: ": "))
    } catch {
      return Entry(name, "! \(error.path):\(error.line):\(error.column): \(error.message)")
    }
  }

  /// The operators by category.
  public static func operators(_ catalogue: Catalogue) -> Listing {
    Listing(
      "operators",
      Operator.Category.allCases.map { category in
        Group(
          category.rawValue,
          catalogue.operators.filter { $0.category == category }.map(Entry.init))
      })
  }

  /// The keys of `play`.
  public static let keys = Listing(
    "keys", [Group("Keys", KeyBinding.all.map { Entry($0.name.filter { $0 != "`" }, $0.meaning) })])

  /// The themes.
  public static let themes = Listing(
    "themes", [Group("Themes", Theme.Name.allCases.map { Entry($0.rawValue, $0.summary) })])

  /// What closures in expressions may call, and the clocks.
  public static let functions = Listing(
    "functions",
    [
      Group("Functions", ClosureVocabulary.functions.map { Entry($0, "") }),
      Group("Properties of values", ClosureVocabulary.properties.map { Entry($0, "") }),
      Group("Methods of values", ClosureVocabulary.methods.map { Entry($0, "") }),
    ])

  /// The clocks that operators take.
  public static let clocks = Listing(
    "clocks", [Group("Clocks", ClosureVocabulary.clocks.map { Entry($0.text, $0.meaning) })])

  /// The mistakes that `check --lint` finds.
  public static let lints = Listing("lints", [Group("Lints", Lint.allCases.map { Entry($0.name, $0.advice) })])
}
