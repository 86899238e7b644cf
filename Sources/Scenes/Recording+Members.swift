internal import Marbles

extension Recording {
  /// How many of the newest values of each row are looked at for their members, how deep, and how many names are enough.
  private static let looked = (values: 64, depth: 3, names: 200)

  /// The names of the members that the newest values have, also inside of others, those of the outermost first.
  public var seenMembers: [String] {
    var names: [String] = []
    var known: Set<String> = []
    var level = rows.flatMap { $0.timeline.events.suffix(Self.looked.values).map(\.value) }
    for _ in 0..<Self.looked.depth where !level.isEmpty && names.count < Self.looked.names {
      var below: [Value] = []
      for value in level.prefix(Self.looked.values * max(1, rows.count)) {
        switch value {
        case .object(let members):
          for (name, member) in members.sorted(by: { $0.key < $1.key }) {
            if names.count < Self.looked.names, known.insert(name).inserted { names.append(name) }
            below.append(member)
          }
        case .array(let elements): below += elements.prefix(Self.looked.values)
        default: break
        }
      }
      level = below
    }
    return names
  }
}
