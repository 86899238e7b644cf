internal import HubCore
internal import Marbles
internal import Scenes
internal import Wire

/// The scenes, playlists, requests and failures of ``HubModel``. The number of a step selects one: equal numbers give equal
/// samples.
enum HubSamples {
  /// A scene without rows, or with a live one.
  static func scene(_ name: String, speed: SpeedFactor = .normal, isLive: Bool = false) -> Scene {
    var scene = Scene(name: name, speedFactor: speed, rows: [])
    if isLive { scene.rows = [Scene.Row(name: "a", content: .live(Scene.Live()))] }
    return scene
  }

  private static let scenes = [
    scene("one"), scene("two", speed: 2), scene("still"), scene("live", isLive: true), scene("heavy", speed: 0.5),
  ]

  /// The row of a tap.
  static func tap(_ name: String) -> Scene.Row {
    Scene.Row(name: name, content: .live(Scene.Live(source: "tap:\(name)")))
  }

  static let playlists = [
    Playlist(entries: [
      Playlist.Entry(scene: scenes[0], length: .loops(2)),
      Playlist.Entry(scene: scenes[1], length: .dwell(.seconds(7))),
      Playlist.Entry(scene: scenes[2]),
    ]),
    Playlist(entries: [Playlist.Entry(scene: scenes[4])]),
    Playlist(
      entries: [scenes[1], scenes[3], scenes[0], scenes[4]].map { Playlist.Entry(scene: $0) }, order: .shuffled, seed: 3
    ),
    Playlist(entries: [Playlist.Entry(scene: scenes[3], length: .dwell(.seconds(3)))]),
  ]

  private static let choices: [ControlRequest.Choice?] = [
    nil, nil, .named("taps"), .next, .previous, .named("two"), .named("heavy"), .named("live"), .named("sent1"),
    .named("library"), .named("nothing"), .named("broken"),
  ]

  /// The duration of a scene, determined by its name.
  static func duration(of scene: String) -> SceneTime {
    ["still", "live", "taps"].contains(scene) ? .zero : .seconds(Double(scene.count))
  }

  /// A request that moves between scenes, changes the motion of the playhead, or sets the message.
  static func request(_ number: Int) -> ControlRequest {
    var request = ControlRequest()
    request.scene = choices[number % choices.count]
    switch number / 12 % 7 {
    case 1: request.speed = .factor(4)
    case 2: request.speed = .scene
    case 3: request.speed = .factor(.normal)
    default: break
    }
    switch number / 84 % 5 {
    case 1: request.isPaused = true
    case 2: request.isPaused = false
    default: break
    }
    switch number / 420 % 7 {
    case 1: request.seek = .zero
    case 2: request.seek = .seconds(2)
    case 3: request.seek = .seconds(100)
    default: break
    }
    if number / 2940 % 3 == 1 { request.step = 1 + number % 3 }
    if number % 5 == 0 { request.message = number % 2 == 0 ? "" : "message \(number)" }
    return request
  }

  private static let commands = [
    "add x = 1-2|", "add y = 1|", "remove x", "insert x 1s 7", "scene speed 3", "scene speed 1", "nonsense",
  ]

  /// A request that edits the scene.
  static func edit(_ number: Int) -> ControlRequest {
    var request = ControlRequest()
    switch number % 5 {
    case 0: request.edit = .undo
    case 1: request.edit = .redo
    default:
      request.edit = .commands((0...number % 3).map { commands[(number / 5 + $0) % commands.count] })
    }
    request.editor = [nil, "ada", "ada", "bob"][number / 35 % 4]
    if number % 7 == 0 { request.isPaused = number % 2 == 0 }
    return request
  }

  /// What the library finds for a request.
  static func lookup(_ request: ControlRequest) -> SceneLookup {
    switch request.scene {
    case .named("library"): .scene(scene("library"))
    case .named("taps"): .scene(Scene(name: "taps", rows: [tap("tap0")]))
    case .named("broken"): .malformed("broken.yaml:1:1: error: not YAML")
    default: .nothing(names: ["library", "zip"])
    }
  }

  /// Why a job fails.
  static func failure(_ number: Int) -> PlanningFailure {
    switch number / 4 % 5 {
    case 0: .invalid("it is broken")
    case 1: .tooLarge("it emits too many events")
    case 2: .outOfTime
    case 3: .cancelled
    default: .busy
    }
  }
}
