internal import Scenes

extension SceneFile {
  /// Whether a YAML text may be meant as a scene: it has the key `rows`, or `kind` with a kind of scenes, or it is a flow
  /// mapping, which may have them anywhere. A text with errors may be a scene, too.
  package static func mayBeScene(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    let first = lines.first { line in !line.hasPrefix("#") && !line.hasPrefix("---") && !line.allSatisfy(\.isWhitespace)
    }
    if first?.first == "{" { return text.contains("rows") || text.contains("kind") }
    return lines.contains { line in
      guard let colon = line.firstIndex(of: ":") else { return false }
      let quotes: Set<Character> = ["\"", "'"]
      let value = line[line.index(after: colon)...].prefix { $0 != "#" }.filter {
        !$0.isWhitespace && !quotes.contains($0)
      }
      return switch line[..<colon].filter({ !quotes.contains($0) }) {
      case "rows": true
      case "kind": Scene.Kind.Name(rawValue: value) != nil
      default: false
      }
    }
  }
}
