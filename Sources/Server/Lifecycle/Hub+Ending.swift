extension Hub {
  /// Returns when there are no more viewers, or the task is cancelled.
  func streamsEnded() async {
    guard hasStreams else { return }
    for await _ in store.departures.stream where !hasStreams { return }
  }
}
