import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// What is piped in is drawn as it comes, and keys come from the terminal.
  @Suite struct LivePictureTests {
    private func pty(_ script: String, columns: Int = 80, rows: Int = 24) throws -> Pty {
      try Pty(
        program: "/bin/sh", ["-c", "marbled() { '\(Binary.path())' \"$@\"; }; \(script)"], columns: columns, rows: rows)
    }

    /// How many values the panel of a row counts.
    private func count(ofRow name: String, on lines: [String]) -> Int? {
      for line in lines {
        guard let title = line.firstRange(of: " \(name)  "),
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

    @Test("An expression is edited while lines arrive: nothing is lost, and the scene and its command line do the same")
    func editing() throws {
      let folder = try TemporaryFolder()
      let (fifo, path) = (folder.file("fifo"), folder.file("odd.yaml"))
      let pty = try pty(
        "mkfifo '\(fifo)'; cat '\(fifo)' | marbled play -i a=- 'out = a.filter { $0.n > 3 }'", columns: 160, rows: 40)
      try watch(folder.path) { FileManager.default.fileExists(atPath: fifo) }
      let pipe = try FileHandle(forWritingTo: URL(filePath: fifo))
      var sent = 0
      func send(_ count: Int) throws {
        let lines = (sent + 1...sent + count).map { "{\"n\":\($0)}\n" }.joined()
        try pipe.write(contentsOf: Data(lines.utf8))
        sent += count
      }
      func expect(_ count: Int, ofRow row: String, after what: String) throws {
        try pty.wait(for: "\(count) values of \(row) after \(what)") { self.count(ofRow: row, on: $0.lines) == count }
      }
      func type(_ keys: String, _ text: String) throws {
        pty.type(keys)
        try pty.wait(for: "the line of \(keys)") { $0.lines.contains { $0.contains("Esc cancel") } }
        pty.type("\u{15}" + text)
      }
      // An edit that is kept is computed, and then it follows the stream.
      func press(_ keys: String, until shown: String) throws {
        pty.type(keys)
        try pty.wait(for: shown) { screen in
          !screen.lines.contains { $0.contains("Esc cancel") } && screen.lines.contains { $0.contains(shown) }
        }
      }
      try send(100)
      try expect(97, ofRow: "out", after: "100 lines")
      // What the text makes of all lines is shown while it is typed, also of those that arrive meanwhile.
      try type("e", "out = a.filter { $0.n % 2 == 1 }")
      try expect(50, ofRow: "out", after: "typing")
      try send(100)
      try expect(100, ofRow: "out", after: "200 lines")
      try press("\r", until: "before: a.filter { $0.n > 3")
      // The old marbles stay: 97 + 100 of 200 lines, and then every second one.
      try send(100)
      try expect(300, ofRow: "a", after: "300 lines")
      try expect(247, ofRow: "out", after: "the first edit")
      try type("e", "out = a.reductions(0) { s, x in s + x.n }")
      try press("\r", until: "before: a.filter { $0.n % 2")
      try send(1)
      try expect(248, ofRow: "out", after: "the second edit")
      #expect(pty.screen.lines.contains { $0.contains("\(301 * 302 / 2)") })
      try press("u", until: "before: a.reductions")
      try send(99)
      try expect(400, ofRow: "a", after: "400 lines")
      try expect(297, ofRow: "out", after: "undoing")
      try type("e", "out = a.filter { $0.n % 3 == 0 }")
      try press("\r", until: "before: a.filter { $0.n % 2")
      try send(2)
      try expect(298, ofRow: "out", after: "the third edit")
      // A row that is added has the results of all lines.
      try type("A", "sum = a.reductions(0) { s, x in s + x.n }")
      try press("\r", until: " sum  ")
      try send(1)
      try expect(403, ofRow: "sum", after: "adding it")
      #expect(pty.screen.lines.contains { $0.contains("\(403 * 404 / 2)") })
      pty.type(":")
      try pty.wait(for: "the line of commands") { $0.lines.contains { $0.contains("Esc cancel") } }
      pty.type("write \(path)\r")
      try pty.wait(for: "the file") { screen in screen.lines.contains { $0.contains("wrote ") } }
      try pipe.close()
      try pty.wait(for: "the end") { $0.lines.first?.hasPrefix(" ■") == true }
      pty.type("q")
      #expect(try pty.waitForEnd().ending == .exited(0))
      let all = (1...sent).map { "{\"n\":\($0)}" }.joined(separator: "\n") + "\n"
      let lines = folder.file("all.ndjson")
      try all.write(toFile: lines, atomically: true, encoding: .utf8)
      let run = try shell("marbled run '\(path)' --format value < '\(lines)'")
      #expect(run.ending == .exited(0) && run.lines.contains("{\"sum\":\(403 * 404 / 2)}"))
      #expect(run.lines.count { $0.hasPrefix("{\"out\"") } == 134)
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
