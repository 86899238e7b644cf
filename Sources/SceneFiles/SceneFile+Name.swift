internal import Inputs

/// The names of scene files: the only place that knows how they end.
extension SceneFile {
  /// The endings of scene files, without dots. If two files differ in it alone, the first ending counts.
  package static let endings = ["yaml", "yml"]

  /// Whether a path is that of a scene file, by its ending.
  package static func hasEnding(_ path: String) -> Bool { endings.contains { path.hasSuffix(".\($0)") } }

  /// Whether an argument is the path of a scene file or a folder, and not the name of a scene: it contains a `/`, or
  /// ends as a scene file does.
  package static func isPath(_ argument: String) -> Bool {
    // A `Character`, as searching for a string would load Foundation.
    argument.contains("/" as Character) || hasEnding(argument)
  }

  /// Files with lines, events or recordings, and documents.
  private static let otherEndings =
    ["ndjson", "jsonl", "json", "trace", "csv", "tsv", "log", "txt", "gz"]
    + MarkdownDocument.endings

  /// Whether an argument looks like the name of a file that is no scene file, such as `monday.ndjson`, by its ending.
  static func isNameOfOtherFile(_ argument: String) -> Bool {
    guard let dot = argument.lastIndex(of: "."), dot != argument.startIndex else { return false }
    return otherEndings.contains(argument[argument.index(after: dot)...].lowercased())
      && !hasSignsOfExpression(argument)
  }

  /// Whether an argument has characters that expressions have, and paths hardly ever.
  static func hasSignsOfExpression(_ argument: String) -> Bool { argument.contains { "(){}=\"'".contains($0) } }

  /// What to do with a file that exists and is no scene file.
  static func advice(forOther path: String) -> String {
    if MarkdownDocument.isDocument(path) { return "\(path) is a document; `marbled check \(path)` plays its scenes" }
    if RecordedRun.isRecording(path) {
      return "\(path) is a recording; `marbled convert \(path) -o scene.yaml` makes a scene of it"
    }
    return "\(path) is no scene file; to read its lines, give a row of them, as in -i log=tail:\(path)"
  }

  /// The path of a new file, with the usual ending if it has none.
  package static func path(_ path: String) -> String { hasEnding(path) ? path : "\(path).\(endings[0])" }

  /// The name of the scene in the file at `path`.
  public static func name(ofFileAt path: String) -> String {
    if path == "-" { return "scene" }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    for ending in endings where last.hasSuffix(".\(ending)") && last.count > ending.count + 1 {
      return String(last.dropLast(ending.count + 1))
    }
    return last
  }

  /// The scene files that can be read among those of a folder, in the same order.
  ///
  /// Hidden files are left out, as are folders, pipes and devices, and `x.yml` beside `x.yaml`.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - paths: the paths of files in it, from there.
  static func found(in folder: String, among paths: [String]) -> [String] {
    let base = folder.last == "/" ? folder : folder + "/"
    let files = paths.filter { path in
      hasEnding(path) && !path.split(separator: "/").contains { $0.first == "." } && !FileBytes.isNoFile(base + path)
    }
    let known = Set(files)
    return files.filter { file in
      guard let ending = endings.firstIndex(where: { file.hasSuffix(".\($0)") }) else { return false }
      let stem = file.dropLast(endings[ending].count)
      return !endings[..<ending].contains { known.contains(stem + $0) }
    }
  }
}
