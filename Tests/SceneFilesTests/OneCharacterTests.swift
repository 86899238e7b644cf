import Marbles
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// One character changed in an expectation, wherever and however, is found where it is.
@Suite struct OneCharacterTests {
  /// A file with one character of one expectation changed.
  struct Mutation: CustomStringConvertible {
    var path: String
    var text: String
    var original: SceneFile
    var row: String
    /// The character of the expectation that was changed.
    var index: Int
    var replacement: Character

    var location: ScalarLocation { original.expectations[row]! }
    var line: Int { location.position(ofCharacter: index).line }
    var character: Character { Array(location.value)[index] }
    var description: String { "\(path) row \(row): \(character) at \(index) of \(location.value) → \(replacement)" }
  }

  /// Every character of every expectation, replaced by a pause, or a pause by a value; and by something else.
  static func mutations(of file: SceneFile, path: String, random: inout SplitMix64) -> [Mutation] {
    var mutations: [Mutation] = []
    for row in file.scene.rows {
      guard let location = file.expectations[row.name] else { continue }
      for (index, character) in location.value.enumerated() {
        let replacements: [Character] = [
          character == "-" ? "y" : "-", random.pick(["z", "7", "|", "^", " ", "[", "]", "(", "@", "漢", "\u{301}"]),
        ]
        for replacement in replacements where replacement != character {
          let bytes = Array(file.text.utf8)
          let range = location.offset(ofCharacter: index)..<location.offset(ofCharacter: index + 1)
          let text = String(
            decoding: bytes[..<range.lowerBound] + Array(String(replacement).utf8) + bytes[range.upperBound...],
            as: UTF8.self)
          mutations.append(
            Mutation(
              path: "\(path)#\(mutations.count)", text: text, original: file, row: row.name, index: index,
              replacement: replacement))
        }
      }
    }
    return mutations
  }

  @Test func inEveryShippedScene() throws {
    var random = SplitMix64(seed: 5)
    var different = 0
    for name in ShippedScenesTests.known {
      let file = try #require(try SceneLibrary.shipped.file(named: name))
      // Of the two changes of a character, one, and of a later character the other.
      let step = rounds(8, long: 4)
      let mutations = Self.mutations(of: file, path: name, random: &random).enumerated()
      different += try expectFound(mutations.filter { [0, step - 1].contains($0.offset % step) }.map(\.element))
    }
    #expect(different > 100)
  }

  @Test(arguments: 0..<UInt64(rounds(5, long: 20))) func inAnyScene(seed: UInt64) throws {
    var generator = SceneFileGenerator(seed: seed)
    let file = try SceneFile(parsing: generator.next(), path: "seed \(seed)")
    #expect(try Checker().rows(of: file).count { !$0.agrees } == 0)
    let mutations = Self.mutations(of: file, path: "seed \(seed)", random: &generator.random)
    let different = try expectFound(mutations)
    #expect(different > 0 || mutations.isEmpty)
  }

  /// - Returns: how many of the changed expectations differ from what happens; the others are no diagrams any more.
  private func expectFound(_ mutations: [Mutation]) throws -> Int {
    let texts = Dictionary(uniqueKeysWithValues: mutations.map { ($0.path, $0.text) })
    let report = Checker().check(mutations.map(\.path)) { texts[$0]! }
    var different = 0
    for (mutation, file) in zip(mutations, report.files) {
      if let problem = file.problem {
        // Not a diagram any more: the error is in that line, at the character or where it leaves the rest senseless.
        let prefix = "\(mutation.path):\(mutation.line):"
        #expect(problem.message.hasPrefix(prefix), "\(mutation)\n\(problem.message)")
      } else if let row = file.failures.first {
        different += 1
        #expect(file.failures.count == 1 && row.name == mutation.row, "\(mutation)")
        guard case .differs(let mismatch) = row.outcome else { continue }
        let column = try blamed(mutation)
        #expect(mismatch.line == mutation.line, "\(mutation)")
        #expect(
          column.contains(mismatch.column - mutation.location.position(ofCharacter: 0).column),
          "\(mutation)\n\(mismatch.column) \(column)\n\(mismatch.difference)\n\(mismatch.picture(width: 100))")
      } else {
        // It says the same in other words.
        let text = try #require(file.source?.expectations[mutation.row]).value
        let scene = mutation.original.scene
        let diagrams = try [text, mutation.location.value].map {
          spelled(try Diagram.parse($0, row: "", step: scene.step, dialect: scene.dialect).timeline)
        }
        #expect(diagrams[0] == diagrams[1], "\(mutation)")
      }
    }
    return different
  }

  /// The columns, from the expectation's first, at which the caret may stand.
  private func blamed(_ mutation: Mutation) throws -> ClosedRange<Int> {
    let location = mutation.location
    let scene = mutation.original.scene
    func column(_ index: Int) -> Int {
      location.position(ofCharacter: index).column - location.position(ofCharacter: 0).column
    }
    let text = Array(location.value)
    // A combining mark changes the character before it, too.
    let isJoining = mutation.replacement == "\u{301}"
    let index = max(0, isJoining ? mutation.index - 1 : mutation.index)
    let places = try Diagram.places(
      in: location.value, row: "", step: scene.step, dialect: scene.dialect, isExpectation: true)
    let tokens = (places.events + [places.end].compactMap { $0 }).sorted()
    let token = tokens.last { $0 <= index } ?? 0
    if places.form == .absolute {
      // A token stands at fault with its time.
      return column(token)...column(isJoining ? text.count : token)
    }
    let isQuoted = text[..<index].count { $0 == "'" } % 2 == 1
    if isQuoted, text[mutation.index] != "'", mutation.replacement != "'" { return column(token)...column(token) }
    let structure: [Character] = ["[", "]", "(", ")", "'", " "]
    let isStructural = isJoining || structure.contains(text[mutation.index]) || structure.contains(mutation.replacement)
    let isInGroup = text[..<index].contains { "[(".contains($0) }
    let isAfterSpan = text[..<index].contains(" ")
    if !isStructural, !isInGroup, !isAfterSpan { return column(index)...column(index) }
    // What follows has moved, or belongs together in another way: what differs first is not before the token before it.
    return column(tokens.last { $0 < index } ?? 0)...column(text.count)
  }
}
