import Foundation
import TestSupport
import Testing

@testable import Client

@Suite struct StatusLinesTests {
  private func json(_ object: Any) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test("no terminal obeys what a daemon says in any field of its status")
  func status() throws {
    let status: [String: Any] = [
      "scene": hostile, "phase": hostile, "time": 1, "speedFrom": hostile, "speedFactor": hostile, "next": hostile,
      "nextName": hostile, "count": hostile, "position": hostile, "length": hostile, "message": hostile,
      "instance": hostile, "pid": hostile, "config": hostile, "notices": [hostile], "viewers": hostile,
      "editor": hostile, "edits": 1, "rows": [["name": hostile, "live": true, "events": 1]], "restartKeys": [hostile],
      "uptime": 1,
    ]
    for text in [StatusLines.status(try json(status)), StatusLines.status(hostile)] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) }, "\(text.debugDescription)")
      #expect(text.contains(#"a\x1B[31mb"#))
    }
  }

  @Test("no terminal obeys a list of scenes, and each of them has one line")
  func scenes() throws {
    let scene = ["name": hostile, "title": hostile, "about": hostile + "\nsecond", "origin": hostile]
    let list = StatusLines.scenes(try json(["scenes": [scene, scene]]))
    #expect(list.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) })
    #expect(list.count { $0 == "\n" } == 2)
    #expect(StatusLines.scenes(hostile).unicodeScalars.allSatisfy { !isObeyed($0) })
  }

  @Test("the next scene is shown by the name that can be typed")
  func next() throws {
    let status: [String: Any] = [
      "scene": "zip", "next": "merge vs chain", "nextName": "merge-vs-chain", "count": 2, "position": 1,
    ]
    #expect(StatusLines.status(try json(status)).contains("playlist  1 of 2, then merge-vs-chain\n"))
  }

  @Test("what goes wrong in closures is said of their row") func troubles() throws {
    let finding: [String: Any] = ["column": 12, "count": 3, "message": "no value has `stauts`"]
    let row: [String: Any] = ["name": "out", "live": false, "missed": 0, "failed": 1, "findings": [finding]]
    let lines = StatusLines.status(try json(["scene": "web", "rows": [row]])).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("trouble") } == [
        "trouble   out: 1 error became nil", "trouble   out: column 12, 3 times: no value has `stauts`",
      ])
  }

  @Test("who edits is named, with the number of edits; a scene without edits has no line")
  func editor() throws {
    func line(_ editor: String?, _ edits: Int?) throws -> String? {
      let status: [String: Any?] = ["scene": "zip", "editor": editor, "edits": edits]
      let lines = StatusLines.status(try json(status.compactMapValues { $0 })).split(separator: "\n")
      return lines.first { $0.hasPrefix("edit") }.map(String.init)
    }
    #expect(try line("ada@host:123", 4) == "editing   ada@host:123, 4 edits")
    #expect(try line("ada@host:123", 1) == "editing   ada@host:123, 1 edit")
    #expect(try line(nil, 2) == "edited    2 edits")
    #expect(try line(nil, 0) == nil && line(nil, nil) == nil)
  }

  @Test("keys that need a restart are named")
  func restart() throws {
    #expect(
      StatusLines.restart(try json(["instance": "default", "restartKeys": ["view", "viewers"]]))
        == "restart the daemon to apply: view, viewers")
    #expect(StatusLines.restart(try json(["restartKeys": [String]()])) == nil && StatusLines.restart("{}") == nil)
  }

  @Test("a daemon of another wire version is named with its release; one that names none speaks version 1")
  func mismatch() throws {
    let daemon: [String: Any] = ["instance": "default", "version": "0.3.0"]
    #expect(StatusLines.mismatch(try json(daemon)) == nil)
    #expect(StatusLines.mismatch(try json(daemon.merging(["wire": 1]) { $1 })) == nil)
    #expect(
      StatusLines.mismatch(try json(daemon.merging(["wire": 2]) { $1 }))
        == "this marbled speaks wire version 1, the daemon 2 (marbled 0.3.0): update the older one")
  }
}
