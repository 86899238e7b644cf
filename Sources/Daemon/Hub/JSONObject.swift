internal import Marbles

/// A JSON object that is being written, its keys in the order in which they are added.
struct JSONObject {
  private var members: [String] = []

  /// The object, on one line.
  var text: String { "{\(members.joined(separator: ","))}" }

  /// The members without the braces around them.
  var inner: String { members.joined(separator: ",") }

  mutating func add(_ key: String, json: String) { members.append("\(JSONText.quoted(key)):\(json)") }
  mutating func add(_ key: String, _ text: String?) { add(key, json: text.map(JSONText.quoted) ?? "null") }
  mutating func add(_ key: String, _ number: Int?) { add(key, json: number.map(String.init) ?? "null") }
  mutating func add(_ key: String, _ flag: Bool) { add(key, json: flag ? "true" : "false") }
  mutating func add(_ key: String, _ time: SceneTime?) { add(key, json: time?.description ?? "null") }
  mutating func add(_ key: String, _ list: [String]) {
    add(key, json: "[\(list.map(JSONText.quoted).joined(separator: ","))]")
  }
  mutating func add(_ key: String, _ object: JSONObject) { add(key, json: object.text) }
  mutating func add(_ key: String, objects: [JSONObject]) {
    add(key, json: "[\(objects.map(\.text).joined(separator: ","))]")
  }
  mutating func add(_ key: String, _ factor: SpeedFactor) { add(key, json: factor.description) }
  /// A finite number, without a fraction where it has none.
  mutating func add(_ key: String, _ number: Double) {
    add(key, json: Int(exactly: number).map(String.init) ?? String(number))
  }
}
