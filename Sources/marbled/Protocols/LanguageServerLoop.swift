import CommandSupport
import Dispatch
import Foundation
import JSONRPC
import LanguageServer
import Playback
import Synchronization

/// Reads messages from standard input, performs what a language server wants, and writes messages to standard output.
///
/// Analyses are done on one other thread, one after the other. A newer version of a document stops that of an older one.
final class LanguageServerLoop: Sendable {
  private struct State {
    var server: LanguageServer
    /// What is to be analysed, in the order in which it was asked for.
    var waiting: [LanguageServer.Work] = []
    var current: (work: LanguageServer.Work, cancellation: Cancellation)?

    mutating func remove(_ work: LanguageServer.Work) {
      waiting.removeAll { $0 == work }
      if current?.work == work { current?.cancellation.cancel() }
    }
  }

  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "marbled.analysis", qos: .userInitiated)

  /// - Parameter version: the version that editors show.
  init(version: String) { state = Mutex(State(server: LanguageServer(version: version))) }

  /// Serves until the client says `exit` or closes the pipe.
  func run() -> Never {
    var framing = ContentLengthFraming()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // Without another message, the end of the input is that of the client.
      guard count > 0 else { end() }
      framing.append(buffer[..<count])
      do throws(ContentLengthFraming.Malformed) {
        while let frame = try framing.next() { handle(frame) }
      } catch {
        perform { $0.handle(.invalid(nil, .parseError(error.description))) }
        end()
      }
    }
  }

  private func end() -> Never {
    perform { $0.handle(.notification("exit")) }
    exit(CommandExitCode.general.rawValue)
  }

  private func handle(_ frame: ContentLengthFraming.Frame) {
    switch frame {
    case .tooLong(let length):
      perform { $0.receiveTooLongMessage(of: length) }
    case .message(let bytes):
      let message = RPCMessage(json: bytes)
      perform { $0.handle(message) }
    }
  }

  /// Messages are sent in the order of the changes that they tell of, so the state is held meanwhile.
  private func perform(_ change: (inout LanguageServer) -> [LanguageServer.Action]) {
    state.withLock { state in
      for action in change(&state.server) {
        switch action {
        case .send(let message): StandardStreams.print(ContentLengthFraming.text(of: message))
        case .start(let work): start(work, &state)
        case .stop(let work): state.remove(work)
        case .end(let code): exit(code)
        }
      }
    }
  }

  // MARK: Analyses

  private func start(_ work: LanguageServer.Work, _ state: inout State) {
    state.remove(work)
    state.waiting.append(work)
    queue.async { self.analyze() }
  }

  /// Performs the first analysis that waits; none if it was replaced by another one.
  private func analyze() {
    let cancellation = Cancellation()
    let next = state.withLock { state -> (work: LanguageServer.Work, analysis: SceneAnalysis)? in
      guard !state.waiting.isEmpty else { return nil }
      let work = state.waiting.removeFirst()
      guard let analysis = state.server.analysis(for: work) else { return nil }
      state.current = (work, cancellation)
      return (work, analysis)
    }
    guard let next else { return }
    Watchdog.wall.limit(cancellation, to: SceneAnalysis.timeLimit)
    let findings = next.analysis.findings(cancellation)
    let isWanted = state.withLock { state in
      state.current = nil
      return cancellation.cause != .cancelled
    }
    guard isWanted else { return }
    perform { $0.finish(findings, of: next.work) }
  }
}
