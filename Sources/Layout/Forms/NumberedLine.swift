/// The numbers of a line of text, and its shape: the line with `#` for each number.
///
/// `icmp_seq=19 ttl=56 time=16.6 ms` has the shape `icmp_seq=# ttl=# time=# ms`. Lines of one shape can be compared number
/// by number. An address such as `93.184.216.34` is no number.
package struct NumberedLine: Hashable, Sendable {
  /// A number of the line.
  package struct Number: Hashable, Sendable {
    /// Its value.
    package var number: Double
    /// As it is written, without the unit.
    package var text: String
    /// The unit behind it, such as `ms` or `%`; empty when there is none.
    package var unit: String
  }

  /// The line with `#` for each number.
  package let shape: String
  /// The numbers, from left to right.
  package let numbers: [Number]

  /// The maximum length of a line that is examined, in bytes.
  private static let longest = 1000
  /// The maximum length of a unit, in bytes.
  private static let longestUnit = 3
  /// The characters between words.
  private static let separators = Set(" \t=,;()[]{}<>\"'|".utf8)

  /// Reads a line; nil for one without numbers, and for a very long one.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let bytes = Array(text.utf8)
    var shape: [UInt8] = []
    var numbers: [Number] = []
    var index = 0
    while index < bytes.count {
      guard !Self.separators.contains(bytes[index]) else {
        shape.append(bytes[index])
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !Self.separators.contains(bytes[index]) { index += 1 }
      guard var number = Self.number(bytes[start..<index]) else {
        shape += bytes[start..<index]
        continue
      }
      shape.append(UInt8(ascii: "#"))
      shape += number.unit.utf8
      if number.unit.isEmpty { number.unit = Self.unit(behind: index, in: bytes) }
      numbers.append(number)
    }
    guard !numbers.isEmpty else { return nil }
    (self.shape, self.numbers) = (String(decoding: shape, as: UTF8.self), numbers)
  }

  /// The number that a word is, with its unit; nil for another word.
  private static func number(_ word: ArraySlice<UInt8>) -> Number? {
    var word = word
    if word.last == UInt8(ascii: ":") { word.removeLast() }
    let end = word.lastIndex { isDigit($0) }.map { $0 + 1 } ?? word.startIndex
    let (digits, unit) = (word[..<end], word[end...])
    guard let first = digits.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }), isDigit(first),
      unit.count <= longestUnit, unit.allSatisfy({ isLetter($0) || $0 == UInt8(ascii: "%") }),
      digits.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) })
    else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    guard let number = Double(text), number.isFinite else { return nil }
    return Number(number: number, text: text, unit: String(decoding: unit, as: UTF8.self))
  }

  /// The short word behind a number, as in `16.6 ms`, if the line ends there or a separator follows.
  private static func unit(behind index: Int, in bytes: [UInt8]) -> String {
    guard index < bytes.count, bytes[index] == UInt8(ascii: " ") else { return "" }
    let word = bytes[(index + 1)...].prefix { isLetter($0) || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "/") }
    let end = index + 1 + word.count
    guard !word.isEmpty, word.count <= longestUnit, end == bytes.count || separators.contains(bytes[end]) else {
      return ""
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// The word right before a number of a shape, as `time` in `time=#`; nil when there is none.
  static func name(ofNumber index: Int, in shape: String) -> String? {
    let bytes = Array(shape.utf8)
    var left = index
    guard
      let place = bytes.indices.first(where: { place in
        guard bytes[place] == UInt8(ascii: "#"), place == 0 || separators.contains(bytes[place - 1]) else {
          return false
        }
        left -= 1
        return left < 0
      }), place > 1, bytes[place - 1] == UInt8(ascii: "=")
    else { return nil }
    let word = bytes[..<(place - 1)].suffix(while: { !separators.contains($0) })
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
}

extension ArraySlice {
  /// The last elements that all satisfy a condition.
  fileprivate func suffix(while isIncluded: (Element) -> Bool) -> ArraySlice {
    self[(lastIndex { !isIncluded($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
