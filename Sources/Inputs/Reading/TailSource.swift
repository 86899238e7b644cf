internal import Platform
internal import Scenes

/// Reads what is appended to a file, on a ``ReadLoop``, until it is removed from the loop.
final class TailSource: ReadLoop.Source {
  private let path: String
  private let settings: LineSettings
  /// What is read; nil until there are descriptors for it.
  private var following: Following?
  private var hasTold = false
  /// When a record that waits for more lines is complete, in nanoseconds of the clock; nil when none waits.
  private var pauseTime: Int64?
  private let handlers: LiveSource.Handlers
  private let clock: MonotonicClock
  private var lines: LineQueue

  init(
    _ path: String, _ settings: LineSettings, _ handlers: LiveSource.Handlers, _ registration: ReadLoop.Registration,
    clock: MonotonicClock
  ) {
    (self.path, self.settings, self.handlers, self.clock) = (path, settings, handlers, clock)
    lines = LineQueue(handlers, registration)
  }

  private struct Following {
    let watch: FolderWatch
    let tail: FileTail
    let share: DescriptorCount.Share
  }

  private func begin() -> Following? {
    guard let share = SourceNeeds.take(SourceNeeds.perFile) else { return nil }
    // Watched first, so that no change is missed between a look and a wait.
    let watch = FolderWatch(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    return Following(watch: watch, tail: FileTail(path, settings: settings, clock: clock), share: share)
  }

  func turn(_ ready: Set<Int32>, _ buffer: inout [UInt8]) -> ReadLoop.Interest? {
    guard lines.pass() else { return ReadLoop.Interest() }
    guard let following = following ?? begin() else {
      if !hasTold { handlers.onErrorLine("\(path): \(SourceNeeds.noDescriptors); trying again") }
      hasTold = true
      return ReadLoop.Interest(deadline: clock.now() + FolderWatch.interval)
    }
    self.following = following
    let (watch, tail) = (following.watch, following.tail)
    // Which file of the folder has changed does not matter: the tail looks at its own.
    watch.drain()
    do throws(FileTail.NotFollowed) {
      guard let new = try tail.next(&buffer) else {
        // A record that waits for more lines is complete now.
        if let time = pauseTime, clock.now() >= time {
          pauseTime = nil
          lines.append(tail.pause())
          return .more
        }
        let next = min(pauseTime ?? .max, clock.now() + FolderWatch.interval)
        return ReadLoop.Interest(descriptors: [watch.descriptor], deadline: next)
      }
      pauseTime = settings.form == .trace ? clock.now() + StreamSource.pauseWait : nil
      lines.append(new)
      return lines.pass() ? .more : ReadLoop.Interest()
    } catch {
      handlers.onEnd(.failed("\(path) \(error.description)"))
      return nil
    }
  }
}
