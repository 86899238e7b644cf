/// Images directly after a scene, or after a comment that says what they show.
///
/// ```markdown
/// <!-- marbled: sample --at 2.6 -->
/// ![The sample after 2.6 s](pictures/sample.svg)
/// ```
public struct MarkdownFigure: Hashable, Sendable {
  /// An image whose path is relative and ends in `.svg`.
  public struct Picture: Hashable, Sendable {
    /// The path, relative to the folder of the document.
    public var path: String
    /// The line of the path, from 1.
    public var line: Int
    /// The column of the path, from 1, in characters.
    public var column: Int
  }

  /// The words after `marbled:` in the comment above the images; nil without a comment.
  public var options: [String]?
  /// The number of the nearest scene above, from 1; nil when there is none.
  public var scene: Int?
  /// The line of the comment, or of the first image, from 1.
  public var line: Int
  /// The pictures, in the order of their links.
  public var pictures: [Picture]
}

extension MarkdownFigure.Picture {
  /// The path in the destination of an image; nil when it is absolute, has a scheme, or is not that of an SVG file.
  static func path(of destination: [UInt8]) -> String? {
    let location = destination.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let firstPart = location.prefix { $0 != UInt8(ascii: "/") }
    guard location.first != UInt8(ascii: "/"), !firstPart.contains(UInt8(ascii: ":")),
      let path = String(validating: percentDecoded(location), as: UTF8.self), path.hasSuffix(".svg"),
      !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    return path
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        decoded.append(code)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}
