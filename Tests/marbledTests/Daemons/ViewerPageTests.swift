import Client
import Foundation
import TestSupport
import Testing

extension Daemons {
  /// The page that a daemon has for browsers.
  @Suite struct ViewerPageTests {
    private struct Answer {
      var head: String
      var body: String
    }

    private func get(_ path: String, _ daemon: RunningDaemon, socket: String = "view.sock") throws -> Answer {
      let outcome = try run(
        "/usr/bin/env",
        ["curl", "-s", "-i", "--unix-socket", "\(daemon.sockets)/\(socket)", "http://localhost/\(path)"])
      let parts = outcome.output.replacing("\r\n", with: "\n").split(separator: "\n\n", maxSplits: 1)
      return Answer(head: String(parts.first ?? "").lowercased(), body: String(parts.last ?? ""))
    }

    @Test(
      "it is served with all that it names, and a browser lets it do nothing but look",
      .needs(.curl))
    func served() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      for socket in ["view.sock", "control.sock"] {
        let page = try get("", daemon, socket: socket)
        #expect(page.head.hasPrefix("http/1.1 200 ok"))
        #expect(page.head.contains("content-type: text/html; charset=utf-8"))
        #expect(page.head.contains("content-security-policy: default-src 'none'; script-src 'self'"))
        #expect(page.head.contains("x-content-type-options: nosniff"))
        #expect(page.body.hasPrefix("<!DOCTYPE html>"))
        // Neither fields, nor additional scripts and styles, nor anything from elsewhere. Its buttons change the page.
        #expect(
          page.body.firstMatch(of: /<(form|input|select|textarea|style|iframe)|https?:|onclick|style=|\{\{/) == nil)
        for name in page.body.matches(of: /(?:src|href)="([^"]+)"/).map({ String($0.1) }) {
          let file = try get(name, daemon, socket: socket)
          #expect(file.head.hasPrefix("http/1.1 200 ok") && file.head.contains("nosniff"), "\(name)")
          let type = name.hasSuffix(".js") ? "text/javascript" : name.hasSuffix(".css") ? "text/css" : "image/svg+xml"
          #expect(file.head.contains(type), "\(name)")
          #expect(!file.body.contains("POST"))
        }
      }
    }

    private struct Picture: Decodable {
      struct Layout: Decodable { var times: [Double] }
      var title, svg: String
      var layout: Layout
      var sentences: [[String: Anything]]
    }

    /// Any value, which is not looked at.
    private struct Anything: Decodable { init(from decoder: any Decoder) {} }

    /// The picture of what a daemon plays, as a viewer gets it.
    private func picture(_ daemon: RunningDaemon, _ parameters: String = "") async throws -> Picture {
      let answer = try await daemon.view.send("GET", "/v1/picture\(parameters)")
      try #require(answer.status == 200, "\(answer.body)")
      return try JSONDecoder().decode(Picture.self, from: Data(answer.body.utf8))
    }

    @Test("a scene is a picture that plays, drawn once for all viewers of a size")
    func film() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      let film = try await picture(daemon, "?columns=66")
      #expect(film.title == "sample" && film.layout.times.first == 0 && film.layout.times.last == 8)
      #expect(film.svg.contains("data-id=\"zip#1\"") && film.svg.contains("@keyframes") && !film.sentences.isEmpty)
      #expect(try await picture(daemon, "?columns=66").svg == film.svg)
      #expect(try await picture(daemon, "?theme=high-contrast").svg.contains("#000000"))
      for parameters in ["?columns=2", "?columns=x", "?theme=pink"] {
        #expect(try await daemon.view.send("GET", "/v1/picture\(parameters)").status == 422)
      }
    }

    @Test("lists and rain are drawn as on a terminal", arguments: ["stops", "matrix"])
    func kinds(name: String) async throws {
      let daemon = try await RunningDaemon("--playlist", name)
      let drawn = try await picture(daemon)
      #expect(drawn.svg.contains(name == "stops" ? "Westend" : "@keyframes"))
    }

    @Test("live rows are drawn as they are now, with what they lost")
    func live() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      _ = try await daemon.control.send(
        "POST", "/v1/inputs/lines?wait=true", body: "{\"text\":\"north\"}\nnope\n")
      try await daemon.until("it is drawn") {
        let now = try await picture(daemon)
        return now.layout.times == [] && now.svg.contains("north") && now.svg.contains("1 line not JSON")
      }
    }

    private struct Watched: Decodable {
      var title, clock, place: String
      var marbles, complaints: [String]
      /// In hundredths of the height of the window.
      var letters: [Double]
      var overflow, below: Int
    }

    /// The address of a daemon's page.
    private func address(of daemon: RunningDaemon) throws -> String {
      var address = ""
      try daemon.untilLog { log in
        address = log.firstMatch(of: /http:[^ \n]+/).map { String($0.0) } ?? ""
        return address != ""
      }
      return address
    }

    @Test("a browser shows what has happened by the playhead, in letters as large as the screen", .needs(.chromium))
    func browser() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample", "--view", "127.0.0.1:0")
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true,"seek":2.6,"speedFactor":2}"#)
      let all: [Watched] = try BrowserScript.viewer.look(["watch", try address(of: daemon)])
      #expect(all.count == 3)
      for seen in all {
        #expect(seen.title == "sample" && seen.clock == "‖ ×2  2.6 of 8.0 s" && seen.place == "1 of 1")
        #expect(seen.overflow <= 0 && seen.complaints == [])
        let outputs = seen.marbles.filter { $0.contains("#") }.sorted()
        #expect(
          outputs == [
            "latest#0", "latest#1", "latest#2", "merge#0", "merge#1", "merge#2", "merge#3", "merge#4", "zip#0", "zip#1",
          ])
      }
      // Sentences, place and clock are read from 3 m, and nothing has to be scrolled on a screen that nobody touches.
      for seen in all.prefix(2) { #expect(seen.letters.allSatisfy { $0 >= 2.2 } && seen.below <= 0) }
    }

    private struct Shown: Decodable {
      struct Back: Decodable { var sentences, marbles: [String], clock: String }
      var scenes, speaking, now, resting, awake, complaints: [String]
      var back: Back
      var time: Double
      var playground: String
    }

    @Test(
      "it looks back, fills the screen, lists the playlist, and opens the scene in the playground", .needs(.chromium))
    func shown() async throws {
      let daemon = try await RunningDaemon(
        "--playlist", "sample", "--playlist", "live", "--view", "127.0.0.1:0", "--playground", "true")
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true,"seek":6}"#)
      let seen: Shown = try BrowserScript.viewer.look(
        ["show", try address(of: daemon), "\(daemon.sockets)/control.sock"])
      #expect(seen.scenes == ["sample now", "A live row"])
      #expect(seen.back.sentences.first == "merge emits c from strings." && seen.back.sentences.count == 3)
      #expect(seen.back.marbles.contains("zip#2") && !seen.back.marbles.contains("merge#6"))
      // The daemon stands where it stood.
      #expect(seen.back.clock == "‖ ×1  6.0 of 8.0 s" && seen.time == 6)
      #expect(seen.now.first == "merge emits 4 from ints.")
      #expect(seen.resting == ["none", "0"] && seen.awake == ["auto", "1"])
      #expect(seen.playground == "/playground" && seen.complaints == [])
      // Neither the sentences nor the clock.
      #expect(seen.speaking == ["message", "why", "notice", "held"])
    }

    private struct Rain: Decodable {
      var hasFont, hasKana: Bool
      var complaints: [String]
    }

    @Test("without a font for them, other characters rain", .needs(.chromium))
    func rain() async throws {
      let daemon = try await RunningDaemon("--playlist", "matrix", "--view", "127.0.0.1:0")
      let seen: Rain = try BrowserScript.viewer.look(["rain", try address(of: daemon)])
      #expect(seen.hasKana == seen.hasFont && seen.complaints == [])
    }

    private struct Lost: Decodable {
      struct Seen: Decodable {
        var why, clock, title, name: String
        var opacity: Double
        var marbles: Int
      }
      var seen: [Seen]
      var isSame: Bool
      var opacity: Double
    }

    @Test("it says since when a daemon is lost, keeps what is shown, and goes on with the next one", .needs(.chromium))
    func lost() throws {
      let folder = try TemporaryFolder()
      let lost: Lost = try BrowserScript.viewer.look(["lost", try Binary.path(), folder.path])
      try #require(lost.seen.count == 2)
      let (killed, ended) = (lost.seen[0], lost.seen[1])
      #expect(killed.why.wholeMatch(of: /Connection lost at \d\d:\d\d:\d\d, trying again…/) != nil, "\(killed.why)")
      #expect(
        ended.why.wholeMatch(of: /The daemon ended at \d\d:\d\d:\d\d\. Waiting for another one…/) != nil, "\(ended.why)"
      )
      #expect(killed.title == "sample" && killed.clock == "‖ ×1  2.6 of 8.0 s" && ended.title != "sample")
      for seen in lost.seen {
        #expect(seen.name == "(connection lost) marbled: \(seen.title)" && seen.opacity < 0.5 && seen.marbles > 0)
      }
      // The page was not loaded again.
      #expect(lost.isSame && lost.opacity == 1)
    }

    /// What the page's own code makes of lines that a daemon might tell, in lines.
    private func page(_ lines: [String], _ script: String) throws -> [String] {
      try module(
        "Viewer/viewer.js",
        """
        const viewer = module;
        const state = [\(lines.joined(separator: ","))].reduce((state, change) => viewer.applied(state, change, 0), null);
        \(script)
        """)
    }

    /// What a script writes that uses a file of the pages as `module`, in lines.
    private func module(_ path: String, _ script: String) throws -> [String] {
      let sources = Article.root.appending(path: "Sources/Server/HTTP")
      let folder = try TemporaryFolder()
      // Otherwise Node takes no file as a module by its extension.
      try #"{"type":"module"}"#.write(toFile: folder.file("package.json"), atomically: true, encoding: .utf8)
      for (name, copy) in [(path, "module.js"), ("Page", "page")] {
        try FileManager.default.copyItem(atPath: sources.appending(path: name).path, toPath: folder.file(copy))
      }
      let program = "import * as module from './module.js';\n\(script)"
      let file = folder.file("page.mjs")
      try program.write(toFile: file, atomically: true, encoding: .utf8)
      let outcome = try run("/usr/bin/env", ["node", file])
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return outcome.lines
    }

    @Test("a box is no character, whatever is in it", .needs(.node))
    func box() throws {
      let script = """
        const pixels = (...lines) => new Uint8ClampedArray([...lines.join('')].flatMap((dot) => [0, 0, 0, dot === '#' ? 255 : 0]));
        const empty = pixels('......', '......', '......', '......', '......', '......');
        const box = pixels('......', '#####.', '#.#.#.', '##..#.', '#####.', '......');
        const kana = pixels('......', '#####.', '...##.', '..#...', '.#....', '......');
        for (const drawn of [empty, box, kana]) console.log(module.isBox(drawn, 6));
        """
      #expect(try module("Page/glyphs.js", script) == ["true", "true", "false"])
    }

    private func snapshot(time: String = "0", speed: String = "1", duration: String = "8") -> String {
      """
      {"type":"snapshot","title":"t","about":"","live":false,"time":\(time),"speedFactor":\(speed),"paused":false,\
      "phase":"playing","duration":\(duration),"position":1,"count":1,"next":"t",\
      "rows":[{"name":"a","kind":"output","earlier":0}],"events":[]}
      """
    }

    @Test(
      "for any time and speed, the playhead is a time of the scene", .needs(.node),
      arguments: [("9223372036.854775807", "1e300"), ("-1e308", "1e6"), ("1e999", "0"), ("null", "null"), ("3", "-1")])
    func extremes(time: String, speed: String) throws {
      let script = """
        for (const now of [-1e308, 0, 1e308]) {
          const time = viewer.playhead(state, now);
          console.log(time >= 0 && time <= (state.duration ?? 9223372036.854775807), viewer.clock(state, now).length < 60);
        }
        """
      for duration in ["8", "null"] {
        #expect(
          try page([snapshot(time: time, speed: speed, duration: duration)], script)
            == Array(repeating: "true true", count: 3))
      }
    }

    @Test("it goes on by itself, as fast as the scene", .needs(.node))
    func motion() throws {
      let motion = #"{"type":"motion","time":2.6,"speedFactor":2,"paused":false,"phase":"playing"}"#
      #expect(
        try page([snapshot(), motion], "console.log(viewer.clock(state, 1)); console.log(viewer.clock(state, 9))")
          == ["▶ ×2  4.6 of 8.0 s", "▶ ×2  8.0 of 8.0 s"])
    }

    @Test("it says how much of a scene that is played once is left", .needs(.node))
    func left() throws {
      let script = """
        console.log(viewer.left(state, 1.5), viewer.span(59.9), viewer.span(65));
        state.playback.isPaused = true; console.log(viewer.left(state, 1.5));
        state.playback.isPaused = false; state.length = '3 times';
        console.log(viewer.left(state, 1.5)); console.log(viewer.place({ ...state, count: 2 }));
        """
      #expect(
        try page([snapshot(speed: "2")], script)
          == ["3 59 s 1:05 min", "null", "null", "1 of 2 · plays 3 times · next: t"])
    }

    @Test("it asks a daemon that is gone more and more rarely, and not all pages at once", .needs(.node))
    func waits() throws {
      let script = """
        console.log([0, 1, 2, 3, 4, 5, 99].map((tries) => viewer.delay(tries, 1)).join());
        console.log(viewer.delay(3, 0));
        """
      #expect(try page([snapshot()], script) == ["0.5,1,2,4,8,10,10", "2"])
    }

    @Test("it has room for the sentences of each instant, at most four lines", .needs(.node))
    func room() throws {
      let script = """
        const rows = [{ name: 'a', kind: 'input' }, { name: 'b', kind: 'output' }];
        const told = (...rows) => rows.map((row) => ({ time: 1, row, text: 'At 1 second, 0123456789' }));
        for (const sentences of [[], told('a'), told('a', 'a', 'a'), told('b', 'a', 'a', 'a'), told('b', 'b', 'b')])
          console.log(viewer.lines({ rows, sentences }, 10), viewer.lines({ rows, sentences }, 5));
        """
      #expect(try page([snapshot()], script) == ["0 0", "2 2", "3 4", "2 2", "3 4"])
    }

    @Test("a daemon of which nothing is heard for three signs of life is lost, and its clock stands", .needs(.node))
    func silence() throws {
      let script = """
        console.log(viewer.isSilent(100, 115), viewer.isSilent(100, 115.1));
        console.log(viewer.clock(state, 2, true)); console.log(viewer.clock(state, 2));
        """
      #expect(
        try page([snapshot()], script) == ["false true", "‖ ×1  2.0 of 8.0 s", "▶ ×1  2.0 of 8.0 s"])
    }
  }
}
