import Dispatch
import Foundation
import Marbles
import Platform
import Scenes
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

  @Test("A recording that nothing refers to any more is written and let go, with its thread")
  func ends() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    _ = fcntl(reader, F_SETFL, 0)
    var file: RecordingFile? = try RecordingFile(path)
    file?.run(of: scene, yaml: "").record([value(0)])
    file = nil
    // It ends when the descriptor of the last writer is closed.
    let text = String(
      decoding: try #require(try FileHandle(fileDescriptor: reader, closeOnDealloc: true).readToEnd()), as: UTF8.self)
    #expect(text.split(separator: "\n").count == 2)
  }
}
