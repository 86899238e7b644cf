import AsyncAlgorithms
import Marbles
import Synchronization
import Testing
import XCTest

@testable import MarblesTesting

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

  @Test("The picture of a failure is named after its file, its test and its line")
  func attachments() {
    #expect(CallSite("Shop/A.swift", "/shop/Tests/A.swift", 7, 1).attachmentName == "A-attachments-7.svg")
  }

  @Test("Outside of a test, a failure is thrown, and begins with its place")
  func detached() async throws {
    let line = #line + 2
    let failure = try await thrown(MarbleTestFailure.self) {
      try expectMarbles("a|", through: { input, _ in input }, gives: "b|")
    }
    #expect(failure.description.hasPrefix("\(#filePath):\(line): at 0 s expected b, got a\n"))
  }

  @Test("Failures of a helper are values in a test of it, and the helper goes on")
  func values() throws {
    let failures = try marbleFailures {
      try expectCapitals("a|", gives: "a|")
      try expectCapitals("b|", gives: "B|")
      try expectCapitals("c|", gives: "c|")
    }
    #expect(failures.map(\.sentence) == ["at 0 s expected a, got A", "at 0 s expected c, got C"])
    #expect(failures.map(\.location) == [5, 3].map { "\(#filePath):\(#line - $0)" })
    #expect(throws: DiagramError.self) { try marbleFailures { try expectCapitals("a[", gives: "A|") } }
  }

  @Test("A failure in a helper is at the place that it passes on")
  func helper() throws {
    let issues = try issues { try expectCapitals("a|", gives: "a|") }
    #expect(issues.map { $0.sourceLocation?.line } == [#line - 1])
    #expect(issues.map { $0.sourceLocation?.fileID } == [#fileID])
  }
}

final class LocationInXCTest: XCTestCase {
  private struct Failure: Equatable {
    var text: String
    var file: String
    var line: Int
  }
  /// The failures that this test expects; nil for a test that expects none.
  private var expected: [Failure]?

  #if os(Linux)
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine line: Int, expected isExpected: Bool
    ) {
      guard expected == nil else {
        let end = description.firstIndex(of: "\n") ?? description.endIndex
        expected?.append(Failure(text: String(description[..<end]), file: filePath, line: line))
        return
      }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: line, expected: isExpected)
    }

    func testEachFailureIsRecordedAtItsCallAndTheTestGoesOn() throws {
      expected = []
      let first = #line + 1
      try expectMarbles("a|", through: { input, _ in input }, gives: "b|")
      try expectMarbles("a|", through: { input, _ in input }, gives: "a|")
      try expectMarbles("a|", values: .ints, through: { input, _ in input }, gives: "1|")
      let recorded = try XCTUnwrap(expected)
      expected = nil
      XCTAssertEqual(
        recorded,
        [
          Failure(
            text: "XCTAssertTrue failed - at 0 s expected b, got a", file: #filePath, line: first),
          Failure(
            text: "XCTAssertTrue failed - input: `a` at 0 s is no Int", file: #filePath, line: first + 2),
        ])
    }
  #endif

  func testFailuresAsValuesAreNotRecorded() throws {
    let failures = try marbleFailures { try expectMarbles("a|", through: { input, _ in input }, gives: "b|") }
    XCTAssertEqual(failures.map(\.sentence), ["at 0 s expected b, got a"])
    XCTAssertEqual(failures.first?.location, "\(#filePath):\(#line - 2)")
  }
}
