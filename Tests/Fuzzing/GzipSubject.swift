internal import Gzip
public import Marbles

/// Files of gzip. Each character of a text is a byte, up to `ÿ`; for a higher one, the low byte counts.
public struct GzipSubject: FuzzSubject {
  /// The name on the command line.
  public let name = "gzip"

  /// Files that other programs wrote: with fixed codes, stored, and with the file's own codes.
  private static let files = [
    "1f8b0800000000000203ab562a2e492c292d56b2323230d0512a482cc950b252d24f54aae5aaa650cad4c018215551595555a9a4a354"
      + "5a9c5a04e427e6e50139b9405586467aa6205db9c5e940f1928c5485c2d2cce46c85a4a2fcf23c85b4fc0a85acd2dc826285fcb2d422"
      + "0590744e6255a5424a7e3a155c38a08e0700db473d177a010000",
    "1f8b0800000000000403010700f8ff73746f7265640ae29c53a507000000",
    "1f8b08000000000002037552c10dc2300cfc678a6c40ecb8493300e209122cd032015fa6071cc5be4854ea233dfb7ce74b6889dbfeec"
      + "5f28f1fd0a39c5dbf5fe88a73d2cf172fe1eb6405ac05659ad260053357241388f6ea1ffdd94105fe167526535c24e233be67440423c"
      + "97798741e6be3aea72fd41e46950c3ea58481dc9a49115c2589a0d111daa24d89efb948ae65c98d310cb6ec6c9c8228c979b9b84c162"
      + "3787ebd251fe4d936940325fd8364527de43e6c1dec007eae4c61c74020000",
  ].map(text(ofHex:))

  private static let noise = RandomBytes(
    tokens: [
      "\u{1F}\u{8B}\u{8}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{3}", "\u{1F}\u{8B}\u{8}", "\u{0}", "\u{1}", "\u{3}", "\u{4}",
      "\u{5}", "\u{8}", "\u{10}", "\u{1F}", "\u{20}", "\u{7F}", "\u{8B}", "ÿ", "ÿÿ", "a", "\u{1}\u{0}\u{0}ÿÿ",
      "\u{0}\u{7}\u{0}øÿ", "K\u{4}\u{0}", "\u{3}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
    ]
  ) { random in
    // A file may have several members.
    (0..<1 + random.below(2)).map { _ in
      random.below(3) > 0 ? random.pick(files) : text(of: GzipEncoder.compressed(content(&random)))
    }.joined()
  }

  /// Creates the subject.
  public init() {}

  /// A file of gzip, or a similar text.
  public func text(_ random: inout SplitMix64) -> String { Self.noise.text(&random) }

  /// However the bytes come, and however much is taken at once, the result must be the same. What is compressed must be
  /// expanded to what it was.
  public func verdict(on text: String) -> FuzzVerdict {
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let packed = GzipEncoder.compressed(bytes)
    guard Self.expanded(packed, by: .max, 1 << 12, most: .max) == Expanded(bytes: bytes, error: nil) else {
      return .failed("what is compressed is expanded to something else")
    }
    let whole = Self.expanded(bytes, by: .max, 1 << 12)
    for (piece, room) in [(1, 1 << 12), (7, 13), (.max, 1)] {
      let again = Self.expanded(bytes, by: piece, room)
      if whole.isLong, again.isLong { continue }
      // The place of an error is one near it.
      if again.bytes != whole.bytes || again.error?.reason != whole.error?.reason {
        return .failed("\(piece) bytes at a time, \(room) expanded at a time: \(again.clause), not \(whole.clause)")
      }
    }
    return whole.error == nil ? .accepted : .rejected
  }

  /// What became of a file.
  private struct Expanded: Equatable {
    var bytes: [UInt8]
    var error: GzipError?

    /// Whether it was left at the limit.
    var isLong: Bool { bytes.count > GzipSubject.most }
    var clause: String { "\(bytes.count) bytes, \(error?.description ?? "no error")" }
  }

  /// The number of expanded bytes after which a file is left: a short file may have many.
  private static let most = 1 << 14

  /// - Parameters:
  ///   - bytes: the file.
  ///   - piece: how many bytes come at once.
  ///   - room: how many expanded bytes are taken at once.
  ///   - most: the number of expanded bytes after which it is left.
  private static func expanded(_ bytes: [UInt8], by piece: Int, _ room: Int, most: Int = most) -> Expanded {
    let decoder = GzipDecoder()
    var (result, buffer) = ([UInt8](), [UInt8](repeating: 0, count: room))
    do throws(GzipError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        decoder.add(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        while case let count = try decoder.read(into: &buffer), count > 0 {
          result += buffer[..<count]
          if result.count > most { return Expanded(bytes: result, error: nil) }
        }
      }
      try decoder.finish()
      return Expanded(bytes: result, error: nil)
    } catch {
      return Expanded(bytes: result, error: error)
    }
  }

  private static func content(_ random: inout SplitMix64) -> [UInt8] {
    let few = (0..<1 + random.below(4)).map { _ in UInt8(random.below(256)) }
    return (0..<random.below(random.pick([4, 40, 400]))).map { _ in
      random.below(4) == 0 ? UInt8(random.below(256)) : random.pick(few)
    }
  }

  private static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(text)
  }

  private static func text(ofHex digits: String) -> String {
    let digits = Array(digits)
    return text(
      of: stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) })
  }
}
