internal import NIOCore

/// Bytes for all viewers, and the same bytes as a chunk of HTTP/1.1: framed once, not once for each viewer.
struct ChunkedBytes: Sendable {
  private static let lineEnd = "\r\n"

  /// The bytes; after ``seal()``, the whole chunk.
  private var buffer = ByteBuffer()
  /// Where the bytes begin: behind the size of the chunk.
  private var start = 0
  /// The number of bytes, without the frame.
  private(set) var count = 0

  /// Adds bytes.
  mutating func append(_ bytes: inout ByteBuffer) {
    count += bytes.readableBytes
    buffer.writeBuffer(&bytes)
  }

  /// Frames the bytes; nothing is added afterwards.
  mutating func seal() { (buffer, start) = Self.chunk(buffer) }

  /// The bytes after the first `read`.
  func bytes(after read: Int) -> ByteBuffer { bytes(from: read, to: count) }

  /// The bytes of a range.
  func bytes(from lower: Int, to upper: Int) -> ByteBuffer {
    buffer.getSlice(at: start + lower, length: upper - lower)!
  }

  /// A chunk of the bytes after the first `read`.
  func chunk(after read: Int) -> ByteBuffer { read == 0 ? buffer : Self.chunk(bytes(after: read)).buffer }

  /// A chunk of bytes (RFC 9112, 7.1), and where the bytes begin in it.
  private static func chunk(_ bytes: ByteBuffer) -> (buffer: ByteBuffer, start: Int) {
    let size = size(bytes.readableBytes)
    var chunk = ByteBufferAllocator().buffer(capacity: size.utf8.count + bytes.readableBytes + lineEnd.utf8.count)
    chunk.writeString(size)
    chunk.writeImmutableBuffer(bytes)
    chunk.writeString(lineEnd)
    return (chunk, size.utf8.count)
  }

  /// The parts of a chunk of the bytes of all buffers, which are not copied.
  static func chunk(of buffers: [ByteBuffer]) -> [ByteBuffer] {
    let count = buffers.reduce(0) { $0 + $1.readableBytes }
    return [ByteBuffer(string: size(count))] + buffers + [ByteBuffer(string: lineEnd)]
  }

  private static func size(_ count: Int) -> String { String(count, radix: 16) + lineEnd }
}
