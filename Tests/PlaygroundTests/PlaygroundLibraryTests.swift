import Foundation
import Marbles
import Operators
import SceneFiles
import Scenes
import TestSupport
import Testing

@testable import Playground

/// The scenes and operators that a page offers.
@Suite struct PlaygroundLibraryTests {
  private let library = PlaygroundLibrary()

  @Test("every operator has guidance, which names operators that exist")
  func guidance() {
    for called in Catalogue.standard.operators {
      #expect(called.guidance.hasSuffix("."), "\(called.name)")
      #expect(called.guidance.count(where: { $0 == "`" }) % 2 == 0, "\(called.name)")
      for name in called.relatedNames where name != "nil" && name != "withAnimation" {
        #expect(Catalogue.standard[name] != nil && name != called.name, "\(called.name): \(name)")
      }
    }
  }

  @Test("all scenes without live rows and all operators are in groups")
  func groups() {
    #expect(library.first == nil && library.front == (.operators, "debounce"))
    for name in Catalogue.standard.operators.map(\.name) + ["zip-vs-combine-latest", "sample", "matrix"] {
      #expect(library.json.contains("\"name\":\"\(name)\""), "\(name)")
    }
    #expect(!library.json.contains("\"name\":\"live\""))
  }

  @Test("the page of an operator")
  func operatorPage() throws {
    let json = try #require(library.json(ofOperator: "debounce"))
    for part in [
      #""rx":"debounceTime""#, #""combine":"debounce""#, #""related":["throttle"]"#, "debounce-vs-throttle",
      ".debounce(for: Duration", "a.debounce(for: .seconds(1.5))",
      #""beside":[{"rows":"step 500ms\na          1---2-3-------4---|\n"#,
      #""text":"`a.pipe(ops.debounce(1.5))` for `a.debounce(for: .seconds(1.5))`: both do the same with these inputs.""#,
    ] {
      #expect(json.contains(part), "\(part): \(json)")
    }
    #expect(library.json(ofOperator: "debunce") == nil && library.json(ofScene: "../sample") == nil)
  }

