/// Refuses text that nests too deeply for the stack, as composing YAML is recursive.
///
/// It computes an upper bound from the text alone: brackets count wherever they are. The reader checks the exact depth
/// afterwards.
enum YAMLNesting {
  /// Far above ``YAMLReader/maximumDepth``, to allow for brackets in text.
  private static let limit = 128

  static func check(_ source: SourceText) throws(SceneFileError) {
    let bytes = source.bytes
    var open = 0
    var indentations: [Int] = []
    var offset = 0
    var isAtStart = true
    while offset < bytes.count {
      if isAtStart {
        let (indentation, markers, end) = leading(bytes, from: offset)
        // Blank lines do not affect nesting.
        if end < bytes.count, SourceText.breakLength(in: bytes, at: end) == 0 {
          while let last = indentations.last, last >= indentation { indentations.removeLast() }
          indentations.append(indentation)
        }
        if indentations.count + markers + open > limit { throw tooDeep(source, at: offset) }
        isAtStart = false
        offset = end
        continue
      }
      let length = SourceText.breakLength(in: bytes, at: offset)
      switch bytes[offset] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open = max(0, open - 1)
      default: break
      }
      if indentations.count + open > limit { throw tooDeep(source, at: offset) }
      isAtStart = length > 0
      offset += max(length, 1)
    }
  }

  /// The indentation of a line, and the number of collections that its `- ` and `? ` start.
  private static func leading(_ bytes: [UInt8], from start: Int) -> (indentation: Int, markers: Int, end: Int) {
    var markers = 0
    var end = start
    while end < bytes.count {
      let isMarker =
        bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "?") || bytes[end] == UInt8(ascii: ":")
      if isMarker { markers += 1 } else if bytes[end] != 0x20, bytes[end] != 0x09 { break }
      if isMarker, end + 1 < bytes.count, bytes[end + 1] != 0x20, bytes[end + 1] != 0x09 { break }
      end += 1
    }
    return (end - start, markers, end)
  }

  private static func tooDeep(_ source: SourceText, at offset: Int) -> SceneFileError {
    source.error(at: offset, "nested too deeply; expected at most \(YAMLReader.maximumDepth) levels")
  }
}
