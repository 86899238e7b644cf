internal import Marbles

extension Value {
  /// The JSON pointers (RFC 6901) of all tuples in the value.
  var tuplePointers: [String] {
    var pointers: [String] = []
    addTuplePointers(to: &pointers, at: "")
    return pointers
  }

  private func addTuplePointers(to pointers: inout [String], at pointer: String) {
    switch self {
    case .tuple(let elements):
      pointers.append(pointer)
      for (index, element) in elements.enumerated() {
        element.addTuplePointers(to: &pointers, at: "\(pointer)/\(index)")
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        element.addTuplePointers(to: &pointers, at: "\(pointer)/\(index)")
      }
    case .object(let members):
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        let step = key.replacing("~", with: "~0").replacing("/", with: "~1")
        member.addTuplePointers(to: &pointers, at: "\(pointer)/\(step)")
      }
    case .null, .bool, .int, .double, .string: break
    }
  }

  /// The same value with the arrays at JSON pointers replaced by tuples; outer pointers come first.
  func withTuples(at pointers: [String]) -> Value {
    pointers.reduce(self) { value, pointer in
      value.withTuple(
        at: pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)[...])
    }
  }

  private func withTuple(at path: ArraySlice<String>) -> Value {
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
