internal import Playground
internal import Synchronization

/// The first pictures of pages: each is drawn once, by the queue of runs, for all visitors, also for those who ask at the same
/// time.
final class FirstPictures: Sendable {
  /// The maximum number of pictures that are kept.
  static let maximumCount = 200

  private struct Key: Hashable {
    var kind, name: String
    var isNarrow: Bool
  }

  private let library: PlaygroundLibrary
  private let queue: RunQueue
  private let drawn = Mutex<[Key: Task<FirstPicture?, Never>]>([:])

  init(of library: PlaygroundLibrary, queue: RunQueue) { (self.library, self.queue) = (library, queue) }

  /// The picture of an operator or a scene; nil when it can't be drawn within the time of a run, or the queue is full.
  func picture(kind: String, name: String, isNarrow: Bool) async -> FirstPicture? {
    let key = Key(kind: kind, name: name, isNarrow: isNarrow)
    let drawing = drawn.withLock { drawn in
      if let known = drawn[key] { return known }
      if drawn.count >= Self.maximumCount, let any = drawn.keys.first { drawn[any] = nil }
      let drawing = Task { await draw(key) }
      drawn[key] = drawing
      return drawing
    }
    let picture = await drawing.value
    // The server may have been busy: the next visitor may have it.
    if picture == nil { drawn.withLock { if $0[key] == drawing { $0[key] = nil } } }
    return picture
  }

  private func draw(_ key: Key) async -> FirstPicture? {
    let library = library
    let picture = try? await queue.perform { cancellation in
      FirstPicture(
        from: library, kind: key.kind, name: key.name, isNarrow: key.isNarrow, cancellation: cancellation)
    }
    return picture ?? nil
  }
}

/// A picture as a part of a document.
extension FirstPicture {
  /// The declarations of the size of the picture, which keep its place before it is read.
  var size: String { "--width:\(width)px;--ratio:\(width / height)" }

  /// The picture in a separate tree, whose style does not reach the rest of the page.
  func drawing(nonce: String) -> String {
    "<template shadowrootmode=\"open\"><style nonce=\"\(nonce)\">svg{display:block;width:100%;height:auto}"
      + "\(style)</style>"
      // Without scripts it does not play, so it shows everything at once.
      + "<noscript><style nonce=\"\(nonce)\">.s{visibility:visible}</style></noscript>\(svg)</template>"
  }
}
