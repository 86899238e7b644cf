import Foundation
import Marbles
import Platform
import TestSupport
import Testing
import Wire

@testable import MarbleTap

/// Listens at a socket, and reads what taps of this process send there.
final class TapReader: Sendable {
  let folder: TemporaryFolder
  let path: String
  private let listener: Descriptor
  private let connection = Watched<Descriptor?>(nil)
  private let resume = DispatchSemaphore(value: 0)
  /// The lines, as they come.
  let lines: AsyncStream<TapLine>

  var destination: MarbleDestination { .socket(path) }

  /// - Parameters:
  ///   - folder: where the socket is.
  ///   - isStuck: whether nothing is read before ``read()``.
  ///   - wishes: what it says to the program; nothing if it is empty, as older listeners.
  init(in folder: TemporaryFolder? = nil, isStuck: Bool = false, wishes: String = "") throws {
    self.folder = try folder ?? TemporaryFolder()
    path = self.folder.file("t.sock")
    unlink(path)
    let listener = Descriptor(Sockets.make(AF_UNIX, .stream))
    self.listener = listener
    guard Sockets.withAddress(of: path, { bind(listener.number, $0, $1) }) == 0, listen(listener.number, 8) == 0 else {
      throw Problem("no socket at \(path)")
    }
    let (lines, continuation) = AsyncStream.makeStream(of: TapLine.self)
    self.lines = lines
    Thread { [resume, shared = connection] in
      let connection = Descriptor(accept(listener.number, nil, nil))
      shared.withLock { $0 = connection }
      defer { continuation.finish() }
      if isStuck { resume.wait() }
      _ = send(connection.number, wishes, wishes.utf8.count, Sockets.noSignal)
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Platform.read(connection.number, &buffer, buffer.count)
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          guard let line = try? TapLine(Array(rest[..<end])) else {
            Issue.record("malformed: \(String(decoding: rest[..<end], as: UTF8.self))")
            return
          }
          continuation.yield(line)
          rest.removeSubrange(...end)
        }
      }
    }.start()
  }

  /// A reader that has asked for all kinds of events, and whose program knows that.
  static func asking() async throws -> TapReader {
    let reader = try TapReader(wishes: TapLine.wishes)
    let channel = TapChannel.to(.sockets([reader.path]))
    while !channel.isWanted(.request) { await Task.yield() }
    return reader
  }

  deinit {
    shutDown()
    read()
  }

  /// Reads from now on.
  func read() { resume.signal() }

  /// Ends the connection, and listens no more.
  func end() {
    unlink(path)
    shutDown()
  }

  private func shutDown() {
    listener.shutDown()
    connection.withLock { $0?.shutDown() }
  }

  /// The reports up to the first one that `isLast` finds, without those that a tap is there.
  func reports(upTo isLast: (TapReport) -> Bool) async -> [TapReport] {
    var reports: [TapReport] = []
    for await case .event(let report) in lines where report.event != .idle {
      reports.append(report)
      if isLast(report) { break }
    }
    return reports
  }

  /// The reports, without times, up to `count` ends of iterations.
  func story(ends count: Int = 1) async -> [String] {
    var left = count
    return await reports { report in
      switch report.event {
      case .finish, .cancel, .error: left -= 1
      case .idle, .begin, .request, .yield, .send, .value, .dropped: break
      }
      return left == 0
    }.map(\.story)
  }
}

extension TapReport {
  /// `orders 1 value 7`
  var story: String {
    switch event {
    case .idle: "\(tap) idle"
    case .begin: "\(tap) \(iteration) begin"
    case .request: "\(tap) \(iteration) request"
    case .yield(let value, let isTerminated): "\(tap) \(isTerminated ? "refused" : "lost") \(value.json)"
    case .send(let count): "\(tap) \(count) waiting"
    case .value(let value): "\(tap) \(iteration) value \(value.json)"
    case .finish: "\(tap) \(iteration) finish"
    case .error(let message): "\(tap) \(iteration) error \(message)"
    case .cancel: "\(tap) \(iteration) cancel"
    case .dropped(let count): "\(tap) dropped \(count)"
    }
  }
}
