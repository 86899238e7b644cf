import Foundation
import Marbles
import SceneFiles
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout
@testable import Player

/// What keys and the wheel select and scroll.
@Suite struct ViewerKeyTests {
  private static let size = Size(columns: 80, rows: 24)

  private func show(_ scene: Scene, at time: Double, of several: Bool = false) throws -> PlaybackSnapshot {
    let plan = try scene.recorded()
    return PlaybackSnapshot(
      drawing: SceneDrawing(scene: scene, plan: plan), recording: plan,
      playhead: Playhead(time: .seconds(time), playback: PlaybackState(at: 0, isPaused: true)),
      isOneOfSeveral: several)
  }

  /// What is selected after each key.
  private func selections(
    _ keys: [Key], _ viewer: inout Viewer, _ snapshot: PlaybackSnapshot, size: Size = size
  ) -> [String?] {
    keys.map { key in
      _ = viewer.press(key, [], watching: snapshot, size: size)
      return viewer.selected.map(snapshot.recording.id)
    }
  }

  /// A scene of rows with one event each, a second apart.
  private func stairs(_ count: Int) -> Scene {
    inputScene((0..<count).map { ("r\($0)", [(Double($0), .int($0))], .open) })
  }

  @Test("Tab goes from the newest marble on in time, and round; Shift-Tab goes back") func tab() throws {
    let scene = inputScene([("a", [(1, "x"), (3, "y")], .open), ("b", [(2, "u"), (3, "v")], .open)])
    var viewer = Viewer()
    let snapshot = try show(scene, at: 2.5)
    #expect(selections([.tab, .tab, .tab, .tab, .tab], &viewer, snapshot) == ["b#0", "a#1", "b#1", "a#0", "b#0"])
    #expect(selections([.backTab, .backTab, .escape], &viewer, snapshot) == ["a#0", "b#1", nil])
  }

  @Test("Tab stays in a row that ↑ or ↓ has selected, until Escape") func tabInARow() throws {
    let scene = inputScene([("a", [(1, "x"), (3, "y")], .open), ("b", [(2, "u"), (3, "v")], .open), ("c", [], .open)])
    var viewer = Viewer()
    let snapshot = try show(scene, at: 2.5)
    #expect(selections([.down, .tab, .tab, .backTab], &viewer, snapshot) == ["a#1", "a#0", "a#1", "a#0"])
    #expect(selections([.down, .tab, .tab], &viewer, snapshot) == ["b#0", "b#1", "b#0"])
    #expect(selections([.escape, .tab, .tab], &viewer, snapshot) == [nil, "b#0", "a#1"])
    // A row without marbles keeps none of the others away.
    #expect(selections([.escape, .up, .tab], &viewer, snapshot) == [nil, nil, "b#0"])
  }

