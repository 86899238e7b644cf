import Foundation
import Platform
import Wire

/// The names under which clients edit.
enum EditorName {
  /// The user at this computer, such as `ada@host`.
  static var user: String {
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let bytes = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String("\(NSUserName())@\(String(decoding: bytes, as: UTF8.self))".prefix(most))
  }

  /// This process, such as `ada@host:4711`.
  static var process: String { "\(user):\(getpid())" }

  /// Leaves room for the number of the process.
  private static let most = ControlRequest.maximumEditorCharacters - 12
}
