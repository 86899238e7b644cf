internal import NIOCore
internal import Wire

/// A message to viewers, encoded once for all of them.
public struct HubChange: Sendable {
  /// The format in which a stream of changes is sent.
  public enum Form: Sendable {
    /// One JSON object per line.
    case lines
    /// Server-sent events, with ids.
    case events
  }

  /// The sequence number in this run of the daemon; nil for unnumbered messages such as heartbeats.
  let sequence: Int?
  /// The lines `id: …`, `event: …` and `data: …`, followed by an empty line.
  private let event: ByteBuffer
  /// The range in `event` of the object and its line feed.
  private let line: ByteBuffer

  /// The size in memory, in bytes.
  var size: Int { event.readableBytes }

  /// The bytes to send in the format `form`.
  func bytes(_ form: Form) -> ByteBuffer {
    switch form {
    case .lines: line
    case .events: event
    }
  }

  init(_ sequence: Int, run: String, _ event: StreamEvent) {
    self.init(event, sequence: sequence, id: "\(run)-\(sequence)")
  }

  /// A message without a sequence number: a heartbeat or the end.
  static func unnumbered(_ event: StreamEvent) -> HubChange { HubChange(event, sequence: nil, id: nil) }

  private init(_ told: StreamEvent, sequence: Int?, id: String?) {
    self.sequence = sequence
    let json = told.json(sequence)
    let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(told.type)\ndata: "
    // Allocated at the final size: many changes are kept, and a buffer that grows can take up to twice the memory.
    var buffer = ByteBufferAllocator().buffer(capacity: head.utf8.count + json.utf8.count + 2)
    buffer.writeString(head)
    let start = buffer.writerIndex
    buffer.writeString(json)
    buffer.writeString("\n\n")
    event = buffer
    line = buffer.getSlice(at: start, length: buffer.writerIndex - start - 1)!
  }
}
