import Foundation
import Platform
import TestSupport
import Testing

extension Daemons {
  /// Remote control of a kiosk from a phone.
  @Suite struct RemotePageTests {
    private struct Seen: Decodable {
      var first, asked, wrong, title, paused, factor, banner, next, chosen, ended: String
      var scenes: [String]
      var overflow: [Int]
      var smallest: Double
      var complaints: [String]
    }

    /// The code on a screen, whose digits are not big in ASCII.
    private func code(on screen: ScreenEmulator) -> String? {
      screen.lines.lazy.compactMap { $0.firstMatch(of: /[0-9]{4} [0-9]{4}/).map { String($0.0) } }.first
    }

    @Test("a phone asks for the code, enters it, steers with each button, and ends", .needs(.chromium))
    func browser() throws {
      let folder = try TemporaryFolder()
      // The log of a kiosk waits for the end of its picture, so a free port would not be known.
      let address = "127.0.0.1:\(UInt16.random(in: 20_000..<30_000))"
      let pty = try Pty(
        "kiosk", "zip", "timing", "--title-cards", "0", "--speed-factor", "0.1", "--ascii", "true", "--control",
        address, "--socket", folder.file("s"))
      try pty.wait(for: "the scene") { $0.lines.last?.hasPrefix(" 1 of 2") == true }
      let (seen, log) = (folder.file("seen"), folder.file("log"))
      let outputs = [seen, log].map { (path: String) in open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
      defer { outputs.forEach { close($0) } }
      let browser = try Child(
        "/usr/bin/env", ["python3", BrowserScript.remote.path, "http://\(address)/", folder.file("code")],
        environment: Binary.environment, input: .null, output: .inherited(outputs[0]), error: .inherited(outputs[1]))
      var shown: String?
      try pty.wait(for: "the code that the page asks for") { screen in
        shown = code(on: screen)
        return shown != nil
      }
      try (shown ?? "").write(toFile: folder.file("code"), atomically: true, encoding: .utf8)
      try pty.wait(for: "its use") { code(on: $0) == nil && $0.lines.last?.hasPrefix(" a phone steers") == true }
      try pty.wait(for: "the banner of the page") { $0.lines.contains { $0.contains("press the key now") } }
      pty.type("t")
      try pty.wait(for: "a code by the key") { code(on: $0) != nil }
      pty.type("t")
      #expect(browser.waitForEnd() == .exited(0), "\((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")")
      let page = try JSONDecoder().decode(Seen.self, from: Data(contentsOf: URL(filePath: seen)))
      #expect(page.first == "Enter the code that the screen shows.")
      #expect(page.asked.contains("two minutes") && page.wrong == "wrong code; 4 more tries")
      #expect(page.title == "zip" && page.scenes == ["zip", "timing"] && page.chosen == "zip" && page.next == "timing")
      #expect(page.paused.hasPrefix("paused · 1 of 2") && page.factor == "×0.25" && page.banner == "Back soon")
      #expect(page.ended == "Remote control has ended. Enter the new code that the screen shows.")
      // For thumbs: 44 pixels at least, and nothing beside the screen.
      #expect(page.smallest >= 44 && page.overflow.allSatisfy { $0 <= 0 } && page.complaints == [])
    }
  }
}
