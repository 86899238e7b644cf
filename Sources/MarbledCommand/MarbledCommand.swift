import Foundation
import PackagePlugin

/// `swift package marbled check`: runs the program `marbled` on the documents of a package.
///
/// The plugin depends on no target: it asks SwiftPM to build the program when it runs. So a package that uses a library
/// with `traits: []` fetches nothing for it, and no build of this package builds the program twice.
@main struct MarbledCommand: CommandPlugin {
  /// The commands that need neither a terminal nor standard input. SwiftPM gives a plugin neither.
  private static let commands = ["check", "render", "convert", "new", "list", "explain", "help"]

  func performCommand(context: PluginContext, arguments: [String]) throws {
    let root = context.package.directoryURL
    do throws(Refusal) {
      try Self.refuse(arguments)
      let arguments = arguments + (try Self.documents(of: context.package, for: arguments))
      let status = Self.status(of: try program(), arguments, in: root)
      if status != 0 { throw Refusal("marbled ended with the exit code \(status)\(Self.help(after: status, root))") }
    } catch {
      Diagnostics.error(error.text)
    }
  }

  private struct Refusal: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private static func refuse(_ arguments: [String]) throws(Refusal) {
    guard let command = arguments.first else {
      throw Refusal("expected a command, such as `swift package marbled check README.md`")
    }
    guard command.hasPrefix("-") || commands.contains(command) else {
      let words = arguments.map { $0.contains(/[^\w\-.\/=:,]/) ? "'\($0)'" : $0 }
      throw Refusal(
        """
        a plugin has no terminal and runs only \(commands.joined(separator: ", ")); \
        try `swift run marbled \(words.joined(separator: " "))`
        """)
    }
    if arguments.contains("-") { throw Refusal("a plugin has no standard input, which `-` names; name a file") }
  }

  /// Builds the program as `swift run` does, with its progress on standard error.
  private func program() throws(Refusal) -> URL {
    var parameters = PackageManager.BuildParameters()
    parameters.configuration = .inherit
    parameters.echoLogs = true
    do {
      let result = try packageManager.build(.product("marbled"), parameters: parameters)
      let programs = result.builtArtifacts.filter { $0.kind == .executable && $0.url.lastPathComponent == "marbled" }
      if result.succeeded, let program = programs.first?.url { return program }
    } catch {
      Diagnostics.remark("\(error)")
    }
    throw Refusal("marbled could not be built; it needs its default trait, so don't add the package with `traits: []`")
  }

  /// The exit code of `program`, whose output is that of the plugin.
  private static func status(of program: URL, _ arguments: [String], in folder: URL) -> Int32 {
    let process = Process()
    (process.executableURL, process.arguments, process.currentDirectoryURL) = (program, arguments, folder)
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      Diagnostics.remark("\(program.path): \(error)")
      return 74
    }
    process.waitUntilExit()
    // As shells say it.
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// On macOS, the sandbox of plugins forbids to write into the package.
  private static func help(after status: Int32, _ root: URL) -> String {
    guard status == 74, !FileManager.default.isWritableFile(atPath: root.path) else { return "" }
    return "; to let it write here, run `swift package --allow-writing-to-directory . marbled …`"
  }

  // MARK: - The documents of a package

  /// The documents with scenes or pictures, if `arguments` are those of a command that takes documents and name none.
  private static func documents(of package: Package, for arguments: [String]) throws(Refusal) -> [String] {
    let isUpdate = arguments.first == "render" && arguments.contains("--update")
    guard arguments.first == "check" || isUpdate, !arguments.contains("--help"), !arguments.contains("-h") else {
      return []
    }
    let root = package.directoryURL.path
    if arguments.dropFirst().contains(where: { isPath($0, below: root) }) { return [] }
    var paths = Set(files(in: root, deep: false))
    for target in package.targets {
      let folders = folders(named: "docc", in: target.directoryURL)
      paths.formUnion(folders.flatMap { files(in: $0.path, deep: true) })
    }
    let documents = paths.filter(hasScene).sorted().map {
      $0.hasPrefix(root + "/") ? String($0.dropFirst(root.count + 1)) : $0
    }
    guard !documents.isEmpty else {
      throw Refusal("no document of the package has a scene; expected a code block that is marked `marbled`")
    }
    return documents
  }

  /// Whether an argument is no value of an option: a misspelled path is one, too.
  private static func isPath(_ word: String, below root: String) -> Bool {
    if word.hasPrefix("-") { return false }
    return [".md", ".yaml", ".yml"].contains(where: word.hasSuffix)
      || FileManager.default.fileExists(atPath: word.hasPrefix("/") ? word : "\(root)/\(word)")
  }

  private static func folders(named suffix: String, in folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == suffix }
  }

  private static func files(in folder: String, deep: Bool) -> [String] {
    let names =
      deep
      ? FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
      : try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
  }

  /// Whether a code block is marked `marbled`, or a comment sets the options of a picture.
  private static func hasScene(_ path: String) -> Bool {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    return text.contains(#/(?m)^[ >*+\-]*(?:`{3,}|~{3,})\s*marbled\b|<!--\s*marbled:/#)
  }
}
