extension Hub {
  /// Returns when nobody follows any more, or the task is cancelled.
  func streamsEnded() async {
    guard hasStreams else { return }
    for await _ in store.departures.stream where !hasStreams { return }
  }
}
