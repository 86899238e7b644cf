#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files as bytes, read as C reads them: what a program needs to begin is to bring in no more of Foundation than it uses.
package enum FileBytes {
  /// All of the file at `path`; nil when there is none, or it can't be read.
  package static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return ferror(file) == 0 ? bytes : nil
  }

  /// Whether there is anything at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// What bytes say in UTF-8, but for a byte order mark; nil where they are none.
  package static func text(_ bytes: [UInt8]) -> String? {
    String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
  }
}
