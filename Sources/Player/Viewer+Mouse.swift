internal import Drawing
internal import Layout
internal import Marbles
internal import Scenes
package import Terminal

extension Viewer {
  /// Handles the mouse: hovering explains a marble, a click selects it, and a double click edits; input marbles, the
  /// ends of inputs and the playhead can be dragged.
  ///
  /// - Parameters:
  ///   - instant: when it happened, in nanoseconds; nil if two clicks never count as a double click.
  ///   - screen: the size of the screen.
  package mutating func point(
    _ mouse: Mouse, at instant: Int64? = nil, watching snapshot: PlaybackSnapshot, size screen: Size
  ) -> [Request] {
    drawing(pointed(mouse, at: instant, watching: entered(snapshot), size: screen))
  }

  private mutating func pointed(
    _ mouse: Mouse, at instant: Int64?, watching snapshot: PlaybackSnapshot, size screen: Size
  ) -> [Request] {
    if picker != nil { return pointAtPicker(mouse, watching: snapshot, size: screen) }
    if tool != nil { return pointAtTool(mouse, watching: snapshot, size: screen) }
    let size = snapshot.sceneSize(in: sceneSize(in: screen))
    // The list of keys beside the scene has nothing to click.
    if case .press = mouse.action, mouse.column >= size.columns { return [] }
    switch mouse.action {
    case .press(.left):
      let isSecond = isSecondPress(mouse, at: instant)
      lastPress = isSecond ? nil : instant.map { Press(mouse: mouse, instant: $0) }
      return press(mouse, isSecond: isSecond, watching: snapshot, size: size)
    case .drag(.left): return drag(mouse, watching: snapshot)
    case .release(.left):
      defer { drag = nil }
      if let drag, drag.last != nil, drag.target != .playhead { remember() }
      return released(watching: snapshot)
    case .move:
      // The button was released outside of the window.
      let requests = released(watching: snapshot)
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

  /// Takes the drag of an edit back, and ends that of the playhead.
  mutating func cancelDrag(watching snapshot: PlaybackSnapshot) -> [Request] {
    drag?.edit = nil
    let requests = released(watching: snapshot)
    if case .event(let key, _) = drag?.target { selected = key }
    drag = nil
    return requests
  }

  /// What is asked for when the button is released.
  private func released(watching snapshot: PlaybackSnapshot) -> [Request] {
    guard let drag, let time = drag.last else { return [] }
    return drag.target == .playhead
      ? [dragging(to: time, .kept, watching: snapshot)] : [.steer(.edit(drag.edit, phase: .kept))]
  }

  private func dragging(
    to time: SceneTime, _ phase: PlaybackCommand.Phase, watching snapshot: PlaybackSnapshot
  ) -> Request {
    .steer(.drag(to: min(time, snapshot.drawing.plan.duration), phase: phase))
  }

  /// The longest time between the presses of a double click, in nanoseconds.
  private static let doubleClick: Int64 = 400_000_000

  private func isSecondPress(_ mouse: Mouse, at instant: Int64?) -> Bool {
    guard let instant, let lastPress, lastPress.mouse == mouse else { return false }
    return instant - lastPress.instant <= Self.doubleClick
  }

  private mutating func press(
    _ mouse: Mouse, isSecond: Bool, watching snapshot: PlaybackSnapshot, size: Size
  ) -> [Request] {
    hovered = nil
    let moment = moment(of: snapshot)
    let layout = snapshot.drawing.layout(at: moment, size: size)
    if isSecond, !(layout.axis..<layout.top).contains(mouse.row), snapshot.drawing.scene.kind == .timelines {
      drag = nil
      let key = marble(at: mouse, watching: snapshot, size: size).flatMap(key)
      return editByDoubleClick(at: mouse, watching: snapshot, layout: layout, key: key)
    }
    if let drag = dragOfEnd(at: mouse, moment, watching: snapshot, layout: layout) {
      (selected, self.drag) = (nil, drag)
      return []
    }
    guard let marble = marble(at: mouse, watching: snapshot, size: size), let key = key(of: marble),
      let event = marble[key]
    else {
      let scale = layout.scale.following(moment.time)
      guard (layout.axis..<layout.top).contains(mouse.row), scale.columns.contains(mouse.column),
        snapshot.drawing.scene.kind == .timelines
      else {
        selected = nil
        focusedRow = canEdit(snapshot) ? layout.position(at: mouse.row) : nil
        return []
      }
      let place = Drag(.playhead, start: .zero, column: scale.center(.zero), scale: scale)
      let start = min(
        place.time(at: mouse.column, isFree: mouse.modifiers.contains(.control)), snapshot.drawing.plan.duration)
      var drag = Drag(.playhead, start: start, column: mouse.column, scale: scale)
      drag.grab()
      self.drag = drag
      return [.steer(.drag(to: start, phase: .preview))]
    }
    selected = key
    let scene = snapshot.drawing.scene
    guard scene.rows.indices.contains(marble.row), scene.rows[marble.row].input != nil else { return [] }
    drag = Drag(
      .event(key, scene), start: event.time, column: mouse.column,
      scale: layout.scale.following(moment.time(ofRow: marble.row)), step: scene.step)
    return []
  }

  private mutating func drag(_ mouse: Mouse, watching snapshot: PlaybackSnapshot) -> [Request] {
    guard let target = drag?.target,
      let time = drag?.move(to: mouse.column, isFree: mouse.modifiers.contains(.control))
    else { return [] }
    if target != .playhead, snapshot.owners != nil {
      drag = nil
      return [.say(Self.stagesAreNotEdited)]
    }
    switch target {
    case .playhead: return [dragging(to: time, .preview, watching: snapshot)]
    case .end(let row, let message):
      let end: Timeline.End = message.map { .error(time, message: $0) } ?? .finish(time)
      return dragging(.setEnd(row: row, end))
    case .event(let key, let scene):
      guard let moved = scene.moving(key, to: time) else { return [] }
      // The moved event may have passed others.
      selected = moved.key
      return dragging(.moveEvent(key, to: time))
    }
  }

  private mutating func dragging(_ edit: SceneEdit) -> [Request] {
    drag?.edit = edit
    return [.steer(.edit(edit, phase: .preview))]
  }

  /// The drag of the end mark at a cell, where no marble is.
  private func dragOfEnd(
    at mouse: Mouse, _ moment: FrameState, watching snapshot: PlaybackSnapshot, layout: TimelineLayout
  ) -> Drag? {
    let scene = snapshot.drawing.scene
    guard canEdit(snapshot), let row = layout.position(at: mouse.row), scene.rows.indices.contains(row),
      layout.marbleLines(row).contains(mouse.row), let end = scene.rows[row].timeline?.end, let time = end.time
    else { return nil }
    let scale = layout.scale.following(moment.time(ofRow: row))
    // The mark is behind the last marble, if that is wide.
    let size = Size(columns: layout.size.columns, rows: layout.size.rows)
    let marbles = picture(of: snapshot, size: size).anchors.marbles.filter { $0.row == row && $0.stream == nil }
    let column = max(scale.center(time), marbles.map(\.bounds.columns.upperBound).max() ?? 0)
    guard abs(mouse.column - column) <= (mouse.column < column ? 0 : 1),
      !marbles.contains(where: { $0.bounds.contains(column: mouse.column, row: mouse.row) })
    else { return nil }
    let message: String? = if case .error(_, let message) = end { message } else { nil }
    return Drag(.end(row: row, message: message), start: time, column: mouse.column, scale: scale, step: scene.step)
  }

  private func marble(at mouse: Mouse, watching snapshot: PlaybackSnapshot, size: Size) -> Anchors.Marble? {
    picture(of: snapshot, size: size).anchors.marble(column: mouse.column, row: mouse.row)
  }

  /// The event of a marble: the selected one of a group, else the last.
  private func key(of marble: Anchors.Marble) -> EventKey? {
    selected.flatMap { marble[$0] == nil ? nil : $0 } ?? marble.keys.last
  }
}
