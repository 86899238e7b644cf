import Platform
import Synchronization
import Terminal
import Testing

@testable import Drawing
@testable import Player

/// A pseudo terminal in virtual time: what is typed comes at its instant, and waiting takes no time.
final class VirtualTerminal: Sendable {
  /// What happens at an instant, in milliseconds since the player was started.
  enum Happening: Sendable {
    case typed([UInt8])
    /// Another thread has something new to show.
    case woken
  }

  private struct State {
    var now: Int64 = 1_000_000_000_000
    var script: [(at: Int64, happening: Happening)] = []
    var written: [UInt8] = []
    var waits: [Int64?] = []
  }

  private let master: Int32
  private let slave: Int32
  private let state = Mutex(State())

  init(columns: Int = 80, rows: Int = 24) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&master, &slave, nil, nil, &window) == 0)
    (self.master, self.slave) = (master, slave)
  }

  deinit {
    close(master)
    close(slave)
  }

  // MARK: What happens

  /// The virtual time, in nanoseconds.
  var now: Int64 { state.withLock { $0.now } }

  /// All that was written to the terminal.
  var written: String {
    drain()
    return String(decoding: state.withLock { $0.written }, as: UTF8.self)
  }

  /// How long each wait was to take at most.
  var waits: [Int64?] { state.withLock { $0.waits } }

  /// Whether all that was scheduled has happened.
  var isOver: Bool { state.withLock { $0.script.isEmpty } }

  /// Schedules an action in this many milliseconds; calls may come in any order.
  func at(_ milliseconds: Int64, _ happening: Happening) {
    state.withLock { state in
      let time = state.now + milliseconds * 1_000_000
      let place = state.script.firstIndex { $0.at > time } ?? state.script.endIndex
      state.script.insert((time, happening), at: place)
    }
  }

  /// Types a text at once.
  func type(_ text: String, at milliseconds: Int64) { at(milliseconds, .typed(Array(text.utf8))) }

  /// Types a text whose bytes are `gap` milliseconds apart, and returns when the last one comes.
  @discardableResult
  func type(_ text: String, at start: Int64, gap: Int64) -> Int64 {
    var time = start
    for byte in text.utf8 {
      at(time, .typed([byte]))
      time += gap
    }
    return time - gap
  }

  // MARK: Playing

  /// A session on it.
  func session(_ capabilities: Capabilities = Capabilities()) -> TerminalSession {
    TerminalSession(input: slave, output: slave, capabilities: capabilities, clock: clock)
  }

  /// Draws a show until it is left; no later than the last thing has happened, when `q` is typed.
  @discardableResult
  func play(
    _ source: any PlaybackSource, once: Bool = false, keys: InteractionPolicy.Keys = .all, refusal: String? = nil,
    pixelShift: Duration? = nil, environment: [String: String] = ["TERM": "linux"]
  ) throws -> TerminalPlayer.Outcome {
    var policy = InteractionPolicy()
    policy.keys = keys
    policy.signals = .none
    policy.leavesPicture = false
    (policy.refusal, policy.pixelShift) = (refusal, pixelShift)
    let settings = DisplaySettings(environment: environment)
    let player = try #require(
      TerminalPlayer(
        source, once: once, policy: policy, terminal: session(settings.capabilities), negotiation: settings.negotiation,
        theme: settings.theme(for:)))
    return try player.run()
  }

  var clock: MonotonicClock {
    MonotonicClock(now: { self.now }) { readable, writable, nanoseconds in
      self.wait(readable, writable, nanoseconds)
    }
  }

  private func wait(_ readable: [Int32], _ writable: [Int32], _ nanoseconds: Int64?) -> Wait.Ready {
    drain()
    let next: Happening? = state.withLock { state in
      state.waits.append(nanoseconds)
      let end = nanoseconds.map { state.now.addingReportingOverflow(max(0, $0)) }
      let limit = end.map { $0.overflow ? .max : $0.partialValue } ?? .max
      guard let first = state.script.first, first.at <= limit else {
        precondition(limit < .max, "the player waits for ever")
        // As `poll`, whose milliseconds are whole.
        state.now = limit
        return nil
      }
      state.now = max(state.now, first.at)
      return state.script.removeFirst().happening
    }
    switch next {
    case .typed(let bytes):
      write(master, bytes, bytes.count)
      // The system hands bytes on when it gets round to it.
      return Wait.until(readable: [readable[0]], nanoseconds: nil)
    // The player's pipe comes last; a wait for a reply alone has none.
    case .woken: return Wait.Ready(readable: Array(readable.dropFirst().suffix(1)))
    case nil: break
    }
    return Wait.Ready(readable: [], writable: writable)
  }

  /// Reads all that was written, so that the terminal never is busy.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while !Wait.until(readable: [master], nanoseconds: 0).isEmpty {
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { return }
      state.withLock { $0.written += bytes[..<count] }
    }
  }
}
