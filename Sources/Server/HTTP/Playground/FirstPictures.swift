internal import Playground
internal import Synchronization

/// The first pictures of pages: each is drawn once, by the queue of runs, for all visitors.
final class FirstPictures: Sendable {
  /// The maximum number of pictures that are kept.
  static let maximumCount = 200

  private struct Key: Hashable {
    var kind, name: String
    var isNarrow: Bool
  }

  private let library: PlaygroundLibrary
  private let queue: RunQueue
  private let drawn = Mutex<[Key: Drawn]>([:])

  /// A picture as a part of a document.
  struct Drawn: Sendable {
    let picture: FirstPicture

    var title: String { picture.title }
    var about: String { picture.about }

    /// The declarations of the size of the picture, which keep its place before it is read.
    var size: String { "--width:\(picture.width)px;--ratio:\(picture.width / picture.height)" }

    /// The picture in a tree of its own, whose style does not reach the rest of the page.
    func drawing(nonce: String) -> String {
      "<template shadowrootmode=\"open\"><style nonce=\"\(nonce)\">svg{display:block;width:100%;height:auto}"
        + "\(picture.style)</style>\(picture.svg)</template>"
    }
  }

  init(of library: PlaygroundLibrary, queue: RunQueue) { (self.library, self.queue) = (library, queue) }

  /// The picture of an operator or a scene; nil when it can't be drawn, or the queue is full.
  func picture(kind: String, name: String, isNarrow: Bool) async -> Drawn? {
    let key = Key(kind: kind, name: name, isNarrow: isNarrow)
    if let known = drawn.withLock({ $0[key] }) { return known }
    let library = library
    let picture = try? await queue.perform { _ in
      FirstPicture(from: library, kind: kind, name: name, isNarrow: isNarrow)
    }
    guard let picture = picture ?? nil else { return nil }
    let new = Drawn(picture: picture)
    drawn.withLock { drawn in
      if drawn.count >= Self.maximumCount, let any = drawn.keys.first { drawn[any] = nil }
      drawn[key] = new
    }
    return new
  }
}
