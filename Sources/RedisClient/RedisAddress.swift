/// Where a Redis server is, without credentials.
public struct RedisAddress: Hashable, Sendable, CustomStringConvertible {
  /// The name or the address of the host; an IPv6 address has no brackets.
  public var host: String
  /// The TCP port.
  public var port: Int
  /// The number of the database.
  public var database: Int

  /// The port of a Redis server unless another is chosen.
  public static let defaultPort = 6379

  /// Creates an address.
  public init(host: String, port: Int = RedisAddress.defaultPort, database: Int = 0) {
    (self.host, self.port, self.database) = (host, port, database)
  }

  /// `localhost:6379`
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The user and the password for a server. Has no description, so that no message can show it.
public struct RedisCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  let user: String?
  let password: String

  /// Creates credentials; without a user the password is that of the default user.
  public init(user: String? = nil, password: String) { (self.user, self.password) = (user, password) }

  /// The credentials of `MARBLED_REDIS_USER` and `MARBLED_REDIS_PASSWORD`; nil without a password.
  public init?(environment: [String: String]) {
    guard let password = environment["MARBLED_REDIS_PASSWORD"], !password.isEmpty else { return nil }
    let user = environment["MARBLED_REDIS_USER"] ?? ""
    self.init(user: user.isEmpty ? nil : user, password: password)
  }

  /// Says only that there are credentials.
  public var description: String { "credentials" }

  /// Shows no property.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
