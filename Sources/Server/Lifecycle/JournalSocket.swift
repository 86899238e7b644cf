internal import Logging
internal import Platform

/// The socket of systemd's journal, which takes a record with its fields: `journalctl MARBLED_SCENE=zip` finds them.
///
/// Its protocol is a datagram of `KEY=VALUE` lines, as systemd documents it under "Journal Native Protocol".
final class JournalSocket: Sendable {
  /// Where the journal listens.
  private static let standardPath = "/run/systemd/journal/socket"

  /// The journal of this machine; nil when there is none.
  static let ofThisMachine = JournalSocket(standardPath)

  private let socket: Int32

  /// Nil when nobody listens there.
  init?(_ path: String) {
    socket = Sockets.make(AF_UNIX, .datagram)
    guard socket >= 0 else { return nil }
    guard Sockets.connect(socket, to: path) else {
      close(socket)
      return nil
    }
  }

  deinit { close(socket) }

  /// Sends a record.
  ///
  /// - Returns: false when the journal does not take it now, or never does, as one that is too long.
  func send(_ message: String, priority: Int, _ metadata: [(key: String, value: String)]) -> Bool {
    var record = Self.field("MESSAGE", message) + Self.field("PRIORITY", "\(priority)")
    record += Self.field("SYSLOG_IDENTIFIER", "marbled")
    for (key, value) in metadata { record += Self.field("MARBLED_" + Self.name(key), value) }
    return record.withUnsafeBytes {
      Platform.send(socket, $0.baseAddress, $0.count, Sockets.noSignal | Int32(MSG_DONTWAIT)) == $0.count
    }
  }

  /// Letters, digits and underscores of ASCII, in capitals; at most 64 with its prefix.
  private static func name(_ key: String) -> String {
    String(key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(56))
  }

  /// `KEY=VALUE`; the value's length as eight bytes, the lowest first, before one with line feeds.
  private static func field(_ key: String, _ value: String) -> [UInt8] {
    let bytes = Array(value.utf8)
    guard bytes.contains(UInt8(ascii: "\n")) else { return Array("\(key)=".utf8) + bytes + [UInt8(ascii: "\n")] }
    let length = withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { Array($0) }
    return Array("\(key)\n".utf8) + length + bytes + [UInt8(ascii: "\n")]
  }
}
