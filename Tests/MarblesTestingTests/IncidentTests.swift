import MarblesTesting
import Testing

/// A test that `marbled convert --test` writes. `Generated/` has it with its stub, and with operators in its place.
@Suite struct IncidentTests {
  @Test func theStubFailsAndSaysWhatToDo() async throws {
    let failure = try await thrown(MarbleTestFailure.self) { try QueriesStub().queries() }
    #expect(
      failure.sentence
        == "expected swift at 1.4 s, it failed at 0 s: replace `stub` by the operators that make `queries`")
    #expect(failure.expected == "'swift'@1.4" && failure.actual == "^")
  }
}
