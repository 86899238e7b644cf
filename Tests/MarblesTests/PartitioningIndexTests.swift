import Marbles
import Testing

@Suite struct PartitioningIndexTests {
  @Test func itIsTheFirstIndexOfTheSecondPart() {
    for count in 0...20 {
      for first in 0...count {
        let numbers = Array(0..<count)
        #expect(numbers.partitioningIndex { $0 >= first } == first)
        // Slices keep the indices of their array.
        let slice = numbers.dropFirst(3)
        #expect(slice.partitioningIndex { $0 >= first } == min(max(first, slice.startIndex), count))
      }
    }
  }
}
