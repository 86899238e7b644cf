package import Playback

extension CheckReport {
  /// The files and documents, each once, in the given order.
  var paths: [String] {
    var seen: Set<String> = []
    return files.map(\.path).filter { seen.insert($0).inserted }
  }

  /// The time that a file or a document has taken so far.
  package func duration(of path: String) -> Duration {
    files.filter { $0.path == path }.reduce(.zero) { $0 + $1.duration }
  }

  /// Adds time to that of a file or a document.
  mutating func spend(_ time: Duration, on path: String) {
    guard let index = files.firstIndex(where: { $0.path == path }) else { return }
    files[index].duration += time
  }
}

extension CheckReport.Problem {
  /// A file takes longer than its time limit.
  package init(_ error: OutOfTime, path: String) { self.init(.outOfTime, error.message(for: path)) }
}

extension OutOfTime {
  /// What is wrong, and what helps.
  ///
  /// - Parameter subject: the file or the expression.
  package func message(for subject: String) -> String {
    """
    \(subject): error: \(self)
      help: use fewer values, or less work in closures; or choose a longer --time-limit
    """
  }
}
