/// A stream on a server and how to use it: `redis://host:port/orders?group=g&consumer=c`.
///
/// Credentials in the text, `redis://user:password@host/orders`, are kept in ``RedisVault`` and are not part of the value.
public struct RedisStreamURL: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is no URL of a stream. Never quotes credentials.
  public struct Malformed: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found and what was expected.
    public var description: String

    /// Creates an error; the description must not quote credentials.
    public init(description: String) { self.description = description }
  }

  /// The server.
  public var address: RedisAddress
  /// The key of the stream.
  public var key: String
  /// The parameters after `?`, in order.
  public private(set) var parameters: [(name: String, value: String)] = []

  /// The beginning of each URL.
  public static let scheme = "redis://"

  /// Creates the URL of a stream without parameters.
  public init(_ address: RedisAddress, key: String) { (self.address, self.key) = (address, key) }

  /// Reads a URL, and keeps its credentials.
  ///
  /// - Parameter allowed: the names of parameters that make sense here, besides `db`.
  /// - Throws: ``Malformed`` for a text without a host or a key, and for unknown parameters.
  public init(parsing text: String, allowed: [String]) throws(Malformed) {
    guard text.hasPrefix(Self.scheme) else {
      let isSecure = text.hasPrefix("rediss://")
      throw Malformed(
        description: isSecure
          ? "TLS (rediss://) is not supported; use redis:// through a tunnel such as stunnel"
          : "expected redis://HOST:PORT/STREAM")
    }
    let rest = text.dropFirst(Self.scheme.count)
    // It may be the end of a password that has one of these characters, so nothing of it is quoted.
    if let end = rest.firstIndex(where: { "/?".contains($0) }), rest[end...].contains("@") {
      throw Malformed(
        description: "an `@` in the name of a stream or a parameter is written %40, and `/` and `?` in a password are"
          + " written %2F and %3F")
    }
    let (path, query) = Self.split(rest, at: "?")
    let (place, encodedKey) = Self.split(path, at: "/")
    let (user, host) =
      place.lastIndex(of: "@").map { (place[..<$0] as Substring?, place[place.index(after: $0)...]) } ?? (nil, place)
    guard let key = encodedKey.flatMap(Self.decoded), !key.isEmpty else {
      throw Malformed(description: "names no stream; expected redis://HOST:PORT/STREAM")
    }
    self.key = key
    address = try Self.address(host)
    for part in (query ?? "").split(separator: "&") {
      let (name, value) = Self.split(part, at: "=")
      guard let value = value.flatMap(Self.decoded) else {
        throw Malformed(description: "the parameter `\(name)` has no value; expected NAME=VALUE")
      }
      guard name != "db" else {
        guard let number = Int(value), (0...65535).contains(number) else {
          throw Malformed(description: "`db=\(value)` is not the number of a database")
        }
        address.database = number
        continue
      }
      guard allowed.contains(String(name)) else {
        let names = (allowed + ["db"]).joined(separator: ", ")
        throw Malformed(description: "unknown parameter `\(name)`; expected one of \(names)")
      }
      parameters.append((String(name), value))
    }
    if let user { try Self.keep(user, for: address) }
  }

  private static func keep(_ text: Substring, for address: RedisAddress) throws(Malformed) {
    let (name, secret) = split(text, at: ":")
    guard let user = decoded(name), let secret, let password = decoded(secret) else {
      throw Malformed(description: "the credentials are malformed; expected redis://USER:PASSWORD@HOST/STREAM")
    }
    RedisVault.keep(RedisCredentials(user: user.isEmpty ? nil : user, password: password), for: address)
  }

  private static func address(_ text: Substring) throws(Malformed) -> RedisAddress {
    var (host, port) = (text, nil as Substring?)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      port = rest.isEmpty ? nil : rest.hasPrefix(":") ? rest.dropFirst() : ""
    } else {
      (host, port) = split(text, at: ":")
    }
    guard let name = decoded(host), !name.isEmpty else {
      throw Malformed(description: "names no host; expected redis://HOST:PORT/STREAM")
    }
    guard let port else { return RedisAddress(host: name) }
    guard let number = Int(port), (1...65535).contains(number) else {
      // Not quoted: it may be a password in the wrong place.
      throw Malformed(description: "the port is not a number from 1 to 65535")
    }
    return RedisAddress(host: name, port: number)
  }

  /// The value of a parameter; nil when it is not in the URL.
  public subscript(name: String) -> String? { parameters.last { $0.name == name }?.value }

  /// The URL without credentials.
  public var description: String {
    let database = address.database == 0 ? [] : ["db=\(address.database)"]
    let query = (parameters.map { "\($0.name)=\(Self.encoded($0.value))" } + database).joined(separator: "&")
    return "\(place)\(query.isEmpty ? "" : "?\(query)")"
  }

  /// The URL without credentials and parameters: `redis://host:6379/orders`.
  public var place: String { "\(Self.scheme)\(address)/\(Self.encoded(key))" }

  /// Whether both say the same.
  public static func == (one: RedisStreamURL, other: RedisStreamURL) -> Bool { one.description == other.description }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  // MARK: Text

  private static func split(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
    guard let index = text.firstIndex(of: separator) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }

  /// Decodes `%2F`; nil for a malformed escape, and for bytes that are not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: ":"), UInt8(ascii: "$"), UInt8(ascii: ","):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return encoded
  }
}
