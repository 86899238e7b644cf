import Dispatch
import Marbles
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Player

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stack overflow on the thread that plays a scene, in a child process.
@Suite struct SceneThreadCrashTests {
  @Test("An overflow on the scene's thread gives the terminal back") func overflow() async throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    try #require(openpty(&master, &slave, &name, nil, nil) == 0)
    defer {
      close(master)
      close(slave)
    }
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let before = Self.settings(of: slave)
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let descriptor = open(path, O_RDWR | O_NOCTTY)
      let session = TerminalSession(input: descriptor, output: descriptor)
      precondition(session.enter())
      let scenePlayback = try ScenePlayback(.sample, speedFactor: 1000, onChange: { print(depth(of: Int(getpid()))) })
      scenePlayback.begin()
      waitForEver()
    }
    #expect(Self.settings(of: slave) == before)
  }

  /// The terminal's settings, byte for byte.
  private static func settings(of terminal: Int32) -> [UInt8] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
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
