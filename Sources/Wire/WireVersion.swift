/// The version of the JSON protocol between daemon and clients: additions keep it, changes in meaning increase it.
package enum WireVersion {
  /// The version of this program.
  package static let current = 1

  /// Why this program and a daemon are incompatible; nil when they are compatible.
  ///
  /// - Parameters:
  ///   - daemon: the wire version that the daemon speaks.
  ///   - release: the version of the daemon's release, if known.
  package static func mismatch(with daemon: Int, release: String? = nil) -> String? {
    guard daemon != current else { return nil }
    let name = release.map { " (marbled \($0))" } ?? ""
    return "this marbled speaks wire version \(current), the daemon \(daemon)\(name): update the older one"
  }
}
