public import Marbles
public import RedisClient

/// A stream of a Redis server as the source of a row: which stream, from where, and in which group.
public struct RedisSource: Hashable, Sendable {
  /// Where reading begins.
  public enum Start: Hashable, Sendable {
    /// With the next entry.
    case now
    /// After the entry with this id; `0` is before the first.
    case after(String)
  }

  /// A consumer group, whose consumers share the entries.
  public struct Group: Hashable, Sendable {
    /// The name of the group, which is created if the stream has none of this name.
    public var name: String
    /// The name of this consumer; nil generates a unique one.
    public var consumer: String?
    /// How long a consumer may be idle before others claim its entries.
    public var claimAfter: SceneTime
    /// How many times an entry is delivered before it is moved to ``aside``.
    public var deliveries: Int
    /// The stream for entries that were delivered too often.
    public var aside: String
  }

  /// The stream, without credentials.
  public let url: RedisStreamURL
  /// Where reading begins; for a group, where it begins if marbled creates the group.
  public let start: Start
  /// The group; nil to read all entries.
  public let group: Group?

  /// What scenes keep: the URL without credentials.
  public var text: String { url.description }

  private static let parameters = ["from", "group", "consumer", "claim", "deliveries", "aside"]
  /// The range of ``Group/claimAfter``.
  private static let claims = SceneTime.milliseconds(100)...SceneTime.seconds(86_400)

  /// Reads `redis://host:port/orders?group=g`; credentials are kept in ``RedisVault``.
  ///
  /// - Throws: `RedisStreamURL.Malformed` when the text is no such URL.
  public init(parsing text: String) throws(RedisStreamURL.Malformed) {
    url = try RedisStreamURL(parsing: text, allowed: Self.parameters)
    start =
      switch url["from"] {
      case nil, "now": .now
      case let id? where Self.isID(id): .after(id)
      case let text?:
        throw RedisStreamURL.Malformed(description: "`from=\(text)`: expected now, 0 or the id of an entry")
      }
    guard let name = url["group"] else {
      for parameter in Self.parameters.dropFirst(2) where url[parameter] != nil {
        throw RedisStreamURL.Malformed(description: "`\(parameter)=` needs `group=NAME`")
      }
      group = nil
      return
    }
    guard !name.isEmpty, url["consumer"] != "" else {
      throw RedisStreamURL.Malformed(description: "`group=` and `consumer=` need names")
    }
    var claim = SceneTime.seconds(30)
    if let text = url["claim"] {
      guard let time = try? DurationNotation.parse(text), Self.claims.contains(time) else {
        throw RedisStreamURL.Malformed(description: "`claim=\(text)`: expected a duration from 100ms to 24h, as in 30s")
      }
      claim = time
    }
    var deliveries = 5
    if let text = url["deliveries"] {
      guard let count = Int(text), (1...1_000_000).contains(count) else {
        throw RedisStreamURL.Malformed(description: "`deliveries=\(text)`: expected a whole number, 1 or greater")
      }
      deliveries = count
    }
    group = Group(
      name: name, consumer: url["consumer"], claimAfter: claim, deliveries: deliveries,
      aside: url["aside"] ?? "\(url.key):aside")
  }

  private static func isID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && parts.allSatisfy { UInt64($0) != nil }
  }
}
