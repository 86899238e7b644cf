internal import Marbles
public import Stage
internal import Synchronization
internal import Terminal

/// A terminal that shows what a daemon plays, and can be left without anybody noticing.
public struct Attachment: Sendable {
  private let search: DaemonSearch
  private let steers: Bool
  private let look: Look
  private let rates: RefreshRates

  /// It can't be shown.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why not.
    public var description: String
  }

  /// How long nothing may be told, not even a sign of life, until the connection is given up.
  private static let patience = HeartbeatService.interval * 3
  /// How long after a connection broke off the next one is tried.
  private static let pause = Duration.milliseconds(500)

  /// Prepares to watch.
  ///
  /// - Parameters:
  ///   - search: where the daemon is.
  ///   - steers: whether keys steer it.
  ///   - look: how pictures look here.
  ///   - rates: how often they are drawn here.
  public init(_ search: DaemonSearch, steers: Bool, look: Look, rates: RefreshRates = RefreshRates()) {
    self.search = search
    self.steers = steers
    self.look = look
    self.rates = rates
  }

  /// Shows it until it is left.
  ///
  /// - Throws: ``DaemonSearch/NotFound`` when there is no daemon, ``Failure`` when there is nothing to draw on.
  public func run() async throws {
    // Once here, so that it is said at once when there is none.
    _ = try search.client(watching: !steers)
    let board = RemoteBoard()
    let following = Task { await follow(board) }
    defer { following.cancel() }
    let deadline = ContinuousClock.now + .seconds(10)
    while board.current == nil {
      guard ContinuousClock.now < deadline else { throw Failure(description: "the daemon does not say what it plays") }
      try await Task.sleep(for: .milliseconds(10))
    }
    let (requests, steering) = AsyncStream<ControlRequest>.makeStream()
    let sending = Task {
      for await request in requests { await send(request, board) }
    }
    defer { sending.cancel() }
    // The thread that can be stopped by Ctrl-Z.
    let outcome = try await MainActor.run { try draw(board, steering) }
    if case .signalled(let signal) = outcome { Signals.end(by: signal) }
    if outcome == .noTerminal { throw Failure(description: "the terminal can't be drawn on") }
  }

  /// Asks for what a key means; what is refused is said on the screen.
  private func send(_ request: ControlRequest, _ board: RemoteBoard) async {
    do {
      let answer = try await search.client(watching: false).send("POST", "/v1/control", body: request.json)
      if answer.status >= 400 { board.refuse(StatusLines.message(answer.body)) }
    } catch {
      board.refuse("the daemon does not answer; that was lost")
    }
  }

  private func draw(
    _ board: RemoteBoard, _ steering: AsyncStream<ControlRequest>.Continuation
  ) throws -> TerminalPlayer.Outcome {
    let show = RemoteShow(
      board, look: look, rates: rates, hint: steers ? "space pause  + - speed  q leave" : "q leave"
    ) {
      steering.yield($0)
    }
    var manner = Manner()
    manner.keys = steers ? .all : .watching
    manner.leavesPicture = false
    manner.refusal = "This terminal only watches; `marbled attach --control` steers, too."
    guard let terminal = TerminalSession(capabilities: look.capabilities) else {
      throw Failure(description: "there is no terminal to draw on")
    }
    guard
      let player = TerminalPlayer(
        show, manner: manner, terminal: terminal, negotiation: look.negotiation, theme: look.theme(for:))
    else { throw Failure(description: "no file descriptors left") }
    return try player.run()
  }

  /// Runs `body` until it returns, or has heard nothing for so long.
  static func unlessSilent(
    for patience: Duration, _ body: @escaping @Sendable (_ heard: @escaping @Sendable () -> Void) async -> Void
  ) async {
    final class Heard: Sendable { let last = Mutex(ContinuousClock.now) }
    let heard = Heard()
    await withTaskGroup { group in
      group.addTask { await body { heard.last.withLock { $0 = .now } } }
      group.addTask {
        while true {
          let end = heard.last.withLock { $0 } + patience
          guard ContinuousClock.now < end, (try? await Task.sleep(until: end, clock: .continuous)) != nil else {
            return
          }
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Follows what is told, from one connection to the next.
  private func follow(_ board: RemoteBoard) async {
    while !Task.isCancelled {
      if let client = try? search.client(watching: true) {
        await Self.unlessSilent(for: Self.patience) { heard in
          _ = try? await client.lines("/v1/events") { line in
            heard()
            board.take(line)
            return !Task.isCancelled
          }
        }
      }
      board.lose("the daemon does not answer; trying again")
      try? await Task.sleep(for: Self.pause)
    }
  }
}
