public import Expressions
public import Marbles

/// Gives the distinct results of an expression distinct colours, in the order of their first appearance.
///
/// The same values in the same order get the same colours. A value without a result, and each result after the eighth,
/// is gray.
public struct ValueColors: Hashable, Sendable {
  /// The colours, in the order in which they are given; red is last, because it reads as an alarm.
  public static let palette: [MarbleColor] = [.cyan, .yellow, .pink, .green, .orange, .purple, .blue, .red]

  /// The expression over a value.
  public let expression: ValueExpression
  private var colors: [Value: MarbleColor] = [:]

  /// Creates colours that no value has yet.
  public init(by expression: ValueExpression) { self.expression = expression }

  /// The colour of a value.
  public mutating func color(of value: Value) -> MarbleColor {
    guard let key = expression.result(for: value) else { return .gray }
    if let color = colors[key] { return color }
    guard colors.count < Self.palette.count else { return .gray }
    let color = Self.palette[colors.count]
    colors[key] = color
    return color
  }
}

extension Scene.Row {
  /// The value that stands for `value` on a marble of this row: the result of ``label``, else the value's own label.
  public func label(of value: Value) -> Value { label?.result(for: value) ?? value.label }

  /// The timeline of an input with the colours of ``colorBy``; nil for other rows.
  var coloredTimeline: Timeline? {
    guard let timeline, let colorBy else { return timeline }
    var colors = ValueColors(by: colorBy)
    return Timeline(events: timeline.events.changed { $0.color = colors.color(of: $0.value) }, end: timeline.end)
  }
}

extension Scene {
  /// The scene with the colours of each row's ``Row/colorBy`` in its inputs.
  var withValueColors: Scene {
    guard rows.contains(where: { $0.colorBy != nil && $0.input != nil }) else { return self }
    var scene = self
    for position in rows.indices {
      if let timeline = rows[position].coloredTimeline { scene.rows[position].input?.timeline = timeline }
    }
    return scene
  }
}
