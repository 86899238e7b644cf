internal import Drawing
internal import Foundation
internal import Logging
internal import Platform
internal import Player
internal import Synchronization
internal import Terminal

/// The terminal that a daemon draws on.
final class Console: Sendable {
  /// The terminal can't be drawn on.
  struct UnusableTerminal: Error, Hashable, Sendable, CustomStringConvertible {
    var description: String
  }

  /// Beats while frames are drawn.
  let probe = ThreadProbe()
  private let input: Int32
  private let output: Int32
  private let opened: Int32?
  private let standardError: LogOutput
  private let state = Mutex(State())

  private struct State {
    var isDrawnOn = false
    /// The log lines that are written when drawing ends.
    var held: [String] = []
  }

  /// Whether frames are drawn now.
  var isDrawnOn: Bool { state.withLock { $0.isDrawnOn } }

  /// The terminal at `path`; without a path, that of the process if it runs in the foreground, else nil.
  ///
  /// - Parameter standardError: where log lines go.
  init?(path: String?, standardError: LogOutput = .standardError) throws(UnusableTerminal) {
    self.standardError = standardError
    if let path {
      let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard descriptor >= 0 else { throw UnusableTerminal(description: "\(path): \(String(cString: strerror(errno)))") }
      guard isatty(descriptor) == 1 else {
        close(descriptor)
        throw UnusableTerminal(description: "\(path) is not a terminal")
      }
      (input, output, opened) = (descriptor, descriptor, descriptor)
    } else {
      // The shell would stop a background job as soon as it accesses its terminal.
      guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else {
        return nil
      }
      (input, output, opened) = (STDIN_FILENO, STDOUT_FILENO, nil)
    }
  }

  deinit { opened.map { _ = close($0) } }

  /// Whether the terminal was closed.
  var isGone: Bool {
    var settings = termios()
    return tcgetattr(input, &settings) != 0 && [EIO, ENXIO, ENOTTY].contains(errno)
  }

  // MARK: Drawing

  /// Draws what the broadcaster plays until `end` or until the terminal is closed. Blocks its thread.
  ///
  /// - Returns: how drawing ended; nil when no file descriptors are left.
  func draw(
    _ broadcaster: any Broadcaster, _ configuration: DaemonConfiguration, _ remote: RemoteControl?,
    environment: [String: String], end: OneTimeEvent
  )
    -> TerminalPlayer.Outcome?
  {
    let settings = DisplaySettings(
      color: configuration.color, isASCII: configuration.ascii, themeName: configuration.theme, environment: environment
    )
    var policy = InteractionPolicy()
    policy.keys = configuration.keys.policy
    // The daemon itself handles the signals that end it.
    policy.signals = .window
    policy.leavesPicture = false
    policy.isConsole = environment["TERM"] == "linux"
    policy.pixelShift = configuration.pixelShift
    let source = BroadcastPlayback(
      broadcaster, settings: settings, idleReturn: configuration.idleReturn, night: Night(configuration),
      hint: configuration.publicAddress(configuration.view) ?? "",
      remote: remote.map { remote in
        RemoteScreen(remote, hasKey: configuration.keys != .none) {
          configuration.placeForPhones(Sockets.addressOfThisMachine)
        }
      }, probe: probe, end: end)
    let session = TerminalSession(input: input, output: output, capabilities: settings.capabilities)
    guard
      let player = TerminalPlayer(
        source, policy: policy, terminal: session, negotiation: settings.negotiation,
        onFrame: broadcaster.store.frames.count, theme: settings.theme(for:))
    else { return nil }
    return holdingLog { try? player.run() }
  }

  // MARK: Logs

  /// Draws; log lines before that are written first, and those after that when drawing has ended.
  func holdingLog<Result>(_ draw: () -> Result) -> Result {
    state.withLock { $0.isDrawnOn = true }
    // A line that is still on its way would scroll the picture.
    if isLogHere { standardError.drain(within: Self.drainLimit) }
    defer {
      state.withLock { state in
        for line in state.held { standardError.write(line) }
        state = State()
      }
    }
    return draw()
  }

  /// Writes a log line to standard error; while a picture is drawn, the line is held back until drawing ends.
  func log(_ line: String) {
    state.withLock { state in
      guard state.isDrawnOn, isLogHere else { return standardError.write(line) }
      if state.held.count >= Self.heldLines {
        state.held.removeFirst()
        standardError.countLost()
      }
      state.held.append(line)
    }
  }

  static let heldLines = 200
  /// A terminal that was stopped delays the picture no longer than this.
  private static let drainLimit = Duration.milliseconds(500)

  /// Whether log lines appear on this terminal.
  private var isLogHere: Bool {
    guard let log = standardError.terminal else { return false }
    return log == FileStatus(output)?.specialDevice
  }
}
