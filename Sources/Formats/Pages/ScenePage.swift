public import SceneFiles
internal import Scenes

/// The output of `marbled list scenes`.
public enum ScenePage {
  /// The scenes of a library by name, each with its title and its description, or the error of the file.
  public static func list(_ library: SceneLibrary) -> String {
    let names = library.names
    let width = names.map(\.count).max() ?? 0
    var text = ""
    for name in names {
      do throws(SceneFileError) {
        guard let scene = try library.file(named: name)?.scene else { continue }
        // A title that equals the name, apart from spaces, adds nothing.
        let title = scene.title == name || scene.title == name.replacing("-", with: " ") ? "" : scene.title
        let words = [title, scene.about].filter { !$0.isEmpty }.joined(separator: ": ").onOneLine
        text += "\(name.padding(to: width))  \(words)".trimmingEnd + "\n"
      } catch {
        text += "\(name.padding(to: width))  ! \(error.path):\(error.line):\(error.column): \(error.message)\n"
      }
    }
    return text
  }
}

extension String {
  /// The title on one line, because several lines would look like several scenes.
  fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
