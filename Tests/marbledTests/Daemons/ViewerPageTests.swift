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
        // Neither controls, nor additional scripts and styles, nor anything from elsewhere.
        #expect(
          page.body.firstMatch(of: /<(form|button|input|select|textarea|style|iframe)|https?:|onclick|style=/) == nil)
        for name in page.body.matches(of: /(?:src|href)="([^"]+)"/).map({ String($0.1) }) {
          let file = try get(name, daemon, socket: socket)
          #expect(file.head.hasPrefix("http/1.1 200 ok") && file.head.contains("nosniff"), "\(name)")
          #expect(file.head.contains(name.hasSuffix(".js") ? "text/javascript" : "text/css"), "\(name)")
          #expect(!file.body.contains("fetch(") && !file.body.contains("POST"))
        }
      }
    }

    /// What the page's own code makes of what a daemon told, in lines.
    private func node(_ script: String, _ lines: [String], _ daemon: RunningDaemon) throws -> [String] {
      let folder = try TemporaryFolder()
      try get("viewer.js", daemon).body.write(toFile: folder.file("viewer.js"), atomically: true, encoding: .utf8)
      let told = "[\(lines.joined(separator: ","))]"
      let program = """
        const viewer = require('\(folder.file("viewer.js"))');
        const state = \(told).reduce((state, change) => viewer.applied(state, change, 0), null);
        const drawn = (at) => viewer.picture(state, at, 800, 400);
        const faces = (at) => drawn(at).filter(([, a]) => /^face/.test(a.class)).map(([, , text]) => text).join(' ');
        const texts = (at) => drawn(at).filter(([name]) => name === 'text').map(([, , text]) => text).join(' ');
        \(script)
        """
      let outcome = try run("/usr/bin/env", ["node", "-e", program])
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return outcome.lines
    }

    @Test("it draws what has happened by now", .needs(.curl), .needs(.node))
    func picture() async throws {
      let daemon = try await RunningDaemon("--playlist", "sample")
      _ = try await daemon.control.send("POST", "/v1/control", body: #"{"paused":true,"seek":2.6,"speedFactor":2}"#)
      var lines: [String] = []
      try await daemon.view.lines("/v1/events") { line in
        lines.append(line)
        return false
      }
      #expect(
        try node(
          """
          console.log(viewer.clock(state, 5)); console.log(viewer.place(state)); console.log(faces(0));
          console.log(drawn(0).filter(([, a]) => a.class === 'marble output').length);
          """, lines, daemon) == ["‖ ×2  2.6 of 8.0 s", "1 of 1", "1 2 3 a b 1 2 a 3 b 1, a 2, b 2, a 3, a 3, b", "10"])
      // It goes on by itself, as fast as the scene.
      lines.append(#"{"type":"motion","time":2.6,"speedFactor":2,"paused":false,"phase":"playing"}"#)
      #expect(
        try node("console.log(viewer.clock(state, 1)); console.log(viewer.clock(state, 9))", lines, daemon)
          == ["▶ ×2  4.6 of 8.0 s", "▶ ×2  8.0 of 8.0 s"])
    }

    /// What the page's own code makes of lines that a daemon might tell, in lines.
    private func page(_ lines: [String], at now: Double, _ script: String) throws -> [String] {
      let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/Server/HTTP/Viewer/viewer.js"
      ).standardizedFileURL.path
      let program = """
        const viewer = require("\(path)");
        const state = [\(lines.joined(separator: ","))].reduce((state, change) => viewer.applied(state, change, 0), null);
        const drawn = viewer.picture(state, \(now), 1000, 400);
        const texts = (type) => drawn.filter(([, a]) => new RegExp(type).test(a.class)).map(([, , text]) => text).join('|');
        \(script)
        """
      // In a file, as a command line takes no more than 128 KiB at once.
      let folder = try TemporaryFolder()
      let file = folder.file("page.js")
      try program.write(toFile: file, atomically: true, encoding: .utf8)
      let outcome = try run("/usr/bin/env", ["node", file])
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return outcome.lines
    }

    private func snapshot(
      time: String = "0", speed: String = "1", duration: String = "8", live: Bool = false, events: [String] = []
    ) -> String {
      """
      {"type":"snapshot","title":"t","about":"","live":\(live),"time":\(time),"speedFactor":\(speed),"paused":false,\
      "phase":"playing","duration":\(duration),"position":1,"count":1,"next":"t",\
      "rows":[{"name":"a","kind":"output","earlier":0}],"events":[\(events.joined(separator: ","))]}
      """
    }

    private func event(_ value: String, at time: String = "1") -> String {
      #"{"type":"event","row":"a","time":\#(time),"kind":"value","value":\#(value)}"#
    }

    @Test("values of one instant are one marble that lists them, or counts them when they are long", .needs(.node))
    func oneInstant() throws {
      let few = ["1", "2", "3"].map { event($0) } + [event("4", at: "2")]
      let many = (1...1200).map { event("\"value \($0)\"", at: "3") }
      #expect(
        try page([snapshot(events: few)] + many.prefix(400), at: 5, "console.log(texts('^face'))")
          == ["1 · 2 · 3|4|400 values"])
    }

    @Test("an error is a cross and its message, an end is a line", .needs(.node))
    func ends() throws {
      let script =
        "console.log(texts('cross'), texts('error')); console.log(drawn.filter(([, a]) => a.class === 'end').length)"
      let error = #"{"type":"event","row":"a","time":2,"kind":"error","message":"lost <it>"}"#
      #expect(try page([snapshot(), error], at: 5, script) == ["× lost <it>", "0"])
      let finish = #"{"type":"event","row":"a","time":2,"kind":"finish"}"#
      #expect(try page([snapshot(), finish], at: 5, script) == [" ", "1"])
    }

    @Test("events that are no longer drawn are counted", .needs(.node))
    func earlier() throws {
      let many = (1...9000).map { event("1", at: "\(Double($0) / 1000)") }
      #expect(
        try page([snapshot(duration: "null", live: true)] + many, at: 9, "console.log(texts('expression'))")
          == ["+8,500 earlier"])
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
          try page([snapshot(time: time, speed: speed, duration: duration)], at: 1, script)
            == Array(repeating: "true true", count: 3))
      }
    }

    @Test("a daemon of which nothing is heard for three signs of life is lost, and its clock stands", .needs(.node))
    func silence() throws {
      let script = """
        console.log(viewer.isSilent(100, 115), viewer.isSilent(100, 115.1));
        console.log(viewer.clock(state, 2, true)); console.log(viewer.clock(state, 2));
        """
      #expect(
        try page([snapshot()], at: 2, script) == ["false true", "‖ ×1  2.0 of 8.0 s", "▶ ×1  2.0 of 8.0 s"])
    }

    @Test("where there are no rows, it says who draws the scene", .needs(.curl), .needs(.node))
    func rain() async throws {
      let daemon = try await RunningDaemon("--playlist", "matrix")
      var lines: [String] = []
      try await daemon.view.lines("/v1/events") { line in
        lines.append(line)
        return false
      }
      #expect(
        try node("console.log(texts(0)); console.log(drawn(0).length)", lines, daemon)
          == ["This scene has no rows; a terminal draws it: marbled attach", "1"])
    }

    @Test("it draws live rows as they come, and what they lost", .needs(.curl), .needs(.node))
    func live() async throws {
      let daemon = try await RunningDaemon("--playlist", "live")
      let seen = Task { [view = daemon.view] in
        var lines: [String] = []
        try await view.lines("/v1/events") { line in
          lines.append(line)
          return !["losses", "event"].allSatisfy { type in lines.contains { $0.contains("\"type\":\"\(type)\"") } }
        }
        return lines
      }
      try await daemon.until("a viewer") { try await daemon.status()["viewers"] as? Int == 1 }
      _ = try await daemon.control.send("POST", "/v1/inputs/lines", body: "{\"text\":\"north\"}\nnope\n")
      let told =
        try await seen.value + [#"{"type":"event","row":"lines","time":3,"kind":"value","value":[1,{"text":"x"}]}"#]
      let texts = try node("console.log(texts(5)); console.log(viewer.clock(state, 5))", told, daemon)
      #expect(texts[0].contains("1 malformed") && texts[0].contains("north") && texts[0].contains("1, x"))
      #expect(texts[1].hasPrefix("▶ live  ") && !texts[1].contains(" of "))
    }
  }
}
