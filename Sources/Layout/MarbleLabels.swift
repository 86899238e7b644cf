internal import Expressions
package import Marbles
package import Scenes

/// Chooses the value that is written on a marble: the label of its row, or what stands for the event's value.
package struct MarbleLabels: Sendable {
  private var row: Scene.Row?
  /// Whether the terminal shows the colours by value.
  package var hasColors = true
  /// Where the number of a value is that is written on its marble; nil for the value.
  package var number: NumberSource?
  /// The events after this time are hidden; nil hides none.
  package var revealed: SceneTime?

  /// The values of a row without `label:` and `colorBy:`.
  package init() {}

  package init(of row: Scene.Row, hasColors: Bool) { (self.row, self.hasColors) = (row, hasColors) }

  /// The value to write for an event.
  ///
  /// Without colours, the result of `colorBy:` follows the label, as in `timeout · error`.
  package func value(of event: Event) -> Value {
    if let revealed, event.time > revealed { return .string("?") }
    let face = face(of: event.value)
    guard !hasColors, let key = row?.colorBy?.result(for: event.value), key != face else { return face }
    return .string("\(face.summary()) · \(key)")
  }

  /// The value of an event before a member stands for it, unless the row or the viewer chose the member.
  func wholeValue(of event: Event) -> Value {
    if let revealed, event.time > revealed { return .string("?") }
    let isChosen = row?.label != nil || number.map { $0 != .value } == true || (!hasColors && row?.colorBy != nil)
    return isChosen ? value(of: event) : event.value
  }

  /// Titled objects stay whole: they are drawn as their title, or as their icon where that does not fit.
  private func face(of value: Value) -> Value {
    if let row, row.label != nil { return row.label(of: value) }
    if let number, number != .value, let text = number.text(in: value) { return .string(text) }
    return value.title == nil ? value.label : value
  }
}
