import ArgumentParser
import CommandSupport
import Foundation
import Inputs
import Platform
import SceneFiles
import Synchronization

/// `check --watch`: checks again whenever a file changes.
struct CheckWatch {
  private let options: Check
  /// Files that are read besides those of the check: of rows, and those that documents name.
  private var others: Set<String>

  /// The exit code that ends the program; nil while a check runs, which a signal stops.
  private final class LastCode: Sendable {
    let value = Mutex<Int32?>(nil)
  }

  /// How long nothing may change before a check begins, in nanoseconds: programs write a file in several steps.
  private static let calm: Int64 = 50_000_000
  /// A look at the files takes at most one part of this many of the time.
  private static let share: Int64 = 20

  init(_ options: Check) {
    self.options = options
    others = Set(
      options.inputs.compactMap { text in
        guard let spec = try? InputSpec(parsing: text), case .file(let path) = spec.source else { return nil }
        return path
      })
  }

  /// Checks until a signal ends the program with the exit code of the last check.
  ///
  /// - Throws: `ExitCode` if the command line does not fit the files at first. Later, a change may mend that.
  func run() throws {
    let code = LastCode()
    let signals = EndingSignals {
      if let code = code.value.withLock({ $0 }) { _exit(code) }
    }
    var watch = self
    try withExtendedLifetime(signals) {
      var isFirst = true
      while true {
        try watch.checkOnce(code, isFirst: isFirst)
        isFirst = false
      }
    }
  }

  /// Checks, and returns after the next change.
  private mutating func checkOnce(_ code: LastCode, isFirst: Bool) throws {
    code.value.withLock { $0 = nil }
    // Before the check, so that it is repeated for what changes while it runs.
    let folders = watchedFolders
    var files = WatchedFiles(at: options.paths, and: others)
    let result = try check()
    if isFirst, result == CommandExitCode.usage.rawValue { throw ExitCode(result) }
    files.add(others)
    code.value.withLock { $0 = result }
    if !options.quiet {
      StandardStreams.printError("watching \(files.count) file\(files.count == 1 ? "" : "s"); Ctrl-C ends it")
    }
    announce(waitForChanges(since: files, folders))
  }

  /// The exit code of one check.
  private mutating func check() throws -> Int32 {
    var run = CheckRun(options)
    var code: Int32 = 0
    do { try CommandFailure.reported { code = try run.perform() } } catch let error as ExitCode {
      code = error.rawValue
    }
    others.formUnion(run.named)
    return code
  }

  private var watchedFolders: FolderWatch {
    let folders = SceneFolder.folders(at: options.paths) + SceneFolder.folders(at: Array(others))
    return FolderWatch(Set(folders).sorted())
  }

  /// - Returns: the files that have changed.
  private func waitForChanges(since files: WatchedFiles, _ folders: FolderWatch) -> [String] {
    let clock = MonotonicClock.system
    var pause = FolderWatch.interval
    while true {
      folders.wait(for: pause)
      let start = clock.now()
      let changes = WatchedFiles(at: options.paths, and: others).changes(since: files)
      // Where the system reports no changes, looking at a large folder again and again would take a processor.
      pause = max(FolderWatch.interval, clock.elapsed(since: start) * Self.share)
      guard changes.isEmpty else {
        var rounds = 0
        while rounds < 20, folders.wait(for: Self.calm) { rounds += 1 }
        return changes
      }
    }
  }

  /// Separates a report from the one before it: by an empty screen on a terminal, and by a line with the time.
  private func announce(_ changes: [String]) {
    let terminal = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
    if StandardStreams.outputIsTerminal, terminal != "dumb" { StandardStreams.print("\u{1B}[H\u{1B}[2J") }
    let rest = changes.count - 1
    let others = rest == 0 ? "" : " and \(rest) other file\(rest == 1 ? "" : "s")"
    StandardStreams.printError("--- \(RealTime.timeOfDay) \(changes[0])\(others) changed")
  }
}
