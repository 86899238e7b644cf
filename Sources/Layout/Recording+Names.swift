package import Scenes

extension Recording.Row {
  /// The name beside the row: of a stage before the last one, only that of its operator, as in `.map`.
  package var shownName: String {
    guard demand != nil, let dot = name.firstIndex(of: ".") else { return name }
    return String(name[dot...])
  }
}
