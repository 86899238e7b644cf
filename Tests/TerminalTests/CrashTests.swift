import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Terminal

/// What goes wrong in these tests.
private enum Mishap: Int, CaseIterable, Codable, Sendable {
  case trap, outOfBounds, abort, badAccess, endlessRecursion
}

/// A child process shows a frame on the test's terminal, and crashes.
@Suite(.serialized) struct CrashTests {
  @Test(arguments: Mishap.allCases.map(\.rawValue))
  func aCrashGivesTheTerminalBack(_ mishap: Int) async throws {
    let pty = try PTY()
    let before = pty.settings
    await #expect(processExitsWith: .failure) { [path = pty.path as String, mishap = mishap as Int] in
      let descriptor = open(path, O_RDWR | O_NOCTTY)
      let session = TerminalSession(input: descriptor, output: descriptor)
      precondition(session.enter())
      var canvas = Canvas(size: Size(columns: 10, rows: 2))
      canvas.put("ours", column: 0, row: 0)
      session.show(Frame(canvas))
      crash(Mishap(rawValue: mishap)!)
    }
    #expect(pty.settings == before)
    #expect(pty.output().shown.hasSuffix("ours␛[m␛[?2004l␛[?25h␛[?1049l"))
  }

  /// The handler needs a stack on the thread whose own has overflowed, whichever thread draws.
  @Test func anOverflowOnAnyThreadWithAnAlternateStackGivesTheTerminalBack() async throws {
    let pty = try PTY()
    let before = pty.settings
    await #expect(processExitsWith: .failure) { [path = pty.path as String] in
      let descriptor = open(path, O_RDWR | O_NOCTTY)
      let session = TerminalSession(input: descriptor, output: descriptor)
      precondition(session.enter())
      session.show(Frame(Canvas(size: Size(columns: 10, rows: 2))))
      Thread.detachNewThread {
        AlternateStack.install()
        crash(.endlessRecursion)
      }
      waitForEver()
    }
    #expect(pty.settings == before)
    #expect(pty.output().shown.hasSuffix("␛[m␛[?2004l␛[?25h␛[?1049l"))
  }

  @Test func eachThreadHasAnAlternateStackOfItsOwn() {
    // One after the other, so that the second one may get what the first one had.
    for _ in 0..<2 {
      let hadOne = Atomic(true)
      let hasOne = Atomic(false)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        hadOne.store(AlternateStack.isInstalled, ordering: .relaxed)
        AlternateStack.install()
        AlternateStack.install()
        hasOne.store(AlternateStack.isInstalled, ordering: .relaxed)
        ended.signal()
      }
      ended.wait()
      #expect(!hadOne.load(ordering: .relaxed) && hasOne.load(ordering: .relaxed))
    }
  }
}

private func crash(_ mishap: Mishap) -> Never {
  switch mishap {
  case .trap: fatalError("as it was meant")
  case .outOfBounds: print([1, 2, 3].dropLast(Int(getpid() % 1))[5])
  case .abort: abort()
  case .badAccess: UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 1
  case .endlessRecursion: print(depth(of: Int(getpid())))
  }
  exit(0)
}

private func waitForEver() {
  DispatchSemaphore(value: 0).wait()
}

/// Never ends, in a way that no compiler turns into a loop.
private func depth(of number: Int) -> Int {
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { memory in
    memory[number & 511] = number
    return depth(of: number &+ 1) &+ memory[number & 511]
  }
}
