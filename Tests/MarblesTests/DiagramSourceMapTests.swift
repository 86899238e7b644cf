import Marbles
import Testing

@Suite struct DiagramPlacesTests {
  @Test(
    "every event and the end know their character",
    arguments: [
      ("", [], nil),
      ("-a--b|", [1, 4], 5),
      ("-[ab]-|", [2, 3], 6),
      ("(a'long'b|)", [1, 2, 8], 9),
      ("a 2s b|", [0, 5], 6),
      ("👩‍👧-e\u{301}", [0, 2], nil),
      ("1@0 'long'@2.5 |@8", [0, 4], 15),
      ("|@8 c@2 a@1 b@1", [8, 12, 4], 0),
    ] as [(String, [Int], Int?)])
  func events(diagram: String, events: [Int], end: Int?) throws {
    let places = try Diagram.places(in: diagram, row: "r")
    #expect(places.events == events)
    #expect(places.end == end)
  }

  @Test(
    "a time at which nothing happens has a place, too",
    arguments: [
      ("-a--b|", 0, 0), ("-a--b|", 2, 2), ("-a--b|", 2.5, 2), ("-a--b|", 5, 5), ("-a--b|  ", 6, 6), ("-a--b|", 90, 6),
      ("", 0, 0), (" a - - b", 2, 5), ("a 5s b", 3, 2), ("a 5s b", 6, 5), ("[ab]-", 0, 2), ("(ab)-", 3, 2),
      ("(ab)-", 4, 4),
      ("1@0 2@2 |@4", 1, 4), ("1@0 2@2 |@4", 2, 8), ("1@0 2@2 |@4", 4, 11), ("|@4 1@0", 2, 0),
    ])
  func times(diagram: String, seconds: Double, offset: Int) throws {
    #expect(try Diagram.places(in: diagram, row: "r").offset(at: .seconds(seconds)) == offset)
  }

  @Test("rx: places count from time zero") func rx() throws {
    let places = try Diagram.places(in: "-a^-b|", row: "r", dialect: .rx)
    #expect(places.events == [4] && places.end == 5)
    #expect(places.offset(at: .seconds(1)) == 3)
  }

  @Test("asv: the first character is at one step") func asv() throws {
    let places = try Diagram.places(in: "a-,;b", row: "r", dialect: .asv)
    #expect(places.events == [0, 4] && places.end == nil)
    #expect(places.offset(at: .seconds(3)) == 2 && places.offset(at: .seconds(6)) == 5)
  }

  @Test("the form is that of the text") func forms() throws {
    #expect(try Diagram.places(in: "'a@1'|", row: "r").form == .grid)
    #expect(try Diagram.places(in: "a@1", row: "r").form == .absolute)
  }
}
