package import Scenes

/// How a row is drawn on its time line.
package enum RowForm: String, Hashable, Sendable, CaseIterable {
  /// A marble for each value.
  case marbles
  /// A curve of the numbers in the values.
  case curve
  /// The number of values in each interval of a round time.
  case bars
  /// A mark for each value, and the newest values in full below.
  case lines

  /// The form that a scene chooses; nil where the values decide.
  package init?(_ form: Scene.Row.Form) {
    switch form {
    case .timeline, .list: return nil
    case .marbles: self = .marbles
    case .curve: self = .curve
    case .bars: self = .bars
    case .lines: self = .lines
    }
  }

  /// The rows of cells that the form takes where there is room.
  package var preferredHeight: Int {
    switch self {
    case .marbles, .lines: 1
    case .curve, .bars: 6
    }
  }
}

/// The form of a row, and what is read from its values for it.
package struct RowReading: Hashable, Sendable {
  /// How the row is drawn.
  package var form: RowForm
  /// The number in each value; nil where there is none.
  package var number: NumberSource?
  /// What the number is called; nil when nothing names it.
  package var name: String?
  /// How bad each value is; nil where no value says so.
  package var severity: SeveritySource?

  /// A form, and what is read for it.
  package init(
    form: RowForm, number: NumberSource? = nil, name: String? = nil, severity: SeveritySource? = nil
  ) {
    (self.form, self.number, self.severity) = (form, number, severity)
    self.name = name ?? number?.name
  }
}
