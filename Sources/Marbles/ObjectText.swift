/// The text of an object in JSON, with the places of its members. It is valid JSON.
final class ObjectText: Sendable {
  /// Where a member is in the text, in bytes.
  struct Place: Sendable {
    /// The name without its quotes.
    var key: Range<Int32>
    var value: Range<Int32>
    /// Whether the name has escapes.
    var isEscaped: Bool
  }

  /// The text around the object; objects inside of it share it.
  let bytes: [UInt8]
  /// The object within ``bytes``, from brace to brace.
  let range: Range<Int>
  /// The members in the order of the text. Of several with one name the last counts.
  let places: [Place]
  /// The number of members with different names.
  let count: Int
  /// See ``Value/parts``: never fewer than that.
  let parts: Int
  /// How deep arrays and objects nest in it, itself included.
  let depth: Int
  /// Whether the text can be printed as it is: on one line, and without characters that control a terminal.
  let isPrintable: Bool

  /// The maximum number of members: a search for one of them visits all.
  static let mostMembers = 64
  /// The maximum length of the text.
  static let mostBytes = 1 << 20

  init(bytes: [UInt8], range: Range<Int>, places: [Place], parts: Int, depth: Int, isPrintable: Bool) {
    (self.bytes, self.range, self.places, self.parts, self.depth) = (bytes, range, places, parts, depth)
    self.isPrintable = isPrintable
    var count = places.count
    // Few objects have two members with one name.
    for index in places.indices.dropFirst()
    where places[..<index].contains(where: { Self.isSame($0, places[index], in: bytes) }) {
      count -= 1
    }
    self.count = count
  }

  private static func isSame(_ first: Place, _ second: Place, in bytes: [UInt8]) -> Bool {
    if !first.isEscaped, !second.isEscaped, first.key.count != second.key.count { return false }
    return key(first, in: bytes) == key(second, in: bytes)
  }

  private static func key(_ place: Place, in bytes: [UInt8]) -> String {
    let range = Int(place.key.lowerBound)..<Int(place.key.upperBound)
    guard place.isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    let quoted = Array(bytes[range.lowerBound - 1...range.upperBound])
    guard case .string(let key)? = try? Value(json: quoted) else { return "" }
    return key
  }

  /// The name of a member.
  func key(_ place: Place) -> String { Self.key(place, in: bytes) }

  /// The value of a member.
  func value(_ place: Place) -> Value {
    let range = Int(place.value.lowerBound)..<Int(place.value.upperBound)
    // The text is valid.
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "{"): if let object = JSONScanner.object(in: bytes, range) { return .object(Members(object)) }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): if let number = number(in: range) { return .int(number) }
    default: break
    }
    return (try? Value(json: Array(bytes[range]))) ?? .null
  }

  /// A number of up to 18 digits, as most are; nil for any other.
  private func number(in range: Range<Int>) -> Int? {
    guard range.count <= 18 else { return nil }
    var number = 0
    for index in range {
      let digit = Int(bytes[index]) - 48
      guard 0...9 ~= digit else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The value of the member with this name; nil when there is none.
  func member(_ name: String) -> Value? {
    var text = name
    let place = text.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { bytes in
        places.last { place in
          if place.isEscaped { return key(place) == name }
          guard place.key.count == wanted.count else { return false }
          let start = Int(place.key.lowerBound)
          for offset in 0..<wanted.count where bytes[start + offset] != wanted[offset] { return false }
          return true
        }
      }
    }
    return place.map(value)
  }

  /// The approximate size in bytes, with the text around it.
  var storageBytes: Int { bytes.count + places.count * MemoryLayout<Place>.stride + 160 }

  /// The text as it was written.
  var text: ArraySlice<UInt8> { bytes[range] }
}
