import Foundation
import Gzip
import Testing

/// Data of DEFLATE without a header, as it is in links.
@Suite struct DeflateTests {
  /// `zlib.compressobj(9, zlib.DEFLATED, -15)` of Python.
  private static let packed = bytes("y89LVSgpz1coyShKTeXKR+EBAA==")

  private static func bytes(_ base64: String) -> [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }

  private func expand(_ bytes: [UInt8], upTo limit: Int = 1000) -> Result<String, Deflate.Failure> {
    do throws(Deflate.Failure) {
      return .success(String(decoding: try Deflate.expanded(bytes, upTo: limit), as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  @Test("whole data is expanded; what is cut, longer, damaged or too large is an error") func expanding() {
    let text = "one two three\none two three\n"
    #expect(expand(Self.packed) == .success(text))
    for count in 0..<Self.packed.count { #expect(expand(Array(Self.packed.prefix(count))) == .failure(.cut)) }
    #expect(expand(Self.packed + [0]) == .failure(.trailing))
    #expect(expand(Self.packed, upTo: 27) == .failure(.tooLarge) && expand(Self.packed, upTo: 28) == .success(text))
    guard case .failure(.damaged) = expand([7, 0]) else { return #expect(Bool(false), "\(expand([7, 0]))") }
  }

  @Test("a few bytes that stand for a gigabyte are given up at the limit") func bomb() throws {
    // Of each block, four bytes are 258 zeros each time: a stored zero, and repetitions of it.
    let zeros = [UInt8](repeating: 0, count: 3_000_000)
    let file = GzipEncoder.compressed(zeros)
    #expect(expand(Array(file[10..<file.count - 8]), upTo: 200_000) == .failure(.tooLarge))
  }
}
