import Foundation
import PackagePlugin

/// `swift package marbled check`: runs the program `marbled` on the documents of a package.
///
/// The plugin depends on no target: it asks SwiftPM to build the program when it runs. So a package that uses a library
/// with `traits: []` fetches nothing for it, and no build of this package builds the program twice. What it needs to know of
/// commands and documents, it asks the program.
@main struct MarbledCommand: CommandPlugin {
  /// The commands that need neither a terminal nor standard input. SwiftPM gives a plugin neither.
  private static let commands = ["check", "render", "convert", "new", "list", "explain", "help"]

  func performCommand(context: PluginContext, arguments: [String]) throws {
    let root = context.package.directoryURL
    do throws(Refusal) {
      try Self.refuse(arguments)
      let program = try program()
      let documents = try Self.documents(of: context.package, for: arguments, program)
      let status = Self.run(program, arguments + documents, in: root).status
      if status != 0 { throw Self.failure(status, root) }
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

  /// The documents with scenes or pictures to add to a command that takes documents and names none.
  private static func documents(
    of package: Package, for arguments: [String], _ program: URL
  ) throws(Refusal) -> [String] {
    let root = package.directoryURL
    let folders = package.targets.map { target in
      let path = target.directoryURL.path
      return path == root.path
        ? "." : path.hasPrefix(root.path + "/") ? String(path.dropFirst(root.path.count + 1)) : path
    }
    let answer = run(program, ["__documents"] + folders + ["--"] + arguments, in: root, isQuestion: true)
    switch answer.status {
    case 0: return answer.output.split(separator: "\0").map(String.init)
    case 66: throw Refusal("no document of the package has a scene; expected a code block that is marked `marbled`")
    default: throw failure(answer.status, root)
    }
  }

  /// Runs `program`, and returns its exit code.
  ///
  /// - Parameter isQuestion: whether to return what it prints, too, rather than to print it.
  private static func run(
    _ program: URL, _ arguments: [String], in folder: URL, isQuestion: Bool = false
  ) -> (status: Int32, output: String) {
    let process = Process()
    (process.executableURL, process.arguments, process.currentDirectoryURL) = (program, arguments, folder)
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    if isQuestion { process.standardOutput = pipe }
    do { try process.run() } catch {
      Diagnostics.remark("\(program.path): \(error)")
      return (74, "")
    }
    // Before the end, as a full pipe would hold the program up.
    let output = isQuestion ? String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) : ""
    process.waitUntilExit()
    // As shells say it.
    return (process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus, output)
  }

  private static func failure(_ status: Int32, _ root: URL) -> Refusal {
    Refusal("marbled ended with the exit code \(status)\(help(after: status, root))")
  }

  /// On macOS, the sandbox of plugins forbids to write into the package.
  private static func help(after status: Int32, _ root: URL) -> String {
    guard status == 74, !FileManager.default.isWritableFile(atPath: root.path) else { return "" }
    return "; to let it write here, run `swift package --allow-writing-to-directory . marbled …`"
  }
}
