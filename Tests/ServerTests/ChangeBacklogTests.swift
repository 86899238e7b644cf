import NIOCore
import Testing
import Wire

@testable import Server

@Suite struct ChangeBacklogTests {
  private func change(_ sequence: Int) -> HubChange { HubChange(sequence, run: "r", .notice("\(sequence)")) }

  private func log(_ count: Int, limit: Int = 1 << 20) -> ChangeBacklog {
    var log = ChangeBacklog(limit: limit)
    for _ in 0..<count { log.append(change(log.nextSequence())) }
    return log
  }

  /// What a viewer reads: numbers, or a word.
  private func read(_ log: ChangeBacklog, _ cursor: ChangeBacklog.Cursor, limit: Int = .max) -> String {
    var log = log
    return switch log.read(cursor, .lines, limit: limit) {
    case .bytes(let buffers, _):
      buffers.map { String(buffer: $0) }.joined().split(separator: "\n").map { line in
        String(line.drop { $0 != ":" }.dropFirst().prefix { $0 != "," })
      }.joined(separator: " ")
    case .nothing: "nothing"
    case .snapshot: "snapshot"
    case .behind: "behind"
    }
  }

  @Test("a change is encoded once, and both forms are slices of it")
  func forms() {
    #expect(String(buffer: change(7).bytes(.lines)) == "{\"seq\":7,\"type\":\"notice\",\"notice\":\"7\"}\n")
    #expect(
      String(buffer: change(7).bytes(.events))
        == "id: r-7\nevent: notice\ndata: {\"seq\":7,\"type\":\"notice\",\"notice\":\"7\"}\n\n")
    #expect(
      String(buffer: HubChange.unnumbered(.heartbeat).bytes(.events))
        == "event: heartbeat\ndata: {\"type\":\"heartbeat\"}\n\n")
  }

  @Test("changes are gathered, read in order, and as one buffer a batch")
  func gathered() throws {
    var log = log(0)
    let start = log.end
    for _ in 0..<3 { log.append(change(log.nextSequence())) }
    #expect(read(log, start) == "nothing")
    log.seal()
    #expect(read(log, start) == "1 2 3")
    guard case .bytes(let buffers, let next) = log.read(start, .events, limit: .max) else {
      Issue.record("nothing was read")
      return
    }
    #expect(buffers.count == 1 && next == log.end && read(log, next) == "nothing")
  }

  @Test("a batch is also a chunk of HTTP, and so is what is left of one")
  func chunks() throws {
    var log = log(3)
    let start = log.end
    log.seal()
    func chunk(_ cursor: ChangeBacklog.Cursor, _ form: HubChange.Form) throws -> String? {
      guard case .bytes(let buffers, _) = log.read(cursor, form, limit: .max, isChunked: true) else { return nil }
      return String(buffer: try #require(buffers.first))
    }
    for form in [HubChange.Form.lines, .events] {
      let changes = (1...3).map { String(buffer: change($0).bytes(form)) }
      let all = changes.joined()
      #expect(try chunk(start, form) == "\(String(all.utf8.count, radix: 16))\r\n\(all)\r\n")
      let rest = changes.dropFirst().joined()
      let second = try #require(log.cursor(after: 1))
      #expect(try chunk(second, form) == "\(String(rest.utf8.count, radix: 16))\r\n\(rest)\r\n")
    }
  }

  @Test("who comes back goes on in the middle of a batch")
  func resumed() throws {
    var log = log(5)
    log.seal()
    #expect(read(log, try #require(log.cursor(after: 3))) == "4 5")
    #expect(read(log, try #require(log.cursor(after: 5))) == "nothing")
    #expect(log.cursor(after: 6) == nil && log.cursor(after: 0) == nil)
  }

  @Test("who has left more unread than the limit is behind, and so is who points to what is gone")
  func behind() throws {
    let size = change(10).size
    var log = log(0, limit: size * 10)
    let start = log.end
    for number in 0..<9 {
      log.append(change(log.nextSequence()))
      log.seal()
      #expect(read(log, start, limit: size * 4) == "behind" || number < 4)
    }
    #expect(log.holds(start) && read(log, start) == "1 2 3 4 5 6 7 8 9")
    for _ in 0..<3 {
      log.append(change(log.nextSequence()))
      log.seal()
    }
    #expect(!log.holds(start) && read(log, start) == "behind" && log.unread(after: start) == .max)
    #expect(log.unread(after: log.end) == 0)
  }

  @Test("events before a snapshot are read before it, and later events are not")
  func barrier() throws {
    var log = log(2)
    log.seal()
    let start = try #require(log.cursor(after: 1))
    log.appendBarrier()
    #expect(log.sequence == 3 && log.lastMotion == 3)
    log.append(change(log.nextSequence()))
    log.seal()
    #expect(read(log, start) == "2")
    guard case .bytes(_, let next) = log.read(start, .lines, limit: .max) else {
      Issue.record("nothing was read")
      return
    }
    #expect(read(log, next) == "snapshot")
  }
}
