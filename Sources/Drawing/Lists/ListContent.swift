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

  /// What is ever in the list that a scene is; nil when it is none.
  init?(of scene: Scene, _ plan: Recording, _ set: GlyphSet) {
    guard case .list(let list) = scene.kind else { return nil }
    switch list.items {
    case .given(let items): self.init(items, set)
    case .row(let name):
      let position = plan.rows.firstIndex { $0.name == name } ?? plan.rows.count
      self.init(row: position, of: plan.rows[position...].first?.timeline.events ?? [], set)
    }
  }

  /// What is ever in the lists that rows of timelines are shown as.
  static func rows(of scene: Scene, _ plan: Recording, _ set: GlyphSet) -> [ListContent] {
    guard scene.kind == .timelines else { return [] }
    return zip(scene.rows, plan.rows).enumerated().compactMap { position, row in
      row.0.form == .list ? ListContent(row: position, of: row.1.timeline.events, set) : nil
    }
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
        icon = max(icon, DisplayWidth.of(ListIcon.shown(item, glyphs)))
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
