import Fuzzing
import Marbles
import TestSupport
import Testing

extension EndToEnd {
  /// Good and bad lines in any mixture, at any speed: each kind of trouble has its exact count. `Fuzz mixtures` tries more.
  @Suite struct MixtureTests {
    @Test(arguments: 0..<24) func countsAreExact(number: Int) throws {
      var random = SplitMix64(seed: 1000 + UInt64(number))
      let problem = try TroubleMixture(&random).problem()
      #expect(problem == nil)
    }
  }
}
