internal import Logging
internal import ServiceLifecycle
internal import Wire

/// A server on a socket in the daemon's folder. If the socket is removed, as by a cleaner of temporary files, another server
/// makes it again: nobody can connect to the old one any more, whose connections go on.
struct SocketService: Service {
  /// Makes a server, which makes the socket when it starts.
  let make: @Sendable () throws(SocketFolderError) -> any Service
  /// Whether the socket was removed since it was made.
  let isRemoved: @Sendable () -> Bool
  let clock: any Clock<Duration>
  let logger: Logger

  func run() async throws {
    let first = try make()
    let (removals, removal) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup { group in
      group.addTask {
        // A server that fails ends the daemon, with its reason.
        defer { removal.finish() }
        try await first.run()
      }
      group.addTask { [clock, isRemoved] in
        await atIntervals(of: WireLimits.heartbeat, clock) { if isRemoved() { removal.yield() } }
      }
      for await _ in removals {
        do throws(SocketFolderError) {
          let server = try make()
          logger.warning("a socket was removed; making it again")
          group.addTask { try await server.run() }
        } catch {
          logger.warning("a socket was removed, and can't be made again", metadata: ["reason": "\(error)"])
        }
      }
      // The next result is that of the server, or that of the timer at the end.
      for try await _ in group {}
    }
  }
}
