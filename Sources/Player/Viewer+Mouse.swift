internal import Drawing
internal import Marbles
internal import Scenes
package import Terminal

extension Viewer {
  /// Handles the mouse: hovering explains a marble, a click selects it, and input marbles and the playhead can be
  /// dragged; output marbles and ticks can't.
  package mutating func point(_ mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size) -> [Request] {
    if picker != nil { return pointAtPicker(mouse, watching: snapshot, size: size) }
    switch mouse.action {
    case .press(.left): return press(mouse, watching: snapshot, size: size)
    case .drag(.left): return drag(mouse, watching: snapshot)
    case .release(.left):
      let hasMoved = drag?.last != nil
      drag = nil
      return hasMoved ? [.steer(.release)] : []
    case .move:
      // The button was released outside of the window.
      let requests: [Request] = drag?.last == nil ? [] : [.steer(.release)]
      drag = nil
      let marble = marble(at: mouse, watching: snapshot, size: size)
      hovered = marble.flatMap(key)
      return requests
    case .scrollUp, .scrollDown:
      scroll(mouse.action == .scrollUp ? -1 : 1, at: mouse, watching: snapshot, size: size)
      return []
    default: return []
    }
  }

  /// The wheel moves the selection of the list of scenes, and a click chooses a scene.
  private mutating func pointAtPicker(
    _ mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size
  ) -> [Request] {
    switch mouse.action {
    case .scrollUp: picker?.move(-1)
    case .scrollDown: picker?.move(1)
    case .press(.left):
      return picker?.painter(snapshot.drawing, size: size).choice(at: mouse.row).map { choose($0) } ?? []
    default: break
    }
    return []
  }

  /// Drops intermediate positions of consecutive mouse inputs: only the newest position counts.
  static func newest(_ inputs: [Input]) -> [Input] {
    var newest: [Input] = []
    for input in inputs {
      if case .mouse(let new) = input, case .mouse(let old)? = newest.last, new.action == old.action,
        [.move, .drag(.left)].contains(new.action)
      {
        newest.removeLast()
      }
      newest.append(input)
    }
    return newest
  }

  private mutating func press(_ mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size) -> [Request] {
    hovered = nil
    let moment = moment(of: snapshot)
    let layout = snapshot.drawing.layout(at: moment, size: size)
    guard let marble = marble(at: mouse, watching: snapshot, size: size), let key = key(of: marble),
      let event = marble[key]
    else {
      let scale = layout.scale.following(moment.time)
      guard (layout.axis..<layout.top).contains(mouse.row), scale.columns.contains(mouse.column),
        snapshot.drawing.scene.kind == .timelines
      else {
        selected = nil
        return []
      }
      let place = Drag(.playhead, start: .zero, column: scale.center(.zero), scale: scale)
      let start = min(
        place.time(at: mouse.column, isFree: mouse.modifiers.contains(.control)), snapshot.drawing.plan.duration)
      var drag = Drag(.playhead, start: start, column: mouse.column, scale: scale)
      drag.grab()
      self.drag = drag
      return [.steer(.hold(at: start))]
    }
    selected = key
    let scene = snapshot.drawing.scene
    guard scene.rows.indices.contains(marble.row), scene.rows[marble.row].input != nil else { return [] }
    drag = Drag(
      .event(key, scene), start: event.time, column: mouse.column,
      scale: layout.scale.following(moment.time(ofRow: marble.row)))
    return []
  }

  private mutating func drag(_ mouse: Mouse, watching snapshot: PlaybackSnapshot) -> [Request] {
    let isFirst = drag?.last == nil
    guard let target = drag?.target,
      let time = drag?.move(to: mouse.column, isFree: mouse.modifiers.contains(.control))
    else { return [] }
    switch target {
    case .playhead: return [.steer(.hold(at: min(time, snapshot.drawing.plan.duration)))]
    case .event(let key, let scene):
      guard let moved = scene.moving(key, to: time) else { return [] }
      // The moved event may have passed others.
      selected = moved.key
      return (isFirst ? [.steer(.hold(at: snapshot.playhead.time))] : []) + [.steer(.edit(moved.scene))]
    }
  }

  private func marble(at mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size) -> Anchors.Marble? {
    picture(of: snapshot, size: size).anchors.marble(column: mouse.column, row: mouse.row)
  }

  /// The event of a marble: the selected one of a group, else the last.
  private func key(of marble: Anchors.Marble) -> EventKey? {
    selected.flatMap { marble[$0] == nil ? nil : $0 } ?? marble.keys.last
  }
}
