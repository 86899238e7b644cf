import Foundation
import Platform
import Synchronization
import TestSupport

/// Programs with a tap each, which report values as fast as they are read.
final class TapFlood: Sendable {
  private let descriptors: [Int32]
  private let isStopped = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  /// Connects the programs, whose taps are `t0`, `t1` and so on.
  init(_ count: Int, at path: String) throws {
    descriptors = try (0..<count).map { _ in try HTTPConnection.connected(to: .socket(path)) }
  }

  /// The beginning of what a program sends.
  static func greeting(_ process: Int) -> String { #"{"marbletap":1,"program":"p","pid":\#(process)}"# + "\n" }

  /// The report of a value.
  static func line(_ tap: String, _ value: Int) -> String {
    #"{"tap":"\#(tap)","event":"value","iteration":1,"time":1,"value":\#(value)}"# + "\n"
  }

  func start() {
    let thread = Thread { [self] in
      var rests = descriptors.indices.map { Array((Self.greeting($0) + Self.line("t\($0)", 0)).utf8) }
      let blocks = descriptors.indices.map { tap in
        Array((0..<200).map { Self.line("t\(tap)", $0) }.joined().utf8)
      }
      var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
      while !isStopped.load(ordering: .relaxed) {
        guard poll(&polls, nfds_t(polls.count), 100) > 0 else { continue }
        for index in polls.indices where polls[index].revents != 0 {
          let count = rests[index].withUnsafeBytes {
            send(descriptors[index], $0.baseAddress, $0.count, Sockets.noSignal | Int32(MSG_DONTWAIT))
          }
          if count < 0, errno != EAGAIN { polls[index].fd = -1 }
          rests[index].removeFirst(max(0, count))
          if rests[index].isEmpty { rests[index] = blocks[index] }
        }
      }
      for descriptor in descriptors { close(descriptor) }
      ended.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Disconnects all programs.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    ended.wait()
  }
}
