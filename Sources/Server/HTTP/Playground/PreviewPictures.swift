internal import Hummingbird
internal import NIOCore
internal import Platform
internal import Playback
internal import Playground
internal import Synchronization

/// The pictures of previews, as PNG: `rsvg-convert` of librsvg draws them, where it is installed. The newest are kept.
///
/// At most two are drawn at a time: one more address that has used little has a place beside a long one. What the program takes
/// is paid for by the client, like a run.
final class PreviewPictures: Sendable {
  /// The maximum size of a picture, in bytes, and of all that are kept.
  static let (maximumBytes, maximumTotal) = (1 << 20, 8 << 20)
  /// The largest width and height, in pixels.
  static let size = (width: 1200, height: 1200)

  /// What is drawn.
  enum Subject: Hashable, Sendable {
    /// An operator or a scene of the library: `operators` or `scenes`, and its name.
    case item(kind: String, name: String)
    /// A scene in a link.
    case link(PackedScene, name: String)
  }

  /// Why there is no picture.
  enum Failure: Error {
    case refused(RunQueue.Refusal)
    /// It is no scene, or not one that this server runs.
    case noScene
    /// The program has failed, or took too long.
    case program
  }

  private let library: PlaygroundLibrary
  private let limits: RunLimits
  private let queue: RunQueue
  /// Nil where the program is missing.
  private let converter: FilterProgram?
  /// The newest pictures, the oldest first.
  private let kept = Mutex<[(subject: Subject, png: ByteBuffer)]>([])

  /// - Parameter routes: what is on offer, the program that draws, and who has used how much.
  init(of routes: PlaygroundRoutes) {
    (library, limits, converter) = (routes.library, routes.limits, routes.pngConverter)
    queue = RunQueue(width: 1, depth: 16, limit: routes.queue.limit, budget: routes.queue.budget)
  }

  /// Whether there are pictures at all.
  var areThere: Bool { converter != nil }

  /// The picture of a scene.
  ///
  /// - Parameters:
  ///   - client: who asks, and pays.
  ///   - cancellation: stops the work.
  func png(of subject: Subject, for client: Client, _ cancellation: Cancellation) async throws(Failure) -> ByteBuffer {
    if let known = kept.withLock({ $0.first { $0.subject == subject }?.png }) { return known }
    guard let converter else { throw .program }
    let result: Result<[UInt8], Failure>
    do throws(RunQueue.Refusal) {
      // The program can't go on where it was stopped for another client.
      result = try await queue.perform(for: client, cancellation, stops: false) { [self] cancellation in
        draw(subject, by: converter, for: client, cancellation)
      }
    } catch {
      throw .refused(error)
    }
    let png = ByteBuffer(bytes: try result.get())
    keep(png, of: subject)
    return png
  }

  /// Called on a thread of the queue.
  private func draw(
    _ subject: Subject, by converter: FilterProgram, for client: Client, _ cancellation: Cancellation
  ) -> Result<[UInt8], Failure> {
    guard let preview = preview(of: subject, cancellation),
      let svg = try? preview.svg(limits: limits, cancellation: cancellation)
    else { return .failure(.noScene) }
    let start = MonotonicClock.system.now()
    // The program computes while this thread waits.
    defer { queue.budget.charge(client, MonotonicClock.system.elapsed(since: start)) }
    let arguments = [
      "--width", "\(Self.size.width)", "--height", "\(Self.size.height)", "--keep-aspect-ratio", "--format", "png",
    ]
    do throws(FilterProgram.Failure) {
      let png = try converter.output(
        arguments, input: Array(svg.utf8), upTo: Self.maximumBytes, within: queue.limit
      ) { cancellation.isSet }
      return png.isEmpty ? .failure(.program) : .success(png)
    } catch {
      return .failure(.program)
    }
  }

  private func preview(of subject: Subject, _ cancellation: Cancellation) -> ScenePreview? {
    switch subject {
    case .item(let kind, let name): ScenePreview(from: library, kind: kind, name: name)
    case .link(let scene, let name):
      try? ScenePreview(yaml: scene.yaml, name: name, limits: limits, cancellation: cancellation)
    }
  }

  private func keep(_ png: ByteBuffer, of subject: Subject) {
    kept.withLock { kept in
      kept.removeAll { $0.subject == subject }
      kept.append((subject, png))
      while kept.reduce(0, { $0 + $1.png.readableBytes }) > Self.maximumTotal { kept.removeFirst() }
    }
  }
}
