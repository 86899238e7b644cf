/// Expands a file of gzip (RFC 1952) whose bytes come in pieces, in bounded memory.
///
/// A file may consist of several compressed parts, which follow each other. The checksum and the length of each are compared at
/// its end; what was expanded before is given back in any case.
///
/// ```swift
/// let decoder = GzipDecoder()
/// decoder.add(bytes)
/// while case let count = try decoder.read(into: &buffer), count > 0 { use(buffer[..<count]) }
/// try decoder.finish()                                  // nothing is missing
/// ```
public final class GzipDecoder {
  /// What each file begins with.
  public static let signature: [UInt8] = [0x1F, 0x8B]

  private enum Stage {
    /// The ten bytes that each part begins with, from this one on.
    case header(Int)
    case extraLength
    case extra(left: Int)
    case name
    case comment
    case headerChecksum
    case body
    case checksum
    case length
    /// Zeros at the end of a file, as tapes have them.
    case padding
  }

  private var input = BitInput()
  private let inflater = Inflater()
  private var stage = Stage.header(0)
  /// Whether it is the first part.
  private var isFirst = true
  private var flags = 0
  private var headerSum = CRC32()
  private var sum = CRC32()
  private var length: UInt32 = 0
  private var problem: GzipError?

  /// Creates a decoder of a file that begins with the next byte.
  public init() {}

  /// Adds compressed bytes. Their number, and what ``read(into:)`` has left of earlier ones, is the memory that they take.
  public func add(_ bytes: some Collection<UInt8>) { input.add(bytes) }

  /// Expands bytes.
  ///
  /// - Parameter buffer: for the bytes, from its start.
  /// - Returns: how many there are; 0 when more compressed bytes are needed.
  /// - Throws: ``GzipError``, after all bytes before the damage were returned.
  public func read(into buffer: inout [UInt8]) throws(GzipError) -> Int {
    inflater.makeRoom()
    let start = inflater.end
    let limit = start + min(buffer.count, Inflater.most)
    if problem == nil {
      do throws(GzipError) { while try step(until: limit) {} } catch { problem = error }
    }
    let count = inflater.end - start
    if count == 0, let problem { throw problem }
    buffer.withUnsafeMutableBytes { $0.copyMemory(from: expanded(from: start)) }
    return count
  }

  /// Says that no more bytes come; ``read(into:)`` must have returned 0.
  ///
  /// - Throws: ``GzipError`` when the file is not whole.
  public func finish() throws(GzipError) {
    if let problem { throw problem }
    switch stage {
    case .header(0) where !isFirst: return
    case .padding: return
    default: throw GzipError(reason: .cut, offset: input.total)
    }
  }

  private func error(_ reason: GzipError.Reason) -> GzipError { GzipError(reason: reason, offset: input.offset) }

  private func expanded(from start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: inflater.window + start, count: inflater.end - start)
  }

  /// Reads the next part; false when more bytes are needed, or the limit is reached.
  private func step(until limit: Int) throws(GzipError) -> Bool {
    switch stage {
    case .body:
      let start = inflater.end
      do throws(Inflater.Damage) { try inflater.run(&input, until: limit) } catch {
        throw self.error(.damaged(error.what))
      }
      sum.add(expanded(from: start))
      length &+= UInt32(truncatingIfNeeded: inflater.end - start)
      guard inflater.isDone else { return false }
      input.align()
      stage = .checksum
    case .checksum:
      guard let expected = input.take(32) else { return false }
      guard expected == Int(sum.value) else { throw error(.damaged("the checksum of its content differs")) }
      stage = .length
    case .length:
      guard let expected = input.take(32) else { return false }
      guard expected == Int(length) else { throw error(.damaged("the length of its content differs")) }
      (stage, isFirst) = (.header(0), false)
    case .padding:
      while let byte = input.take(8) {
        if byte != 0 { throw GzipError(reason: .trailing, offset: input.offset - 1) }
      }
      return false
    case .header(let position): return try readHeader(position)
    case .extraLength, .extra, .name, .comment, .headerChecksum: return try readOptions()
    }
    return true
  }

  /// A byte of the header.
  private func takeByte() -> Int? {
    guard let byte = input.take(8) else { return nil }
    headerSum.add(UInt8(byte))
    return byte
  }

  private func readHeader(_ position: Int) throws(GzipError) -> Bool {
    if position == 0 { headerSum = CRC32() }
    guard let byte = takeByte() else { return false }
    stage = .header(position + 1)
    switch position {
    case 0 where byte == 0 && !isFirst: stage = .padding
    case 0, 1:
      guard byte == Int(Self.signature[position]) else {
        throw isFirst ? error(.foreign) : GzipError(reason: .trailing, offset: input.offset - position - 1)
      }
    case 2: if byte != 8 { throw error(.unknown) }
    case 3:
      // Others are reserved, and may say that the header is longer.
      guard byte & 0xE0 == 0 else { throw error(.unknown) }
      flags = byte
    case 9: stage = .extraLength
    default: break
    }
    return true
  }

  /// Reads the parts of the header that the flags name, in their order.
  private func readOptions() throws(GzipError) -> Bool {
    switch stage {
    case .extraLength:
      guard flags & 4 != 0 else {
        stage = .name
        return true
      }
      guard let length = input.take(16) else { return false }
      headerSum.add(UInt8(length & 0xFF))
      headerSum.add(UInt8(length >> 8))
      stage = .extra(left: length)
    case .extra(let left):
      if left > 0, takeByte() == nil { return false }
      stage = left > 0 ? .extra(left: left - 1) : .name
    case .name: return skipText(8, then: .comment)
    case .comment: return skipText(16, then: .headerChecksum)
    default:
      if flags & 2 != 0 {
        guard let expected = input.take(16) else { return false }
        guard expected == Int(headerSum.value & 0xFFFF) else {
          throw error(.damaged("the checksum of its header differs"))
        }
      }
      (stage, sum, length) = (.body, CRC32(), 0)
      inflater.begin()
    }
    return true
  }

  /// Passes over a text up to its zero, if the flags name it.
  private func skipText(_ flag: Int, then next: Stage) -> Bool {
    if flags & flag != 0 {
      guard let byte = takeByte() else { return false }
      if byte != 0 { return true }
    }
    stage = next
    return true
  }
}
