package import Marbles
internal import RedisClient
internal import Scenes

extension LineReader.Line {
  /// The line of an entry: an object with a member for each field.
  ///
  /// A field whose text is a JSON value has that value, as in a line of JSON; any other is a string. The id of the entry is the
  /// id of the event, and its time is the time at the source, unless the settings name members for them.
  init(_ entry: RedisEntry, number: Int, settings: LineSettings) {
    var members: [String: Value] = [:]
    for field in entry.fields {
      members[field.name] = settings.form == .text ? .string(field.value) : Self.value(of: field.value)
    }
    let value = Value.object(members)
    let isSmall = entry.fields.reduce(0) { $0 + $1.value.utf8.count + 1 } <= Value.maximumParts
    self.init(
      number: number,
      content: isSmall || value.parts != nil
        ? .value(value) : .malformed("a value of more than \(Value.maximumParts) parts"))
    id = entry.id
    sourceTime = entry.milliseconds.map { .milliseconds(Int64($0)) }
    if settings.hasPaths {
      let time = sourceTime
      pick(settings)
      if settings.time == nil { sourceTime = time }
    }
  }

  /// The JSON value that a text is; the text itself when it is none.
  static func value(of text: String) -> Value {
    switch text.utf8.first ?? 0 {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "\""):
      break
    default: if text != "true", text != "false", text != "null" { return .string(text) }
    }
    return (try? Value(json: text)) ?? .string(text)
  }
}

extension [RedisEntry.Field] {
  /// The fields of an entry that is read as this value again: a member each, or one field called `value`.
  package init(_ value: Value) {
    if case .object(let members) = value, !members.isEmpty {
      self = members.sorted { $0.key < $1.key }.map { RedisEntry.Field($0.key, Self.text(of: $0.value)) }
    } else {
      self = [RedisEntry.Field("value", Self.text(of: value))]
    }
  }

  /// Strings without quotes, unless they would be read as another value.
  private static func text(of value: Value) -> String {
    guard case .string(let text) = value else { return value.json }
    return LineReader.Line.value(of: text) == value ? text : value.json
  }
}
