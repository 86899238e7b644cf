import Foundation
import HubCore
import Inputs
import Marbles
import RedisClient
import Scenes
import TestSupport
import Testing

@testable import Server

@Suite struct ConfigurationTests {
  private func configuration(_ text: String) throws -> DaemonConfiguration {
    var configuration = DaemonConfiguration()
    try configuration.read(text, path: "/etc/marbled/kiosk.yaml")
    return configuration
  }

  private func error(_ text: String) -> String {
    do { return "no error: \(try configuration(text))" } catch { return "\(error)" }
  }

  @Test("a file says what is played, in which order and how fast")
  func playing() throws {
    let configuration = try configuration(
      """
      playlist:
        - zip
        - { scene: scenes/lift.yaml, dwell: 30s, refreshInterval: 50ms }
        - scene: merge
          loops: 3
          speedFactor: 4
        - fall.yml
      order: shuffled
      seed: 7
      titleCards: 3s
      message: Back in 5 minutes
      scenes: [scenes, /srv/scenes]
      """)
    #expect(
      configuration.playlist == [
        DaemonConfiguration.Item("zip"),
        DaemonConfiguration.Item(
          "/etc/marbled/scenes/lift.yaml", dwell: .seconds(30), refreshInterval: .milliseconds(50)),
        DaemonConfiguration.Item("merge", loops: 3, speedFactor: 4),
        DaemonConfiguration.Item("/etc/marbled/fall.yml"),
      ])
    #expect(configuration.order == .shuffled && configuration.seed == 7)
    #expect(configuration.titleCards == .seconds(3) && configuration.message == "Back in 5 minutes")
    #expect(configuration.scenes == ["/etc/marbled/scenes", "/srv/scenes"])
  }

  @Test("an empty file says nothing", arguments: ["", "# nothing\n"])
  func empty(text: String) throws { #expect(try configuration(text) == DaemonConfiguration()) }

  @Test(
    "what can't be is shown at its place",
    arguments: [
      (
        "playlst: [zip]\n",
        """
        /etc/marbled/kiosk.yaml:1:1: error: the configuration has no key `playlst`; did you mean `playlist`?
          playlst: [zip]
          ^
        """
      ),
      (
        "order: random\n",
        """
        /etc/marbled/kiosk.yaml:1:8: error: `random` is not an order
          order: random
                 ^
          help: expected one of listed, shuffled
        """
      ),
      (
        "playlist:\n  - { scene: zip, loops: 2, dwell: 3s }\n",
        """
        /etc/marbled/kiosk.yaml:2:19: error: `loops:` and `dwell:` can't be used together; keep one
            - { scene: zip, loops: 2, dwell: 3s }
                            ^
        """
      ),
      (
        "view: 8080\n",
        """
        /etc/marbled/kiosk.yaml:1:7: error: `8080` is not an address; expected HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080
          view: 8080
                ^
        """
      ),
    ])
  func errors(text: String, message: String) { #expect(error(text) == message) }

  @Test("addresses are read as they are written", arguments: ["127.0.0.1:8080", "[::1]:0", "kiosk.local:65535"])
  func address(text: String) { #expect(ListenAddress(text)?.description == text) }

  @Test(
    "texts that are not addresses are refused",
    arguments: ["", "x", ":1", "::1:80", "x:65536", "x:-1", "a b:1", "/x:1"])
  func noAddress(text: String) { #expect(ListenAddress(text) == nil) }

  @Test("flags win, and are text however they look")
  func flags() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).yaml").path
    try "playlist: [merge]\nspeedFactor: 2\nmessage: old\nloops: 2\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let configuration = try DaemonConfiguration(
      path: path,
      flags: ["playlist": ["zip", "{ scene: latest, dwell: 3s }"], "speedFactor": ["8"], "message": ["a: [b"]])
    #expect(
      configuration.playlist == [
        DaemonConfiguration.Item("zip"), DaemonConfiguration.Item("latest", dwell: .seconds(3)),
      ])
    #expect(configuration.speedFactor == 8 && configuration.message == "a: [b" && configuration.loops == 2)
  }

  @Test("phones have an address of their own, in a daemon that decides what plays")
  func control() throws {
    #expect(try configuration("control: 0.0.0.0:8081").control == ListenAddress(host: "0.0.0.0", port: 8081))
    for (flags, what) in [
      (["control": ["[::1]:80"], "view": ["[::1]:80"]], "`control` and `view` are both [::1]:80; expected two ports"),
      (["control": ["8081"]], "--control: `8081` is not an address; expected HOST:PORT"),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(path: nil, flags: flags) }
      #expect(error?.description.contains(what) == true, "\(flags)")
    }
    // Any free port twice is two ports.
    let both = try DaemonConfiguration(path: nil, flags: ["control": ["[::1]:0"], "view": ["[::1]:0"]])
    #expect(both.publicAddress(both.control) == nil)
    var named = both
    (named.control, named.viewHosts) = (ListenAddress(host: "::", port: 8081), ["kiosk.local"])
    #expect(named.publicAddress(named.control) == "kiosk.local:8081")
    #expect(named.placeForPhones("192.0.2.1") == "http://kiosk.local:8081/")
    named.viewHosts = []
    #expect(named.placeForPhones("192.0.2.1") == "http://192.0.2.1:8081/")
    #expect(named.placeForPhones(nil) == "port 8081 of this machine")
    #expect(both.placeForPhones("192.0.2.1") == "the page of this screen")
  }

  @Test("the error of an invalid flag names the flag")
  func flagErrors() {
    #expect(
      throws: ConfigurationError.flag(
        "--title-cards: `soon` is not a duration; expected seconds, or a number with a unit: 0.5, 33ms, 1.5s, 2m")
    ) {
      try DaemonConfiguration(path: nil, flags: ["titleCards": ["soon"]])
    }
    #expect(throws: ConfigurationError.unreadable("no such file: /nonexistent.yaml")) {
      try DaemonConfiguration(path: "/nonexistent.yaml")
    }
  }

  @Test("a recording is not allowed to become larger than what can be read")
  func recordLimit() throws {
    #expect(try DaemonConfiguration(path: nil, flags: ["recordLimit": ["50000000"]]).recordLimit == 50_000_000)
    for limit in ["100000000", "100", "0", "many"] {
      #expect(throws: ConfigurationError.self, "\(limit)") {
        try DaemonConfiguration(path: nil, flags: ["recordLimit": [limit]])
      }
    }
    #expect(RecordingFile.maximumLimit < TimedNDJSON.fileBytes)
  }

  @Test("a key differs when its value does, and says whether a reload applies it")
  func differences() throws {
    let old = DaemonConfiguration()
    let new = try DaemonConfiguration(
      path: nil, flags: ["viewers": ["7"], "seed": ["9"], "scenes": ["a", "b"], "view": ["localhost:80"]])
    #expect(ConfigurationKey.all.allSatisfy { !$0.differs(old, DaemonConfiguration()) })
    let differing = ConfigurationKey.all.filter { $0.differs(old, new) }
    #expect(differing.map(\.name) == ["seed", "scenes", "view", "viewers"])
    #expect(differing.map(\.appliesOnReload) == [true, true, false, false])
  }

  /// The shipped file, from the root of the package.
  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Config/marbled.yaml").path

  @Test("the shipped file shows every key, and is what it says")
  func shipped() throws {
    let text = try String(contentsOfFile: Self.shipped, encoding: .utf8)
    _ = try DaemonConfiguration(path: Self.shipped)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for key in ConfigurationKey.all {
      #expect(
        lines.contains { $0.hasPrefix("\(key.name):") || $0.hasPrefix("# \(key.name):") }, "\(key.name) is missing")
    }
    // What is commented out can be read, too.
    let uncommented = lines.map { line in
      line.firstMatch(of: /^# ([a-z]+[A-Za-z]*:.*|  - .*)$/).map { String($0.1) } ?? String(line)
    }
    func read(_ lines: [String]) throws -> DaemonConfiguration { try configuration(lines.joined(separator: "\n")) }
    guard !RedisConnection.isAvailable else {
      _ = try read(uncommented)
      return
    }
    // Without Redis, each key that needs it says so, and all others can be read.
    let others = uncommented.filter { !$0.contains(/^(publish|follow):/) }
    #expect(others.count == uncommented.count - 2)
    for key in uncommented where !others.contains(key) {
      #expect(error((others + [key]).joined(separator: "\n")).contains(RedisFailure.buildAdvice), "\(key)")
    }
    _ = try read(others)
  }

  @Test("A configuration that is eight times as long takes about eight times as long to read")
  func growth() throws {
    let growth = Growth(["# ", "playlist:\n", "playlist: [", "message: \"", "view: \""], ["  - zip\n", "zip, "])
    #expect(growth.problems { _ = try? configuration($0) } == [])
    #expect(Growth().problems { _ = ListenAddress($0) } == [])
  }
}
