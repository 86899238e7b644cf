internal import Drawing
internal import Foundation
internal import Marbles
internal import Platform
internal import Player
internal import SceneFiles
internal import Scenes

/// What a screen shows outside of its hours. What plays goes on: viewers elsewhere have other nights.
struct Night {
  private let hours: [OpeningHours]
  private let kind: DaemonConfiguration.Night
  private let message: String?
  private let zone: TimeZone
  private let realTime: @Sendable () -> Int64
  /// When the night began, by the player's clock, and the rain that falls since then.
  private var rain: (start: Int64, drawing: SceneDrawing)?
  /// Whether the screen is on by its hours, in the minute that was looked up last, since 1970.
  private var known: (minute: Int64, isOpen: Bool)?
  /// Until when the screen is on at night, because somebody has pressed a key.
  private var awakeUntil: Int64 = .min

  /// How long a key keeps the screen on, in nanoseconds.
  static let awakeTime: Int64 = 60_000_000_000
  private static let minute: Int64 = 60_000_000_000

  /// - Parameters:
  ///   - configuration: the hours, and what is shown outside of them.
  ///   - zone: the time zone of the screen.
  ///   - realTime: the nanoseconds since 1970.
  init(
    _ configuration: DaemonConfiguration, zone: TimeZone = .autoupdatingCurrent,
    realTime: @escaping @Sendable () -> Int64 = { RealTime.now }
  ) {
    (hours, kind, message) = (configuration.hours, configuration.night, configuration.message)
    (self.zone, self.realTime) = (zone, realTime)
  }

  /// Somebody has pressed a key, which keeps the screen on for a while; whether it was dark.
  mutating func wake(at now: Int64) -> Bool {
    guard !hours.isEmpty else { return false }
    defer { awakeUntil = now.addingSaturated(Self.awakeTime) }
    return isNight(at: now, realTime())
  }

  private mutating func isNight(at now: Int64, _ time: Int64) -> Bool { now >= awakeUntil && !isOpen(time) }

  /// Whether it is one of the hours, looked up once a minute.
  private mutating func isOpen(_ time: Int64) -> Bool {
    let minute = time / Self.minute
    if known?.minute != minute { known = (minute, OpeningHours.contain(hours, time, in: zone)) }
    return known?.isOpen == true
  }

  /// How long until it may begin or end, in nanoseconds; nil without hours.
  func untilChange(at now: Int64) -> Int64? {
    guard !hours.isEmpty else { return nil }
    // Clocks are set, and summer begins: a look each minute is simpler than the right moment.
    let look = Self.minute - (realTime() % Self.minute)
    return now < awakeUntil ? min(look, awakeUntil - now) : look
  }

  /// The snapshot, or what is shown instead of it at night.
  ///
  /// - Parameters:
  ///   - snapshot: what plays.
  ///   - now: the player's time, in nanoseconds.
  ///   - drawing: the drawing of a scene that has no events.
  mutating func shown(
    _ snapshot: PlaybackSnapshot, at now: Int64, _ drawing: (Scene) -> SceneDrawing
  ) -> PlaybackSnapshot {
    let time = realTime()
    guard isNight(at: now, time) else {
      rain = nil
      return snapshot
    }
    var night = snapshot
    night.permissions = []
    switch kind {
    case .matrix:
      guard let scene = try? SceneLibrary.shipped.file(named: "matrix")?.scene else { return night }
      let rain = rain ?? (now, drawing(scene))
      self.rain = rain
      night.drawing = rain.drawing
      night.recording = rain.drawing.plan
      night.playhead = Playhead(
        time: .nanoseconds(now - rain.start), playback: PlaybackState(at: rain.start, phase: .playing))
      night.overlay = nil
    case .blank, .message:
      let text = message ?? OpeningHours.next(hours, after: time, in: zone).map { "back \($0)" } ?? ""
      night.overlay?.night = NightPicture(text: kind == .message ? text : "", turn: Int(time / Self.minute % 1_000_000))
      night.playhead.playback.isPaused = true
    }
    return night
  }
}
