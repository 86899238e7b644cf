import Drawing
import Expressions
import Scenes
import Terminal
import Testing

@testable import Player

/// The list from which a viewer chooses a scene.
@Suite struct ScenePickerTests {
  private static let choices = [
    SceneChoice(name: "sample", title: "sample", about: "Two streams.", group: "Features"),
    SceneChoice(name: "zip-vs", title: "zip vs combineLatest", about: "Pairs.", group: "Comparisons"),
    SceneChoice(name: "merge-vs", title: "merge vs chain", about: "Both at once.", group: "Comparisons"),
    SceneChoice(name: "zip", title: "zip", about: "Pairs values by position.", group: "Operators"),
  ]

  private func press(_ picker: inout ScenePicker, _ keys: [Key]) -> [ScenePicker.Outcome] {
    keys.map { picker.press($0, []) }
  }

  private func type(_ text: String) -> [Key] { text.map { .character($0) } }

  @Test func arrowsSelectAndEnterPlays() {
    var picker = ScenePicker(Self.choices, current: "zip-vs")
    #expect(press(&picker, [.enter]) == [.choose(1)])
    #expect(press(&picker, [.down, .down, .down, .enter]).last == .choose(3))
    #expect(press(&picker, [.home, .up, .enter]).last == .choose(0))
    #expect(press(&picker, [.pageDown, .enter]).last == .choose(3))
    #expect(press(&picker, [.escape]) == [.leave])
  }

  @Test func typingFilters() {
    var picker = ScenePicker(Self.choices)
    _ = press(&picker, type("pairs"))
    #expect(picker.matches == [1, 3])
    _ = press(&picker, type(" comp"))
    #expect(picker.matches == [1] && picker.selected == 1)
    _ = press(&picker, Array(repeating: .backspace, count: 10) + type("Zip"))
    // The name itself comes before one that begins with it.
    #expect(picker.matches == [1, 3] && picker.selected == 3)
    _ = press(&picker, type("x"))
    #expect(picker.matches.isEmpty && press(&picker, [.enter]) == [.none])
  }

  private static let calling = [
    SceneChoice(
      name: "search", title: "search", about: "As you type.", group: "Features", operators: ["debounce", "map"]),
    SceneChoice(name: "debounce", title: "debounce", about: "A pause.", group: "Operators", operators: ["debounce"]),
    SceneChoice(
      name: "flatMapLatest", title: "flatMapLatest", about: "The newest.", group: "Operators",
      operators: ["flatMapLatest"]),
    SceneChoice(name: "throttle", title: "throttle", about: "A limit.", group: "Operators", operators: ["throttle"]),
  ]

  @Test(
    "A name of another library, or plain words, find the scenes that call the operator; the operator is selected",
    arguments: [
      ("debounceTime", [0, 1], 1), ("debounceT", [0, 1], 1), ("switchMap", [2], 2), ("rxjs.switchMap", [2], 2),
      ("rate limit", [3], 3), ("newest request", [2], 2), ("pause", [0, 1], 1), ("xyzzy", [], nil), ("sw", [], nil),
    ] as [(String, [Int], Int?)])
  func namesElsewhere(text: String, matches: [Int], selected: Int?) {
    var picker = ScenePicker(Self.calling)
    _ = press(&picker, type(text))
    #expect(picker.matches == matches && picker.selected == selected)
  }

  @Test("A name without an operator says what is known of it") func advice() throws {
    let drawing = try ScriptedPlayback(now: { 0 }).drawing
    var picker = ScenePicker(Self.calling)
    _ = press(&picker, type("shareReplay"))
    #expect(picker.matches.isEmpty)
    let lines = picker.painter(drawing, size: Size(columns: 80, rows: 24)).frame().lines
    #expect(lines.contains { $0.contains("`shareReplay` of RxJS has no operator here: ") }, "\(lines)")
    _ = press(&picker, type("xyzzy"))
    let others = picker.painter(drawing, size: Size(columns: 80, rows: 24)).frame().lines
    #expect(others.contains { $0.contains("no scene contains this text") }, "\(others)")
  }

  @Test("A scene is found by the operators of its expressions") func operatorsOfAScene() throws {
    var scene = try ScriptedPlayback(now: { 0 }).drawing.scene
    let expression = try Expression.parse("ints.map { $0 }.debounce(for: .seconds(1))")
    scene.rows.append(Scene.Row(name: "quiet", content: .output(expression)))
    let choice = SceneChoice(scene, group: "Features")
    #expect(Set(choice.operators).isSuperset(of: ["debounce", "map"]) && choice.title == scene.title)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 20, rows: 5)])
  func whatIsSelectedIsVisible(size: Size) throws {
    let choices = (0..<60).map {
      SceneChoice(name: "scene\($0)", title: "scene \($0)", about: "About it.", group: "group \($0 / 20)")
    }
    let scene = try ScriptedPlayback(now: { 0 }).drawing
    var picker = ScenePicker(choices)
    for number in 0..<60 {
      let painter = picker.painter(scene, size: size)
      let lines = painter.frame().lines
      let row = try #require(
        lines.firstIndex { $0.hasPrefix(" › scene \(number)") || $0.hasPrefix(" › scene…") }, "\(lines)")
      #expect(painter.choice(at: row) == number)
      _ = picker.press(.down, [])
    }
  }

  @Test func theFirstListLeavesTheProgram() throws {
    let snapshot = try ScriptedPlayback(now: { 0 }).snapshot()
    let size = Size(columns: 80, rows: 24)
    var viewer = Viewer()
    viewer.picker = ScenePicker(Self.choices, isFirst: true)
    #expect(viewer.press(.escape, [], watching: snapshot, size: size) == [.leave])
    viewer.picker = ScenePicker(Self.choices)
    #expect(viewer.press(.escape, [], watching: snapshot, size: size) == [])
    #expect(viewer.picker == nil)
    viewer.picker = ScenePicker(Self.choices)
    // A letter filters; it does not quit.
    #expect(viewer.press(.character("q"), [], watching: snapshot, size: size) == [])
    #expect(viewer.press(.character("c"), .control, watching: snapshot, size: size) == [.leave])
  }

  @Test func aClickChooses() throws {
    let snapshot = try ScriptedPlayback(now: { 0 }).snapshot()
    let size = Size(columns: 80, rows: 24)
    var viewer = Viewer()
    viewer.picker = ScenePicker(Self.choices)
    let row = try #require(
      viewer.screen(of: snapshot, size: size).canvas.lines.firstIndex { $0.contains("merge vs chain") })
    _ = viewer.point(Mouse(.scrollDown, column: 5, row: 5), watching: snapshot, size: size)
    #expect(viewer.picker?.selected == 1)
    #expect(
      viewer.point(Mouse(.press(.left), column: 5, row: row), watching: snapshot, size: size) == [.steer(.choose(2))])
    #expect(viewer.picker == nil)
  }
}
