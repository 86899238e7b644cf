/// The lines that were entered before, as in a shell.
package struct PromptHistory: Hashable {
  /// The maximum number of lines; the oldest are dropped.
  package static let maximumCount = 100

  /// The lines, oldest first, without empty ones and without repetitions of a line.
  package private(set) var lines: [String] = []
  /// The index of the line on show; nil while it is a new one.
  private var place: Int?
  /// The new line, which was left for older ones.
  private var unfinished = ""

  /// Creates a history without lines.
  package init() {}

  /// Adds an entered line; the next older line is then this one.
  package mutating func add(_ line: String) {
    place = nil
    unfinished = ""
    guard !line.isEmpty, line != lines.last else { return }
    lines.append(line)
    if lines.count > Self.maximumCount { lines.removeFirst() }
  }

  /// The line before the one on show; nil at the oldest.
  ///
  /// - Parameter current: the text on show, which is kept while older lines are shown.
  package mutating func older(than current: String) -> String? {
    let next = (place ?? lines.count) - 1
    guard lines.indices.contains(next) else { return nil }
    if place == nil { unfinished = current }
    place = next
    return lines[next]
  }

  /// The line after the one on show: at last the unfinished text, then nil.
  package mutating func newer() -> String? {
    guard let next = place.map({ $0 + 1 }) else { return nil }
    guard lines.indices.contains(next) else {
      place = nil
      return unfinished
    }
    place = next
    return lines[next]
  }
}
