internal import Marbles
internal import Scenes

extension ListContent {
  /// How far the items of a row's list have come, by their ids; those that are not named are in their places.
  ///
  /// What was in the row's list before is old, whatever the list as a whole does: what is new appears as the event does
  /// that brought it.
  func appearances(of recording: Recording, _ motion: RowMotion?) -> [ListItem.ID: Appearance] {
    guard let motion, let row, recording.rows.indices.contains(row) else { return [:] }
    let events = recording.rows[row].timeline.events
    var appearances: [ListItem.ID: Appearance] = [:]
    var index = events.partitioningIndex { $0.time > motion.time }
    // What an earlier list brought may still be on its way when the next one is there.
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
