extension RandomAccessCollection {
  /// The first index whose element satisfies `belongsBehind`, if all later elements do, by binary search; the end index
  /// if none does.
  @inlinable
  package func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongsBehind(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
