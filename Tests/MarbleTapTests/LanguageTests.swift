import Foundation
import MarbleTap
import TestSupport
import Testing

/// The modules of the article on other languages, and this library, conform to the format: `.ci/tap-conformance.py` says so.
@Suite(.timeLimit(.minutes(30))) struct LanguageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  private static let check = root.appending(path: ".ci/tap-conformance.py").path
  private static let article = root.appending(path: "Sources/MarbleTap/Documentation.docc/OtherLanguages.md")

  /// In CI the tests run, and fail without it.
  private static func has(_ program: String) -> Bool {
    (try? Tool([program, "--version"]).ended().isFine) == true || ProcessInfo.processInfo.environment["CI"] != nil
  }
  private static let hasPython = has("python3")
  private static let hasNode = has("node")

  /// A program that runs beside a test.
  private final class Tool {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ arguments: [String]) throws {
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    /// Waits for the first line that it prints, as far as it prints one.
    func firstLine() -> String {
      var data = Data()
      while data.last != UInt8(ascii: "\n") {
        guard let next = try? output.fileHandleForReading.read(upToCount: 1), !next.isEmpty else { break }
        data += next
      }
      return String(decoding: data, as: UTF8.self)
    }

    func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// What it prints from now on, and whether it ends well.
    func ended() throws -> (text: String, isFine: Bool) {
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (String(decoding: data, as: UTF8.self), process.terminationStatus == 0)
    }
  }

  /// Writes the files of the article into a folder.
  private static func writeFiles(to folder: TemporaryFolder, _ change: (String) -> String = { $0 }) throws {
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks = text.components(separatedBy: "\n```")
    for block in blocks where block.hasPrefix("python\n") || block.hasPrefix("javascript\n") {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      let name = try #require(lines.first?.split(separator: " ").last)
      try change(lines.joined(separator: "\n") + "\n").write(
        toFile: folder.file(String(name)), atomically: true, encoding: .utf8)
    }
  }

  private func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Swift.Result(catching: body)) }.start()
    }
  }

  private func report(on program: String, by interpreter: String, in folder: TemporaryFolder) async throws -> String {
    let arguments = ["python3", Self.check, interpreter, folder.file(program)]
    return try await onOwnThread { try Tool(arguments).ended().text }
  }

  private static let python: ConditionTrait = .enabled(if: hasPython, "python3 is missing: apt-get install python3")
  private static let node: ConditionTrait = .enabled(if: hasNode, "node is missing: apt-get install nodejs")

  @Test("The module for Python reports what the check asks for", python)
  func pythonConforms() async throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(to: folder)
    let report = try await report(on: "program.py", by: "python3", in: folder)
    #expect(report.hasPrefix("conforms; "), "\(report)")
  }

  @Test("The module for JavaScript reports what the check asks for", python, node)
  func javascriptConforms() async throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(to: folder)
    let report = try await report(on: "program.mjs", by: "node", in: folder)
    #expect(report.hasPrefix("conforms; "), "\(report)")
  }

  @Test(
    "The check names what is wrong with an implementation", python,
    arguments: [
      (#""marbletap": 1"#, #""marbletap": 2"#, #"the first line has no "marbletap":1"#),
      (#""finish", number"#, #""cancel", number"#, "numbers: end ('cancel',); expected ('finish',)"),
      (#"{os.getpid()},"event""#, #"1,"event""#, "`pid` is not that of the first line"),
      ("_dropped[tap] += 1; return", "return", "values were sent or counted as dropped; expected 100000"),
      (", allow_nan=False", "", "no JSON: NaN is no JSON"),
      ("time.time_ns()", "time.time()", "no `time` in whole nanoseconds"),
    ])
  func mistakes(code: String, mistake: String, message: String) async throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(to: folder) { $0.replacing(code, with: mistake) }
    let report = try await report(on: "program.py", by: "python3", in: folder)
    #expect(report.contains("does not conform: ") && report.contains(message), "\(report)")
  }

  @Test("This library reports what the check asks for", python)
  func libraryConforms() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("t.sock")
    let check = try await onOwnThread {
      let check = try Tool(["python3", Self.check, "--socket", path])
      let first = check.firstLine()
      guard first == "listening\n" else { throw Problem("it does not listen: \(first) \(try check.ended().text)") }
      return Held(check)
    }
    let destination = MarbleDestination.socket(path)
    func run<Value>(_ tap: String, _ values: [Value], upTo last: Int? = nil, error: (any Error)? = nil) async {
      let stream = AsyncThrowingStream<Int, any Error> { continuation in
        for index in values.indices { continuation.yield(index) }
        continuation.finish(throwing: error)
      }
      // Unsafe, as `Any` is not Sendable: the values are constants of Sendable types, and nothing changes them.
      nonisolated(unsafe) let shown = values
      do {
        for try await index in stream.marble(tap, to: destination, value: { shown[$0] }) where index == last { break }
      } catch {}
    }
    await run("numbers", [1, "two", ["three": 3]] as [Any])
    await run("fails", [1], error: Problem("no network"))
    await run("left", [1, 2, 3], upTo: 1)
    await run("odd", ["a\n\"b\"", String(repeating: "x", count: 100_000), Double.nan] as [Any])
    await run("flood", Array(0..<100_000))
    let report = try await onOwnThread {
      try check.tool.write("done\n")
      return try check.tool.ended().text
    }
    #expect(report.hasPrefix("conforms; "), "\(report)")
  }

  /// @unchecked Sendable: one thread after another uses it.
  private struct Held: @unchecked Sendable {
    let tool: Tool

    init(_ tool: Tool) { self.tool = tool }
  }
}
