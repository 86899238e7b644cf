import Foundation
import Platform

/// A pipe with a name that processes hold open: it tells what they write, and when the last of them has ended.
package final class HeldPipe: Sendable {
  private let folder: URL
  private let descriptor: Int32

  /// Creates a pipe in a new folder.
  package init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "held-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let path = folder.appending(path: "pipe").path
    guard mkfifo(path, 0o600) == 0 else { throw Problem("no pipe: \(String(cString: strerror(errno)))") }
    // Without waiting for who writes.
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit {
    close(descriptor)
    try? FileManager.default.removeItem(at: folder)
  }

  /// A command of a shell that makes it, and all that it starts afterwards, hold the pipe, as descriptor 9.
  package var hold: String { "exec 9>'\(folder.appending(path: "pipe").path)'" }

  /// Waits until `isEnough` is true of what was written, or no process holds the pipe any more. Holders that are still to come are
  /// waited for.
  ///
  /// - Returns: what was written since the last call.
  @discardableResult
  package func wait(until isEnough: (String) -> Bool = { _ in false }) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if isEnough(text) { return text }
      // No end before the first holder.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // The time is for a test that is over before anybody holds it.
      guard poll(&waiting, 1, 1000) > 0 else {
        if StartedProcesses.current?.isOver == true { return text }
        continue
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return text }
      if count > 0 { bytes += buffer[..<count] }
    }
  }
}
