import Foundation
import Marbles
import Platform
import Scenes
import Synchronization
import TestSupport
import Testing

@testable import Inputs

/// One thread reads all sources: each has its turn, and none waits for another.
@Suite(.timeLimit(.minutes(30))) struct ReadLoopTests {
  /// A source that does what a test says.
  private final class Scripted: ReadLoop.Source {
    let body: (Set<Int32>) -> ReadLoop.Interest?
    let onRelease: () -> Void

    init(onRelease: @escaping () -> Void = {}, _ body: @escaping (Set<Int32>) -> ReadLoop.Interest?) {
      (self.body, self.onRelease) = (body, onRelease)
    }

    deinit { onRelease() }

    func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? { body(ready) }
  }

  @Test("A source that always has data does not delay another: they take turns")
  func fairness() {
    let loop = ReadLoop()
    let log = Watched<[String]>([])
    let note: @Sendable (String) -> Int = { name in
      log.withLock { log in
        log.append(name)
        return log.count
      }
    }
    loop.add { _ in
      // Both begin with the first, so that they are there for the same turns.
      loop.add { _ in Scripted { _ in note("quiet") < 10 ? .more : nil } }
      return Scripted { _ in note("flood") < 10 ? .more : nil }
    }
    let names = log.wait { $0.count >= 10 ? $0 : nil }
    let third = names.dropFirst(2).prefix(6)
    #expect(third.filter { $0 == "flood" }.count == 3 && third.filter { $0 == "quiet" }.count == 3, "\(names)")
  }

  @Test("A deadline begins a turn at its time, whatever the order of the sources")
  func deadlines() {
    let time = VirtualClock()
    let loop = ReadLoop(clock: time.clock)
    let start = time.now
    let turns = Watched<[Int64]>([])
    loop.add { _ in
      for wait: Int64 in [300, 100, 200] {
        loop.add { _ in
          Scripted { _ in
            guard time.now >= start + wait else { return ReadLoop.Interest(deadline: start + wait) }
            turns.withLock { $0.append(time.now - start) }
            return nil
          }
        }
      }
      return Scripted { _ in nil }
    }
    #expect(turns.wait { $0.count == 3 ? $0 : nil } == [100, 200, 300])
  }

  @Test("A wake-up begins a turn; a source that is removed has none, and is released")
  func wakingAndRemoving() {
    let loop = ReadLoop()
    let turns = Watched(0)
    let isReleased = Watched(false)
    let registration = loop.add { _ in
      Scripted(onRelease: { isReleased.withLock { $0 = true } }) { _ in
        turns.withLock { $0 += 1 }
        return ReadLoop.Interest()
      }
    }
    for count in 1...3 {
      _ = turns.wait { $0 >= count ? true : nil } as Bool
      registration.wake()
    }
    registration.remove()
    _ = isReleased.wait { $0 ? true : nil } as Bool
    let count = turns.withLock { $0 }
    registration.wake()
    // The next source has another thread, as the first one has ended or goes on.
    let next = Watched(false)
    loop.add { _ in
      Scripted { _ in
        next.withLock { $0 = true }
        return nil
      }
    }
    _ = next.wait { $0 ? true : nil } as Bool
    #expect(turns.withLock { $0 } == count)
  }

  @Test("A full row pauses its own pipe; another pipe goes on, and no line is lost or out of order")
  func fullRow() throws {
    let folder = try TemporaryFolder()
    let loop = ReadLoop()
    let (full, free) = (FullRow(), FullRow())
    free.makeRoom(.max)
    let ends = Watched(0)
    var writers: [Int32] = []
    for (name, row) in [("full", full), ("free", free)] {
      let path = folder.file(name)
      try #require(mkfifo(path, 0o600) == 0)
      let source = try #require(LiveSource(at: path))
      source.read(
        LiveSource.Handlers(onLine: { row.take($0, $1) }, onEnd: { _ in ends.withLock { $0 += 1 } }),
        guardedBy: nil, exitWait: .zero, on: loop)
      writers.append(open(path, O_WRONLY | O_CLOEXEC))
    }
    let write = { (text: String, writer: Int32) in _ = text.withCString { Platform.write(writer, $0, strlen($0)) } }
    write("1\n2\n3\n", writers[0])
    full.waitUntilRefused()
    for number in 1...100 {
      write("\(number)\n", writers[1])
      #expect(free.wait(for: number).last == .int(number))
    }
    write("4\n5", writers[0])
    close(writers[0])
    full.makeRoom(2)
    #expect(full.wait(for: 2) == [1, 2])
    full.makeRoom(3)
    #expect(full.wait(for: 5) == [1, 2, 3, 4, 5])
    close(writers[1])
    _ = ends.wait { $0 == 2 ? true : nil } as Bool
  }

  @Test("One thread reads 64 programs with taps and 25 commands")
  func oneThread() async throws {
    let folder = try TemporaryFolder()
    let loop = ReadLoop()
    let threads = Watched<[String: Set<UInt>]>([:])
    DescriptorLimit.raise(to: 1024)
    let handlers = { @Sendable (name: String) in
      LiveSource.Handlers(
        onLine: { _, _ in
          threads.withLock { _ = $0[name, default: []].insert(currentThread()) }
          return true
        }, onErrorLine: { _ in threads.withLock { _ = $0[name, default: []].insert(currentThread()) } }, onEnd: { _ in }
      )
    }
    let listener = TapListener(at: folder.file("t.sock"), on: loop)
    defer { listener.close() }
    var stoppers: [LiveSource.Stopper] = []
    defer { for stopper in stoppers { stopper.stop() } }
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    for number in 0..<TapListener.connectionLimit {
      let source = LiveSource.tap("t\(number)", from: listener)
      stoppers.append(source.read(handlers("t\(number)"), guardedBy: nil, exitWait: .zero, on: loop))
      let socket = Sockets.make(AF_UNIX, .stream)
      sockets.append(socket)
      try #require(Sockets.connect(socket, to: listener.path))
      let text =
        #"{"marbletap":1,"program":"p","pid":1}"# + "\n"
        + #"{"tap":"t\#(number)","event":"value","iteration":1,"time":1,"value":1}"# + "\n"
      try #require(text.withCString { send(socket, $0, strlen($0), Sockets.noSignal) } == text.utf8.count)
    }
    for number in 0..<25 {
      let command = LiveSource.command("echo 1; echo 2 >&2; exec sleep 1000")
      stoppers.append(
        command.read(handlers("c\(number)"), guardedBy: try Binary.path(), exitWait: .seconds(2), on: loop))
    }
    // On another thread, because commands are started by tasks, which need one of the pool.
    let seen = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: threads.wait { $0.count == TapListener.connectionLimit + 25 ? $0 : nil })
      }
    }
    #expect(Set(seen.values.flatMap(\.self)).count == 1)
  }
}

/// A number of the thread that calls.
private func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
