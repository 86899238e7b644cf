internal import Foundation
internal import Inputs
internal import Marbles
internal import Scenes

/// Lessons: folders of scenes that a visitor goes through in order.
extension SceneLibrary {
  /// The scenes with these names, those at these paths, and the lessons in these folders: the `*.yaml` files of a folder, in
  /// the order of the numbers and letters of their names, and each of its subfolders as another lesson.
  ///
  /// If two scenes have the same name, the name of the later one begins with that of its folder.
  ///
  /// - Parameters:
  ///   - targets: names, paths of files, and folders.
  ///   - warn: takes what is wrong with a file of a folder; the other files are served.
  /// - Throws: ``SceneRequest/Failure`` for a target that can't be read, and for a folder without a scene that can.
  package func lessons(
    at targets: [String], warn: (SceneRequest.Failure) -> Void
  ) throws(SceneRequest.Failure) -> [SceneFile] {
    var found: [SceneFile] = []
    var names: Set<String> = []
    for target in targets {
      for var file in Self.isFolder(target) ? try lesson(in: target, warn: warn) : try files(named: [target]) {
        if let lesson = file.lesson, names.contains(file.scene.name) {
          file.scene.name = "\(lesson.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-"))-\(file.scene.name)"
        }
        names.insert(file.scene.name)
        found.append(file)
      }
    }
    return found
  }

  /// The lessons of a folder and its subfolders.
  private func lesson(
    in folder: String, warn: (SceneRequest.Failure) -> Void
  ) throws(SceneRequest.Failure) -> [SceneFile] {
    let place = URL(fileURLWithPath: folder).standardizedFileURL
    let root = place.lastPathComponent
    // The enumerator does not follow a link.
    let all = FileManager.default.enumerator(atPath: place.resolvingSymlinksInPath().path)
    let paths = (all?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".yaml") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      // The files of a folder come before those of its subfolders.
      .map { (parent: $0.split(separator: "/").dropLast().joined(separator: "/"), path: $0) }
      .sorted {
        let order = $0.parent.compare($1.parent, options: .numeric)
        return order == .orderedSame
          ? $0.path.compare($1.path, options: .numeric) == .orderedAscending : order == .orderedAscending
      }
    var found: [SceneFile] = []
    var first: SceneRequest.Failure?
    for (parent, path) in paths {
      do throws(SceneRequest.Failure) {
        for var file in try files(named: [folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"]) {
          if let row = file.scene.rows.first(where: { $0.live != nil }) {
            throw .malformed("\(file.path): row \(row.name) is live; a lesson has no live rows")
          }
          file.lesson = parent.isEmpty ? root : parent
          found.append(file)
        }
      } catch {
        warn(error)
        first = first ?? error
      }
    }
    guard found.isEmpty else { return found }
    throw first ?? .notFound("no scene in \(folder); scenes are files that end in .yaml")
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
