public import Expressions
public import Marbles

/// A change of a scene, as a value: what a key, the mouse or a command changes.
///
/// Rows and events are identified by their positions in the scene that the edit is applied to.
///
/// ```swift
/// let edited = try scene.applying(.moveEvent(EventKey(row: 0, index: 2), to: .seconds(3)))
/// let undone = try edited.applying(SceneEdit.moveEvent(…).inverse(in: scene))     // == scene
/// ```
public indirect enum SceneEdit: Hashable, Sendable {
  /// Move an input event; its end moves along if it must, see ``Scene/moving(_:to:)``.
  case moveEvent(EventKey, to: SceneTime)
  /// Insert an event into an input, behind those of the same instant.
  case insertEvent(Value, row: Int, at: SceneTime)
  /// Remove an input event.
  case removeEvent(EventKey)
  /// Change the value of an input event.
  case setValue(EventKey, Value)
  /// Change the colour of an input event.
  case setColor(EventKey, MarbleColor)
  /// Change the end of an input; an end before the last event moves behind it.
  case setEnd(row: Int, Timeline.End)
  /// Replace a whole input.
  case setInput(row: Int, Scene.Input)
  /// Change the expression of an output.
  case setExpression(row: Int, Expression)
  /// Change the colour of a row; nil for the default.
  case setRowColor(row: Int, MarbleColor?)
  /// Change the refresh interval of a row; nil for the scene's.
  case setRowRefreshInterval(row: Int, Duration?)
  /// Show each step of an output as a row, or not.
  case setShowsStages(row: Int, Bool)
  /// Change what is expected of an output; nil for nothing.
  case setExpectation(row: Int, Scene.Expectation?)
  /// Change the text on the marbles of a row; nil for the value.
  case setLabel(row: Int, ValueExpression?)
  /// Change when a use of an input starts.
  case setStart(row: Int, Scene.Input.Start)
  /// Change what a row teaches; empty for nothing.
  case setRowNotes(row: Int, String)
  /// Insert a row at a position.
  case insertRow(Scene.Row, at: Int)
  /// Remove a row that no other row uses.
  case removeRow(Int)
  /// Rename a row, also in the expressions that use it.
  case renameRow(Int, to: String)
  /// Move a row to another position.
  case moveRow(Int, to: Int)
  /// Change the length of a time step; events and expectations keep their times.
  case setStep(SceneTime)
  /// Change how long the scene plays; nil to end with the last event.
  case setDuration(SceneTime?)
  /// Change the speed at which the scene starts.
  case setSpeedFactor(SpeedFactor)
  /// Change the refresh interval of the scene.
  case setRefreshInterval(Duration)
  /// Change the title of the scene; an empty one is its name.
  case setTitle(String)
  /// Change the sentence about the scene.
  case setAbout(String)
  /// Change what the scene teaches; empty for nothing.
  case setNotes(String)
  /// Change the dialect of diagrams; events keep their values, and expectations say the same.
  case setDialect(Dialect)
  /// Change the order of what is due at one instant.
  case setOrder(InstantOrder)
  /// Make several edits, one after the other.
  case all([SceneEdit])
  /// Replace everything.
  case replaceScene(Scene)
}

extension SceneEdit {
  /// The edit that turns the edited scene back into `scene`.
  ///
  /// - Parameter scene: the scene that this edit is applied to.
  public func inverse(in scene: Scene) -> SceneEdit {
    switch self {
    case .moveEvent(let key, _), .removeEvent(let key), .setValue(let key, _), .setColor(let key, _):
      Self.restoring(row: key.row, of: scene)
    case .insertEvent(_, let row, _), .setEnd(let row, _), .setInput(let row, _), .setStart(let row, _):
      Self.restoring(row: row, of: scene)
    case .setExpression(let row, _):
      scene.row(row)?.expression.map { .setExpression(row: row, $0) } ?? .replaceScene(scene)
    case .setRowRefreshInterval(let row, _):
      scene.row(row).map { .setRowRefreshInterval(row: row, $0.refreshInterval) } ?? .replaceScene(scene)
    case .setShowsStages(let row, _):
      scene.row(row).map { .setShowsStages(row: row, $0.showsStages) } ?? .replaceScene(scene)
    case .setExpectation(let row, _):
      scene.row(row).map { .setExpectation(row: row, $0.expectation) } ?? .replaceScene(scene)
    case .setLabel(let row, _): scene.row(row).map { .setLabel(row: row, $0.label) } ?? .replaceScene(scene)
    case .setRowNotes(let row, _): scene.row(row).map { .setRowNotes(row: row, $0.notes) } ?? .replaceScene(scene)
    case .setDuration: .setDuration(scene.duration)
    case .setSpeedFactor: .setSpeedFactor(scene.speedFactor)
    case .setRefreshInterval: .setRefreshInterval(scene.refreshInterval)
    case .setTitle: .setTitle(scene.title)
    case .setAbout: .setAbout(scene.about)
    case .setNotes: .setNotes(scene.notes)
    case .setOrder: .setOrder(scene.order)
    // They change several rows, such as the default colours of inputs. A scene shares the rows that did not change.
    case .setRowColor, .insertRow, .removeRow, .renameRow, .moveRow, .setStep, .setDialect, .all, .replaceScene:
      .replaceScene(scene)
    }
  }

  private static func restoring(row: Int, of scene: Scene) -> SceneEdit {
    scene.row(row)?.input.map { .setInput(row: row, $0) } ?? .replaceScene(scene)
  }
}

extension Scene {
  /// The row at a position; nil when there is none.
  func row(_ position: Int) -> Row? { rows.indices.contains(position) ? rows[position] : nil }
}
