import Foundation
import Testing

/// What ARCHITECTURE.md draws is what Package.swift says, and what the files import.
@Suite struct ArchitectureTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Modules that draw, parse and simulate, and leave clocks, files, threads and terminals to others.
  private static let pure = [
    "Gzip", "Marbles", "Operators", "Expressions", "Scenes", "Wire", "Narrations", "Layout", "Drawing", "Formats",
    "LanguageServer", "HubCore", "Playground", "JSONRPC", "AgentTools",
  ]

  /// Our modules and the modules of ours that they depend on, by Package.swift; without tests, tools and C.
  private static func package() throws -> [String: Set<String>] {
    var modules: [String: Set<String>] = [:]
    let targets = try text("Package.swift").matches(
      of: /\.(?:target|executableTarget)\(\s*name: "([\w-]+)"(?:,\s*dependencies: \[([^\]]*)\])?/)
    for target in targets {
      let own = (target.2 ?? "").matches(of: /"([\w-]+)"/).map { String($0.1) }
      modules[String(target.1)] = Set(own)
    }
    return modules
  }

  /// Where a module is: below Sources, or where Package.swift says.
  private static func folder(of module: String) throws -> String {
    let paths = try text("Package.swift").matches(of: /name: "([\w-]+)"[^()]*?path: "([^"]+)"/)
    return paths.first { $0.1 == module }.map { String($0.2) } ?? "Sources/\(module)"
  }

  /// The Swift files of a module.
  private static func files(of module: String) throws -> [String] {
    let folder = try folder(of: module)
    return (FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  private static let inC = ["CPlayback", "CVersion", "CAllocations"]

  private static func imports(of file: String) throws -> Set<String> {
    Set(
      try text(file).matches(of: /(?m)^\s*(?:@\w+ )?(?:(?:public|package|internal|private) )?import (?:\w+ )?(\w+)/)
        .map { String($0.1) })
  }

  @Test func theListOfModulesIsThatOfThePackage() throws {
    let lines = try Self.text("ARCHITECTURE.md").components(separatedBy: "<!-- modules -->")
    try #require(lines.count == 3)
    var drawn: [String: Set<String>] = [:]
    for match in lines[1].matches(of: /(?m)^([\w-]+) *(?:← (.*))?$/) {
      drawn[String(match.1)] = Set((match.2 ?? "").split(separator: " ").map(String.init))
    }
    let modules = try Self.package().filter { try Self.folder(of: $0.key) == "Sources/\($0.key)" }
    for name in Set(drawn.keys).union(modules.keys).sorted() {
      #expect(drawn[name] == modules[name], "\(name)")
    }
  }

  @Test func noFileIsLong() throws {
    for folder in ["Sources", "Tests"] {
      let paths = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)?.allObjects ?? []
      for path in paths.compactMap({ $0 as? String }) where path.hasSuffix(".swift") {
        let lines = try Self.text("\(folder)/\(path)").count { $0.isNewline }
        #expect(lines <= 400, "\(path) has \(lines) lines")
      }
    }
  }

  @Test func aModuleImportsWhatItDependsOnAndNothingElse() throws {
    let modules = try Self.package()
    for (module, dependencies) in modules where !Self.inC.contains(module) {
      let files = try Self.files(of: module)
      let imported = try files.reduce(into: Set<String>()) { $0.formUnion(try Self.imports(of: $1)) }
      #expect(imported.intersection(modules.keys) == dependencies, "\(module)")
    }
  }

  @Test(arguments: pure) func aPureModuleTouchesNothingOutside(module: String) throws {
    let impure: Set = ["Dispatch", "Glibc", "Musl", "Darwin", "Platform", "Foundation"]
    let files = try Self.files(of: module)
    #expect(!files.isEmpty)
    // C's library has the exponential and the cosine that the curve of a spring needs, and the logarithms of closures.
    let mathematical = ["/Animation+Progress.swift", "/Mathematics.swift"]
    for file in files where !mathematical.contains(where: file.hasSuffix) {
      #expect(try Self.imports(of: file).isDisjoint(with: impure), "\(file)")
    }
  }

  @Test func sourcesHoldWhatShips() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
    var shipped: Set<String> = []
    let modules = try Self.package()
    var next = ["marbled", "marbled-daemon", "MarblesTesting", "MarbleTap", "TapExample"]
    while let module = next.popLast() {
      if shipped.insert(module).inserted { next += modules[module] ?? [] }
    }
    // The C library that a user installs, and the plugin, whose program is built when it runs.
    #expect(Set(folders) == shipped.union(["CHiredis", "MarbledCommand"]))
  }

  @Test func testsMirrorSources() throws {
    let tested = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Tests").path)
      .filter { $0.hasSuffix("Tests") && $0 != "ArchitectureTests" }.map { String($0.dropLast(5)) }
    let modules = try Self.package()
    for name in tested { #expect(modules[name] != nil, "Tests/\(name)Tests") }
  }

  /// A run that nothing can stop is for tests and tools; everything else performs a `BoundedRun`.
  @Test func whatShipsRunsNoSceneWithoutABound() throws {
    let sources = Self.root.appending(path: "Sources").path
    let files = (FileManager.default.enumerator(atPath: sources)?.allObjects as? [String] ?? [])
      .filter { $0.hasSuffix(".swift") }
    try #require(files.count > 500)
    for file in files {
      let text = try Self.text("Sources/\(file)")
      #expect(!text.contains(".recorded()") && !text.contains(".recorded(catalogue"), "\(file)")
      // Who makes players beside the run: playback in wall time, and the diagnosis of a stopped run.
      if text.contains("ScenePlayer(") {
        #expect(
          [
            "Scenes/BoundedRun.swift", "Scenes/ScenePlayer+Diagnosis.swift", "Scenes/ScenePlayer.swift",
            "Player/ScenePlayback.swift",
          ].contains(file), "\(file)")
      }
    }
  }

  @Test("Time limits end tests that hang, and not those that wait for a thread")
  func timeLimitsAreLongerThanAllTests() throws {
    let tests = Self.root.appending(path: "Tests").path
    var count = 0
    for file in FileManager.default.enumerator(atPath: tests)?.allObjects as? [String] ?? []
    where file.hasSuffix(".swift") {
      for limit in try Self.text("Tests/\(file)").matches(of: /\.timeLimit\(\.minutes\((\d+)\)\)/) {
        count += 1
        #expect(Int(limit.1) == 30, "\(file)")
      }
    }
    #expect(count > 0)
  }
}
