import Marbles
import Operators
import SceneFiles
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

/// Items that are coming in, and the lines to them.
@Suite("An item of a list") struct ListMotionTests {
  private let stops = [
    ListItem(icon: "◉", text: "My Location"), ListItem(icon: "▣", text: "Berlin Hauptbahnhof"),
    ListItem(icon: "◎", text: "Westend"),
  ]

  /// The list when one of its items has come so far, without blank lines; from the second column on.
  private func lines(
    _ transition: Animation.Transition, _ progress: Double, of item: String = "Westend", columns: Int = 40
  ) -> [String] {
    let size = Size(columns: columns, rows: 12)
    let area = CellBounds(columns: 2..<columns, rows: 0..<12)
    let content = ListContent(stops, .full)
    let layout = ListLayout(stops, of: content, style: ListStyle(connector: .none), area: area)
    var surface = Surface(size: size)
    let painter = ListPainter(
      items: stops, style: ListStyle(connector: .none), layout: layout,
      palette: CellPalette(theme: .dark, glyphs: .full),
      appearances: [item: MarbleAppearance(transition: transition, progress: progress)])
    _ = painter.draw(on: &surface)
    return surface.canvas.lines.filter { $0 != "" }
  }

  private static let settled = ["  ◉  My Location", "  ▣  Berlin Hauptbahnhof", "  ◎  Westend"]

  @Test("looks like this on its way")
  func looks() {
    #expect(lines(.slide, 1) == Self.settled)
    #expect(lines(.slide, 0.5).last == "              ◎  Westend")
    #expect(lines(.pop, 0.4).last == "  ◎")
    #expect(lines(.pop, 0.6) == Self.settled)
    #expect(lines(.fade, 0.4) == Self.settled)
    for transition in Animation.Transition.allCases { #expect(lines(transition, 0) == Array(Self.settled.prefix(2))) }
  }

  @Test("can be read all the way, as far as there is room")
  func isReadable() {
    for progress in stride(from: 0.01, to: 1, by: 0.01) {
      #expect(lines(.slide, progress).last?.hasSuffix("◎  Westend") == true)
      #expect(lines(.slide, progress, of: "Berlin Hauptbahnhof")[1].hasSuffix("▣  Berlin Hauptbahnhof"))
    }
    // Where it fills the list, what is beyond the edge is said to be missing.
    #expect(lines(.slide, 0.01, of: "Berlin Hauptbahnhof", columns: 25)[1] == "      ▣  Berlin Hauptbah…")
    #expect(lines(.slide, 1, of: "Berlin Hauptbahnhof", columns: 25)[1] == "  ▣  Berlin Hauptbahnhof")
  }

  @Test(
    "with reduced motion is not there before its time, and all there from then on",
    arguments: [
      "drop", "fade", "pop", "slide", "slide, delay: .milliseconds(300)", "slide, curve: .spring",
    ])
  func reduced(animation: String) throws {
    let text = """
      kind: list
      items: b
      reducedMotion: true
      rows:
        a: { marbles: "-m-n-|", values: { m: [one], n: [one, two, three] } }
        b: { apply: "a.animation(.\(animation))" }
      """
    let scene = try SceneFile(parsing: text, path: "x.yaml").scene
    for milliseconds in stride(from: Int64(0), through: 5000, by: 20) {
      let lines = try frame(scene, at: .milliseconds(milliseconds))
      // Without the sentence below, which says how it would have moved.
      let items = lines.dropFirst(2).dropLast(4).map { $0.filter { !$0.isWhitespace } }.filter { $0 != "" && $0 != "│" }
      let expected =
        milliseconds < 1000 ? ["noitemsyet"] : milliseconds < 3000 ? ["●one"] : ["●one", "●two", "●three"]
      #expect(items == expected, "\(milliseconds) ms")
    }
  }

  @Test("goes a column too far on a spring, and comes back")
  func springs() {
    let places = stride(from: 0.0, through: 1, by: 0.01).map { time in
      lines(.slide, max(0.001, Animation.Curve.spring(time))).last?.prefix { $0 == " " }.count ?? 0
    }
    #expect(places.min() == 1)
    #expect(places.last == 2)
    let turn = places.firstIndex(of: 1) ?? 0
    #expect(zip(places[..<turn], places[1...turn]).allSatisfy { $0 >= $1 })
    #expect(zip(places[turn...], places[(turn + 1)...]).allSatisfy { $0 <= $1 })
  }

  @Test("takes its lines along")
  func lines() throws {
    let scene = try #require(try SceneLibrary.shipped.file(named: "stops-arriving")).scene
    func body(_ time: SceneTime, glyphs: GlyphSet = .full) throws -> [String] {
      let lines = try frame(scene, at: time, glyphs: glyphs).dropFirst(4).prefix(10)
      let indent = lines.filter { $0 != "" }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.filter { $0 != "" }.map { String($0.dropFirst(indent)) }
    }
    #expect(
      try body(.milliseconds(4600)) == [
        "◉  My Location",
        "┊",
        "╰┄┄┄┄┄┄┄┄┄╮",
        "          ▣  Berlin Hauptbahnhof, S7 towards Potsdam",
        "          ┊",
        "╭┄┄┄┄┄┄┄┄┄╯",
        "◎  Westend",
      ])
    #expect(try body(.milliseconds(4600), glyphs: .ascii)[2] == "+.........+")
    // Before it can be seen, its neighbours still have the line that they had.
    #expect(try body(.milliseconds(4500)) == ["◉  My Location", "┊", "┊", "┊", "┊", "┊", "◎  Westend"])
    #expect(
      try body(.milliseconds(5100)) == [
        "◉  My Location",
        "┊",
        "┊",
        "▣  Berlin Hauptbahnhof, S7 towards Potsdam",
        "┊",
        "┊",
        "◎  Westend",
      ])
  }
}
