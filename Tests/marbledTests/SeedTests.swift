import TestSupport
import Testing

extension EndToEnd {
  @Suite struct SeedTests {
    @Test("A seed makes other random rows, the same each time, and those given with -i keep theirs")
    func randomRows() throws {
      func rolls(_ arguments: String...) throws -> String {
        let outcome = try run(Binary.path(), ["render", "random", "--format", "json"] + arguments)
        #expect(outcome.ending == .exited(0) && outcome.error == "")
        return outcome.output
      }
      #expect(try rolls("--seed", "805") == rolls())
      #expect(try rolls("--seed", "3") == rolls("--seed", "3"))
      #expect(try rolls("--seed", "3") != rolls())
      #expect(try rolls("-i", "dice=random:5", "--seed", "3") == rolls("-i", "dice=random:5"))
    }

    @Test("Where nothing follows from one, that is said")
    func nothingToSeed() throws {
      let outcome = try marbled("render", "sample", "--seed", "3")
      #expect(outcome.output == (try marbled("render", "sample")).output)
      #expect(outcome.error == "note: --seed has no effect: the scene has no random row and no rain\n")
      #expect(outcome.ending == .exited(0))
    }
  }
}
