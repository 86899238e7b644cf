import Marbles
import Testing

@Suite struct ValueTellingTests {
  private func movie(_ title: String) -> Value { .object(["icon": "♥", "text": .string(title)]) }

  @Test("An object is called by its text, else by its title or name")
  func objectsAreCalledByWhatTheySay() {
    #expect(movie("Parasite").summary() == "Parasite")
    #expect(Value.object(["title": "Moonlight", "name": "m"]).summary() == "Moonlight")
    #expect(Value.object(["name": "Westend", "id": 3]).summary() == "Westend")
    #expect(Value.object(["id": 3]).summary() == #"{"id":3}"#)
    #expect(Value.object(["text": ""]).summary() == #"{"text":""}"#)
  }

  @Test("A list of objects is shortened to its first elements and a count")
  func listsAreToldByTheirFirstAndACount() {
    let titles = ["Parasite", "Moonlight", "Amélie", "2001: A Space Odyssey", "Alien"].map(movie)
    #expect(Value.array([titles[0]]).summary() == "Parasite")
    #expect(Value.array(Array(titles.prefix(2))).summary() == "Parasite and Moonlight")
    #expect(Value.array(Array(titles.prefix(3))).summary() == "Parasite, Moonlight and Amélie")
    #expect(Value.array(titles).summary() == "Parasite, Moonlight and 3 more")
    #expect(Value.array(Array(titles.reversed())).summary() == "Alien and 4 more")
    #expect(Value.array([titles[0], "Movie 1"]).summary() == "Parasite and Movie 1")
  }

  @Test("A long list of any values is shortened to its first elements and a count")
  func longListsAreShort() {
    let numbers = Value.array((1...30).map { .int($0) })
    #expect(numbers.summary() == "1, 2, 3, 4, 5, 6, 7, 8 and 22 more")
    #expect(Value.array(["a", "b"]).summary(maxLength: 5) { "<\($0)>" } == "<a> and <b>")
  }

  @Test("Everything else is as it is written")
  func everythingElseIsAsItIsWritten() {
    for value: Value in [1, "a b", .null, .bool(true), .array([]), .array([1, 2]), .tuple([1, "a"])] {
      #expect(value.summary() == value.description)
    }
    #expect(Value.tuple([2, movie("Parasite")]).summary() == "(2, Parasite)")
  }

  @Test("Titles may be put between quotes")
  func titlesMayBeQuoted() {
    let list = Value.array([movie("A"), movie("B")])
    #expect(list.told { "<\($0)>" } == "<A> and <B>")
  }
}
