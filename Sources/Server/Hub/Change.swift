internal import NIOCore
internal import Wire

/// Something that viewers are told, encoded once for all of them.
public struct Change: Sendable {
  /// How a stream of changes is written.
  public enum Form: Sendable {
    /// A JSON object a line.
    case lines
    /// Server-sent events, with ids.
    case events
  }

  /// Its number in the run of the daemon; nil for what is not numbered, such as a sign of life.
  let sequence: Int?
  /// `id: …`, `event: …` and `data: …`, each a line, and an empty one.
  private let event: ByteBuffer
  /// Where in `event` the object and its line feed are.
  private let line: ByteBuffer

  /// How many bytes wait where it waits.
  var size: Int { event.readableBytes }

  /// The bytes to be sent.
  func bytes(_ form: Form) -> ByteBuffer {
    switch form {
    case .lines: line
    case .events: event
    }
  }

  /// A numbered change.
  init(_ sequence: Int, run: String, _ event: StreamEvent) {
    self.init(event, sequence: sequence, id: "\(run)-\(sequence)")
  }

  /// A sign of life, or of the end.
  static func unnumbered(_ event: StreamEvent) -> Change { Change(event, sequence: nil, id: nil) }

  private init(_ told: StreamEvent, sequence: Int?, id: String?) {
    self.sequence = sequence
    let json = told.json(sequence)
    let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(told.type)\ndata: "
    // As large as it will be: many of them are kept, and one that grows would have up to twice the room that it needs.
    var buffer = ByteBufferAllocator().buffer(capacity: head.utf8.count + json.utf8.count + 2)
    buffer.writeString(head)
    let start = buffer.writerIndex
    buffer.writeString(json)
    buffer.writeString("\n\n")
    event = buffer
    line = buffer.getSlice(at: start, length: buffer.writerIndex - start - 1)!
  }
}
