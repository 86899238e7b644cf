internal import Expressions
internal import Foundation
internal import Inputs
internal import Marbles
public import Operators
package import Playback
public import Scenes

/// Finds scenes by name: in folders, in their order, then among the shipped scenes.
public struct SceneLibrary: Sendable {
  /// The folders in order of precedence.
  public var folders: [String]
  /// The defaults for keys that a file omits.
  public var defaults: SceneDefaults
  /// Stops reading scenes.
  package var cancellation = Cancellation()
  private let catalogue: Catalogue

  /// Creates a library; nothing is read before it is asked for a scene.
  ///
  /// - Parameters:
  ///   - folders: the folders to search before the shipped scenes.
  ///   - defaults: the defaults for keys that a file omits.
  ///   - catalogue: the available operators.
  public init(folders: [String], defaults: SceneDefaults = SceneDefaults(), catalogue: Catalogue = .standard) {
    self.folders = folders
    self.defaults = defaults
    self.catalogue = catalogue
  }

  /// The shipped scenes only.
  public static let shipped = SceneLibrary(folders: [])

  /// The default folders: the user's, then the system's.
  public static func standardFolders(environment: [String: String]) -> [String] {
    (userFolder(environment: environment).map { [$0 + "/scenes"] } ?? []) + ["/etc/marbled/scenes"]
  }

  /// The user's folder for marbled's files; nil without a home directory.
  public static func userFolder(environment: [String: String]) -> String? {
    let config = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (config ?? home.map { $0 + "/.config" }).map { $0 + "/marbled" }
  }

  /// The names of all scenes, sorted.
  public var names: [String] {
    let named = folders.flatMap(Self.files(in:)).map(SceneFile.name(ofFileAt:)) + ShippedScenes.files.map(\.name)
    return Set(named).sorted()
  }

  /// The scene called `name`; nil when there is none.
  ///
  /// - Throws: ``SceneFileError`` when the file of this name is not a valid scene.
  public func file(named name: String) throws(SceneFileError) -> SceneFile? {
    for path in folders.flatMap({ folder in SceneFile.endings.map { "\(folder)/\(name).\($0)" } }) {
      let text: String
      do throws(FileBytes.Problem) {
        text = try FileBytes.text(FileBytes.read(path, onlyFiles: true))
      } catch {
        switch error {
        case .tooLarge, .notText:
          throw SceneFileError(path: path, line: 1, column: 1, message: error.message("the file"), source: "")
        default: continue
        }
      }
      return try SceneFile(
        parsing: text, path: path, catalogue: catalogue, defaults: defaults, constants: constants)
    }
    guard let file = ShippedScenes.files.first(where: { $0.name == name }) else { return nil }
    return try SceneFile(
      parsing: file.text, path: "\(name).yaml", catalogue: catalogue, defaults: defaults, constants: constants)
  }

  /// A meter for the constants of one scene.
  var constants: RunMeter { .constants(cancellation: cancellation) }

  /// The scene files in a folder, sorted by the names of the scenes.
  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return SceneFile.found(in: folder, among: names)
      .sorted { SceneFile.name(ofFileAt: $0) < SceneFile.name(ofFileAt: $1) }
  }
}

extension SceneLibrary {
  /// The scenes at a path: a file, all files of a folder, or standard input for `-`; nil when `target` is not a path.
  ///
  /// A target with a `/` or the ending of a scene file is a path; but `a.map { $0 / 2 }` is one only if the file
  /// exists.
  package func files(at target: String, catalogue: Catalogue) throws(SceneRequest.Failure) -> [SceneFile]? {
    if target == "-" {
      return [
        try read(path: "-", catalogue: catalogue) { () throws(FileBytes.Problem) in
          try FileBytes.readStandardInput(limit: SceneFolder.fileBytes)
        }
      ]
    }
    guard SceneFile.isPath(target) else { return nil }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target, isDirectory: &isFolder) else {
      if SceneFile.hasSignsOfExpression(target) { return nil }
      throw .notFound("no such file: \(target)")
    }
    guard isFolder.boolValue else {
      do throws(SceneRequest.Failure) { return [try file(at: target, isGiven: true, catalogue: catalogue)] } catch {
        // Where a log is no YAML says little.
        guard case .file = error, SceneFile.isNameOfOtherFile(target) else { throw error }
        throw .malformed(SceneFile.advice(forOther: target))
      }
    }
    var files: [SceneFile] = []
    for name in Self.files(in: target) {
      files.append(try file(at: "\(target)/\(name)", isGiven: false, catalogue: catalogue))
    }
    guard !files.isEmpty else { throw Self.noScene(in: target) }
    return files
  }

  /// Why a folder can't be played.
  static func noScene(in folder: String) -> SceneRequest.Failure {
    .notFound("no scene in \(folder); scenes are files that end in .yaml or .yml")
  }

  /// The scene of the file at a path.
  ///
  /// - Parameter isGiven: whether the path may be that of a pipe or a device. What was found in a folder must be a file.
  func file(
    at path: String, isGiven: Bool, catalogue: Catalogue = .standard
  ) throws(SceneRequest.Failure) -> SceneFile {
    try read(path: path, catalogue: catalogue) { () throws(FileBytes.Problem) in
      try FileBytes.read(path, limit: SceneFolder.fileBytes, onlyFiles: !isGiven)
    }
  }

  /// The scenes with these names, and those at these paths.
  ///
  /// - Throws: ``SceneRequest/Failure`` for a target that is neither, or that can't be read.
  package func files(
    named targets: [String], catalogue: Catalogue = .standard
  ) throws(SceneRequest.Failure) -> [SceneFile] {
    var found: [SceneFile] = []
    for target in targets {
      if let files = try files(at: target, catalogue: catalogue) {
        found += files
        continue
      }
      let file: SceneFile?
      do throws(SceneFileError) { file = try self.file(named: target) } catch { throw .file(error) }
      guard let file else {
        throw .notFound("no scene is called `\(target)`\(Suggestion.clause(for: target, among: names))")
      }
      found.append(file)
    }
    return found
  }

  private func read(
    path: String, catalogue: Catalogue, _ bytes: () throws(FileBytes.Problem) -> [UInt8]
  ) throws(SceneRequest.Failure) -> SceneFile {
    let text: String
    do throws(FileBytes.Problem) { text = try FileBytes.text(bytes()) } catch {
      switch error {
      case .tooLarge, .notText: throw .malformed(error.message(path))
      default: throw .unreadable(error.message(path))
      }
    }
    do throws(SceneFileError) {
      return try SceneFile(
        parsing: text, path: path, catalogue: catalogue, defaults: defaults, constants: constants)
    } catch {
      throw .file(error)
    }
  }
}
