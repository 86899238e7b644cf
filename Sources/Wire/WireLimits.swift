/// Limits that daemon and clients share.
package enum WireLimits {
  /// How often a daemon sends a heartbeat on an idle stream; clients close a silent connection.
  package static let heartbeat = Duration.seconds(5)
  /// The maximum size of a request body, in bytes.
  package static let bodyBytes = 1 << 20
}
