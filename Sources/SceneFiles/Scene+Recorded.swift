internal import Expressions
public import Inputs
public import Marbles
public import Operators
public import Scenes

extension Scene {
  /// The scene that a recording contains, with what its live rows received as inputs.
  ///
  /// - Parameters:
  ///   - run: the recorded run.
  ///   - file: the file, for messages.
  ///   - expressions: outputs instead of those of the recorded scene; empty to keep those.
  ///   - start: the scene time from which on events are kept; it becomes 0.
  ///   - length: how much time is kept; nil for all.
  ///   - catalogue: the available operators.
  /// - Throws: ``InputError`` or ``SceneRequest/Failure`` when the recorded scene, or an expression, can't be played.
  public init(
    recorded run: RecordedRun, file: String, expressions: [String] = [], from start: SceneTime = .zero,
    for length: SceneTime? = nil, catalogue: Catalogue = .standard
  ) throws {
    var scene: Scene
    do throws(SceneFileError) {
      scene = try SceneFile(parsing: run.scene, path: "\(file), header", catalogue: catalogue).scene
    } catch {
      throw InputError(.malformed, error.description)
    }
    scene.name = run.name
    if scene.title == "\(file), header" { scene.title = run.name }
    let end = length.map { start + $0 } ?? .distantFuture
    for (name, timeline) in run.rows {
      // A row that was added while the scene ran is not in its file.
      let position = scene.position(of: name) ?? scene.rows.endIndex
      if position == scene.rows.endIndex { scene.rows.append(Row(name: name, content: .live(Live()))) }
      let inputs = scene.rows[..<position].count { $0.expression == nil }
      let cut = timeline.cut(from: start, to: end)
      let color = scene.rows[position].color ?? .forInput(inputs)
      let colored = Timeline(events: cut.events.changed { $0.color = color }, end: cut.end)
      scene.rows[position].content = .input(Input(colored, start: .unbuffered))
    }
    scene.cutInputs(from: start, to: end, except: Set(run.rows.map(\.name)))
    if !expressions.isEmpty {
      let inputs = scene.rows.filter { $0.expression == nil }
      let request = SceneRequest(
        targets: expressions, inputs: inputs.map { ($0.name, $0.content) }, catalogue: catalogue)
      let made = try request.scenes()[0]
      scene.rows = inputs + made.rows.filter { $0.expression != nil }
    }
    // Consumers that request at the times of a diagram are no part of a run.
    scene.dialect = .marbled
    // What the run did not wait for does not happen.
    let stop = run.isStopped ? run.end.map { $0 - min($0, start) } : nil
    let limits = [scene.duration.map { $0 - min($0, start) }, stop, length].compactMap(\.self)
    // A run of one instant: a scene takes longer than nothing.
    scene.duration = limits.min().map { max($0, .milliseconds(1)) }
    if scene.about.isEmpty { scene.about = run.started.isEmpty ? "Recorded live." : "Recorded live on \(run.started)." }
    self = scene
  }

  /// Keeps a part of the input rows.
  ///
  /// - Parameters:
  ///   - start: the scene time from which on events are kept; it becomes 0.
  ///   - length: how much time is kept; nil for all.
  public mutating func cut(from start: SceneTime, for length: SceneTime?) {
    cutInputs(from: start, to: length.map { start + $0 } ?? .distantFuture)
    duration = [duration.map { $0 - min($0, start) }, length].compactMap(\.self).min()
  }

  /// Puts each event of the input rows at the nearest multiple of `step`, which is more than 0.
  public mutating func roundInputs(to step: SceneTime) {
    for position in rows.indices {
      guard let input = rows[position].input else { continue }
      rows[position].content = .input(Input(input.timeline.rounded(to: step), start: input.start))
    }
    // An event at the end of a run that was stopped stays in it.
    duration = duration.map { max($0.rounded(to: step), step) }
  }

  private mutating func cutInputs(from start: SceneTime, to end: SceneTime, except names: Set<String> = []) {
    guard start > .zero || end < .distantFuture else { return }
    for position in rows.indices {
      guard let input = rows[position].input, !names.contains(rows[position].name) else { continue }
      rows[position].content = .input(Input(input.timeline.cut(from: start, to: end), start: input.start))
    }
  }
}
