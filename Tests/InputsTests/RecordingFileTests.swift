import Dispatch
import Foundation
import Marbles
import Platform
import Scenes
import Synchronization
import TestSupport
import Testing

@testable import Inputs

/// The file that recordings are written to, and the threads that write and fill it.
@Suite(.timeLimit(.minutes(1))) struct RecordingFileTests {
  private let scene = Scene(name: "test", rows: [Scene.Row(name: "a", content: .live(Scene.Live()))])

  private func value(_ index: Int) -> Recording.Entry {
    Recording.Entry(
      row: 0, index: index, time: .zero, kind: .value(Event(time: .zero, value: .int(index), color: .cyan)))
  }

  @Test("The header is the first line, whichever thread adds the first one")
  func header() throws {
    let folder = try TemporaryFolder()
    for round in 0..<200 {
      let path = folder.file("\(round)")
      let file = try RecordingFile(path)
      let run = file.run(of: scene, yaml: "")
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          run.record([value(0)])
        } else {
          run.add(Scene.Row(name: "b", content: .live(Scene.Live())), at: .zero)
        }
      }
      file.close()
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 3 && lines.first?.hasPrefix(#"{"recording":"marbled""#) == true, "\(round)")
    }
  }

  /// A pipe to record to, whose reader starts only when a test asks for the lines.
  private final class Pipe: Sendable {
    let path: String
    private let folder: TemporaryFolder
    private let reader: Int32

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("pipe")
      try #require(mkfifo(path, 0o600) == 0)
      reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      try #require(reader >= 0)
      _ = fcntl(reader, F_SETFL, 0)
    }

    /// Reads until the descriptor of the last writer is closed; returns the lines, cut to 100 characters.
    func lines() throws -> [String] {
      let text = try FileHandle(fileDescriptor: reader, closeOnDealloc: true).readToEnd() ?? Data()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0.prefix(100)) }
    }
  }

  /// A value of 1 MiB and its line: as much as eight of them do not fit in the queue.
  private func large(_ index: Int) -> Recording.Entry {
    let text = String(repeating: "x", count: 1 << 20)
    return Recording.Entry(
      row: 0, index: index, time: .zero, kind: .value(Event(time: .zero, value: .string(text), color: .cyan)))
  }

  @Test("A reader that is too slow holds up the scene for a limited time, once; what does not fit is counted")
  func slowReader() throws {
    let (pipe, time) = (try Pipe(), VirtualClock())
    var file: RecordingFile? = try RecordingFile(pipe.path, roomWait: .milliseconds(100), clock: time.clock)
    var run = file?.run(of: scene, yaml: "")
    let start = time.now
    for index in 0..<7 { run?.record([large(index)]) }
    #expect(time.now == start && file?.unrecorded == 0)
    run?.record([large(7)])
    #expect(time.now - start == 100_000_000 && file?.unrecorded == 1)
    run?.record([large(8)])
    #expect(time.now - start == 100_000_000 && file?.unrecorded == 2 && run?.unrecorded(ofRow: 0) == 2)
    #expect(
      file?.takeProblems() == ["\(pipe.path) is written too slowly; marbled continues, and counts what is missing"])
    // Small enough for the queue.
    run?.record([value(9)])
    (run, file) = (nil, nil)
    // The header, the values, and a line that says how many are missing.
    let lines = try pipe.lines()
    #expect(lines.count == 10 && lines.filter { $0.contains(#""xxx"#) }.count == 7)
    #expect(lines.last?.contains(#""value":9"#) == true)
  }

  @Test("A scene goes on as soon as there is room, and nothing is lost")
  func room() throws {
    let (pipe, time) = (try Pipe(), VirtualClock())
    let isRead = Atomic(false)
    // The reader begins when the scene waits.
    let clock = MonotonicClock(now: { time.now }) { readable, writable, _ in
      if !isRead.exchange(true, ordering: .relaxed) {
        Thread.detachNewThread { _ = try? pipe.lines() }
      }
      return Wait.until(readable: readable, writable: writable, nanoseconds: nil)
    }
    let file = try RecordingFile(pipe.path, clock: clock)
    let run = file.run(of: scene, yaml: "")
    for index in 0..<10 { run.record([large(index)]) }
    let hasWaited = isRead.load(ordering: .relaxed)
    file.close()
    #expect(hasWaited && file.unrecorded == 0 && file.takeProblems().isEmpty)
  }

  @Test("A file that can't be written in time is closed, and what is missing is counted")
  func closes() throws {
    let (pipe, time) = (try Pipe(), VirtualClock())
    var file: RecordingFile? = try RecordingFile(pipe.path, clock: time.clock)
    var run = file?.run(of: scene, yaml: "")
    for index in 0..<3 { run?.record([large(index)]) }
    let start = time.now
    file?.close(within: .seconds(2))
    #expect(time.now - start == 2_000_000_000)
    #expect(file?.unrecorded == 3 && run?.unrecorded(ofRow: 0) == 3)
    #expect(file?.takeProblems() == ["3 events are missing in \(pipe.path)"])
    (run, file) = (nil, nil)
    // Lets the thread go.
    _ = try pipe.lines()
  }

  @Test("A recording that nothing refers to any more is written and let go, with its thread")
  func ends() throws {
    let pipe = try Pipe()
    var file: RecordingFile? = try RecordingFile(pipe.path)
    file?.run(of: scene, yaml: "").record([value(0)])
    file = nil
    #expect(try pipe.lines().count == 2)
  }
}
