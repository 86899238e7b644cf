internal import Scenes
internal import Terminal

/// The icon in front of an item's text.
enum ListIcon {
  /// The icon of an item if the terminal's font has it, else a bullet.
  static func shown(_ item: ListItem, _ glyphs: Glyphs) -> String {
    guard let icon = item.icon else { return glyphs.bullet }
    guard glyphs.set != .full, !icon.allSatisfy(\.isASCII) else { return DisplayWidth.escaped(icon) }
    return icon.count == 1 ? icon.first.flatMap { substitutes[$0] } ?? glyphs.bullet : DisplayWidth.escaped(icon)
  }

  /// Similar characters in ASCII.
  private static let substitutes: [Character: String] = {
    let pairs: [(String, String)] = [
      ("📍◉◎⌖🎯", "@"), ("🚉🚆🚇🚂🚊🚋🚄🚈Ⓢ", "="), ("🏠🏡🏘🏢🏫⌂", "^"), ("★☆⭐🌟", "*"), ("♥❤️❤♡💛💚", "+"), ("✓✔✅☑", "v"),
      ("✗✕❌☒", "x"), ("■□▪▫▣◼◻", "#"), ("⚠❗", "!"), ("❓", "?"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.flatMap { all, similar in all.map { ($0, similar) } })
  }()
}
