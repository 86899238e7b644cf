internal import HubCore
internal import Synchronization
internal import Wire

extension StateStore {
  /// What `GET /v1/status` answers, but for what the daemon knows.
  ///
  /// It waits for nobody: neither the hub nor whoever encodes a snapshot.
  func status(frames: FrameMeter.Counts) -> Status {
    let load = load(frames: frames)
    return contents.withLock { contents in
      Status(
        playing: contents.playing.map { $0.status(events: contents.log.sequence) }, viewers: contents.viewers.count,
        load: load, notices: contents.playing?.display.notices ?? contents.display?.notices ?? [])
    }
  }
}
