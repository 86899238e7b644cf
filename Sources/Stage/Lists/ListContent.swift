internal import Marbles
internal import Scenes
internal import Terminal

/// The items of a list, now and at any time of the recording: what they need is measured once, so that nothing moves
/// when an item arrives.
struct ListContent: Sendable {
  /// The items that are there whatever the time.
  private let given: [ListItem]
  /// The position of the row whose latest value the items are; nil when they are given.
  let row: Int?
  /// The items of the longest list.
  let largest: [ListItem]
  /// The widest icon and the widest text, in columns.
  let icon: Int
  let text: Int

  /// A list of given items.
  init(_ items: [ListItem], _ set: GlyphSet) {
    self.init(given: items, row: nil, values: [items], set)
  }

  /// The values of the row at `position`.
  init(row position: Int, of events: [Event], _ set: GlyphSet) {
    self.init(given: [], row: position, values: events.map { ListItem.items(of: $0.value) }, set)
  }

  private init(given: [ListItem], row: Int?, values: [[ListItem]], _ set: GlyphSet) {
    let glyphs = Glyphs(set)
    (self.given, self.row) = (given, row)
    var (icon, text, largest) = (DisplayWidth.of(glyphs.bullet), 0, given)
    var measured: Set<ListItem> = []
    for items in values {
      if items.count >= largest.count { largest = items }
      // Most items are in most lists.
      for item in items where measured.insert(item).inserted {
        icon = max(icon, DisplayWidth.of(ListIcon.shown(item, set, glyphs)))
        text = max(text, DisplayWidth.of(item.text))
      }
    }
    (self.icon, self.text, self.largest) = (icon, text, largest)
  }

  /// The items at `time` of the row's own, of what has happened so far.
  func items(of recording: Recording, at time: SceneTime) -> [ListItem] {
    guard let row, recording.rows.indices.contains(row) else { return given }
    let events = recording.rows[row].timeline.events
    let past = events.partitioningIndex { $0.time > time }
    return past == 0 ? [] : ListItem.items(of: events[past - 1].value)
  }
}
