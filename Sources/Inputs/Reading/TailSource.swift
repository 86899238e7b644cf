internal import Platform
internal import Scenes

/// Reads what is appended to a file, on a ``ReadLoop``, until it is removed from the loop.
final class TailSource: ReadLoop.Source {
  private let tail: FileTail
  private let watch: FolderWatch
  private let handlers: LiveSource.Handlers
  private let clock: MonotonicClock
  private var lines: LineQueue

  init(
    _ path: String, _ settings: LineSettings, _ handlers: LiveSource.Handlers, _ registration: ReadLoop.Registration,
    clock: MonotonicClock
  ) {
    (self.handlers, self.clock) = (handlers, clock)
    // Watched first, so that no change is missed between a look and a wait.
    watch = FolderWatch(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    tail = FileTail(path, settings: settings, clock: clock)
    lines = LineQueue(handlers, registration)
  }

  func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
    guard lines.pass() else { return ReadLoop.Interest() }
    // Which file of the folder has changed does not matter: the tail looks at its own.
    watch.drain()
    do throws(FileTail.NotFollowed) {
      guard let new = try tail.next(&buffer) else {
        return ReadLoop.Interest(descriptors: [watch.descriptor], deadline: clock.now() + FolderWatch.interval)
      }
      lines.append(new)
      return lines.pass() ? .more : ReadLoop.Interest()
    } catch {
      handlers.onEnd(.failed(error.description))
      return nil
    }
  }
}
