import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What is piped in is drawn as it comes, and keys come from the terminal.
  @Suite struct LivePictureTests {
    private func pty(_ script: String) throws -> Pty {
      try Pty(program: "/bin/sh", ["-c", "marbled() { '\(Binary.path())' \"$@\"; }; \(script)"])
    }

    /// How many values the panel of a row counts.
    private func count(ofRow name: String, on lines: [String]) -> Int? {
      for line in lines {
        guard let title = line.firstRange(of: "  \(name)  "),
          let end = line[title.upperBound...].firstRange(of: " value")
        else { continue }
        let digits = line[..<end.lowerBound].reversed().prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)
        return Int(String(digits.reversed()))
      }
      return nil
    }

    @Test("Each of 10,000 lines is counted, and the picture stays until a key is pressed")
    func tenThousandLines() throws {
      let pty = try pty("seq 10000 | marbled play -i a=- 'a.map { $0 * 2 }'")
      try pty.wait(for: "the end") { $0.lines.first?.hasPrefix(" ■") == true }
      #expect(count(ofRow: "a", on: pty.screen.lines) == 10_000)
      #expect(count(ofRow: "out", on: pty.screen.lines) == 10_000)
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.settingsAreRestored)
    }

    @Test("A pause holds the picture and not the pipe; going on shows now")
    func pausing() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("fifo")
      let pty = try pty("mkfifo '\(path)'; cat '\(path)' | marbled play -i a=-")
      try watch(folder.path) { FileManager.default.fileExists(atPath: path) }
      let pipe = try FileHandle(forWritingTo: URL(filePath: path))
      try pipe.write(contentsOf: Data("1\n2\n3\n4\n".utf8))
      try pty.wait(for: "the values") { count(ofRow: "a", on: $0.lines) == 4 }
      pty.type(" ")
      try pty.wait(for: "the pause") { $0.lines.first?.hasPrefix(" ‖") == true }
      let paused = pty.screen.lines
      let shown = try #require(count(ofRow: "a", on: paused))
      try pipe.write(contentsOf: Data("5\n6\n7\n8\n9\n".utf8))
      pty.type(" ")
      try pty.wait(for: "what came meanwhile") { count(ofRow: "a", on: $0.lines) == shown + 5 }
      pty.type("q")
      try pty.wait(for: "the shell") { !$0.modes.contains(1049) }
      try pipe.close()
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test("With --once it leaves when the pipe ends")
    func once() throws {
      let pty = try pty("seq 3 | marbled play -i a=- --once")
      #expect(try pty.waitForEnd().ending == .exited(0))
    }

    @Test("A terminal can't be both the row and the keys")
    func theTerminalItself() throws {
      let pty = try pty("marbled play -i a=-")
      #expect(try pty.waitForEnd().ending == .exited(64))
      #expect(pty.screen.lines.joined().contains("standard input is the terminal, which is used for keys"))
    }
  }
}
