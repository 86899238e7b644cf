public import Scenes
internal import Synchronization

/// What changes in scenes while they are played, such as their files; from any thread, for the player.
public final class SceneReloads: Sendable {
  /// What has happened to a file.
  public enum News: Hashable, Sendable {
    /// The file has another scene now.
    case changed(Scene)
    /// A live scene of this name gets one more live row.
    case row(Scene.Row, scene: String)
    /// The file can't be read any more, and why.
    case problem(String)
  }

  private let news = Mutex<[News]>([])
  private let changes = ChangeObserver()

  /// Creates a queue without news.
  public init() {}

  /// Adds news, and wakes the player.
  public func put(_ news: News) {
    self.news.withLock { $0.append(news) }
    changes.report()
  }

  /// Takes all news, oldest first.
  func take() -> [News] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) { changes.observe(onChange) }
}
