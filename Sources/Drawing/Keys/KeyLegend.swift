internal import Terminal

/// The keys in the last line of a picture: those that work now, as many as fit.
struct KeyLegend: Hashable {
  /// The keys in the order of the line.
  private static let order: [KeyBinding.Action] = [
    .next, .pause, .hide, .predict, .compare, .end, .findings, .lesson, .restart, .selectRow, .step, .ends,
    .selectMarble, .edit,
    .operators,
    .move, .insert,
    .delete, .undo, .write, .unselect, .form, .speed, .loop, .scene,
    .choose, .copy, .picture, .mouse, .remote, .help, .leave,
  ]

  /// The blank columns between two keys.
  static let gap = 2

  let context: KeyContext
  let glyphs: Glyphs
  /// The available columns.
  let width: Int

  /// A key and what it does.
  struct Entry: Hashable {
    var key: String
    var word: String
  }

  /// The keys that fit, the most useful first.
  var entries: [Entry] {
    let works = KeyBinding.all.filter { $0.works(in: context) }
    var rest = width
    var kept: Set<KeyBinding.Action> = []
    for action in priorities {
      guard !kept.contains(action), let binding = works.first(where: { $0.action == action }) else { continue }
      let needed = columns(of: binding) + (kept.isEmpty ? 0 : Self.gap)
      guard needed <= rest else { continue }
      rest -= needed
      kept.insert(action)
    }
    return Self.order.filter(kept.contains).compactMap { action in
      works.first { $0.action == action }.map { Entry(key: $0.label(glyphs, in: context), word: $0.word(in: context)) }
    }
  }

  private func columns(of binding: KeyBinding) -> Int {
    DisplayWidth.of(binding.label(glyphs, in: context)) + 1 + DisplayWidth.of(binding.word(in: context))
  }

  /// What the line offers, the most useful first: how to leave and where to find the other keys before all else.
  private var priorities: [KeyBinding.Action] {
    // An audience sees keys only at the end of a scene.
    if context.isPresenting { return [.next, .restart, .help, .leave] }
    var order: [KeyBinding.Action] = [.leave, .next, .pause]
    if context.isPredicting { order += [.compare, .insert, .end, .lesson] }
    if context.hidesOutputs { order += [.hide, .predict] }
    if context.state == .finished { order.append(.restart) }
    order += [.help, .remote, .findings]
    if context.scrolled != nil { order.append(.selectRow) }
    order.append(.step)
    if context.edits.isUnsaved { order += [.write, .undo] }
    if context.hasSelection || context.hasRow { order += [.edit, .move, .delete, .insert, .unselect] }
    if context.isLive { order.append(.form) }
    order += [.selectMarble, .scene, .edit]
    if context.state != .finished { order.append(.speed) }
    order.append(.hide)
    if context.state != .finished { order += [.restart, .loop] }
    return order + [.operators, .ends, .choose, .lesson, .picture, .copy, .mouse]
  }
}
