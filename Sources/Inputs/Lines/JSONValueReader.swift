internal import Marbles

/// Reads a stream of JSON values, which may take several lines each: NDJSON, and what `kubectl get -o json -w` prints.
///
/// See ``JSONSplitter`` for where a value ends, and for what is malformed. Nesting has the limit `Value.nestingLimit`.
public struct JSONValueReader: RecordReader {
  private var splitter: JSONSplitter
  private var mark = ByteOrderMark()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a value, in bytes; a longer one is malformed.
  ///   - count: the number of earlier lines.
  public init(limit: Int = 1 << 20, after count: Int = 0) { splitter = JSONSplitter(limit: limit, after: count) }

  /// Whether a value has begun that is not complete.
  var isInside: Bool { splitter.isInside }

  /// The number of lines, also of one that has begun.
  public var lineCount: Int { splitter.lineCount }

  /// Reads the values that `bytes` complete.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [LineRecord] {
    splitter.items(in: mark.strip(bytes)).map { record($0) }
  }

  /// Reads the last number or word; another value that is not complete is malformed.
  public mutating func finish() -> [LineRecord] {
    (splitter.items(in: mark.rest()) + [splitter.finish()].compactMap { $0 }).map { record($0) }
  }

  /// Drops the unfinished value, which counts as malformed.
  public mutating func cut(_ reason: String) -> [LineRecord] {
    (splitter.items(in: mark.rest()) + [splitter.cut(reason)].compactMap { $0 }).map { record($0) }
  }

  private func record(_ item: JSONSplitter.Item) -> LineRecord {
    switch item.content {
    case .tooLong: return .tooLong(number: item.number, limit: splitter.limit)
    case .malformed(let reason): return LineRecord(number: item.number, content: .malformed(reason))
    case .value(let bytes):
      do throws(JSONError) {
        // Each part of a value takes at least one byte.
        return LineRecord(number: item.number, content: .checked(try Value(json: bytes), most: bytes.count))
      } catch {
        let reason =
          String(validating: bytes, as: UTF8.self) == nil
          ? "not UTF-8" : JSONSplitter.reason(error, bytes, item.number, item.column)
        return LineRecord(number: item.number, content: .malformed(reason))
      }
    }
  }
}
