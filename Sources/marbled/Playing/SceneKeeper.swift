import CommandSupport
import Formats
import Foundation
import Inputs
import Operators
import Platform
import Player
import SceneFiles
import SceneUpdating
import Scenes

/// The files of the scenes that are played, and how edits get into them.
///
/// A file keeps its comments and its layout. One that another program has changed in the meantime is not written.
final class SceneKeeper {
  private struct Kept {
    /// The file as it was read or written last.
    var file: SceneFile
    /// The scene of the file before the first edit; nil for a file that the whole scene was written to.
    var original: Scene?
  }

  private var files: [String: Kept] = [:]
  private let options: SceneOptions

  /// Remembers the files that the options name.
  init(_ options: SceneOptions) {
    self.options = options
    refresh()
  }

  /// Reads the files.
  ///
  /// - Parameter name: the scene whose file has changed; nil for all scenes.
  func refresh(_ name: String? = nil) {
    // With rows of the command line, a scene is not that of its file.
    guard options.inputs.isEmpty else { return }
    let library = options.libraryOptions.library
    for target in options.targets where target != "-" {
      let found =
        (try? library.files(at: target, catalogue: .standard))
        ?? (try? library.file(named: target)).flatMap { $0 }.map { [$0] }
      for file in found ?? [] where name == nil || file.scene.name == name {
        guard Self.text(at: file.path) == file.text else { continue }
        files[file.scene.name] = Kept(file: file, original: file.scene)
      }
    }
  }

  /// The paths of the files.
  var paths: [String] { files.values.map(\.file.path).sorted() }

  /// Writes a scene with its edits.
  ///
  /// - Parameters:
  ///   - history: the scene and its edits.
  ///   - path: the path of a new file; nil for the file of the scene.
  /// - Returns: the path of the file, and which rows no longer fit their `expect:`; nil when the scene has no file.
  /// - Throws: `CommandFailure` when the file was changed by another program, exists, or can't be written.
  func write(_ history: EditHistory, to path: String?) throws -> String? {
    let name = history.original.name
    if let path { return try writeNew(history, to: path) }
    guard var kept = files[name] else { return nil }
    guard Self.text(at: kept.file.path) == kept.file.text else {
      throw CommandFailure(.inputOutput, "\(kept.file.path) was changed by another program; save under another name")
    }
    kept.file = try kept.file.updated(to: Self.scene(of: history, in: kept))
    try OutputFile.write(kept.file.text, to: kept.file.path)
    files[name] = kept
    return Self.told(kept.file)
  }

  /// The scene of a file with the edits of its history.
  private static func scene(of history: EditHistory, in kept: Kept) throws -> Scene {
    guard var scene = kept.original else {
      var scene = history.scene
      scene.name = kept.file.scene.name
      return scene
    }
    for edit in history.edits { scene = try scene.applying(edit) }
    return scene
  }

  /// Writes a new file: a copy of the scene's own file, with its comments, if it has one of its own.
  private func writeNew(_ history: EditHistory, to path: String) throws -> String {
    let name = history.original.name
    var copy: SceneFile?
    if let kept = files[name], !kept.file.isDocument {
      // Not each layout can hold each scene; without its comments any scene can be saved.
      copy = try? kept.file.updated(to: Self.scene(of: history, in: kept))
    }
    let file =
      try copy.map { try NewFile.write(sceneText: $0.text, to: path) } ?? NewFile.write(history.scene, to: path)
    files[name] = Kept(file: file, original: nil)
    return Self.told(file)
  }

  /// The path of a file, and which of its rows no longer fit their `expect:`.
  private static func told(_ file: SceneFile) -> String {
    let rows = Checker().rowsThatDiffer(in: file)
    guard !rows.isEmpty else { return file.path }
    let listed = rows.prefix(3).joined(separator: ", ") + (rows.count > 3 ? ", …" : "")
    return "\(file.path); expect: of \(listed) no longer fits: marbled check --update"
  }

  /// Prints a command line that plays edits that are in no file.
  static func tellUnsaved(_ history: EditHistory) {
    let scene = history.scene
    StandardStreams.printError(
      "note: the edits of \(history.original.name) are not in a file; this \(scene.isLive ? "runs" : "plays") its rows:"
    )
    let command = scene.isLive ? scene.filterCommandLine : scene.commandLine(keepsColors: history.changesColors)
    StandardStreams.print(command + "\n")
  }

  /// Writes a scene whose edits would be lost, and returns the path.
  static func rescue(_ scene: Scene) throws -> String {
    try NewFile.write(scene.yaml, name: "\(scene.name)-unsaved", extension: "yaml")
  }

  /// The text of a file; nil when it can't be read.
  static func text(at path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
