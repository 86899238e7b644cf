import Platform
import Testing

/// Programs that read standard input and write a result.
@Suite struct FilterProgramTests {
  private func run(
    _ script: String, input: [UInt8] = [], upTo limit: Int = 1 << 20, within time: Duration = .seconds(600),
    isStopped: () -> Bool = { false }
  ) throws -> Result<[UInt8], FilterProgram.Failure> {
    let shell = try #require(FilterProgram(named: "sh", in: "/nowhere:/bin:/usr/bin"))
    do throws(FilterProgram.Failure) {
      return .success(
        try shell.output(["-c", script], input: input, upTo: limit, within: time, isStopped: isStopped))
    } catch {
      return .failure(error)
    }
  }

  @Test("it gets its input and gives its output, also when both are larger than a pipe") func output() throws {
    let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try run("cat", input: bytes) == .success(bytes))
    #expect(try run("printf '%s' \"$1\"", input: bytes) == .success([]))
    #expect(try run("echo text; exec 1>&-; exit 0") == .success(Array("text\n".utf8)))
  }

  @Test("a failure, a signal, too much output and too much time each have an error") func failures() throws {
    #expect(try run("echo partly; exit 3") == .failure(.failed(3)))
    #expect(try run("kill -TERM $$") == .failure(.failed(-15)))
    #expect(try run("yes", upTo: 1000) == .failure(.tooLarge))
    #expect(try run("echo on; sleep 600", within: .milliseconds(50)) == .failure(.stopped))
    #expect(try run("sleep 600") { true } == .failure(.stopped))
    // It has closed its output, and does not end.
    #expect(try run("exec 1>&-; sleep 600", within: .milliseconds(50)) == .failure(.stopped))
    #expect(FilterProgram(named: "sh", in: "/nowhere") == nil)
  }
}
