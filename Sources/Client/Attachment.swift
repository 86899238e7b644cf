package import Drawing
internal import Marbles
internal import Platform
package import Playback
package import Player
internal import Synchronization
internal import Terminal
internal import Wire

/// Shows what a daemon plays on this terminal; leaving does not affect the daemon.
public struct Attachment: Sendable {
  private let search: DaemonSearch
  private let editor: String?
  private let export: @Sendable () -> SceneExport?
  private let settings: DisplaySettings
  private let rates: RefreshRates

  /// The attachment can't be shown.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the attachment can't be shown.
    public var description: String
  }

  /// How many consecutive missing heartbeats end the connection.
  private static let missedBeats = 3
  /// How long to wait after a lost connection before the next attempt.
  private static let pause = Duration.milliseconds(500)
  private static let unanswered = "the daemon does not answer; trying again"

  private let clock: any Clock<Duration>
  private let wall: WallClock

  /// Creates an attachment, which connects with ``run()``.
  ///
  /// - Parameters:
  ///   - search: finds the daemon.
  ///   - editor: the name under which keys control the daemon and edit its scenes; nil for a viewer that only watches.
  ///   - settings: how frames look on this terminal.
  ///   - rates: how often rows are redrawn on this terminal.
  ///   - clock: the clock for heartbeats.
  ///   - wall: the clock for playheads.
  ///   - export: what the keys for copying, saving and writing export; nil for nothing.
  package init(
    _ search: DaemonSearch, editor: String?, settings: DisplaySettings, rates: RefreshRates = RefreshRates(),
    clock: any Clock<Duration> = ContinuousClock(), wall: WallClock = .monotonic,
    export: @escaping @Sendable () -> SceneExport? = { nil }
  ) {
    self.clock = clock
    self.wall = wall
    self.search = search
    self.editor = editor
    self.export = export
    self.settings = settings
    self.rates = rates
  }

  /// Shows what plays until the user leaves.
  ///
  /// - Returns: what keys took away, for the shell.
  /// - Throws: ``DaemonSearch/NotFound`` when no daemon answers, ``Failure`` when there is no terminal to draw on.
  public func run() async throws -> [String] {
    // Checked once here, so that a missing daemon is reported at once.
    let first = try search.client(watching: editor == nil)
    let store = RemoteStateStore(waitingFor: first.path, wall: wall)
    let following = Task { await follow(store) }
    defer { following.cancel() }
    let (requests, steering) = AsyncStream<ControlRequest>.makeStream()
    let sending = Task {
      for await request in requests { await send(request, store) }
    }
    defer { sending.cancel() }
    // The main thread, which Ctrl-Z can stop.
    let (outcome, exports) = try await MainActor.run { try draw(store, steering) }
    if case .signalled(let signal) = outcome { ProcessSignals.end(by: signal) }
    if outcome == .noTerminal { throw Failure(description: "the terminal can't be drawn on") }
    return exports
  }

  /// Sends the request of a key; a refusal is shown on the screen.
  private func send(_ request: ControlRequest, _ store: RemoteStateStore) async {
    do {
      let answer = try await search.client(watching: false, timeout: WireLimits.heartbeat)
        .control(request)
      if answer.status >= 400 { store.refuse(StatusLines.message(answer.body)) }
    } catch {
      store.refuse("the daemon does not answer; the request was lost")
    }
  }

  private func draw(
    _ store: RemoteStateStore, _ steering: AsyncStream<ControlRequest>.Continuation
  ) throws -> (TerminalPlayer.Outcome, exports: [String]) {
    let source = RemotePlayback(
      store, settings: settings, rates: rates, hint: editor == nil ? "q leave" : "space pause  ? keys  q leave",
      editor: editor
    ) {
      steering.yield($0)
    }
    var policy = InteractionPolicy()
    policy.keys = editor == nil ? .watching : .all
    policy.leavesPicture = false
    policy.refusal = "This terminal only watches; `marbled attach --control` steers, too."
    guard let terminal = TerminalSession(capabilities: settings.capabilities) else {
      throw Failure(description: "there is no terminal to draw on")
    }
    guard
      let player = TerminalPlayer(
        source, policy: policy, terminal: terminal, negotiation: settings.negotiation, export: export(),
        theme: settings.theme(for:))
    else { throw Failure(description: "no file descriptors left") }
    return (try player.run(), player.exports)
  }

  /// Runs `body` until it returns, or a number of consecutive intervals was silent.
  ///
  /// - Parameters:
  ///   - onSilence: called after each silent interval.
  static func unlessSilent(
    for intervals: Int = missedBeats, of interval: Duration = WireLimits.heartbeat, _ clock: any Clock<Duration>,
    onSilence: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (_ heard: @escaping @Sendable () -> Void) async -> Void
  ) async {
    // The current interval counts as silent until something arrives, so the count starts at one.
    final class Silence: Sendable { let intervals = Mutex(1) }
    let silence = Silence()
    await withTaskGroup { group in
      group.addTask { await body { silence.intervals.withLock { $0 = 0 } } }
      group.addTask {
        while (try? await clock.sleep(for: interval)) != nil {
          let count = silence.intervals.withLock { count in
            count += 1
            return count
          }
          if count > 1 { onSilence() }
          if count > intervals { return }
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Follows the daemon's events, reconnecting when the connection is lost.
  private func follow(_ store: RemoteStateStore) async {
    while !Task.isCancelled {
      var why: ConnectionLoss = .silence(Self.unanswered)
      if let client = try? search.client(watching: true) { why = await Self.watch(client, store, clock) }
      store.lose(why)
      try? await clock.sleep(for: Self.pause)
    }
  }

  /// Follows one connection until it ends.
  ///
  /// - Returns: the loss to report.
  static func watch(_ client: DaemonClient, _ store: RemoteStateStore, _ clock: any Clock<Duration>) async
    -> ConnectionLoss
  {
    let refusal = Refusal()
    let planning = WorkQueue("marbled.attach")
    await unlessSilent(clock) {
      // A store that shows a scene is stopped only when the connection is given up.
      if store.current == nil { store.lose(.silence(unanswered)) }
    } _: { heard in
      var last = ""
      let status = try? await client.lines(
        "/v1/events",
        together: { lines in
          heard()
          last = lines.last ?? last
          await withTaskCancellationHandler {
            await planning.perform { store.take(lines) }
          } onCancel: {
            store.stopPlanning()
          }
          // A run may have taken as long as a silence.
          heard()
          return !Task.isCancelled
        })
      if let status, status >= 400 { refusal.text.withLock { [last] in $0 = StatusLines.message(last) } }
    }
    return refusal.text.withLock { $0.map { .refusal("\($0); trying again") } } ?? .silence(unanswered)
  }

  private final class Refusal: Sendable { let text = Mutex<String?>(nil) }
}
