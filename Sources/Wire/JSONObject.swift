package import Marbles

/// Builds the text of a JSON object, with its keys in insertion order.
package struct JSONObject: Sendable {
  /// The members, without the braces.
  package private(set) var inner = ""
  private var isFirst = true

  /// Creates an empty object.
  package init() {}

  /// Creates an object whose members `body` adds.
  package init(_ body: (inout JSONObject) -> Void) { body(&self) }

  /// The object, on one line.
  package var text: String { "{\(inner)}" }

  /// Writes a separator and a key, which must not need escapes.
  private mutating func begin(_ key: String) {
    if !isFirst { inner += "," }
    isFirst = false
    inner += "\""
    inner += key
    inner += "\":"
  }

  package mutating func add(_ key: String, json: String) {
    begin(key)
    inner += json
  }

  package mutating func add(_ key: String, value: Value) { add(key, json: value.json) }
  package mutating func add(_ key: String, json elements: [String]) { addList(key, elements) { $0.inner += $1 } }
  package mutating func add(_ key: String, _ number: Int?) { add(key, json: number.map(String.init) ?? "null") }
  package mutating func add(_ key: String, _ flag: Bool) { add(key, json: flag ? "true" : "false") }
  package mutating func add(_ key: String, _ time: SceneTime?) { add(key, json: time?.description ?? "null") }
  package mutating func add(_ key: String, _ factor: SpeedFactor) { add(key, json: factor.description) }
  /// Adds a finite number, without a fraction where it has none.
  package mutating func add(_ key: String, _ number: Double) {
    add(key, json: Int(exactly: number).map(String.init) ?? String(number))
  }

  package mutating func add(_ key: String, _ text: String?) {
    guard let text else { return add(key, json: "null") }
    begin(key)
    JSONText.write(text, to: &inner)
  }

  package mutating func add(_ key: String, _ texts: some Sequence<String>) {
    addList(key, texts) { JSONText.write($1, to: &$0.inner) }
  }

  /// Adds an object whose members `body` adds.
  package mutating func add(_ key: String, _ body: (inout JSONObject) -> Void) {
    begin(key)
    addObject(body)
  }

  /// Adds an array of objects; `body` adds the members of each.
  package mutating func add<Elements: Sequence>(
    _ key: String, objects: Elements, _ body: (inout JSONObject, Elements.Element) -> Void
  ) {
    addList(key, objects) { object, element in object.addObject { body(&$0, element) } }
  }

  private mutating func addObject(_ body: (inout JSONObject) -> Void) {
    inner += "{"
    isFirst = true
    body(&self)
    inner += "}"
    isFirst = false
  }

  private mutating func addList<Elements: Sequence>(
    _ key: String, _ elements: Elements, _ write: (inout JSONObject, Elements.Element) -> Void
  ) {
    begin(key)
    inner += "["
    var isFirstElement = true
    for element in elements {
      if !isFirstElement { inner += "," }
      isFirstElement = false
      write(&self, element)
    }
    inner += "]"
  }
}
