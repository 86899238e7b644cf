internal import Marbles
internal import Scenes
internal import Terminal

/// The items of a list at any time of the recording. Their sizes are measured once, so that nothing moves when an item
/// arrives.
struct ListContent: Sendable {
  /// The items of the scene, which don't change.
  private let given: [ListItem]
  /// The position of the row whose latest value contains the items; nil for items of the scene.
  let row: Int?
  /// The items of the longest list.
  let largest: [ListItem]
  /// The width of the widest icon, in columns.
  let icon: Int
  let text: Int

  /// A list of given items.
  init(_ items: [ListItem], _ set: GlyphSet) {
    self.init(given: items, row: nil, values: [items], set)
  }

  /// A list with the values of the row at `position`.
  init(row position: Int, of events: [Event], _ set: GlyphSet) {
    self.init(given: [], row: position, values: events.map { ListItem.items(of: $0.value) }, set)
  }

  /// The contents of a list scene; nil for other scenes.
  init?(of scene: Scene, _ plan: Recording, _ set: GlyphSet) {
    guard case .list(let list) = scene.kind else { return nil }
    switch list.items {
    case .given(let items): self.init(items, set)
    case .row(let name):
      let position = plan.rows.firstIndex { $0.name == name } ?? plan.rows.count
      self.init(row: position, of: plan.rows[position...].first?.timeline.events ?? [], set)
    }
  }

  /// The contents of the rows that are shown as lists.
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
      // Most items occur in many values.
      for item in items where measured.insert(item).inserted {
        icon = max(icon, DisplayWidth.of(ListIcon.shown(item, glyphs)))
        text = max(text, DisplayWidth.of(item.text))
      }
    }
    (self.icon, self.text, self.largest) = (icon, text, largest)
  }

  /// The row's items at `time` in the recording so far.
  func items(of recording: Recording, at time: SceneTime) -> [ListItem] {
    guard let row, recording.rows.indices.contains(row) else { return given }
    let events = recording.rows[row].timeline.events
    let past = events.partitioningIndex { $0.time > time }
    return past == 0 ? [] : ListItem.items(of: events[past - 1].value)
  }
}
