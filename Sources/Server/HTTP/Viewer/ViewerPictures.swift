internal import Drawing
internal import HTTPTypes
internal import HubCore
internal import Hummingbird
internal import Marbles
internal import NIOCore
internal import Playback
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
    var audience: Audience
  }

  /// Those who wait for a picture. When all of them have gone, it is not drawn any more.
  private final class Audience: Sendable {
    let cancellation = Cancellation()
    private let count = Mutex<Int?>(1)

    /// Counts one more; false when all have gone already.
    func join() -> Bool {
      count.withLock { count in
        guard let waiting = count else { return true }
        guard waiting > 0 else { return false }
        count = waiting + 1
        return true
      }
    }

    func leave() {
      count.withLock { count in
        guard let waiting = count else { return }
        count = waiting - 1
        if waiting == 1 { cancellation.cancel() }
      }
    }

    /// There is a picture: nobody waits any more.
    func end() { count.withLock { $0 = nil } }
  }

  private let store: StateStore
  private let queue: RunQueue
  private let drawn = Mutex<[Key: Drawn]>([:])
  private let departures = Departures()

  /// - Parameters:
  ///   - store: what plays.
  ///   - queue: where pictures are drawn.
  init(of store: StateStore, queue: RunQueue = RunQueue(width: 1, depth: 16)) {
    (self.store, self.queue) = (store, queue)
  }

  /// - Parameters:
  ///   - client: who asks, and pays for a picture that nobody else has asked for.
  ///   - channel: the connection of the client.
  func response(to request: Request, for client: Client, _ channel: any Channel) async throws -> Response {
    let (columns, theme) = try Self.look(request)
    let key = Key(run: store.runs, columns: columns, theme: theme)
    // The state is copied only for a picture that is not there yet.
    guard
      let shown = drawn.withLock({ known(key, in: $0) })
        ?? store.newest.map({ self.picture(of: $0, columns, theme, for: client) })
    else { throw APIError(.notFound, "nothing is played") }
    let (picture, audience) = (shown.picture, shown.audience)
    guard let body = await departures.observing(channel, { audience.leave() }, { await picture.value }) else {
      drawn.withLock { drawn in drawn = drawn.filter { $0.value.audience !== audience } }
      throw APIError(.serviceUnavailable, "too many pictures at the same time; try again in a second", retryAfter: 1)
    }
    return Response.json(body)
  }

  /// A picture for one more viewer; nil when it has to be drawn.
  private func known(_ key: Key, in drawn: [Key: Drawn]) -> Drawn? {
    guard let known = drawn[key], known.time.map({ store.settings.now() - $0 < Self.freshness }) ?? true,
      known.audience.join()
    else { return nil }
    return known
  }

  private func picture(
    of playing: NowPlaying, _ columns: Int, _ theme: Theme.Name?, for client: Client
  ) -> Drawn {
    let now = store.settings.now()
    let key = Key(run: playing.run, columns: columns, theme: theme)
    let film = playing.isPlanned ? WatchedScene(playing.scene, plan: playing.plan) : nil
    return drawn.withLock { drawn in
      // Another viewer may have asked for it meanwhile.
      if let known = known(key, in: drawn) { return known }
      // Other runs are over.
      drawn = drawn.filter { $0.key.run == key.run }
      if drawn.count >= Self.maximumCount, let any = drawn.keys.first { drawn[any] = nil }
      let audience = Audience()
      let picture = Task { [queue] in
        defer { audience.end() }
        return try? await queue.perform(for: client, audience.cancellation, stops: false) { _ in
          let scene = film ?? playing.still
          return ByteBuffer(string: scene.json(columns: key.columns, theme: key.theme) + "\n")
        }
      }
      let new = Drawn(time: film == nil ? now : nil, picture: picture, audience: audience)
      drawn[key] = new
      return new
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
