internal import Foundation
internal import Inputs
internal import Marbles
internal import Scenes

/// A folder of scenes that a visitor goes through in order.
package struct LessonFolder: Hashable, Sendable {
  /// The parts of its absolute path.
  private let parts: [String]
  /// How many of the last parts are its title, if no other lesson has the same.
  private let shown: Int

  /// - Parameters:
  ///   - folder: the folder that was given.
  ///   - subfolder: the path of a folder in it; empty for the folder itself.
  init(_ folder: URL, _ subfolder: String = "") {
    let below = subfolder.split(separator: "/").map(String.init)
    parts = folder.path.split(separator: "/").map(String.init) + below
    shown = max(1, below.count)
  }

  package static func == (one: Self, other: Self) -> Bool { one.parts == other.parts }
  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// The titles of lessons, each of which is another one, and none of those that are taken: the ends of their paths, as
  /// long as that needs.
  package static func titles(of lessons: [LessonFolder], besides taken: Set<String>) -> [LessonFolder: String] {
    var lengths = Dictionary(lessons.map { ($0, $0.shown) }, uniquingKeysWith: min)
    while true {
      let titles = Dictionary(uniqueKeysWithValues: lengths.map { ($0, $0.title($1)) })
      let lessons = Dictionary(grouping: lengths.keys) { titles[$0] ?? "" }
      let unclear = lessons.filter { $0.value.count > 1 || taken.contains($0.key) }.flatMap(\.value)
      let longer = unclear.filter { lengths[$0, default: 0] <= $0.parts.count }
      if longer.isEmpty { return titles }
      for lesson in longer { lengths[lesson, default: 0] += 1 }
    }
  }

  /// The last parts of the path; all of them with a slash before them.
  private func title(_ length: Int) -> String {
    (length > parts.count ? "/" : "") + parts.suffix(length).joined(separator: "/")
  }
}

extension SceneLibrary {
  /// The scenes with these names, those at these paths, and the lessons in these folders: the scene files of a folder,
  /// in the order of the numbers and letters of their names, and each of its subfolders as another lesson.
  ///
  /// A word without a dot or a slash is the name of a scene; if there is none, it may be a folder.
  ///
  /// - Parameters:
  ///   - targets: names, paths of files, and folders.
  ///   - refuse: takes what is wrong with a file of a folder; the other files are read, unless it throws.
  ///   - warn: takes what may not be as it was meant.
  /// - Throws: ``SceneRequest/Failure`` for a target that can't be read or is live, and for a folder without a scene.
  package func lessons(
    at targets: [String], refuse: (SceneRequest.Failure) throws(SceneRequest.Failure) -> Void,
    warn: (String) -> Void
  ) throws(SceneRequest.Failure) -> [SceneFile] {
    var found: [SceneFile] = []
    for target in targets {
      if isFolder(target, warn: warn) {
        found += try lesson(in: target, refuse: refuse)
        continue
      }
      let files = try files(named: [target])
      for file in files { try Self.checkIsNotLive(file) }
      found += files
    }
    return found
  }

  /// Whether a target is a folder, and not the name of a scene.
  private func isFolder(_ target: String, warn: (String) -> Void) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target, isDirectory: &isFolder), isFolder.boolValue else {
      return false
    }
    guard !target.contains("/"), !target.contains("."), names.contains(target) else { return true }
    warn("\(target) is a scene, and also a folder; the scene is used (help: ./\(target) is the folder)")
    return false
  }

  /// The lessons of a folder and its subfolders.
  private func lesson(
    in folder: String, refuse: (SceneRequest.Failure) throws(SceneRequest.Failure) -> Void
  ) throws(SceneRequest.Failure) -> [SceneFile] {
    let place = URL(fileURLWithPath: folder).standardizedFileURL
    // The enumerator does not follow a link.
    let real = place.resolvingSymlinksInPath().path
    let all = FileManager.default.enumerator(atPath: real)?.compactMap { $0 as? String } ?? []
    let paths = SceneFile.found(in: real, among: all)
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
        var file = try file(at: folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)", isGiven: false)
        try Self.checkIsNotLive(file)
        file.lesson = LessonFolder(place, parent)
        found.append(file)
      } catch {
        try refuse(error)
        first = first ?? error
      }
    }
    guard found.isEmpty else { return found }
    throw first ?? Self.noScene(in: folder)
  }

  /// - Throws: ``SceneRequest/Failure`` for a scene with a live row, which no page runs.
  private static func checkIsNotLive(_ file: SceneFile) throws(SceneRequest.Failure) {
    guard let row = file.scene.rows.first(where: { $0.live != nil }) else { return }
    throw .usage(
      "\(file.path): row \(row.name) is live; expected scenes without live rows"
        + " (help: `marbled daemon` serves live scenes)")
  }
}
