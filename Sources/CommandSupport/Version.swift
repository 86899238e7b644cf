internal import CVersion

/// The version of both programs, which are installed together.
package enum Version {
  /// The version by Semantic Versioning: of a release, or the next one with `-dev`.
  package static let number = "0.1.0-dev"

  /// As `--version`, `status` and metrics show it: with the commit after `+`, if the build names it.
  package static let current: String = {
    let commit = String(cString: cversion_commit())
    return commit.isEmpty ? number : "\(number)+\(commit)"
  }()
}
