import Inputs
import Testing

/// The first case is reported at once, and further ones rarely.
@Suite struct TroubleLogTests {
  @Test("The first case is reported at once, and the sum after ten seconds and at the end") func sums() {
    var log = TroubleLog()
    #expect(log.due("a", count: 0, at: .zero, isEnd: false) == [])
    #expect(log.due("a", count: 57, at: .seconds(1), isEnd: false) == [.first])
    #expect(log.due("a", count: 300, at: .seconds(10.9), isEnd: false) == [])
    #expect(log.due("a", count: 301, at: .seconds(11), isEnd: false) == [.sum])
    #expect(log.due("a", count: 301, at: .seconds(40), isEnd: false) == [], "nothing new")
    #expect(log.due("a", count: 302, at: .seconds(41), isEnd: true) == [.sum])
    #expect(log.due("a", count: 302, at: .seconds(42), isEnd: true) == [])
  }

  @Test("The reports of a run of less than ten seconds do not depend on how often they are taken") func timing() {
    for asked in [[], [1], [1, 2, 57]] {
      var log = TroubleLog()
      let lines = asked.flatMap { log.due("a", count: $0, at: .seconds(1), isEnd: false) }
      #expect(lines + log.due("a", count: 320, at: .seconds(2), isEnd: true) == [.first, .sum])
    }
  }

  @Test("One case at the end is the first, and has no sum") func one() {
    var log = TroubleLog()
    #expect(log.due("a", count: 1, at: .zero, isEnd: true) == [.first])
  }

  @Test("What may yet pass is told with its sum, after ten seconds or at the end") func passing() {
    var log = TroubleLog()
    #expect(log.due("a", count: 1, mayPass: true, at: .zero, isEnd: false) == [])
    #expect(log.due("a", count: 9, mayPass: true, at: .seconds(9), isEnd: false) == [])
    #expect(log.due("a", count: 20, mayPass: true, at: .seconds(10), isEnd: false) == [.sum])
    #expect(log.due("a", count: 20, mayPass: true, at: .seconds(11), isEnd: true) == [])
    #expect(log.due("b", count: 1, mayPass: true, at: .zero, isEnd: true) == [.sum])
  }

  @Test("Rows and kinds have their turns by themselves") func kinds() {
    var log = TroubleLog()
    #expect(log.due("a", count: 1, at: .zero, isEnd: false) == [.first])
    #expect(log.due("b", count: 1, at: .seconds(1), isEnd: false) == [.first])
  }
}
