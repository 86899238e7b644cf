internal import Foundation
internal import Gzip

/// A scene in the path of a link, `/s/PACKED`: its text, compressed by DEFLATE, in base64url, as pages have it in their fragment.
struct PackedScene: Hashable, Sendable {
  /// The maximum number of characters in a path: chats and proxies cut longer ones.
  static let maximumLength = 8_000
  /// The maximum size of a scene in a link, in bytes.
  static let maximumBytes = 200_000

  /// Why a link can't be read.
  enum Damage: Error, Hashable, CustomStringConvertible {
    case notBase64, damaged, tooLarge

    var description: String {
      switch self {
      case .notBase64: "it is not base64url"
      case .damaged: "its data is damaged or cut off"
      case .tooLarge: "its scene is larger than \(PackedScene.maximumBytes / 1000) kB"
      }
    }
  }

  /// The text of the scene.
  let yaml: String

  /// Reads what is behind `/s/`.
  init(_ text: String) throws(Damage) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.isOfAlphabet) else { throw .notBase64 }
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: standard + padding) else { throw .notBase64 }
    let expanded: [UInt8]
    do throws(Deflate.Failure) { expanded = try Deflate.expanded(Array(bytes), upTo: Self.maximumBytes) } catch {
      throw error == .tooLarge ? .tooLarge : .damaged
    }
    guard let yaml = String(validating: expanded, as: UTF8.self) else { throw .damaged }
    self.yaml = yaml
  }

  /// What is behind `/s/`, or behind `s=` in a fragment, for the text of a scene.
  static func packed(_ yaml: String) -> String {
    let base64 = Data(GzipEncoder.deflated(Array(yaml.utf8))).base64EncodedString()
    return base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func isOfAlphabet(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
