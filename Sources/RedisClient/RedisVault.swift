internal import Foundation
internal import Synchronization

/// The credentials of this process, by server.
///
/// A URL is part of a scene, which is drawn, written to files and sent to viewers. So credentials are taken out of a URL when
/// it is read, and kept here.
public enum RedisVault {
  private static let kept = Mutex<[String: RedisCredentials]>([:])

  /// Keeps the credentials of a URL for all connections to its server.
  static func keep(_ credentials: RedisCredentials, for address: RedisAddress) {
    kept.withLock { $0[address.description] = credentials }
  }

  /// The credentials for a server: those of its URL, else those of the environment; nil when there are none.
  ///
  /// - Parameter environment: the environment; nil for that of this process.
  public static func credentials(
    for address: RedisAddress, environment: [String: String]? = nil
  ) -> RedisCredentials? {
    kept.withLock { $0[address.description] }
      ?? RedisCredentials(environment: environment ?? ProcessInfo.processInfo.environment)
  }
}
