import Foundation
import Platform
import TestSupport

/// A program between two pipes: it is written to, and the lines that it writes are waited for.
final class PipedProgram {
  private struct State {
    var output: [UInt8] = []
    var isOver = false
  }

  private let child: Child
  private let start = monotonicSeconds()
  private let folder: TemporaryFolder
  private let state = Watched(State())
  private var input: Int32

  /// Starts `marbled`.
  convenience init(_ arguments: String...) throws { try self.init(program: Binary.path(), arguments) }

  init(program: String, _ arguments: [String]) throws {
    folder = try TemporaryFolder()
    let (input, output) = (try Self.pipe(), try Self.pipe())
    let error = open(folder.file("error"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { for descriptor in [input.reading, output.writing, error] { close(descriptor) } }
    self.input = input.writing
    child = try Child(
      program, arguments, environment: Binary.environment, input: .inherited(input.reading),
      output: .inherited(output.writing), error: .inherited(error))
    let thread = Thread { [state] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(output.reading, &buffer, buffer.count), count > 0 {
        state.withLock { $0.output += buffer[..<count] }
      }
      close(output.reading)
      state.withLock { $0.isOver = true }
    }
    thread.start()
  }

  deinit { finishInput() }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    let status = Platform.pipe(&ends)
    guard status == 0 else { throw Problem("no pipe left") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Its process.
  var id: pid_t { child.id }

  /// Writes to its standard input.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    write(input, bytes, bytes.count)
  }

  /// Sends it a signal.
  func send(signal: Int32) { child.send(signal) }

  /// Closes its standard input.
  func finishInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// The whole lines that it has written so far.
  var lines: [String] { Self.lines(state.withLock { $0.output }) }

  /// Waits until `condition` is true of the lines that it has written.
  ///
  /// - Throws: ``Problem`` when it has closed its output and the condition never was true.
  func wait(for what: String, _ condition: ([String]) -> Bool) throws {
    var seen: Int?
    let end = Watched<State>.waitEnd
    while true {
      guard let now = state.waitPatiently(until: end, for: { $0.isOver || $0.output.count != seen ? $0 : nil }) else {
        throw Problem("waited in vain for \(what); there was:\n\(lines.joined(separator: "\n"))")
      }
      let lines = Self.lines(now.output)
      if condition(lines) { return }
      if now.isOver { throw Problem("there was never \(what), but:\n\(lines.joined(separator: "\n"))") }
      seen = now.output.count
    }
  }

  /// Waits until a condition holds for what it has written to standard error.
  func wait(forError isIt: (String) -> Bool) throws {
    try watch(folder.path) {
      let error = try String(contentsOfFile: folder.file("error"), encoding: .utf8)
      if !isIt(error), child.poll() != nil { throw Problem("it has ended, and wrote:\n\(error)") }
      return isIt(error)
    }
  }

  /// Waits until it has ended, and all that it wrote was read.
  func waitForEnd() throws -> Outcome {
    let ending = child.waitForEnd()
    let output = state.wait { $0.isOver ? $0.output : nil }
    return Outcome(
      output: String(decoding: output, as: UTF8.self),
      error: try String(contentsOfFile: folder.file("error"), encoding: .utf8), ending: ending,
      seconds: monotonicSeconds() - start)
  }
}
