/// The version of both programs, which are installed together.
package enum Version {
  /// As `--version`, `status` and metrics show it.
  package static let current = "0.1.0"
}
