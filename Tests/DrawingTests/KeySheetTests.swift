import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing

/// The keys that work now, in columns and on pages.
@Suite struct KeySheetTests {
  private func sheet(_ groups: [(String, String)], columns: Int, rows: Int) -> [[String]] {
    let groups = groups.map { heading, keys in
      KeySheet.Group(heading: heading, lines: keys.map { .key(String($0), "") })
    }
    return KeySheet(groups, columns: columns, rows: rows).pages.map { page in
      page.map { column in
        column.map { line in
          switch line {
          case .blank: " "
          case .heading(let heading): heading
          case .key(let key, _): key
          }
        }.joined()
      }
    }
  }

  private static let groups = [("A", "abcdef"), ("B", "gh"), ("C", "ijk")]

  @Test func columnsAreLowAndHaveWholeGroups() {
    #expect(sheet(Self.groups, columns: 1, rows: 20) == [["Aabcdef Bgh Cijk"]])
    #expect(sheet(Self.groups, columns: 2, rows: 20) == [["Aabcdef", "Bgh Cijk"]])
    #expect(sheet([("A", "abcd"), ("B", "ef"), ("C", "ghij")], columns: 3, rows: 20) == [["Aabcd", "Bef", "Cghij"]])
    // A group that is too long for a column is split.
    #expect(sheet([("A", "abcdefgh")], columns: 2, rows: 6) == [["Aabcd", "efgh"]])
    #expect(sheet(Self.groups, columns: 3, rows: 20) == [["Aabcdef", "Bgh Cijk"]])
  }

  @Test func withoutRoomThereAreNoBlankLinesAndThenNoHeadings() {
    #expect(sheet(Self.groups, columns: 1, rows: 14) == [["AabcdefBghCijk"]])
    #expect(sheet(Self.groups, columns: 1, rows: 13) == [["abcdefghijk"]])
    #expect(sheet(Self.groups, columns: 1, rows: 11) == [["abcdefghijk"]])
  }

  @Test func whatDoesNotFitIsOnPages() {
    #expect(sheet(Self.groups, columns: 1, rows: 4) == [["abcd"], ["efgh"], ["ijk"]])
    #expect(sheet(Self.groups, columns: 2, rows: 4) == [["abcd", "efgh"], ["ijk"]])
    #expect(sheet([("A", "abcdefghijk"), ("B", "lmn")], columns: 1, rows: 12) == [["Aabcdefghijk"], ["Blmn"]])
    #expect(sheet([], columns: 2, rows: 4) == [[""]])
    let sheet = KeySheet(
      [KeySheet.Group(heading: "A", lines: "abcdefg".map { .key(String($0), "") })], columns: 1, rows: 3)
    #expect((0..<4).map(sheet.keys(after:)) == [4, 1, 0, 0])
  }

  @Test func aHeadingIsAboveItsFirstKey() {
    for rows in 2...20 {
      for columns in 1...3 {
        for column in sheet(Self.groups, columns: columns, rows: rows).joined() {
          #expect(column.last?.isUppercase != true && !column.hasPrefix(" ") && !column.hasSuffix(" "))
          #expect(column.count <= rows)
        }
      }
    }
  }

  /// The width of the list beside a picture is fixed, so all texts must fit in it.
  @Test(arguments: GlyphSet.allCases) func allTextsFit(set: GlyphSet) {
    for bits in 0..<1 << 7 {
      func has(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
      let context = KeyContext(
        hasMarbles: has(0), hasOutputs: true, isStill: false, isLive: has(1), state: has(2) ? .finished : .paused,
        isNormalSpeed: false, isLooping: has(3), hasSelection: true, selectsInput: has(4), hasRow: true,
        isOnOutput: false, edits: EditState(), hidesOutputs: has(5), hasLesson: true, canReveal: has(6),
        isOneOfSeveral: true, isPresenting: false, awaitsNext: true, scrolled: has(2) ? "row" : nil,
        permissions: [.all, .remote])
      for binding in KeyBinding.all {
        #expect(DisplayWidth.of(binding.label(Glyphs(set), in: context)) <= KeySheet.widestKey, "\(binding.action)")
        #expect(DisplayWidth.of(binding.sentence(in: context)) <= KeySheet.widestSentence, "\(binding.action)")
      }
    }
  }

  /// On the smallest screen that people have, all keys are on one page, whatever can be edited.
  @Test func allKeysAreOnOnePage() throws {
    var edits = EditState()
    (edits.canUndo, edits.canRedo) = (true, true)
    let context = KeyContext(
      hasMarbles: true, hasOutputs: true, isStill: false, isLive: false, state: .playing, isNormalSpeed: false,
      isLooping: true, hasSelection: true, selectsInput: true, hasRow: true, isOnOutput: false, edits: edits,
      hidesOutputs: true, hasLesson: true, canReveal: true, isOneOfSeveral: true, isPresenting: false,
      awaitsNext: false, scrolled: "row", permissions: .all)
    let drawing = SceneDrawing(scene: .sample, plan: try Scene.sample.plan())
    #expect(drawing.pagesOfKeys(context, size: Size(columns: 80, rows: 24)) == 1)
    for (columns, rows) in [(80, 24), (120, 40), (200, 60), (40, 12)] {
      var canvas = Canvas(size: Size(columns: columns, rows: rows))
      drawing.drawKeys(context, on: &canvas)
      try expectFixture("keys-\(columns)x\(rows)", canvas.lines)
    }
  }
}
