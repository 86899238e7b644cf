import Expressions
import Foundation
import Marbles
import Operators
import SceneTestSupport
import Scenes
import Testing

@testable import SceneFiles

/// Every file of Config/scenes and Config/lessons: a demo, and a test of what it shows.
@Suite struct ShippedScenesTests {
  private static let config = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Config")

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: config.appending(path: folder).path)) ?? [])
      .filter { !$0.hasPrefix(".") }.map { $0.hasSuffix(".yaml") ? String($0.dropLast(5)) : $0 }
  }

  /// The names of the lessons, as their folder has them.
  static let lessons = names(in: "lessons").sorted()

  /// Names, as the folders have them.
  static let names = (names(in: "scenes") + lessons).sorted()

  /// The scenes without live input, which can be run immediately.
  static let known: [String] = names.filter { (try? file($0).scene.isLive) != true }

  private func file(_ name: String) throws -> SceneFile { try Self.file(name) }

  private static func file(_ name: String) throws -> SceneFile {
    let path = config.appending(path: "\(lessons.contains(name) ? "lessons" : "scenes")/\(name).yaml").path
    return try SceneFile(parsing: String(contentsOfFile: path, encoding: .utf8), path: path)
  }

  private func scenes() throws -> [Scene] { try Self.names.map { try file($0).scene } }

  @Test func theLibraryHasTheScenesOfTheFolder() {
    #expect(Self.names.contains("sample"))
    #expect(SceneLibrary.shipped.names == Self.names)
  }

  /// `UPDATE_SNAPSHOTS=1 swift test --filter ShippedScenesTests` writes the file. A build tool would do so by itself, but all who
  /// use a library of the package would have to build it.
  @Test("the source file with the scenes is up to date") func sourceFile() throws {
    let source = """
      // swift-format-ignore-file

      /// The scenes of Config/scenes and Config/lessons, written by ShippedScenesTests.
      enum ShippedScenes {
        static let files: [(name: String, text: String)] = [
      \(try Self.names.map { "    (\(Self.literal($0)), \(Self.literal(try file($0).text)))," }.joined(separator: "\n"))
        ]
      }

      """
    let path = Self.config.deletingLastPathComponent().appending(path: "Sources/SceneFiles/ShippedScenes.swift")
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try source.write(to: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: path, encoding: .utf8) == source, "Sources/SceneFiles/ShippedScenes.swift")
  }

  /// A text as a string literal that holds nothing but visible ASCII.
  private static func literal(_ text: String) -> String {
    text.unicodeScalars.reduce("\"") { literal, scalar in
      switch scalar {
      case "\"", "\\": "\(literal)\\\(scalar)"
      case "\n": "\(literal)\\n"
      case " "..."~": "\(literal)\(scalar)"
      default: "\(literal)\\u{\(String(scalar.value, radix: 16))}"
      }
    } + "\""
  }

  @Test(arguments: names) func itIsPartOfTheProgramToTheByte(name: String) throws {
    let shipped = try #require(try SceneLibrary.shipped.file(named: name))
    #expect(shipped.text.utf8.elementsEqual(try file(name).text.utf8))
    #expect(try shipped.scene == file(name).scene)
  }

  @Test(arguments: known) func itEmitsWhatItExpects(name: String) throws {
    let scene = try file(name).scene.solved()
    let recording = try scene.recorded()
    for (row, recorded) in zip(scene.rows, recording.rows) where row.expression != nil {
      let expectation = try #require(row.expectation, "\(name): \(row.name) expects nothing")
      let expected = expectation.diagram.timeline
      #expect(
        seen(recorded.timeline) == seen(expected),
        "\(name), row \(row.name)\nexpected  \(spelled(expected))\nrecorded  \(spelled(recorded.timeline))")
    }
  }

  @Test(arguments: known) func itIsTheSameEachTime(name: String) throws {
    let scene = try file(name).scene
    let first = try scene.recorded()
    for _ in 0..<10 { #expect(try scene.recorded() == first) }
  }

  @Test(arguments: names) func itSaysWhatItIsAbout(name: String) throws {
    let file = try file(name)
    #expect(!file.scene.about.isEmpty && !file.scene.notes.isEmpty)
    // As much as the status line of a wide screen has room for.
    #expect(file.scene.about.count <= 72)
    #expect(file.scene.title.count <= 24)
    // Outputs have expectations, unless their events are unpredictable; a scene of inputs only demonstrates drawing.
    #expect(
      file.scene.isLive || file.scene.rows.contains { $0.expectation != nil }
        || file.scene.rows.allSatisfy { $0.expression == nil })
  }

  @Test(arguments: known) func itFitsASmallScreenAndAShortAttention(name: String) throws {
    let scene = try file(name).scene
    guard scene.kind.needsRows else { return }
    // The steps of a row are rows, too, and a task may have one output to predict.
    let isSmall = scene.exercise != nil || scene.rows.contains(where: \.showsStages)
    #expect((isSmall ? 2...6 : 3...6).contains(scene.rows.count))
    #expect(scene.rows.allSatisfy { $0.name.count <= 10 })
    let duration = try scene.recorded().duration
    #expect(duration >= .seconds(6) && duration <= .seconds(12), "\(duration) s")
  }

  @Test func eachHasATitleOfItsOwn() throws {
    let titles = try scenes().map(\.title)
    #expect(Set(titles).count == titles.count)
  }

  @Test(arguments: Operator.Category.allCases) func everyCategoryHasOne(category: Operator.Category) throws {
    let used = try file(category.rawValue).scene.rows.flatMap { $0.expression?.operators ?? [] }
    #expect(used.contains { Catalogue.standard[$0]?.category == category })
  }

  /// A reader has to know no other text.
  @Test("lessons are predicted, say what has to be known, how long they take, and what to try", arguments: lessons)
  func aLessonTeaches(name: String) throws {
    let scene = try file(name).scene
    let exercise = try #require(scene.exercise)
    #expect(exercise.isPrediction && exercise.solution.isEmpty)
    #expect((1...5).contains(try #require(exercise.minutes)))
    for text in [exercise.task, exercise.hint, exercise.variation, scene.notes] {
      #expect(!text.isEmpty && text.count <= 500 && ".?".contains(text.last!), "\(text)")
    }
    // What is to be drawn is named.
    #expect(scene.rows.filter { $0.expression != nil }.allSatisfy { $0.expectation != nil })
  }

  @Test("there are ten lessons, in order") func lessonsAreInOrder() {
    #expect(SceneGroup.lessons.names.count == 10 && SceneGroup.lessons.names.sorted() == Self.lessons)
  }

  @Test("names from elsewhere lead to lessons that exist") func namesLeadToLessons() {
    let learned = Set(NameIndex.standard.names.flatMap(\.related).filter { $0.hasPrefix("learn ") })
    #expect(learned.count > 3)
    #expect(learned.filter { !SceneGroup.lessons.names.contains(String($0.dropFirst("learn ".count))) } == [])
  }

  @Test func everyOperatorIsInOne() throws {
    let used = Set(try scenes().flatMap { $0.rows.flatMap { $0.expression?.operators ?? [] } })
    #expect(Catalogue.standard.operators.map(\.name).filter { !used.contains($0) } == [])
  }

  @Test func theComparisonsThatPeopleSearchForAreThere() {
    let comparisons = [
      "debounce-vs-throttle", "merge-vs-chain", "zip-vs-combine-latest", "flat-map-vs-flat-map-latest",
      "buffer-policies",
    ]
    #expect(comparisons.filter { !Self.names.contains($0) } == [])
  }

  // MARK: What is compared

  /// Time, kind and printed value of everything that happens in a row.
  private func seen(_ timeline: Timeline) -> [String] {
    var seen = timeline.events.map { "\($0.time) \($0.value)" }
    switch timeline.end {
    case .finish(let time): seen.append("\(time) finish")
    case .error(let time, _): seen.append("\(time) error")
    case .open: seen.append("open")
    }
    return seen
  }
}
