/// A version of a library: three numbers, as in `1.1.4`.
public struct LibraryVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let numbers: [Int]

  /// The version as written; nil for a text that is not three numbers with points between them.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(part) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  /// The older one first.
  public static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// As it is written: `1.1.4`.
  public var description: String { numbers.map(String.init).joined(separator: ".") }
}
