import Marbles

@testable import Inputs

extension LineRecord {
  /// `3 {"a":1}`, or `3 ! why`; with `ragged`, `invalid` and `too long` at its end.
  var text: String {
    var text =
      switch content {
      case .value(let value): "\(number) \(value.json)"
      case .malformed(let why): "\(number) ! \(why)"
      }
    if isRagged { text += " ragged" }
    if hasInvalidCharacters { text += " invalid" }
    if isTooLong { text += " too long" }
    return text
  }
}

extension RecordReader {
  /// All records of a source.
  mutating func all(_ bytes: some Collection<UInt8>) -> [String] { all([Array(bytes)]) }

  /// All records of a source that comes in chunks.
  mutating func all(_ chunks: [[UInt8]]) -> [String] {
    var records: [LineRecord] = []
    for chunk in chunks { records += read(chunk) }
    return (records + finish()).map(\.text)
  }
}
