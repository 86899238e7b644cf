import AsyncAlgorithms
import Marbles
import MarblesTesting
import Synchronization
import Testing
import XCTest

/// Where a failure is reported: at the call of `expectMarbles`.
@Suite struct LocationTests {
  /// The issues that the expectations of `test` record.
  private func issues(_ test: () throws -> Void) throws -> [Issue] {
    let issues = Mutex<[Issue]>([])
    try withKnownIssue {
      try test()
    } matching: { issue in
      issues.withLock { $0.append(issue) }
      return true
    }
    return issues.withLock { $0 }
  }

  @Test("Each failure of a test is an issue at its call, and the test goes on")
  func calls() throws {
    let first = #line + 2
    let issues = try issues {
      try expectMarbles("a|", through: { input, _ in input }, gives: "b|")
      try expectMarbles("a|", through: { input, _ in input }, gives: "a|")
      try expectMarbles("a|", "b|", values: .strings, through: { a, b, _ in merge(a, b) }, gives: "a|")
      try expectMarbles("a[", through: { input, _ in input }, gives: "a|")
      try expectMarbles("a|", values: .ints, through: { input, _ in input }, gives: "1|")
    }
    #expect(issues.map { $0.sourceLocation?.line } == [0, 2, 3, 4].map { first + $0 })
    #expect(issues.allSatisfy { $0.sourceLocation?.fileID == #fileID })
    try #require(issues.count == 4)
    #expect((issues[0].error as? MarbleTestFailure)?.description.hasPrefix("at 0 s expected b, got a\n") == true)
    #expect((issues[1].error as? MarbleTestFailure)?.sentence == "at 0 s expected nothing, got b")
    #expect(issues[2].error is DiagramError && issues[3].error is MarbleInputError)
  }

  @Test("A failure in a helper is at the place that it passes on")
  func helper() throws {
    let issues = try issues { try expectCapitals("a|", gives: "a|") }
    #expect(issues.map { $0.sourceLocation?.line } == [#line - 1])
    #expect(issues.map { $0.sourceLocation?.fileID } == [#fileID])
  }
}

final class LocationInXCTest: XCTestCase {
  func testAFailureIsThrownAndBeginsWithItsPlace() {
    XCTAssertThrowsError(try expectMarbles("a|", through: { input, _ in input }, gives: "b|")) { error in
      XCTAssertTrue("\(error)".hasPrefix("\(#filePath):\(#line - 1): at 0 s expected b, got a\n"), "\(error)")
    }
  }
}
