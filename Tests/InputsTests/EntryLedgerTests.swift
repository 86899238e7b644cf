import Testing

@testable import Inputs

/// Which entries a consumer holds.
@Suite struct EntryLedgerTests {
  @Test func entriesAreSettledInTheOrderOfDelivery() {
    var ledger = EntryLedger()
    #expect(["1-0", "2-0", "3-0"].map { ledger.deliver($0) } == [1, 2, 3])
    ledger.settle(upTo: 2)
    #expect(ledger.settled == ["1-0", "2-0"] && ledger.open == ["3-0"])
    ledger.settle(upTo: 2)
    #expect(ledger.settled == ["1-0", "2-0"])
  }

  @Test func whatIsSentIsHeldUntilTheServerKnowsIt() {
    var ledger = EntryLedger()
    _ = ledger.deliver("1-0")
    _ = ledger.deliver("2-0")
    ledger.settle(upTo: 1)
    #expect(ledger.send() == ["1-0"])
    #expect(ledger.held == ["1-0", "2-0"] && !ledger.isSettled)
    // The connection was lost: it is sent again, with what was settled since.
    ledger.settle(upTo: 2)
    #expect(ledger.send() == ["1-0", "2-0"])
    ledger.sent()
    #expect(ledger.held == [] && ledger.isSettled)
  }
}
