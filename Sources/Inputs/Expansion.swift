internal import Gzip

/// The bytes of a source: expanded if they begin as a file of gzip does, and otherwise as they come.
struct Expansion {
  private enum State {
    /// No byte came, or this one with which a file of gzip may begin.
    case undecided([UInt8])
    case plain
    case gzip(GzipDecoder)
  }

  private var state = State.undecided([])
  /// Whether bytes may be left to expand.
  private(set) var hasMore = false

  /// - Parameter path: the file that is read; with `.gz` at its end, its bytes must be those of gzip. nil for other sources.
  init(path: String? = nil) {
    if let path, Self.isName(path) { state = .gzip(GzipDecoder()) }
  }

  /// Whether the name of a file promises that it is one of gzip.
  static func isName(_ path: String) -> Bool { path.hasSuffix(".gz") }

  /// Takes bytes of the source.
  ///
  /// - Returns: those that are not compressed; what others are expanded to, ``next(_:)`` gives.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch state {
    case .plain: return bytes
    case .gzip(let decoder):
      decoder.add(bytes)
      hasMore = true
      return []
    case .undecided(let held):
      let signature = GzipDecoder.signature
      if held.count + bytes.count < signature.count, signature.starts(with: held + bytes) {
        state = .undecided(held + bytes)
        return []
      }
      guard (held + bytes.prefix(signature.count)).starts(with: signature) else {
        state = .plain
        return held.isEmpty ? bytes : (held + bytes)[...]
      }
      let decoder = GzipDecoder()
      decoder.add(held)
      decoder.add(bytes)
      (state, hasMore) = (.gzip(decoder), true)
      return []
    }
  }

  /// The next expanded bytes, at the start of a buffer; none when the source must be read on.
  mutating func next(_ buffer: inout [UInt8]) throws(GzipError) -> ArraySlice<UInt8> {
    guard case .gzip(let decoder) = state, hasMore else { return [] }
    let count = try decoder.read(into: &buffer)
    hasMore = count > 0
    return buffer[..<count]
  }

  /// Ends the source, when ``hasMore`` is false.
  ///
  /// - Returns: the last bytes that are not compressed.
  func finish() throws(GzipError) -> [UInt8] {
    switch state {
    case .undecided(let held): return held
    case .plain: return []
    case .gzip(let decoder):
      try decoder.finish()
      return []
    }
  }
}

extension FileBytes {
  /// Reads the file at `path`, and expands it if it is one of gzip.
  ///
  /// - Parameter limit: the maximum size, in bytes, also of what is expanded.
  /// - Returns: the bytes, and why there may be more, if the file is damaged or not whole.
  static func readExpanded(
    _ path: String, limit: Int
  ) throws(Problem) -> (bytes: [UInt8], damage: GzipError?) {
    let content = try read(path, limit: limit)
    var expansion = Expansion(path: path)
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    let first = expansion.take(content[...])
    // Nothing is copied of a file that is not compressed.
    if first.count == content.count, !content.isEmpty { return (content, nil) }
    while true {
      do throws(GzipError) {
        let next = try expansion.next(&buffer)
        bytes += next.isEmpty ? try expansion.finish()[...] : next
        if next.isEmpty { return (bytes, nil) }
      } catch {
        return (bytes, error)
      }
      if bytes.count > limit { throw .tooLarge(limit: limit) }
    }
  }
}
