internal import Marbles
internal import Scenes

extension KeyTable {
  /// The keys of a scene; its variants are the kinds of scenes.
  package static let scene = KeyTable(
    "a scene",
    [
      SceneKey("version", .choice(["1"]), "The version of the file format; 1 is the only one."),
      SceneKey("title", .text, "The title above the picture; the default is the name of the file."),
      SceneKey("about", .text, "One sentence about the scene, shown beside the title."),
      SceneKey("notes", .notes, "What the scene teaches, in a few sentences."),
      SceneKey("exercise", .mapping(.exercise), "Makes the scene a task, whose goal is the `expect:` of its rows."),
      SceneKey("lint", .mapping(.lint), "The lints that the scene allows, each with a reason."),
      SceneKey("issue", .mapping(.issue), "The issue of a library that the scene shows."),
      SceneKey("kind", .choice(Scene.Kind.Name.self), "What the scene shows; the default is `timelines`."),
      SceneKey("duration", .positiveDuration, "The scene time at which the scene ends."),
      SceneKey("speedFactor", .speed, "The playback speed: scene seconds per wall-clock second; the default is 1."),
      SceneKey(
        "refreshInterval", .positiveDuration,
        "The minimum wall-clock time between two redraws of a row; the default is 33ms."),
      SceneKey("loop", .flag, "Whether the scene restarts at its end."),
      SceneKey(
        "animationTime", .choice(Scene.AnimationTime.self),
        "The clock of animations: `scene` runs them at the speed of the scene, `wall` always at the same speed."),
      SceneKey("reducedMotion", .flag, "Whether each value and its lines are shown at once, without motion."),
      SceneKey(
        "items", .any([.rowName, .list(of: .any([.text, .mapping(.item)]), 0...Int.max)]),
        "The items of the list, or the name of the row whose latest value is shown.", in: lists),
    ] + listStyle(in: lists) + matrix(in: [Scene.Kind.Name.matrix.rawValue]) + [
      SceneKey(
        "window", .positiveDuration, "How much time is shown at once; the picture follows the playhead.",
        in: [Scene.Kind.Name.timelines.rawValue]),
      SceneKey(
        "step", .positiveDuration, "The time that one character of a diagram takes; the default is 1s.", in: withRows),
      SceneKey(
        "dialect", .choice(Dialect.self), "The notation of the diagrams; the default is `marbled`.", in: withRows),
      SceneKey("order", .order, "The order of what is due at one instant; the default is `inTurn`.", in: withRows),
      SceneKey(
        "backdrop", .any([.choice([Scene.Kind.Name.matrix.rawValue]), .mapping(.backdrop)]), "Rain behind the scene.",
        in: withRows),
      SceneKey("values", .values, "What marbles stand for, in all rows.", in: withRows),
      SceneKey(
        "rows", .names(pattern: KeyShape.rowNamePattern, of: .mapping(.row)),
        "The rows from top to bottom, by name.", in: withRows),
    ])

  private static let lists = [Scene.Kind.Name.list.rawValue]
  private static let withRows = [Scene.Kind.Name.timelines.rawValue, Scene.Kind.Name.list.rawValue]

  /// The keys of a list's style, also those of a row that is shown as a list.
  static func listStyle(in variants: [String]? = nil) -> [SceneKey] {
    [
      SceneKey("connector", .choice(ListStyle.Connector.self), "The lines between the icons of a list.", in: variants),
      SceneKey("padding", .count(ListStyle.paddings), "Free lines above and below each icon of a list.", in: variants),
      SceneKey("alternateRows", .flag, "Whether every other item of a list has a background.", in: variants),
    ]
  }

  /// The keys of rain.
  private static func matrix(in variants: [String]? = nil) -> [SceneKey] {
    [
      SceneKey("seed", .seed, "The seed of all columns of the rain.", in: variants),
      SceneKey("palette", .choice(Scene.Matrix.Palette.self), "The colours of the rain.", in: variants),
      SceneKey("glyphs", .choice(Scene.Matrix.GlyphChoice.self), "The characters of the rain.", in: variants),
      SceneKey(
        "density", .number(0...1, isAbove: true), "The share of columns with rain, above 0 and at most 1.",
        in: variants),
      SceneKey("speed", .speed, "How fast the rain falls.", in: variants),
    ]
  }

  /// The keys of the rain behind a scene.
  static let backdrop = KeyTable(
    "a backdrop",
    [
      SceneKey("kind", .choice([Scene.Kind.Name.matrix.rawValue]), "What is behind the scene: `matrix`."),
      SceneKey("refreshInterval", .positiveDuration, "The minimum wall-clock time between two steps of the rain."),
    ] + matrix())

  /// The keys of an item of a list.
  package static let item = KeyTable(
    "an item",
    [
      SceneKey("id", .text, "The identity of the item; items with the same id in consecutive lists are the same."),
      SceneKey("icon", .icon, "The icon before the text; the default is `●`."),
      SceneKey("text", .text, "The text of the item.", isRequired: true),
      SceneKey("color", .choice(MarbleColor.self), "The colour of the icon."),
    ])

  /// The keys of `exercise:`.
  static let exercise = KeyTable(
    "an exercise",
    [
      SceneKey("task", .notes, "What a reader has to know for the task."),
      SceneKey("minutes", .count(SceneLimits.minutes), "About how many minutes the task takes."),
      SceneKey("hint", .notes, "A hint."),
      SceneKey(
        "solution", .list(of: .notes, 0...SceneLimits.solution),
        "Commands after which all rows do what is expected of them, such as `set out = a.prefix(3)`."),
      SceneKey("predict", .flag, "Whether the reader draws what comes out before it is shown."),
      SceneKey("variation", .notes, "What to change afterwards."),
    ])

  /// The keys of `issue:`.
  static let issue = KeyTable(
    "`issue:`",
    [
      SceneKey("link", .issueLink, "The address of the issue, which ends with its number.", isRequired: true),
      SceneKey("checkedWith", .libraryVersion, "The version that the scene was checked with.", isRequired: true),
      SceneKey("failsSince", .libraryVersion, "The first version that is known to have the defect."),
      SceneKey("passesSince", .libraryVersion, "The first version that is known to be without the defect."),
    ])

  /// The keys of `lint:`.
  static let lint = KeyTable(
    "`lint:`",
    [
      SceneKey(
        "allow",
        .mapping(
          KeyTable(
            "lints and reasons",
            Lint.allCases.map { lint in
              SceneKey(
                lint.name, .sentences(limit: SceneLimits.notes, mayBeBlank: false),
                "Why the scene may do this. To avoid it: \(lint.advice).")
            })),
        "The lints that are not reported, each with the reason.", isRequired: true)
    ])
}
