import Foundation
import Platform

/// Asks again and again, until the answer is yes: only for what another process tells nobody, and says when it is asked. That is what a
/// daemon counts of its connections and viewers (who waits by following its events is one of them), the state of its links
/// to a Redis server, and what the system knows of a process.
///
/// Without a time limit: the limit of the test applies to all its waits.
package func ask(until isSo: () throws -> Bool) throws {
  while try !isSo() {
    try continueWaiting()
    Thread.sleep(forTimeInterval: 0.01)
  }
}

/// The same, while no thread of the cooperative pool waits.
package func ask(until isSo: () async throws -> Bool) async throws {
  while try await !isSo() {
    try continueWaiting()
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Waits until a file, or something else about a folder, is as it should be: looks at first and after each change in the folder.
///
/// - Parameter folder: it, or a folder above it that it will be in, may be missing at first.
package func watch(_ folder: String, until isSo: () throws -> Bool) throws {
  while true {
    var existing = folder
    while FileStatus(path: existing) == nil, existing.contains("/") {
      existing = String(existing[..<(existing.lastIndex(of: "/") ?? existing.startIndex)])
    }
    // Before the look, so that no change is missed after it.
    let changes = FolderWatch(existing)
    if try isSo() { return }
    try continueWaiting()
    changes.wait()
  }
}

/// - Throws: ``Problem`` when the time of the test is over.
private func continueWaiting() throws {
  if StartedProcesses.current?.isOver == true { throw Problem("the test is over") }
}
