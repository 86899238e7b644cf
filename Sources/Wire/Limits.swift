/// What daemon and clients have to agree on beside the JSON.
package enum Limits {
  /// How often a daemon sends a heartbeat on a stream on which nothing else happens; clients give a silent connection up.
  package static let heartbeat = Duration.seconds(5)
  /// The most bytes that the body of a request may have.
  package static let bodyBytes = 1 << 20
}