  @Test("the page of an operator says how names that are nearly the same differ, as messages do")
  func differences() throws {
    let throttle = try #require(library.guide(toOperator: "throttle")).guidance
    #expect(throttle.hasPrefix(try #require(Catalogue.standard["throttle"]).guidance))
    #expect(
      throttle.contains(
        "throttle of RxJS is nearly the same: here, the interval is fixed, and the end also emits the newest"))
    for name in ["audit of RxJS", "auditTime of RxJS", "throttleTime of RxJS", "throttle of Combine"] {
      #expect(throttle.contains("\(name) is nearly the same: here, "), "\(name)")
    }
    for called in Catalogue.standard.operators {
      let sentences = called.differencesOfNames.joined(separator: " ")
      for name in called.names(in: .rxJS) where !called.names(in: .rxJS).isEmpty {
        let known = NameIndex.standard.names(of: called.name, in: .rxJS).first { $0.name == name }
        #expect(sentences.contains("\(name) of RxJS") == (known?.isExact == false), "\(called.name) \(name)")
      }
    }
  }

  @Test("each operator can be compared with those that its guidance names, over the same inputs")
  func comparisons() throws {
    var count = 0
    for called in Catalogue.standard.operators {
      let sample = Scene(sample: called)
      for other in library.comparisons(of: called, with: sample) {
        var scene = sample
        for edit in other.edits { scene = try scene.applying(try EditCommand.parse(edit, in: scene)) }
        #expect(scene.rows.map(\.name).contains(other.name) && scene.rows.count > sample.rows.count)
        #expect(!other.differences.isEmpty)
        count += 1
      }
    }
    #expect(count > 60)
    let debounce = try #require(library.json(ofOperator: "debounce"))
    #expect(debounce.contains(#""comparisons":[{"name":"throttle""#))
    // With the same duration, although the samples of both have others.
    #expect(debounce.contains("add throttle = a.throttle(for: .seconds(1.5))"), "\(debounce)")
    let said = #""differences":["throttle emitted `2` at 2 s; debounce dropped it at 3 s: `3` from a replaced it.""#
    #expect(debounce.contains(said), "\(debounce)")
  }

  @Test("scenes that a server was started with come first")
  func given() throws {
    let file = try SceneFile(parsing: "rows: { a: { marbles: '1|' } }", path: "mine.yaml")
    #expect(PlaygroundLibrary(files: [file]).front == (.scenes, "mine"))
  }

  /// The library of a server that was started with these files and folders, which have these files.
  private func library(of targets: [String], with files: [String]) throws -> PlaygroundLibrary {
    let folder = try TemporaryFolder()
    for (number, name) in files.enumerated() {
      let file = URL(filePath: folder.file(name))
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "title: '\(number)'\nrows: { a: { marbles: '1|' } }".write(to: file, atomically: true, encoding: .utf8)
    }
    let found = try SceneLibrary.shipped.lessons(at: targets.map(folder.file)) {
      Issue.record("\($0)")
    } warn: {
      Issue.record("\($0)")
    }
    return PlaygroundLibrary(files: found)
  }

  @Test("given scenes of one name are all there, each with another name, and none takes that of a shipped scene")
  func names() throws {
    let files = ["a/mine.yaml", "b/mine.yaml", "c/b/mine.yaml", "b-mine.yaml", "random/mine.yaml", "access/log.yaml"]
    let library = try library(of: files + ["b/mine.yaml", "access/log.yaml"], with: files)
    let names = library.groups.filter(\.isGiven).flatMap(\.members).map(\.name)
    #expect(
      names == ["mine", "b-mine-2", "b-mine-3", "b-mine", "random-mine", "log", "b-mine-4", "access-log-2"])
    #expect(library.scene(named: "b-mine-3")?.title == "2" && library.scene(named: "b-mine")?.title == "3")
    #expect(library.scene(named: "access-log")?.title != "5")
  }

  @Test("a folder is a lesson by itself, and its title is that of no other one, nor of the shipped lessons")
  func lessons() throws {
    let library = try library(
      of: ["week1/intro", "week2/intro", "Lessons", "week1/intro/1.yaml"],
      with: [
        "week1/intro/1.yaml", "week1/intro/2.yaml", "week2/intro/1.yaml", "week1/intro/more/1.yaml",
        "week2/intro/more/1.yaml", "Lessons/1.yaml",
      ])
    let given = library.groups.filter(\.isGiven)
    #expect(given.map(\.members.count) == [2, 1, 1, 1, 1, 1])
    #expect(Set(given.flatMap(\.members)).count == 7)
    let titles = given.map(\.title)
    #expect(titles.prefix(4) == ["week1/intro", "week1/intro/more", "week2/intro", "week2/intro/more"])
    #expect(
      titles.dropFirst(4).first?.hasSuffix("/Lessons") == true
        && Set(library.groups.map(\.title)).count == library.groups.count)
    let shipped = try #require(library.groups.first { $0.title == "Lessons" })
    #expect(!shipped.isGiven && shipped.members.map(\.name) == SceneGroup.lessons.names)
  }

  @Test("the answers to names without an operator come with the list, and a typo gets the nearest name")
  func namesElsewhere() throws {
    let json = library.json
    for name in [
      "tap", "finalize", "defaultIfEmpty", "partition", "materialize", "mergeAll", "exhaust", "handleEvents",
    ] {
      #expect(json.contains(#"{"name":"\#(name)","answer":"`\#(name)` of "#), "\(name)")
    }
    // Those with an operator are among its names.
    #expect(!json.contains(#"{"name":"switchMap","answer""#))
    #expect(
      library.refusal(.operators, named: "swichmap").contains("; did you mean `switchMap`? It is `flatMapLatest` here"))
    #expect(library.refusal(.operators, named: "debounceTme").hasSuffix("; did you mean `debounce`?"))
    let long = String(repeating: "debounce", count: 9)
    #expect(library.refusal(.operators, named: long).contains("; ") == false)
  }

  @Test("completion of an unfinished expression")
  func completion() {
    let json = library.completion(of: "a.deb", at: 5, rows: ["a"])
    #expect(json.contains(#""start":2,"end":5"#) && json.contains(#""title":"debounce""#))
    #expect(library.completion(of: "zip(", at: 4, rows: ["a"]).contains(#""signature""#))
  }
}
