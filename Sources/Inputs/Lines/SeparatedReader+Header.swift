internal import Marbles

extension SeparatedReader {
  /// The names of fields, each of which is there once.
  struct Header: Sendable {
    let names: [String]
    private let taken: Set<String>

    /// - Parameter written: the names as the header line has them.
    init(_ written: [String]) {
      let written = written.map { $0.utf8.count > SeparatedReader.maximumName ? "" : $0 }
      // A name that is written keeps its field, whatever names are made for others.
      var taken = Set(written)
      var seen: Set<String> = [""]
      names = written.enumerated().map { index, name in
        if seen.insert(name).inserted { return name }
        let free = Self.free(name, index, taken)
        taken.insert(free)
        return free
      }
      self.taken = taken
    }

    /// The name of the field at an index, also of one that the header line does not have.
    func name(_ index: Int) -> String { index < names.count ? names[index] : Self.free("", index, taken) }

    /// A name with the number of its field, which no other field has.
    private static func free(_ name: String, _ index: Int, _ taken: Set<String>) -> String {
      var name = name
      repeat { name += "_\(index + 1)" } while taken.contains(name)
      return name
    }
  }
}
