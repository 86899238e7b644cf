/// "Did you mean …?", for every error that names something unknown.
package enum Suggestion {
  /// The candidate closest to `name`, if it is close enough to be a typo; never `name` itself.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3)
    // Once, as a name may be long, and there may be hundreds of candidates.
    let lowercase = name.lowercased()
    return
      candidates
      .filter { $0 != name }
      .map { (name: $0, distance: distance(lowercase, $0.lowercased())) }
      .filter { $0.distance <= limit || ($0.name.hasPrefix(name) && name.count >= 2) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
      .name
  }

  /// `; did you mean NAME?`, or an empty text.
  package static func clause(for name: String, among candidates: some Sequence<String>) -> String {
    nearest(to: name, among: candidates).map { "; did you mean `\($0)`?" } ?? ""
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn `left` into `right`.
  package static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(substitution, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
