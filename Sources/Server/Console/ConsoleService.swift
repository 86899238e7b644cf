internal import Drawing
internal import Foundation
internal import Logging
internal import Platform
internal import Player
internal import ServiceLifecycle

/// Draws what plays, on a dedicated thread: a terminal may be slow, and nothing else waits for it.
struct ConsoleService: Service {
  let console: Console
  let broadcaster: any Broadcaster
  let configuration: DaemonConfiguration
  /// Who may steer from a phone; nil when nobody may.
  let remote: RemoteControl?
  let environment: [String: String]
  let logger: Logger
  /// Ends the daemon.
  let quit: @Sendable () -> Void

  func run() async throws {
    let end = OneTimeEvent()
    let outcome = await withGracefulShutdownHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread {
          continuation.resume(
            returning: console.draw(broadcaster, configuration, remote, environment: environment, end: end))
        }
        thread.name = "console"
        thread.start()
      }
    } onGracefulShutdown: {
      end.happen()
    }
    if end.hasHappened { return }
    switch outcome {
    case .left:
      logger.info("quit by a key")
      quit()
    case .hungUp where configuration.hangup == .exit:
      logger.notice("the terminal is gone")
      quit()
    case .hungUp: logger.notice("the terminal is gone; continuing without it")
    default: logger.warning("the terminal can't be drawn on; continuing without it")
    }
    // The service group treats a service that returns during another one's shutdown as failed.
    try? await gracefulShutdown()
  }
}
