/// The version of the JSON that daemon and clients exchange: what is added does not change it, what changes its meaning does.
package enum WireVersion {
  /// What this program speaks.
  package static let current = 1

  /// Why this program and a daemon don't understand each other; nil when they do.
  ///
  /// - Parameters:
  ///   - daemon: the wire version that the daemon speaks.
  ///   - release: the daemon's own version, where it is known.
  package static func mismatch(with daemon: Int, release: String? = nil) -> String? {
    guard daemon != current else { return nil }
    let name = release.map { " (marbled \($0))" } ?? ""
    return "this marbled speaks wire version \(current), the daemon \(daemon)\(name): update the older one"
  }
}
