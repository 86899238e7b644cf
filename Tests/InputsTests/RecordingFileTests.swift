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
@Suite(.timeLimit(.minutes(30))) struct RecordingFileTests {
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

  // MARK: Rotation

  /// The values of each run in a file.
  private func values(_ path: String) throws -> [[Value]] {
    try RecordedRun.read(path).map { $0.rows[0].timeline.events.map(\.value) }
  }

  private func value(_ index: Int, at time: SceneTime) -> Recording.Entry {
    Recording.Entry(
      row: 0, index: index, time: time, kind: .value(Event(time: time, value: .int(index), color: .cyan)))
  }

  /// Records an event, and waits until it is in the file at `path`.
  private func record(
    _ index: Int, at time: SceneTime = .zero, _ run: any ArrivalRecorder, in path: String
  ) throws {
    run.record([value(index, at: time)])
    try watch(URL(filePath: path).deletingLastPathComponent().path) {
      (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"value\":\(index)}") == true
    }
  }

  @Test("A file that is copied and truncated has a header again, and its times begin at 0")
  func truncated() throws {
    let folder = try TemporaryFolder()
    let (path, copy) = (folder.file("a.ndjson"), folder.file("copy.ndjson"))
    let file = try RecordingFile(path)
    let run = file.run(of: scene, yaml: "")
    run.add(Scene.Row(name: "late", content: .live(Scene.Live())), at: .zero)
    try record(1, at: .seconds(1), run, in: path)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    #expect(truncate(path, 0) == 0)
    run.record([value(2, at: .seconds(3600.5)), value(3, at: .seconds(3601))])
    run.end(at: .seconds(3602), isStopped: true)
    file.close()
    #expect(try values(copy) == [[1]] && file.unrecorded == 0 && file.takeProblems().isEmpty)
    let second = try #require(try RecordedRun.read(path).first)
    #expect(second.rows.map(\.name) == ["a", "late"])
    #expect(second.rows[0].timeline.events.map(\.time) == [.zero, .seconds(0.5)])
    #expect(second.end == .seconds(1.5) && second.isStopped)
    let first = try #require(try RecordedRun.read(copy).first)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let passed = try style.parse(second.started).timeIntervalSince(try style.parse(first.started))
    #expect(abs(passed - 3600.5) < 0.002)
  }

  @Test("A file that was moved is followed by a new one: at once when it is opened again, and else after a second")
  func moved() throws {
    let (folder, time) = (try TemporaryFolder(), VirtualClock())
    let path = folder.file("a.ndjson")
    let file = try RecordingFile(path, clock: time.clock)
    let run = file.run(of: scene, yaml: "")
    try record(1, run, in: path)
    #expect(rename(path, path + ".1") == 0)
    file.reopen()
    try record(2, run, in: path)
    #expect(rename(path, path + ".2") == 0)
    // Within the second, the moved file goes on.
    try record(3, run, in: path + ".2")
    time.advance(by: RecordingOutput.lookInterval)
    try record(4, run, in: path)
    // Another program has put a file there.
    #expect(rename(path, path + ".3") == 0)
    try Data().write(to: URL(filePath: path))
    time.advance(by: RecordingOutput.lookInterval)
    try record(5, run, in: path)
    file.close()
    #expect(try values(path + ".1") == [[1]] && values(path + ".2") == [[2, 3]] && values(path + ".3") == [[4]])
    #expect(try values(path) == [[5]] && file.unrecorded == 0 && file.takeProblems().isEmpty)
  }

  @Test("A file that was removed is made again at once; where it can't be, what is missing is counted")
  func removed() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("sub/a.ndjson")
    try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
    let isWritten = DispatchSemaphore(value: 0)
    let file = try RecordingFile(path, clock: VirtualClock().clock) { isWritten.signal() }
    let run = file.run(of: scene, yaml: "")
    try record(1, run, in: path)
    #expect(unlink(path) == 0)
    try record(2, run, in: path)
    try FileManager.default.removeItem(atPath: folder.file("sub"))
    run.record([value(3)])
    isWritten.wait()
    #expect(
      file.takeProblems() == [
        "\(path) can't be written: No such file or directory; marbled continues, and counts what is missing"
      ])
    try FileManager.default.createDirectory(atPath: folder.file("sub"), withIntermediateDirectories: false)
    try record(4, run, in: path)
    file.close()
    let last = try #require(try RecordedRun.read(path).first)
    #expect(last.rows[0].timeline.events.map(\.value) == [4] && last.unrecorded == 1 && file.unrecorded == 1)
  }

  @Test("A recording with a limit is renamed when it is reached, and both files can be read")
  func limit() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.ndjson")
    let file = try RecordingFile(path, limit: 2000)
    let run = file.run(of: scene, yaml: "")
    for index in 0..<200 { run.record([value(index, at: .seconds(Double(index)))]) }
    file.close()
    let (old, new) = (try #require(FileStatus(path: path + ".1")).size, try #require(FileStatus(path: path)).size)
    #expect((1500...2000).contains(old) && new <= 2000 && file.unrecorded == 0)
    let (first, second) = (try values(path + ".1"), try values(path))
    #expect(first.count == 1 && second.count == 1)
    let numbers = (first[0] + second[0]).compactMap { if case .int(let number) = $0 { number } else { nil } }
    #expect(numbers == Array((200 - numbers.count)..<200))
  }
}
