internal import Exports
internal import Inputs
internal import Marbles
internal import Scenes

/// What happened in a row as viewers are told, so that they can draw it as it is drawn here.
///
/// It is a line of `render --format json`, and what JSON can't say beside it: which of the arrays are tuples, as JSON
/// pointers into the value.
enum EventLine {
  static func text(_ entry: Recording.Entry, _ names: EventNames) -> String {
    let line = JSONLines.line(entry, names)
    guard case .value(let event) = entry.kind else { return line }
    let pointers = event.value.tuplePointers
    guard !pointers.isEmpty else { return line }
    return "\(line.dropLast()),\"tuples\":[\(pointers.map(JSONText.quoted).joined(separator: ","))]}"
  }

  /// What an object of such a line tells; nil when it tells nothing of these rows.
  ///
  /// - Parameter names: the ids of the scene's events.
  static func entry(_ members: [String: Value], _ names: EventNames) -> Recording.Entry? {
    guard case .string(let name)? = members["row"], let row = names.position(ofRow: name),
      let seconds = members["time"]?.number, seconds >= 0, seconds < 9e9, case .string(let kind)? = members["kind"]
    else { return nil }
    let time = SceneTime.seconds(seconds)
    switch kind {
    case "value":
      guard let key = members["id"]?.text.flatMap(names.key), key.row == row else { return nil }
      return event(members, names, time: time).map {
        Recording.Entry(row: row, index: key.index, time: time, kind: .value($0))
      }
    // How many values came before an end is not told.
    case "finish": return Recording.Entry(row: row, index: 0, time: time, kind: .finish)
    case "error":
      let message = members["message"]?.text ?? Timeline.defaultErrorMessage
      return Recording.Entry(row: row, index: 0, time: time, kind: .error(message: message))
    default: return nil
    }
  }

  private static func event(_ members: [String: Value], _ names: EventNames, time: SceneTime) -> Event? {
    guard var value = members["value"] else { return nil }
    func lineage(_ key: String) -> Lineage { Lineage((members[key]?.texts ?? []).compactMap(names.key)) }
    for pointer in members["tuples"]?.texts ?? [] {
      value = value.withTuple(
        at: pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)[...])
    }
    return Event(
      time: time, value: value, color: members["color"]?.text.flatMap(MarbleColor.init) ?? .green,
      from: lineage("from"), sources: lineage("sources"),
      animation: members["animation"].flatMap(Animation.init(json:)))
  }
}

extension Value {
  /// The strings of an array.
  fileprivate var texts: [String] { if case .array(let elements) = self { elements.compactMap(\.text) } else { [] } }

  /// Where tuples are in it, as JSON pointers (RFC 6901).
  fileprivate var tuplePointers: [String] {
    var pointers: [String] = []
    func visit(_ value: Value, _ pointer: String) {
      switch value {
      case .tuple(let elements):
        pointers.append(pointer)
        for (index, element) in elements.enumerated() { visit(element, "\(pointer)/\(index)") }
      case .array(let elements):
        for (index, element) in elements.enumerated() { visit(element, "\(pointer)/\(index)") }
      case .object(let members):
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
          visit(member, "\(pointer)/\(key.replacing("~", with: "~0").replacing("/", with: "~1"))")
        }
      case .null, .bool, .int, .double, .string: break
      }
    }
    visit(self, "")
    return pointers
  }

  /// The same value with a tuple in the place of the array at a pointer.
  fileprivate func withTuple(at path: ArraySlice<String>) -> Value {
    guard let step = path.first else {
      if case .array(let elements) = self { return .tuple(elements) }
      return self
    }
    switch self {
    case .array(var elements):
      guard let index = Int(step), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].withTuple(at: path.dropFirst())
      return .array(elements)
    case .tuple(var elements):
      guard let index = Int(step), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].withTuple(at: path.dropFirst())
      return .tuple(elements)
    case .object(var members):
      let key = step.replacing("~1", with: "/").replacing("~0", with: "~")
      guard let member = members[key] else { return self }
      members[key] = member.withTuple(at: path.dropFirst())
      return .object(members)
    case .null, .bool, .int, .double, .string: return self
    }
  }
}
