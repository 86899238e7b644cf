import Marbles
import Testing

@testable import Scenes

/// What of a value becomes an item of a list.
@Suite struct ListItemTests {
  @Test(
    arguments: [
      (.null, []),
      ("alone", [ListItem(text: "alone")]),
      (.array([]), []),
      (.array([1, "a", .bool(true)]), [ListItem(text: "1"), ListItem(text: "a"), ListItem(text: "true")]),
      (.array(["a", "a", "b", "a"]), ["a", "a #2", "b", "a #3"].map { ListItem(id: $0, text: String($0.first!)) }),
      (.tuple(["S7", "Westend"]), [ListItem(icon: "S7", text: "Westend")]),
      (.array([.tuple(["●", 1]), .tuple([1, 2])]), [ListItem(icon: "●", text: "1"), ListItem(text: "(1, 2)")]),
      (
        .object(["text": "Westend", "icon": "◎", "id": 7, "color": "red"]),
        [ListItem(id: "7", icon: "◎", text: "Westend", color: .red)]
      ),
      (.object(["text": "x", "icon": "", "color": "none"]), [ListItem(text: "x")]),
      (.object(["icon": "◎"]), [ListItem(text: "{\"icon\":\"◎\"}")]),
      (.array([.array([1, 2])]), [ListItem(text: "[1,2]")]),
    ] as [(Value, [ListItem])])
  func itemsAreMadeOfValues(value: Value, items: [ListItem]) { #expect(ListItem.items(of: value) == items) }
}
