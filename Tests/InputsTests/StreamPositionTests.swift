import Testing

@testable import Inputs

/// How far a reader has read, and what it has missed.
@Suite struct StreamPositionTests {
  private func info(added: Int?, length: Int, newest: String = "9-0") -> StreamInfo {
    StreamInfo(newest: newest, added: added, length: length, oldest: nil)
  }

  @Test func fromNowOnlyLaterEntriesCount() {
    var position = StreamPosition(.now, info(added: 5, length: 3))
    #expect(position.last == "9-0" && position.lag(in: info(added: 5, length: 3)) == 0)
    #expect(position.lag(in: info(added: 7, length: 5)) == 2)
    position.advance(to: "10-0")
    #expect(position.last == "10-0" && position.lag(in: info(added: 7, length: 5)) == 1)
    #expect(position.gap(in: info(added: 7, length: 5)) == nil)
  }

  @Test func fromTheBeginningAllThatIsLeftCounts() {
    let position = StreamPosition(.after("0"), info(added: 5, length: 3))
    #expect(position.last == "0-0" && position.lag(in: info(added: 5, length: 3)) == 3)
  }

  @Test func aStreamThatIsNotThereYetIsReadFromItsBeginning() {
    let position = StreamPosition(.now, nil)
    #expect(position.last == "0-0" && position.lag(in: info(added: 2, length: 2)) == 2)
  }

  @Test func removedEntriesAreAGapOnce() {
    var position = StreamPosition(.now, info(added: 5, length: 5))
    position.advance(to: "10-0")
    // 20 were added since, and 4 are left: of the 19 after the one that was read, 15 are gone.
    let trimmed = info(added: 25, length: 4)
    #expect(position.gap(in: trimmed) == 15)
    #expect(position.gap(in: trimmed) == nil && position.lag(in: trimmed) == 4)
  }

  @Test func anOldServerSaysLess() {
    let position = StreamPosition(.now, info(added: nil, length: 3))
    #expect(position.lag(in: info(added: nil, length: 3)) == 0)
    #expect(position.lag(in: info(added: nil, length: 4, newest: "10-0")) == nil)
    #expect(StreamPosition(.after("5-0"), info(added: 9, length: 9)).lag(in: info(added: 9, length: 9)) == nil)
  }
}
