import Foundation
import Logging
import Platform
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Server

/// A cleaner removes what lies in the folder of a daemon.
@Suite(.timeLimit(.minutes(30))) struct SocketServiceTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Publishes a file in the place of a socket, and runs until shutdown.
  private struct Server: Service {
    let lock: InstanceLock
    let started: AsyncStream<Void>.Continuation

    func run() async throws {
      try Data().write(to: URL(filePath: try lock.stagingPath(of: "view.sock")))
      try lock.publish("view.sock", mode: 0o600)
      started.yield()
      try? await gracefulShutdown()
    }
  }

  @Test("a socket that is removed is made again with the next heartbeat, with its folder and the lock")
  func removed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run")
    let lock = try InstanceLock(SocketFolder(path: path, origin: "a test"))
    let (starts, started) = AsyncStream<Void>.makeStream()
    let clock = ManualClock()
    let service = SocketService(
      make: { Server(lock: lock, started: started) }, isRemoved: { lock.isRemoved("view.sock") }, clock: clock,
      logger: Self.logger)
    let group = ServiceGroup(services: [service], gracefulShutdownSignals: [], logger: Self.logger)
    let running = Task { try await group.run() }
    var next = starts.makeAsyncIterator()
    await next.next()
    for names in [["view.sock"], ["view.sock", "marbled.pid"], [""]] {
      for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
      await clock.untilAsleep()
      clock.advance(by: WireLimits.heartbeat)
      await next.next()
      #expect(FileStatus(path: path + "/view.sock") != nil && FileStatus(path: path + "/marbled.pid") != nil)
      // The lock is still held.
      #expect(throws: SocketFolderError.self) { try InstanceLock(SocketFolder(path: path, origin: "a test")) }
    }
    await group.triggerGracefulShutdown()
    try await running.value
    lock.release()
  }

  @Test("a folder that another daemon has taken is left to it")
  func taken() throws {
    let folder = try TemporaryFolder()
    let place = SocketFolder(path: folder.file("run"), origin: "a test")
    let lock = try InstanceLock(place)
    try Data().write(to: URL(filePath: try lock.stagingPath(of: "view.sock")))
    #expect(!lock.isRemoved("view.sock"))
    try lock.publish("view.sock", mode: 0o600)
    #expect(!lock.isRemoved("view.sock"))
    try FileManager.default.removeItem(atPath: place.path)
    let other = try InstanceLock(place)
    #expect(!lock.isRemoved("view.sock"))
    try Data().write(to: URL(filePath: try other.stagingPath(of: "view.sock")))
    try other.publish("view.sock", mode: 0o600)
    lock.release()
    #expect(FileStatus(path: place.view) != nil && FileStatus(path: place.lock) != nil)
    other.release()
    #expect(FileStatus(path: place.view) == nil && FileStatus(path: place.lock) == nil)
  }
}
