import Foundation
import Platform
import TestSupport
import Testing

@testable import Terminal

/// A child process is asked to end, and computes on.
@Suite(.serialized) struct LastResortTests {
  @Test("a process that does not end when it is asked to is ended: the terminal is given back, its sockets are removed")
  func computing() async throws {
    let pty = try PTY()
    let before = pty.settings
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    await #expect(processExitsWith: .exitCode(7)) { [terminal = pty.path as String, path = path as String] in
      let descriptor = open(terminal, O_RDWR | O_NOCTTY)
      let session = TerminalSession(input: descriptor, output: descriptor)
      precondition(session.enter())
      session.show(Frame(Canvas(size: Size(columns: 10, rows: 2))))
      LastResort.prepare(.milliseconds(1), .code(7))
      LastResort.remove(path)
      LastResort.begin()
      while true {}
    }
    #expect(pty.settings == before)
    #expect(pty.output().shown.hasSuffix("␛[m␛[?2004l␛[?25h␛[?1049l"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a file that has taken the place of one to remove stays, unless it was named again")
  func replaced() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (kept, named) = (folder.appending(path: "kept").path, folder.appending(path: "named").path)
    await #expect(processExitsWith: .exitCode(7)) { [kept = kept as String, named = named as String] in
      func make(_ path: String) {
        // Not the same inode again.
        let other = path + "2"
        close(open(other, O_CREAT | O_WRONLY, 0o600))
        rename(other, path)
      }
      LastResort.prepare(.milliseconds(1), .code(7))
      for path in [kept, named] {
        make(path)
        LastResort.remove(path)
        make(path)
      }
      LastResort.remove(named)
      LastResort.begin()
      while true {}
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
  }

  @Test("a signal that nobody reads ends the process, and its parent sees it", arguments: [SIGTERM, SIGINT])
  func unread(signal: Int32) async throws {
    await #expect(processExitsWith: .signal(signal)) { [signal = signal as Int32] in
      // A shell has background jobs ignore some signals.
      SignalAction.reset(signal)
      let pipe = SignalPipe(.stopping)
      LastResort.prepare(.milliseconds(1), .signal)
      // The process and not this thread, which may block signals.
      kill(getpid(), signal)
      while true {}
      withExtendedLifetime(pipe) {}
    }
  }

  @Test("without a request to end, neither time nor its own signal from elsewhere ends the process")
  func unasked() async throws {
    await #expect(processExitsWith: .exitCode(3)) {
      LastResort.prepare(.milliseconds(1), .code(1))
      kill(getpid(), SIGALRM)
      poll(nil, 0, 20)
      exit(3)
    }
  }

  @Test("pipes of different signals exist side by side, and those of the same signal do not")
  func pipes() async throws {
    await #expect(processExitsWith: .success) {
      SignalAction.reset(SIGTERM)
      var window = SignalPipe(.window)
      let stopping = SignalPipe(.stopping)
      precondition(window != nil && stopping != nil)
      precondition(SignalPipe(.program) == nil && SignalPipe(.ending) == nil && SignalPipe(.window) == nil)
      kill(getpid(), SIGTERM)
      kill(getpid(), SIGWINCH)
      for pipe in [stopping, window] { _ = Wait.until(readable: [pipe!.descriptor], nanoseconds: nil) }
      precondition(stopping?.read() == [SIGTERM] && window?.read() == [SIGWINCH])
      window = nil
      precondition(SignalPipe(.window) != nil)
      exit(0)
    }
  }
}
