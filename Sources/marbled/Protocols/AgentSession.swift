import AgentTools
import CommandSupport
import Foundation
import Inputs
import JSONRPC
import Platform
import Playback
import Synchronization

/// A client of `marbled mcp` on two pipes: one thread reads, and each call computes on another, so a ping is answered at once.
///
/// Answers are written under the lock: a client that doesn't read them is not read either.
final class AgentSession: Sendable {
  private struct State {
    var server: AgentServer
    /// What stops each call that runs, by its number.
    var calls: [Int: Cancellation] = [:]
  }

  private let state: Mutex<State>
  private let limits: AgentLimits
  private let timeLimit: TimeLimit
  /// Calls that run or wait.
  private let calls = DispatchGroup()
  private let queue = DispatchQueue(label: "marbled.mcp", attributes: .concurrent)

  init(limits: AgentLimits) {
    self.limits = limits
    timeLimit = TimeLimit(limits.callTime)
    state = Mutex(State(server: AgentServer(version: Version.current, limits: limits)))
  }

  /// Reads until the end of input, and then waits for the calls that run: for as long as their time limits at most.
  func serve(reading descriptor: Int32) {
    var splitter = LineSplitter(limit: limits.messageBytes)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        splitter.lines(in: buffer[..<count]).forEach(take)
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        break
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      }
    }
    splitter.last().map(take)
    calls.wait()
  }

  private func take(_ line: LineSplitter.Line) {
    switch line {
    case .tooLong: perform { $0.receiveTooLongLine() }
    case .bytes(let bytes):
      guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { return }
      let packet = RPCPacket(line: bytes)
      perform { $0.receive(packet) }
    }
  }

  /// Changes the server, and does what it says.
  private func perform(_ change: (inout AgentServer) -> [AgentServer.Action]) {
    let started = state.withLock { state in
      change(&state.server).compactMap { action -> (ToolCall, Cancellation)? in
        switch action {
        case .send(let packet): StandardStreams.print(packet.line)
        case .stop(let number): state.calls[number]?.cancel()
        case .start(let call):
          let cancellation = Cancellation()
          state.calls[call.number] = cancellation
          return (call, cancellation)
        }
        return nil
      }
    }
    for (call, cancellation) in started {
      calls.enter()
      queue.async { [self] in
        let answer = answer(to: call, cancellation)
        perform { $0.finish(call.number, answer) }
        state.withLock { $0.calls[call.number] = nil }
        calls.leave()
      }
    }
  }

  private func answer(to call: ToolCall, _ cancellation: Cancellation) -> ToolAnswer {
    do throws(OutOfTime) { return try timeLimit.perform(within: cancellation, call.perform) } catch {
      return ToolAnswer(failure: "\(call.name): \(error)")
    }
  }
}
