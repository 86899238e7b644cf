internal import Marbles
internal import Scenes

extension ListContent {
  /// The progress of the appearing items of a row's list, by id; all others are settled.
  ///
  /// Items of the previous value are settled. New items appear with the animation of the event that brought them.
  func appearances(of recording: Recording, _ motion: RowMotion?) -> [ListItem.ID: MarbleAppearance] {
    guard let motion, let row, recording.rows.indices.contains(row) else { return [:] }
    let events = recording.rows[row].timeline.events
    var appearances: [ListItem.ID: MarbleAppearance] = [:]
    var index = events.partitioningIndex { $0.time > motion.time }
    // Items of an earlier value may still be moving when the next value arrives.
    while index > 0, motion.mayMove(events[index - 1].time) {
      index -= 1
      guard let appearance = motion.appearance(of: events[index]) else { continue }
      let old = index > 0 ? Set(ListItem.items(of: events[index - 1].value).map(\.id)) : []
      for item in ListItem.items(of: events[index].value) where !old.contains(item.id) {
        appearances[item.id] = appearance
      }
    }
    return appearances
  }
}
