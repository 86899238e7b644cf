import CommandSupport
import Foundation
import Inputs
import SceneFiles

/// The documents of a package that have scenes: the question of the plugin `swift package marbled`, which can import no target.
///
/// The plugin asks in the folder of the package, as in `marbled __documents Sources/Shop Sources/Till -- check --orders`: with
/// the folders of its targets, and the words of a command.
enum PackageDocuments {
  /// The word with which the plugin asks.
  static let verb = "__documents"

  /// Prints the documents to add to the words of a command, each with a zero byte behind it, as a name may have line feeds.
  ///
  /// They are none for a command that takes no documents or names some. The exit code is 66 if the command needs
  /// documents, and none has a scene.
  ///
  /// - Parameter question: what follows ``verb``.
  static func answer(_ question: [String]) {
    let end = question.firstIndex(of: "--") ?? question.endIndex
    guard needsDocuments(Array(question[end...].dropFirst())) else { return }
    let documents = found(below: Array(question[..<end])).filter(mayHaveScenes)
    guard !documents.isEmpty else { exit(CommandExitCode.notFound.rawValue) }
    StandardStreams.print(documents.map { $0 + "\0" }.joined())
  }

  /// Whether a command takes documents, and its words name none: one more word is then the first path.
  private static func needsDocuments(_ words: [String]) -> Bool {
    guard let command = words.first, ["check", "render"].contains(command) else { return false }
    let path = "/"
    // A command with a mistake runs as it is, and says what is wrong.
    switch try? Marbled.parsed(words + [path]) {
    case let check as Check: return check.paths == [path]
    case let render as Render: return render.update && render.sceneOptions.targets == [path]
    default: return false
    }
  }

  /// The documents in the current folder, and those in the DocC catalogs of targets.
  ///
  /// Hidden files and folders are skipped, as are folders behind symbolic links.
  private static func found(below targets: [String]) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
    var paths = Set(names.filter { !$0.hasPrefix(".") })
    for file in SceneFolder.files(at: targets) {
      guard let folder = file.folder else { continue }
      let folders = file.path.dropFirst(folder.count).split(separator: "/").dropLast()
      let isInCatalog = folder.hasSuffix(".docc") || folders.contains { $0.hasSuffix(".docc") }
      if isInCatalog { paths.insert(file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path) }
    }
    // A path that begins like an option is none behind its folder.
    return paths.filter(MarkdownDocument.isDocument).map { $0.hasPrefix("-") ? "./\($0)" : $0 }.sorted()
  }

  /// Whether a document has scenes or pictures of scenes, or can't be read, which the command then reports.
  private static func mayHaveScenes(_ path: String) -> Bool {
    do throws(FileBytes.Problem) {
      let bytes = try FileBytes.read(path, limit: SceneFolder.fileBytes, onlyFiles: true)
      guard let text = String(validating: bytes, as: UTF8.self) else { return true }
      return (try? MarkdownDocument(parsing: text, path: path))?.hasScenes ?? true
    } catch {
      return error != .folder && error != .notAFile
    }
  }
}
