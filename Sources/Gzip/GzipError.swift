/// Why bytes are no file of gzip, or not a whole one.
public struct GzipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The bytes do not begin as a file of gzip does.
    case foreign
    /// The header names a method of compression, or has flags, that are not known.
    case unknown
    /// The bytes end too early.
    case cut
    /// The bytes can't be expanded, for the reason given.
    case damaged(String)
    /// Other bytes follow the compressed ones.
    case trailing
  }

  /// What is wrong.
  public let reason: Reason
  /// The number of compressed bytes that were read before.
  public let offset: Int

  /// A clause for people.
  public var description: String {
    switch reason {
    case .foreign: "it is no gzip file, which begins with the bytes 1f 8b; if its name ends in .gz, rename it"
    case .unknown: "it is a gzip file of an unknown kind: only the method `deflate` is known; unpack it by a tool"
    case .cut: "the gzip file ends too early, after byte \(offset): it was cut, or is not written yet"
    case .damaged(let what): "the gzip file is damaged near byte \(offset): \(what)"
    case .trailing: "bytes that are not compressed follow the gzip file, from byte \(offset + 1) on"
    }
  }
}
