import Foundation
import Marbles
import SceneFiles
import Scenes
import TestSupport
import Testing

extension EndToEnd {
  /// Pictures in the programs that show them: browsers, librsvg and asciinema.
  @Suite struct PictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let scenes = SceneLibrary.shipped.names.compactMap { name in
      (try? SceneLibrary.shipped.file(named: name))?.scene
    }.filter { !$0.isLive }

    /// Draws a scene, and returns the path of the file.
    private func draw(_ name: String, as file: String, _ flags: String...) throws -> String {
      let path = folder.file(file)
      let outcome = try run(Binary.path(), ["render", name, "-o", path] + flags)
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return path
    }

    /// The film of a shipped scene: that of the gallery, which another test compares with what `render` writes now.
    private func film(of scene: Scene) -> String {
      Article.root.appending(path: "Sources/marbled/Documentation.docc/Gallery/\(scene.name).svg").path
    }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ arguments: String..., input: String = "") throws -> Seen {
      let file = folder.file("input.json")
      try input.write(toFile: file, atomically: true, encoding: .utf8)
      return try BrowserScript.browser.look(arguments, input: file)
    }

    @Test("XML parsers and librsvg read every picture", .needs(.xmllint), .needs(.rsvg))
    func isRead() throws {
      for scene in Self.scenes {
        let files = [try draw(scene.name, as: "\(scene.name).svg"), film(of: scene)]
        let check = try run("/usr/bin/env", ["xmllint", "--noout", "--nonet"] + files)
        #expect(check.ending == .exited(0), "\(check.error)")
        let drawn = try run("/usr/bin/env", ["rsvg-convert", "-o", folder.file("drawn.png"), files[0]])
        #expect(drawn.ending == .exited(0) && drawn.error.isEmpty, "\(scene.name): \(drawn.error)")
      }
    }

    @Test("A PNG is drawn from the SVG, twice as large", .needs(.rsvg))
    func png() throws {
      let path = folder.file("sample.png")
      let drawn = try marbled("render", "sample", "--at", "2.6", "-o", path)
      #expect(drawn.ending == .exited(0) && drawn.error.isEmpty, "\(drawn.error)")
      let png = try Data(contentsOf: URL(filePath: path))
      // The signature, and the width and height of the first chunk.
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      func number(at offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
      let svg = try String(contentsOfFile: try draw("sample", as: "sample.svg", "--at", "2.6"), encoding: .utf8)
      let size = try #require(svg.firstMatch(of: /width="([0-9]+)" height="([0-9]+)"/))
      #expect("\(number(at: 16) / 2)" == size.1 && "\(number(at: 20) / 2)" == size.2)
    }

    @Test("Without rsvg-convert, a PNG is refused with a sentence, and nothing is written")
    func pngWithoutItsProgram() throws {
      let path = folder.file("sample.png")
      let drawn = try run(Binary.path(), ["render", "sample", "-o", path], environment: ["PATH": folder.path])
      #expect(drawn.ending == .exited(1))
      #expect(
        drawn.error.contains("rsvg-convert") && drawn.error.contains("apt-get install librsvg2-bin"), "\(drawn.error)")
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A browser shows the events up to a time, and all of them without motion", .needs(.chromium))
    func films() throws {
      let seed = UInt64.random(in: 0...(.max))
      var random = SplitMix64(seed: seed)
      var (times, expected): ([String: [Double]], [String: [[String]]]) = ([:], [:])
      for scene in Self.scenes where scene.rain == nil && scene.window == nil && scene.kind == .timelines {
        let path = film(of: scene)
        let run = try BoundedRun(scene, stages: .marked).perform().get()
        // Stages that the scene shows are rows of the picture.
        let expanded = StageExpansion(of: scene, run) { scene.rows[$0].showsStages }
        let recording = expanded.recording
        // A style sheet rounds times down, so an event may be there a little early.
        let rounding = SceneTime(nanoseconds: recording.duration.nanoseconds / 50_000)
        let shown = (0..<20).map { _ in
          SceneTime(nanoseconds: Int64.random(in: 0...recording.duration.nanoseconds, using: &random))
        }.filter { time in
          !recording.entries.contains { $0.time > time && $0.time <= time + rounding }
        }
        times[path] = shown.map { $0.seconds / scene.speedFactor.value * 1000 }
        expected[path] = shown.map { time in
          recording.entries.filter { entry in
            // The values of a cold row are at times from its start: it is there as a whole.
            let isCold = expanded.scene.rows[entry.key.row].input?.start == .cold
            return if case .value = entry.kind { isCold || entry.time <= time } else { false }
          }.map { recording.id(of: $0.key) }.sorted()
        }
      }
      let input = String(decoding: try JSONEncoder().encode(times), as: UTF8.self)
      let seen: [String: [[String]]] = try look("films", input: input)
      for (path, ids) in expected {
        // Those of inner streams have a place in their stream.
        #expect(seen[path]?.map { $0.filter { !$0.contains("/") }.sorted() } == ids, "\(path), seed \(seed)")
      }
      let still: [String] = try look("still", try draw("sample", as: "still.svg", "--animate"))
      #expect(
        Set(still)
          == Set(
            try #require(
              Scene.sample.recorded().entries.compactMap { entry in
                if case .value = entry.kind { try? Scene.sample.recorded().id(of: entry.key) } else { nil }
              })))
    }

    private struct Page: Decodable {
      struct State: Decodable {
        var clock, button, now: String
        var marbles: [String]
      }
      var home, next, end, back, slider: State
      var order: [String]
      var tree: [[String]]
      var requests: [String]
    }

    @Test(
      "A page works with the keyboard alone, tells what happens, and asks the network for nothing", .needs(.chromium))
    func page() throws {
      let page: Page = try look("page", try draw("sample", as: "page.html"))
      #expect(page.requests == [])
      #expect(page.home.clock == "0.0 of 8.0 s" && page.home.marbles == ["0", "merge#0"])
      #expect(page.next.clock == "1.0 of 8.0 s" && page.next.now.contains("At 1 second, merge emits 2 from ints."))
      #expect(page.next.marbles.count == 4)
      #expect(page.end.clock == "8.0 of 8.0 s" && page.end.button == "Again")
      #expect(page.back.clock == "7.5 of 8.0 s" && page.slider.clock == "8.0 of 8.0 s")
      #expect(page.order == ["play", "back", "forward", "time", "speed"])
      for node in [
        ["heading", "sample"], ["image", "sample"], ["button", "Again"], ["button", "Previous event"],
        ["slider", "Time"],
        ["StaticText", "At 1 second, merge emits 2 from ints."],
      ] {
        #expect(page.tree.contains(node), "\(node)")
      }
    }

    @Test("A cast ends with the screen with which play ends", .needs(.asciinema), arguments: ["sample", "movies"])
    func cast(name: String) throws {
      let path = try draw(name, as: "\(name).cast")
      let pty = try Pty(
        program: "/usr/bin/env", ["asciinema", "cat", path], environment: ["HOME": folder.path], answers: false)
      #expect(try pty.waitForEnd().ending == .exited(0))
      #expect(pty.screen.lines == (try marbled("render", name, "--format", "frame")).lines)
    }
  }
}
