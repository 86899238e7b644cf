internal import Marbles

extension Recording.Row {
  /// Whether both rows had the same events. Linear in the number of events, whatever their lineages.
  public static func == (left: Recording.Row, right: Recording.Row) -> Bool {
    var comparison = LineageComparison()
    return (left.name, left.expression, left.capacity) == (right.name, right.expression, right.capacity)
      && (left.earlier, left.forgotten, left.losses) == (right.earlier, right.forgotten, right.losses)
      && left.timeline.end == right.timeline.end && left.sends == right.sends && left.cutOff == right.cutOff
      && comparison.areEqual(left.timeline.events, right.timeline.events)
      && left.inner.elementsEqual(right.inner) { left, right in
        (left.value, left.color, left.depth, left.begin, left.end)
          == (right.value, right.color, right.depth, right.begin, right.end)
          && comparison.areEqual(left.from, right.from) && comparison.areEqual(left.events, right.events)
      }
      && left.through.count == right.through.count
      && left.through.keys.sorted().allSatisfy { index in
        guard let first = left.through[index], let second = right.through[index] else { return false }
        return comparison.areEqual(first, second)
      }
  }
}

extension LineageComparison {
  fileprivate mutating func areEqual(_ left: [Event], _ right: [Event]) -> Bool {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      guard left.time == right.time, left.value == right.value, left.color == right.color, left.name == right.name,
        left.animation == right.animation, left.sourceTime == right.sourceTime, areEqual(left.from, right.from),
        areEqual(left.sources, right.sources)
      else { return false }
    }
    return true
  }
}
