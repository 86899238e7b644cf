internal import Drawing
internal import HTTPTypes
internal import HubCore
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import Player
internal import Playground
internal import Scenes
internal import Synchronization

/// `GET /v1/picture`: what plays, as a vector picture. It is drawn once for all viewers with the same size and theme.
final class ViewerPictures: Sendable {
  /// How long a picture of a live scene is shown to further viewers, in nanoseconds.
  static let freshness: Int64 = 200_000_000
  /// The maximum number of pictures that are kept.
  static let maximumCount = 24

  private struct Key: Hashable {
    var run: Int
    var columns: Int
    var theme: Theme.Name?
  }

  private struct Drawn {
    /// When it was asked for, in nanoseconds; nil for a picture that stays valid.
    var time: Int64?
    var picture: Task<ByteBuffer?, Never>
  }

  private let store: StateStore
  private let queue: RunQueue
  private let drawn = Mutex<[Key: Drawn]>([:])

  /// - Parameters:
  ///   - store: what plays.
  ///   - queue: where pictures are drawn.
  init(of store: StateStore, queue: RunQueue = RunQueue(width: 1, depth: 16)) {
    (self.store, self.queue) = (store, queue)
  }

  func response(to request: Request) async throws -> Response {
    let (columns, theme) = try Self.look(request)
    guard let playing = store.current else { throw APIError(.notFound, "nothing is played") }
    let key = Key(run: playing.run, columns: columns, theme: theme)
    guard let body = await picture(of: playing, key).value else {
      drawn.withLock { _ = $0.removeValue(forKey: key) }
      throw APIError(.serviceUnavailable, "too many pictures at the same time; try again in a second", retryAfter: 1)
    }
    return Response.json(body)
  }

  private func picture(of playing: NowPlaying, _ key: Key) -> Task<ByteBuffer?, Never> {
    let now = store.settings.now()
    let film = playing.isPlanned ? WatchedScene(playing.scene, plan: playing.plan) : nil
    return drawn.withLock { drawn in
      if let known = drawn[key], known.time.map({ now - $0 < Self.freshness }) ?? true { return known.picture }
      // Other runs are over.
      drawn = drawn.filter { $0.key.run == key.run }
      if drawn.count >= Self.maximumCount, let any = drawn.keys.first { drawn[any] = nil }
      let picture = Task { [queue] in
        try? await queue.perform { _ in
          let scene = film ?? playing.still
          return ByteBuffer(string: scene.json(columns: key.columns, theme: key.theme) + "\n")
        }
      }
      drawn[key] = Drawn(time: film == nil ? now : nil, picture: picture)
      return picture
    }
  }

  /// The width and the theme that a request asks for.
  private static func look(_ request: Request) throws(APIError) -> (columns: Int, theme: Theme.Name?) {
    let limits = RunLimits.standard.columns
    let columns = try request.parameter(
      "columns", expected: "a whole number from \(limits.lowerBound) to \(limits.upperBound)"
    ) { text in Int(text).flatMap { limits.contains($0) ? $0 : nil } }
    guard request.uri.queryParameters["theme"]?.isEmpty == false else { return (columns ?? 80, nil) }
    let known = Theme.Name.allCases.map(\.rawValue).joined(separator: ", ")
    return (
      columns ?? 80, try request.parameter("theme", expected: "one of \(known)") { Theme.Name(rawValue: String($0)) }
    )
  }
}

extension NowPlaying {
  /// The scene as it is now.
  fileprivate var still: WatchedScene {
    let state: FrameState.State =
      phase == .ended ? .finished : phase == .playing && !scenePlayback.isPaused ? .playing : .paused
    return WatchedScene(
      scene, history: recording,
      at: FrameState(time: time, speedFactor: scenePlayback.speedFactor, state: state))
  }
}
