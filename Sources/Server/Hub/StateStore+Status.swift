internal import HubCore
internal import Synchronization
internal import Wire

extension StateStore {
  /// The answer of `GET /v1/status`, without the part about the process.
  ///
  /// It waits neither for the hub nor for a snapshot to be encoded.
  func status() -> DaemonStatus {
    let load = self.load
    let now = settings.now()
    return contents.withLock { contents in
      DaemonStatus(
        playing: contents.playing.map { $0.status(events: contents.backlog.sequence, at: now) },
        viewers: contents.viewerCount,
        load: load, notices: contents.playing?.display.notices ?? contents.notices)
    }
  }
}
