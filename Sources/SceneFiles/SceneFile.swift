public import Expressions
internal import Marbles
public import Operators
public import Scenes

/// A scene in a YAML file.
///
/// ```yaml
/// title: merge
/// step: 500ms
/// rows:
///   ints: { marbles: "1-2-3|" }
///   strings: { marbles: "-a-b-c|" }
///   merged:
///     apply: merge(ints, strings)
///     expect: "1a2b3c|"
/// ```
public struct SceneFile: Sendable {
  /// The path as given, for messages; `-` is standard input.
  public var path: String
  /// The text of the file, unchanged.
  public var text: String
  /// The scene in the file.
  public var scene: Scene
  /// The lesson that the scene belongs to; nil for none.
  package var lesson: LessonFolder?
  /// The locations of expectation diagrams, by row.
  public var expectations: [String: ScalarLocation]
  /// The locations of expressions, by row.
  package private(set) var expressions: [String: ScalarLocation] = [:]
  /// The locations of the diagrams of inputs whose marbles are their values, by row.
  private(set) var diagrams: [String: ScalarLocation] = [:]
  /// Whether the file is a Markdown document.
  public var isDocument: Bool { block != nil }
  /// The code block of the scene, in a Markdown document.
  package var block: MarkdownScene?
  /// The defaults for keys that the file omits.
  package var defaults = SceneDefaults()
  /// Input rows that have other events than in the file, by name.
  package private(set) var inputs: [String: Scene.Input] = [:]

  /// Parses a scene, resolves the operators of its expressions in `catalogue`, and checks that it can be played.
  ///
  /// - Parameters:
  ///   - text: the YAML text.
  ///   - path: the path for messages; its last component, without the ending, is the scene's name.
  ///   - catalogue: the available operators.
  ///   - defaults: the defaults for keys that the file omits.
  ///   - constants: limits the work for the constants of all expressions, and stops it.
  /// - Throws: ``SceneFileError`` for the first problem.
  public init(
    parsing text: String, path: String, catalogue: Catalogue = .standard, defaults: SceneDefaults = SceneDefaults(),
    constants: RunMeter = .constants()
  ) throws(SceneFileError) {
    try self.init(
      parsing: text, path: path, catalogue: catalogue, defaults: defaults, constants: constants, inputs: [:])
  }

  /// - Parameter inputs: events in place of those of input rows, also of live ones, by the names of the rows.
  package init(
    parsing text: String, path: String, catalogue: Catalogue = .standard, defaults: SceneDefaults = SceneDefaults(),
    constants: RunMeter = .constants(), inputs: [String: Scene.Input]
  ) throws(SceneFileError) {
    let root = try YAMLReader.read(text, path: path)
    let name = Self.name(ofFileAt: path)
    let fields = try root.fields(.scene)
    var scene = Scene(name: name, rows: [])
    scene.apply(defaults)
    if let version = fields["version"], try version.text("a version") != "1" {
      throw version.error("version \(version.kind) is not supported; expected 1")
    }
    scene.kind = try KindDecoder.kind(fields)
    if let backdrop = fields["backdrop"] { scene.backdrop = try KindDecoder.backdrop(backdrop) }
    if let title = fields["title"] { scene.title = try title.text("a title") }
    if let about = fields["about"] { scene.about = try about.text("a sentence") }
    if let notes = fields["notes"] { scene.notes = try notes.notes() }
    if let exercise = fields["exercise"] { scene.exercise = try exercise.exercise() }
    if let lint = fields["lint"] { scene.allowedLints = try lint.allowedLints() }
    if let issue = fields["issue"] { scene.issue = try issue.issue() }
    if let duration = fields["duration"] { scene.duration = try duration.duration() }
    if let window = fields["window"] { scene.window = try window.duration() }
    if let step = fields["step"] { scene.step = try step.duration() }
    if let dialect = fields["dialect"] { scene.dialect = try dialect.choice("a dialect", Dialect.self) }
    if let order = fields["order"] { scene.order = try order.order() }
    if let factor = fields["speedFactor"] { scene.speedFactor = try factor.speedFactor() }
    if let interval = fields["refreshInterval"] { scene.refreshInterval = Duration(try interval.duration()) }
    if let loop = fields["loop"] { scene.loops = try loop.flag() }
    if let time = fields["animationTime"] {
      scene.animationTime = try time.choice("a value of `animationTime:`", Scene.AnimationTime.self)
    }
    if let reducedMotion = fields["reducedMotion"] { scene.reducesMotion = try reducedMotion.flag() }
    var decoder = RowDecoder(scene: scene, catalogue: catalogue, constants: constants)
    if let values = fields["values"] { decoder.values = try RowDecoder.values(values) }
    if scene.kind.needsRows {
      let rows = try fields.required("rows", of: "a scene")
      let entries = try rows.entries(of: "rows")
      guard !entries.isEmpty else { throw rows.error("the scene has no rows; expected at least one") }
      if entries.count > SceneLimits.rows {
        throw entries[SceneLimits.rows].key.error(
          String(describing: SceneError.tooManyRows(entries.count, limit: SceneLimits.rows)))
      }
      for entry in entries { scene.rows.append(try decoder.row(entry)) }
    }
    if let issue = scene.issue { try fields["issue"]?.check(issue, of: scene) }
    self.init(path: path, text: text, scene: scene, expectations: decoder.expectations)
    expressions = decoder.expressions.compactMapValues(\.location)
    diagrams = decoder.diagrams
    self.defaults = defaults
    self.inputs = inputs
    for position in self.scene.rows.indices where self.scene.rows[position].expression == nil {
      guard let input = inputs[self.scene.rows[position].name] else { continue }
      self.scene.rows[position].content = .input(input)
    }
    do throws(SceneError) {
      try self.scene.check(against: catalogue)
    } catch {
      if case .unknownRow = error, let items = fields["items"] { throw items.error(error.description) }
      throw decoder.located(error, at: fields["rows"] ?? root)
    }
  }

  private init(path: String, text: String, scene: Scene, expectations: [String: ScalarLocation]) {
    self.path = path
    self.text = text
    self.scene = scene
    self.expectations = expectations
  }
}
