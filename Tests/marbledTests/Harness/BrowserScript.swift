import Foundation
import TestSupport
import Testing

/// A script that uses a page in a browser, and prints what it saw as JSON.
enum BrowserScript: String {
  /// Opens pictures and pages from files.
  case browser
  /// Looks at the page of `marbled serve` as different visitors see it.
  case everyone
  /// Uses the page of `marbled serve` while the server is away or busy.
  case failures
  /// Goes through lessons of the page of `marbled serve`.
  case lessons
  /// Uses the page of `marbled serve` over a slow network.
  case network
  /// Uses the page of `marbled serve`.
  case playground
  /// Presents scenes with the page of `marbled serve`.
  case presenting
  /// Points at the parts of a picture, and reads what is told about them.
  case reasons
  /// Steers a kiosk from its page for phones.
  case remote
  /// Shares scenes of the page of `marbled serve`, and opens links.
  case sharing
  /// Reads the files of `marbled site`.
  case site
  /// Uses the page of `marbled serve` while its server is upgraded.
  case upgrade
  /// Watches what a daemon plays.
  case viewer

  /// Where the script is.
  var path: String { Article.root.appending(path: "Tests/marbledTests/Browser/\(rawValue).py").path }

  /// Runs the script, which must end without an error.
  ///
  /// - Parameter input: the file that it reads as its standard input.
  /// - Returns: what the browser saw.
  func look<Seen: Decodable>(_ arguments: [String], input: String = "/dev/null") throws -> Seen {
    let outcome = try run(
      "/bin/sh", ["-c", #"file=$1; shift; exec python3 "$@" < "$file""#, "sh", input, path] + arguments)
    try #require(outcome.ending == .exited(0), "\(outcome.error)")
    return try JSONDecoder().decode(Seen.self, from: Data(outcome.output.utf8))
  }
}
