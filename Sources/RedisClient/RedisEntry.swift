/// An entry of a stream.
public struct RedisEntry: Hashable, Sendable {
  /// The id that the server or the writer gave it: `1692632086370-0`.
  public var id: String
  /// The fields in order; a name may occur more than once.
  public var fields: [Field]

  /// A name and a value.
  public struct Field: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// Creates an entry.
  public init(id: String, fields: [Field]) { (self.id, self.fields) = (id, fields) }

  /// Reads an entry as `XREAD` and others answer it; nil for an entry that was deleted, and for another reply.
  public init?(_ reply: RedisReply) {
    guard let parts = reply.array, parts.count == 2, let id = parts[0].text, let words = parts[1].array else {
      return nil
    }
    self.id = id
    fields = []
    fields.reserveCapacity(words.count / 2)
    var index = 0
    while index + 1 < words.count {
      fields.append(Field(words[index].text ?? "", words[index + 1].text ?? ""))
      index += 2
    }
  }

  /// The milliseconds since 1970 in the id; nil when the writer chose ids that are no times.
  public var milliseconds: Int? {
    guard let number = Int(id.prefix { $0 != "-" }), number >= Self.earliestTime else { return nil }
    return number
  }

  /// The beginning of 2001: ids before it are numbers rather than times.
  private static let earliestTime = 978_307_200_000

  /// The names and values as arguments of `XADD`.
  public var words: [String] { fields.flatMap { [$0.name, $0.value] } }
}

extension RedisReply {
  /// The entries of an array; deleted ones are left out.
  public var entries: [RedisEntry] { (array ?? []).compactMap(RedisEntry.init) }

  /// The entries of the only stream that `XREAD` or `XREADGROUP` was asked for; none when the time was over.
  public var streamEntries: [RedisReply] { array?.first?.array?.last?.array ?? [] }
}
