internal import Foundation
internal import Inputs
public import Operators
public import Scenes

/// Where scenes are found by name: folders in their order, then those that are part of the program.
public struct SceneLibrary: Sendable {
  /// The folders, first to last; of two scenes of one name the first counts.
  public var folders: [String]
  /// What counts where a scene says nothing.
  public var defaults: SceneDefaults
  private let catalogue: Catalogue

  /// Creates a library.
  ///
  /// - Parameters:
  ///   - folders: where to look before the shipped scenes.
  ///   - defaults: what counts where a scene says nothing.
  ///   - catalogue: the operators that expressions may use.
  public init(folders: [String], defaults: SceneDefaults = SceneDefaults(), catalogue: Catalogue = .standard) {
    self.folders = folders
    self.defaults = defaults
    self.catalogue = catalogue
  }

  /// Nothing but the scenes that are part of the program.
  public static let shipped = SceneLibrary(folders: [])

  /// The folders that are looked in when none are named: the user's, then the system's.
  public static func standardFolders(environment: [String: String]) -> [String] {
    (userFolder(environment: environment).map { [$0 + "/scenes"] } ?? []) + ["/etc/marbled/scenes"]
  }

  /// Where a user keeps what is for this program; nil for one without a home.
  public static func userFolder(environment: [String: String]) -> String? {
    let config = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (config ?? home.map { $0 + "/.config" }).map { $0 + "/marbled" }
  }

  /// The names of all scenes, sorted.
  public var names: [String] {
    let named = folders.flatMap(Self.names(in:)) + ShippedScenes.files.map(\.name)
    return Set(named).sorted()
  }

  /// The scene called `name`; nil when there is none.
  ///
  /// - Throws: ``SceneFileError`` when the file that is called so is no scene.
  public func file(named name: String) throws(SceneFileError) -> SceneFile? {
    for folder in folders {
      let path = "\(folder)/\(name).yaml"
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
      return try SceneFile(parsing: text, path: path, catalogue: catalogue, defaults: defaults)
    }
    guard let file = ShippedScenes.files.first(where: { $0.name == name }) else { return nil }
    return try SceneFile(parsing: file.text, path: "\(name).yaml", catalogue: catalogue, defaults: defaults)
  }

  private static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.map { String($0.dropLast(".yaml".count)) }
  }
}

extension SceneLibrary {
  /// The scenes at a path: one file, all files of a folder, or standard input for `-`; nil when `target` is no path.
  ///
  /// What contains a `/` or ends in `.yaml` is a path; but `a.map { $0 / 2 }` is none unless there is such a file.
  func files(at target: String, catalogue: Catalogue) throws(SceneRequest.Failure) -> [SceneFile]? {
    if target == "-" {
      return [
        try read(path: "-", catalogue: catalogue) { () throws(FileBytes.Problem) in try FileBytes.readStandardInput() }
      ]
    }
    // A character: a string would be searched for by Foundation, whose pages a picture does not need otherwise.
    guard target.contains("/" as Character) || target.hasSuffix(".yaml") else { return nil }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target, isDirectory: &isFolder) else {
      if target.contains(where: { "(){}=\"'".contains($0) }) { return nil }
      throw .notFound("no such file: \(target)")
    }
    var files: [SceneFile] = []
    for path in isFolder.boolValue ? Self.names(in: target).sorted().map({ "\(target)/\($0).yaml" }) : [target] {
      files.append(
        try read(path: path, catalogue: catalogue) { () throws(FileBytes.Problem) in try FileBytes.read(path) })
    }
    guard !files.isEmpty else { throw .notFound("no scene in \(target); scenes are files that end in .yaml") }
    return files
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
      return try SceneFile(parsing: text, path: path, catalogue: catalogue, defaults: defaults)
    } catch {
      throw .file(error)
    }
  }
}
