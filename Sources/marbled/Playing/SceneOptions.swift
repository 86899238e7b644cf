import ArgumentParser
import CommandSupport
import Inputs
import Marbles
import Platform
import Playback
import SceneFiles
import Scenes

/// The options that select and change a scene, shared by every command that plays.
struct SceneOptions: ParsableArguments {
  @Argument(
    help: """
      A scene (its name or its file), an operator (to play its sample), the name of a row from -i, an expression such as \
      'zip(a, b)', or `tap:` for all streams of a program with MarbleTap.
      """)
  var targets: [String] = []

  @Option(
    name: .customShort("i"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Add an input row, or replace a row of the scene. The specification is a diagram, random:SEED, @FILE with timed \
      NDJSON, `-` for standard input, @FIFO, tail:FILE for what is appended to a file, exec:COMMAND for what a command \
      prints, tap:NAME for a stream of a program with MarbleTap, or redis://HOST:PORT/STREAM.
      """, valueName: "name=spec"))
  var inputs: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time that one character of a diagram takes.", valueName: "duration"),
    transform: FlagValue.duration)
  var step: SceneTime?

  @Option(
    help: ArgumentHelp("The dialect of diagrams.", valueName: "dialect"))
  var dialect: Dialect = .marbled

  @Option(
    help: ArgumentHelp(
      "The order of what is due at one instant: inTurn, together or shuffled(SEED).", valueName: "order"),
    transform: FlagValue.order)
  var order: InstantOrder?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("End the scene at this scene time.", valueName: "duration"),
    transform: FlagValue.duration)
  var duration: SceneTime?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after this playing time, which is shorter than the scene's time at a higher speed.", valueName: "duration"),
    transform: FlagValue.duration)
  var playingTime: SceneTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show this much time at once, and follow the playhead.", valueName: "duration"),
    transform: FlagValue.duration)
  var window: SceneTime?

  @Option(
    name: [.customLong("speed-factor"), .customLong("speed")], parsing: .unconditional,
    help: ArgumentHelp("Playback speed: scene seconds per wall-clock second.", valueName: "x"),
    transform: FlagValue.speedFactor)
  var speedFactor: SpeedFactor?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Minimum time between redraws of a row.", valueName: "duration"),
    transform: FlagValue.duration)
  var refreshInterval: SceneTime?

  @Option(
    name: .customLong("row-refresh"),
    help: ArgumentHelp("Refresh interval of one row, as in zip=200ms.", valueName: "name=duration"),
    transform: FlagValue.rowRefresh)
  var rowRefresh: [RowRefresh] = []

  @Option(
    help: ArgumentHelp(
      "Show a row as marbles, curve, bars, lines or list, as in cpu=curve.", valueName: "name=form"),
    transform: FlagValue.rowForm)
  var show: [RowShow] = []

  @Option(
    help: ArgumentHelp("Text on the marbles of a row, as in 'hits=$0.status'.", valueName: "name=expression"),
    transform: FlagValue.rowExpression)
  var label: [RowExpression] = []

  @Option(
    help: ArgumentHelp(
      "Colour the marbles of a row by a part of their values, as in 'hits=$0.level'.", valueName: "name=expression"),
    transform: FlagValue.rowExpression)
  var colorBy: [RowExpression] = []

  @Option(
    help: ArgumentHelp(
      """
      Follow values from one of two live rows to the other by a member that both have, as in \
      `tap:orders tap:paid --follow id`. The row `way` has the pairs, and says how long the values are on their way.
      """, valueName: "member"),
    transform: FlagValue.member)
  var follow: MemberPath?

  @OptionGroup var lineOptions: LineOptions

  @Option(
    help: ArgumentHelp("Seed of the matrix rain and of random rows. The same seed gives the same run.", valueName: "n"))
  var seed: UInt64?

  @OptionGroup var libraryOptions: SceneLibraryOptions

  /// The scenes that a command line selects.
  struct Selection {
    /// The scenes with every flag applied; at least one.
    var scenes: [Scene]
    /// Whether something is wrong with a file of lines; a note has said what.
    var hasTrouble: Bool

    /// The only selected scene; throws if several are selected.
    func only() throws -> Scene {
      guard scenes.count == 1 else {
        throw CommandFailure(
          .usage, "\(scenes.count) scenes (\(scenes.map(\.name).joined(separator: ", "))); expected one")
      }
      return scenes[0]
    }
  }

  /// The selected scenes with every flag applied; at least one.
  ///
  /// - Parameters:
  ///   - defaults: the values that neither a flag nor the scene sets.
  ///   - cancellation: stops reading the scenes.
  ///   - readsStandardInput: whether a pipe or a file is the only unknown row of expressions.
  ///   - cutsScenes: whether scenes end at --for.
  func selection(
    _ defaults: SceneDefaults, _ cancellation: Cancellation = Cancellation(), readsStandardInput: Bool = false,
    cutsScenes: Bool = true
  ) throws -> Selection {
    let fed = inputs.first { $0.hasSuffix("=-") }?.dropLast(2)
    if let fed, targets.contains("-") {
      throw CommandFailure(.usage, "standard input can't be both a scene and the row `\(fed)`")
    }
    var library = libraryOptions.library
    (library.defaults, library.cancellation) = (defaults, cancellation)
    let (rows, hasTrouble) = try rows(cancellation)
    var request = SceneRequest(
      targets: targets.filter { !TapRows.isTarget($0) }, inputs: rows + (try taps()), library: library,
      dialect: dialect
    )
    request.commands = Marbled.commandNames + ["help"]
    request.meantByCommands = Marbled.meantByCommands
    let isOffered = readsStandardInput && fed == nil && !targets.contains("-") && Self.standardInputHasLines
    if isOffered { request.unknownRow = .live(Scene.Live(source: "-")) }
    var found = try request.scenes()
    if !targets.isEmpty, targets.allSatisfy(TapRows.isTarget) { (found[0].name, found[0].title) = ("taps", "Taps") }
    if let follow { for index in found.indices { try FollowedRows.follow(follow, in: &found[index]) } }
    let scenes = try found.map { try applyingFlags(to: $0, isAlone: found.count == 1, cutsScenes: cutsScenes) }
    if scenes.count == 1 { noteUnusedInputs(of: scenes[0]) }
    if isOffered, !scenes.contains(where: \.readsStandardInput) {
      StandardStreams.printError("note: nothing reads standard input; `-i NAME=-` makes a row of its lines")
    }
    if seed != nil, !scenes.contains(where: \.hasSeed) {
      StandardStreams.printError("note: --seed has no effect: the scene has no random row and no rain")
    }
    return Selection(scenes: scenes, hasTrouble: hasTrouble)
  }

  /// Whether standard input is a pipe, or a file that is not empty, so that somebody may have meant it to be read. Only
  /// its status is looked at: reading would wait, and take lines away from others.
  private static var standardInputHasLines: Bool {
    let status = FileStatus(STDIN_FILENO)
    return status?.kind == .pipe || status?.kind == .regular && status?.size != 0
  }

  /// Says which rows of the command line no expression of a named scene uses: their names may be typing errors.
  private func noteUnusedInputs(of scene: Scene) {
    let (names, unused) = (inputNames, scene.unusedInputs)
    let others = scene.rows.filter { $0.expression == nil && !names.contains($0.name) }.map(\.name)
    guard others.contains(where: { !unused.contains($0) }) else { return }
    for name in names where unused.contains(name) {
      StandardStreams.printError(
        "note: no expression of the scene uses the row `\(name)`\(Suggestion.clause(for: name, among: others))")
    }
  }

  /// Whether one of the targets is `tap:`, which stands for all taps.
  var showsAllTaps: Bool { targets.contains(TapRows.all) }

  /// The rows that targets such as `tap:` stand for, without those of -i.
  private func taps() throws -> [(name: String, content: Scene.Row.Content)] {
    let names = inputNames
    return try targets.filter(TapRows.isTarget).flatMap { try TapRows.rows(for: $0) }
      .filter { !names.contains($0.name) }.map { ($0.name, .live($0.live)) }
  }

  /// The names of the input rows from the command line.
  private var inputNames: [String] { inputs.compactMap { try? InputSpec(parsing: $0).name } }

  /// The rows that are files with times.
  private var timedFiles: Set<String> {
    let names = inputs.compactMap { text -> String? in
      guard let spec = try? InputSpec(parsing: text), case .file = spec.source, !spec.isLive else { return nil }
      return lineOptions.isTimed(spec.name) ? spec.name : nil
    }
    return Set(names)
  }

  /// - Parameter isAlone: whether it is the only scene; of several, live scenes without input are left out later.
  private func applyingFlags(to scene: Scene, isAlone: Bool, cutsScenes: Bool) throws -> Scene {
    var scene = scene
    if let step { scene.step = step }
    if let duration { scene.duration = duration }
    if let window { scene.window = window }
    if let order { scene.order = order }
    if let speedFactor { scene.speedFactor = speedFactor }
    if let playingTime, cutsScenes {
      let time = scene.speedFactor.sceneSpan(ofWall: playingTime.nanoseconds)
      scene.duration = min(time, scene.duration ?? time)
    }
    if isAlone, let live = scene.rows.first(where: { $0.live != nil }), scene.speedFactor != 1 {
      throw SceneError.liveSpeed(row: live.name, factor: scene.speedFactor)
    }
    if let seed { scene.reseed(seed, except: inputNames) }
    if let refreshInterval { scene.refreshInterval = Duration(refreshInterval) }
    for refresh in rowRefresh {
      scene.rows[try scene.position(of: refresh.row, forFlag: "--row-refresh")].refreshInterval =
        Duration(refresh.interval)
    }
    for show in show {
      scene.rows[try scene.position(of: show.row, forFlag: "--show")].form = show.form
    }
    for label in label {
      scene.rows[try scene.position(of: label.row, forFlag: "--label")].label = label.expression
    }
    for colors in colorBy {
      scene.rows[try scene.position(of: colors.row, forFlag: "--color-by")].colorBy = colors.expression
    }
    try lineOptions.apply(to: &scene, except: timedFiles, isAlone: isAlone)
    return scene
  }

  /// The step of the only selected scene; a row that replaces one of its rows uses the same grid.
  private func stepOfTarget(_ cancellation: Cancellation) -> SceneTime? {
    let isRow = inputs.contains { $0.hasPrefix("\(targets.first ?? "")=") }
    guard !inputs.isEmpty, targets.count == 1, targets[0] != "-", !isRow else { return nil }
    var library = libraryOptions.library
    library.cancellation = cancellation
    return try? SceneRequest(targets: targets, library: library).scenes().first?.step
  }

  /// The rows of the command line, and whether something is wrong with a file of lines.
  private func rows(
    _ cancellation: Cancellation
  ) throws -> (rows: [(name: String, content: Scene.Row.Content)], hasTrouble: Bool) {
    var rows: [(name: String, content: Scene.Row.Content)] = []
    var hasTrouble = false
    let scale = step ?? stepOfTarget(cancellation) ?? .seconds(1)
    for (index, text) in inputs.enumerated() {
      let spec = try InputSpec(parsing: text)
      if rows.contains(where: { $0.name == spec.name }) {
        throw CommandFailure(.usage, "the input `\(spec.name)` is given twice; expected one -i per row")
      }
      let color = MarbleColor.forInput(index)
      if spec.isLive {
        let source =
          if case .redis(let redis) = spec.source { redis.text } else {
            String(text.dropFirst(spec.name.count + 1))
          }
        rows.append((spec.name, .live(Scene.Live(source: source))))
        continue
      }
      switch spec.source {
      case .diagram(let diagram):
        let parsed = try Diagram.parse(
          diagram, row: spec.name, step: scale, dialect: dialect, color: color)
        if let note = Diagram.noteOnNumbers(in: diagram) { StandardStreams.printError("note: \(spec.name): \(note)") }
        rows.append((spec.name, .input(Scene.Input(parsed.timeline, start: dialect == .rx ? .cold : .hot))))
      case .file(let path):
        let (input, isOdd) = try lineOptions.input(from: path, row: spec.name, color: color)
        if isOdd { hasTrouble = true }
        rows.append((spec.name, .input(input)))
      case .random(let seed):
        let random = RandomTimeline(seed: seed)
        let input = Scene.Input(random.timeline(color: color), random: random)
        rows.append((spec.name, .input(input)))
      case .standardInput, .tail, .command, .tap, .redis: break
      }
    }
    return (rows, hasTrouble)
  }
}

extension Scene {
  /// Whether a row is fed by standard input.
  fileprivate var readsStandardInput: Bool { rows.contains { $0.live?.source == "-" } }

  /// The position of the row that a flag names.
  fileprivate func position(of row: String, forFlag flag: String) throws -> Int {
    if let position = position(of: row) { return position }
    throw CommandFailure(
      .usage, "\(flag): no row is called `\(row)`\(Suggestion.clause(for: row, among: rows.map(\.name)))")
  }
}
