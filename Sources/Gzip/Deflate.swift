/// Expands data of DEFLATE (RFC 1951) that is there as a whole, as in links.
public enum Deflate {
  /// Why data can't be expanded.
  public enum Failure: Error, Hashable, Sendable {
    /// The data is damaged, for the reason given.
    case damaged(String)
    /// The data ends too early.
    case cut
    /// Other bytes follow the data.
    case trailing
    /// The expanded data has more bytes than the limit.
    case tooLarge
  }

  /// The expanded bytes.
  ///
  /// - Parameters:
  ///   - bytes: compressed bytes, without the header and the checksum of gzip.
  ///   - limit: the maximum number of expanded bytes. No more are made than this and ``Inflater/most``.
  public static func expanded(_ bytes: [UInt8], upTo limit: Int) throws(Failure) -> [UInt8] {
    var input = BitInput()
    input.add(bytes)
    let inflater = Inflater()
    inflater.begin()
    var expanded: [UInt8] = []
    while !inflater.isDone {
      inflater.makeRoom()
      let start = inflater.end
      do throws(Inflater.Damage) { try inflater.run(&input, until: start + Inflater.most) } catch {
        throw .damaged(error.what)
      }
      expanded += UnsafeBufferPointer(start: inflater.window + start, count: inflater.end - start)
      guard expanded.count <= limit else { throw .tooLarge }
      guard inflater.isDone || inflater.end > start else { throw .cut }
    }
    input.align()
    guard input.take(8) == nil else { throw .trailing }
    return expanded
  }
}
