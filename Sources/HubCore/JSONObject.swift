package import Marbles

/// A JSON object that is being written, its keys in the order in which they are added.
package struct JSONObject {
  private var members: [String] = []

  /// An object without members.
  package init() {}

  /// The object, on one line.
  package var text: String { "{\(members.joined(separator: ","))}" }

  /// The members without the braces around them.
  package var inner: String { members.joined(separator: ",") }

  package mutating func add(_ key: String, json: String) { members.append("\(JSONText.quoted(key)):\(json)") }
  package mutating func add(_ key: String, _ text: String?) { add(key, json: text.map(JSONText.quoted) ?? "null") }
  package mutating func add(_ key: String, _ number: Int?) { add(key, json: number.map(String.init) ?? "null") }
  package mutating func add(_ key: String, _ flag: Bool) { add(key, json: flag ? "true" : "false") }
  package mutating func add(_ key: String, _ time: SceneTime?) { add(key, json: time?.description ?? "null") }
  package mutating func add(_ key: String, _ list: [String]) {
    add(key, json: "[\(list.map(JSONText.quoted).joined(separator: ","))]")
  }
  package mutating func add(_ key: String, _ object: JSONObject) { add(key, json: object.text) }
  package mutating func add(_ key: String, objects: [JSONObject]) {
    add(key, json: "[\(objects.map(\.text).joined(separator: ","))]")
  }
  package mutating func add(_ key: String, _ factor: SpeedFactor) { add(key, json: factor.description) }
  /// A finite number, without a fraction where it has none.
  package mutating func add(_ key: String, _ number: Double) {
    add(key, json: Int(exactly: number).map(String.init) ?? String(number))
  }
}