  @Test("Up and down go to the nearest in time of the next row, and to rows without events") func rows() throws {
    let scene = inputScene([
      ("a", [(1, "x"), (3, "y")], .open), ("none", [], .open), ("b", [(0.5, "u"), (2.5, "v")], .open),
    ])
    var viewer = Viewer()
    let snapshot = try show(scene, at: 2)
    #expect(
      selections([.down, .down, .down, .down, .up, .up], &viewer, snapshot)
        == ["a#0", nil, "b#0", "b#0", nil, "a#0"])
    viewer.selected = snapshot.recording.key(of: "a#1")
    #expect(selections([.down, .down, .up, .up], &viewer, snapshot) == [nil, "b#1", nil, "a#1"])
    // A viewer who can't edit has nothing to do there.
    viewer = Viewer()
    viewer.permissions = InteractionPolicy.Keys.watching.permissions
    #expect(selections([.down, .down, .up], &viewer, snapshot) == ["a#0", "b#0", "a#0"])
  }

  @Test("What is selected is scrolled to, by as little as shows it") func scrolling() throws {
    let size = Size(columns: 40, rows: 8)
    let snapshot = try show(stairs(20), at: 20)
    var viewer = Viewer()
    let shown = snapshot.drawing.layout(at: viewer.moment(of: snapshot), size: size).visibleRows.count
    #expect(shown < 20)
    _ = selections(Array(repeating: .down, count: shown), &viewer, snapshot, size: size)
    #expect(viewer.scroll == 0)
    #expect(selections([.down], &viewer, snapshot, size: size) == ["r\(shown)#0"])
    #expect(viewer.scroll == 1)
    _ = selections(Array(repeating: .up, count: shown), &viewer, snapshot, size: size)
    #expect(viewer.selected == EventKey(row: 0, index: 0) && viewer.scroll == 0)
  }

  @Test("The wheel scrolls as far as there are rows") func wheel() throws {
    let size = Size(columns: 40, rows: 8)
    let snapshot = try show(stairs(20), at: 20)
    var viewer = Viewer()
    let shown = snapshot.drawing.layout(at: viewer.moment(of: snapshot), size: size).visibleRows.count
    for _ in 0..<30 { _ = viewer.point(Mouse(.scrollDown, column: 9, row: 4), watching: snapshot, size: size) }
    #expect(viewer.scroll == 20 - shown)
    for _ in 0..<30 { _ = viewer.point(Mouse(.scrollUp, column: 9, row: 4), watching: snapshot, size: size) }
    #expect(viewer.scroll == 0)
  }

  @Test("A list is scrolled by the arrows, item by item") func lists() throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "stops")).scene
    let size = Size(columns: 40, rows: 7)
    let snapshot = try show(scene, at: 0)
    var viewer = Viewer()
    let before = viewer.picture(of: snapshot, size: size)
    #expect(before.hidden.above == 0 && before.hidden.below > 1)
    _ = selections([.down, .down, .up], &viewer, snapshot, size: size)
    #expect(viewer.picture(of: snapshot, size: size).hidden.above == 1)
    _ = selections([.up, .up], &viewer, snapshot, size: size)
    #expect(viewer.picture(of: snapshot, size: size).canvas == before.canvas)
  }

  @Test("Below the last row the arrows scroll the lists of rows, and back up again") func listsOfRows() throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "movies")).scene
    let snapshot = try show(scene, at: 3)
    var viewer = Viewer()
    func texts() -> [Substring] {
      viewer.picture(of: snapshot, size: Self.size).canvas.lines.compactMap { line in
        line.range(of: "●  ").map { line[$0.upperBound...] }
      }
    }
    let before = viewer.picture(of: snapshot, size: Self.size)
    #expect(before.canvas.lines.last?.contains("↑↓ item") == true)
    #expect(selections([.down, .down, .down], &viewer, snapshot) == ["cached#0", "all#0", "movies#1"])
    #expect(texts() == ["Movie 1", "Movie 2", "Movie 3"])
    // The favourites go first.
    _ = selections([.down, .down, .down, .down], &viewer, snapshot)
    #expect(texts() == (2...7).map { "Movie \($0)" })
    #expect(viewer.selected == snapshot.recording.key(of: "movies#1"))
    _ = selections(Array(repeating: .down, count: 40), &viewer, snapshot)
    #expect(texts() == (15...20).map { "Movie \($0)" })
    // Up again, and then on to the row above.
    #expect(selections(Array(repeating: .up, count: 17), &viewer, snapshot).allSatisfy { $0 == "movies#1" })
    #expect(texts() == ["Movie 1", "Movie 2", "Movie 3"])
    #expect(selections([.up], &viewer, snapshot) == ["all#0"])
    // Scrolled by the wheel, the keys stay with the rows.
    let panel = try #require(before.panels.first)
    let place = Mouse(.scrollDown, column: panel.bounds.columns.lowerBound, row: panel.bounds.rows.lowerBound)
    _ = viewer.point(place, watching: snapshot, size: Self.size)
    #expect(texts().count == 4)
    #expect(selections([.up], &viewer, snapshot) == ["cached#0"])
  }

  @Test("The selected input goes a step to and fro, an output does not") func steps() throws {
    let snapshot = try show(.sample, at: 3)
    let key = EventKey(row: 1, index: 0)
    var viewer = Viewer()
    viewer.selected = key
    let step = Scene.sample.step
    #expect(
      viewer.press(.character(">"), [], watching: snapshot, size: Self.size) == [
        .steer(.edit(.moveEvent(key, to: .seconds(1.5) + step), phase: .kept))
      ])
    viewer.selected = EventKey(row: 3, index: 0)
    #expect(
      viewer.press(.character("<"), [], watching: snapshot, size: Self.size)
        == [.say("only marbles of inputs can be moved; other rows: ↑ ↓")])
  }

  @Test("An input that goes past its neighbour stays selected") func past() throws {
    let scene = inputScene([("a", [(1, "x"), (1.5, "y")], .open)])
    var viewer = Viewer()
    viewer.selected = EventKey(row: 0, index: 0)
    let snapshot = try show(scene, at: 3)
    let requests = viewer.press(.character(">"), [], watching: snapshot, size: Self.size)
    #expect(requests == [.steer(.edit(.moveEvent(EventKey(row: 0, index: 0), to: .seconds(2)), phase: .kept))])
    #expect(viewer.selected == EventKey(row: 0, index: 1))
  }

  /// What is dragged is the event of the scene as it was when the button went down.
  @Test("It does by the mouse, too, there and back and there again") func pastByMouse() throws {
    let scene = inputScene([("a", [(1, "x"), (3, "y")], .finish(.seconds(8)))])
    var viewer = Viewer()
    let snapshot = try show(scene, at: 4)
    let anchors = viewer.picture(of: snapshot, size: Self.size).anchors
    let center = try #require(anchors[EventKey(row: 0, index: 0)])[.center]
    func mouse(_ action: Mouse.Action, _ columns: Int) -> Mouse {
      Mouse(action, column: center.column + columns, row: center.row)
    }
    _ = viewer.point(mouse(.press(.left), 0), watching: snapshot, size: Self.size)
    #expect(viewer.selected == EventKey(row: 0, index: 0))
    for (columns, index) in [(30, 1), (0, 0), (31, 1)] {
      _ = viewer.point(mouse(.drag(.left), columns), watching: snapshot, size: Self.size)
      #expect(viewer.selected == EventKey(row: 0, index: index))
    }
  }

  @Test("Hidden outputs are question marks, without lines and sentences, and h reveals one instant at a time")
  func hiding() throws {
    let snapshot = try show(.sample, at: 3)
    var viewer = Viewer()
    let before = viewer.picture(of: snapshot, size: Self.size)
    let outputs = snapshot.recording.rows.filter { !$0.isInput }.flatMap(\.timeline.events).map(\.time)
    let instants = Set(outputs.filter { $0 <= .seconds(3) }).sorted()
    #expect(instants.count > 2)
    _ = selections([.character("h")], &viewer, snapshot)
    for shown in 0...instants.count {
      let picture = viewer.picture(of: snapshot, size: Self.size)
      // As many marbles as before, at the same places.
      #expect(picture.anchors.marbles.map(\.anchor) == before.anchors.marbles.map(\.anchor))
      for marble in picture.anchors.marbles where !snapshot.recording.rows[marble.row].isInput {
        let isHidden = marble.events.contains { event in !instants.prefix(shown).contains(event.time) }
        let text = marble.bounds.rows.map { row in
          marble.bounds.columns.map { picture.canvas[$0, row].text }.joined()
        }
        #expect(text.contains { $0.contains("?") } == isHidden, "\(shown) revealed: \(text)")
      }
      let said = picture.canvas.lines.contains { $0.contains(" emits ") }
      #expect(said == (shown > 0))
      #expect(picture.canvas.lines.last?.contains(shown < instants.count ? "h reveal" : "h show") == true)
      _ = selections([.character("h")], &viewer, snapshot)
    }
    #expect(viewer.picture(of: snapshot, size: Self.size).canvas == before.canvas)
  }

  @Test("Nothing tells a hidden value: not the pointer, not a selection, not the fate of an input")
  func secrets() throws {
    let snapshot = try show(.sample, at: 3)
    var viewer = Viewer()
    _ = selections([.character("h")], &viewer, snapshot)
    let row = try #require(snapshot.recording.rows.firstIndex { !$0.isInput })
    for key in [EventKey(row: row, index: 0), EventKey(row: 0, index: 0)] {
      (viewer.selected, viewer.hovered) = (key, key)
      let lines = viewer.picture(of: snapshot, size: Self.size).canvas.lines
      #expect(
        !lines.contains { $0.contains(" from ") || $0.contains("used") || $0.contains("merge emits") }, "\(lines)")
    }
    #expect(selections([.character("H")], &viewer, snapshot) == [snapshot.recording.id(of: EventKey(row: 0, index: 0))])
    #expect(viewer.revealed == nil)
  }

  @Test("f shows the selected row in the next form that its values allow, and asks for a row where there are several")
  func forms() throws {
    let snapshot = try show(.sample, at: 3)
    var viewer = Viewer()
    #expect(viewer.press(.character("f"), [], watching: snapshot, size: Self.size) == [.say("select a row first: ↑ ↓")])
    let row = try #require(snapshot.recording.rows.firstIndex { $0.name == "strings" })
    viewer.selected = EventKey(row: row, index: 0)
    let name = snapshot.recording.rows[row].name
    let before = viewer.picture(of: snapshot, size: Self.size).canvas.lines
    // Letters have no numbers, so there is no curve.
    var shown: [String?] = []
    for _ in 0..<3 {
      #expect(viewer.press(.character("f"), [], watching: snapshot, size: Self.size) == [])
      shown.append(viewer.moment(of: snapshot).forms[name]?.rawValue)
    }
    #expect(shown == ["bars", "lines", "marbles"])
    #expect(viewer.picture(of: snapshot, size: Self.size).canvas.lines == before)
  }

  @Test("What a list of keys offers does something, and nothing else does", arguments: [false, true], [false, true])
  func onlyKeysThatWork(isFinished: Bool, isPresenting: Bool) throws {
    var snapshot = try show(.sample, at: isFinished ? 9 : 3, of: true)
    snapshot.place = ScenePlace(1, of: 2)
    if isFinished { snapshot.playhead.playback.phase = .ended }
    for selected in [nil, EventKey(row: 0, index: 1), EventKey(row: 3, index: 0)] {
      for hides in [false, true] {
        var viewer = Viewer()
        viewer.isPresenting = isPresenting
        if hides { _ = viewer.press(.character("h"), [], watching: snapshot, size: Self.size) }
        viewer.selected = selected
        let context = viewer.keyContext(of: snapshot, size: Self.size)
        for binding in KeyBinding.all {
          let effects = binding.keys.map { key in
            var pressed = viewer
            let requests = pressed.press(key, [], watching: snapshot, size: Self.size)
            // To pause what has ended changes nothing, and neither does the speed that it has. A key that says why it
            // does nothing is not offered.
            let says = requests.contains { if case .say = $0 { true } else { false } }
            let isIdle =
              isFinished && requests == [.steer(.pause)] || requests == [.steer(.setSpeedFactor(.normal))] || says
            return !isIdle && !requests.isEmpty || pressed != viewer
          }
          let works = KeyBinding.all.filter { $0.works(in: context) }
          for (key, hasEffect) in zip(binding.keys, effects) {
            let isOffered = works.contains { $0.keys.contains(key) }
            // At an end, one of two arrows has nowhere to go, what is folded can't be folded, and the sample expects its results.
            let mayIdle = [
              .left, .right, .up, .down, .character(","), .character("."), .character("["), .character("E"),
            ]
            .contains(key)
            #expect(hasEffect == isOffered || isOffered && mayIdle, "\(key), selected: \(String(describing: selected))")
          }
        }
      }
    }
  }

  @Test("The last line has whole words, ends with how to leave, and only has what does something")
  func keyLine() throws {
    let alone = try show(.sample, at: 3)
    let several = try show(.sample, at: 3, of: true)
    func line(_ snapshot: PlaybackSnapshot, _ columns: Int) -> String {
      Viewer().picture(of: snapshot, size: Size(columns: columns, rows: 24)).canvas.lines.last ?? ""
    }
    #expect(line(alone, 80) == " space play  h hide  ←→ step  tab marble  e edit  + - speed  ? keys  q quit")
    #expect(
      line(alone, 120)
        == " space play  h hide  r restart  ←→ step  tab marble  e edit  o operators  + - speed  l loop  p scenes  "
        + "? keys  q quit"
    )
    #expect(line(several, 99).hasSuffix("+ - speed  PgUp PgDn scene  ? keys  q quit"))
    #expect(line(several, 140).hasSuffix("+ - speed  l loop  PgUp PgDn scene  ? keys  q quit"))
    var viewer = Viewer()
    viewer.selected = EventKey(row: 3, index: 0)
    let selected = viewer.picture(of: alone, size: Size(columns: 120, rows: 24)).canvas.lines.last
    #expect(selected?.contains("tab marble  e edit  esc unselect") == true)
    viewer.selected = EventKey(row: 0, index: 0)
    let input = viewer.picture(of: alone, size: Size(columns: 80, rows: 24)).canvas.lines.last
    #expect(input?.contains("Enter i edit  < > move") == true)

    for columns in 20...120 {
      let words = line(several, columns).split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      let known = [
        "space play", "←→ step", "tab marble", "+ - speed", "l loop", "r restart", "PgUp PgDn scene", "m mouse",
        "h hide", "Home End ends", "p scenes", "y copy", "s picture", "? keys", "q quit", "e edit", "o operators",
        "L lesson",
      ]
      #expect(words.allSatisfy(known.contains) && words.last == "q quit", "\(columns): \(words)")
    }
  }

  @Test("The list of keys has those that work now, and goes away with the next key") func listOfKeys() throws {
    let snapshot = try show(.sample, at: 3)
    var viewer = Viewer()
    func lines() -> [String] { viewer.screen(of: snapshot, size: Self.size).canvas.lines }
    let before = lines()
    _ = selections([.character("?")], &viewer, snapshot)
    #expect(lines().contains { $0.contains(" Keys ") } && lines().contains { $0.contains("hide the outputs") })
    #expect(!lines().contains { $0.contains("clear the selection") || $0.contains("next scene") })
    _ = selections([.escape], &viewer, snapshot)
    #expect(lines() == before)
    _ = selections([.character("?"), .tab], &viewer, snapshot)
    #expect(!lines().contains { $0.contains(" Keys ") } && viewer.selected != nil)
    _ = selections([.character("?")], &viewer, snapshot)
    #expect(lines().contains { $0.contains("clear the selection") })
  }

  @Test("What the scene teaches is read page by page, and goes away with the next key") func lesson() throws {
    let snapshot = try show(.sample, at: 3)
    var viewer = Viewer()
    func lines() -> [String] { viewer.screen(of: snapshot, size: Self.size).canvas.lines }
    let before = lines()
    _ = selections([.character("L")], &viewer, snapshot)
    #expect(lines().contains { $0.contains("`zip` makes pairs") } && viewer.pageOfLesson == 0)
    _ = selections([.escape], &viewer, snapshot)
    #expect(lines() == before)
    let pages = snapshot.drawing.pagesOfLesson(size: Self.size)
    _ = selections(Array(repeating: .character("L"), count: pages + 1), &viewer, snapshot)
    #expect(lines() == before)
    _ = selections([.character("?"), .character("L")], &viewer, snapshot)
    #expect(viewer.pageOfKeys == nil && viewer.pageOfLesson == 0)
    viewer.hideKeys()
    #expect(lines() == before)
  }

  @Test("A viewer who only watches is offered no key that steers") func watching() throws {
    let snapshot = try show(.sample, at: 3, of: true)
    var viewer = Viewer()
    viewer.permissions = InteractionPolicy.Keys.watching.permissions
    let line = viewer.screen(of: snapshot, size: Self.size).canvas.lines.last
    #expect(line == " h hide  L lesson  tab marble  m mouse  ? keys  q quit")
    _ = selections([.character("?")], &viewer, snapshot)
    #expect(viewer.screen(of: snapshot, size: Self.size).canvas.lines.contains { $0.contains("only watching") })
  }

  @Test("At the end of a presented scene, space, Enter and the right arrow play the next one") func presenting() throws
  {
    var snapshot = try show(.sample, at: 9, of: true)
    snapshot.playhead.playback.phase = .ended
    for (number, isNext) in [(1, true), (2, false)] {
      snapshot.place = ScenePlace(number, of: 2)
      for key in [Key.character(" "), .enter, .right] {
        var viewer = Viewer()
        viewer.isPresenting = true
        let requests = viewer.press(key, [], watching: snapshot, size: Self.size)
        #expect(requests.contains(.steer(.changeScene(by: 1))) == isNext, "\(key)")
        let line = viewer.screen(of: snapshot, size: Self.size).canvas.lines.last
        #expect(line?.contains("space next scene") == isNext)
      }
    }
  }
}
