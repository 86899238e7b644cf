import CommandSupport
import Dispatch
import Formats
import Foundation
import Inputs
import Marbles
import Narrations
internal import Player
import Scenes
import Terminal

/// Plays scenes in real time and prints each event as a line; reads commands from a terminal.
struct PlainPlayer {
  var scenes: [Scene]
  var form: NarrationFormat
  var start: SceneTime
  var loops: Bool
  /// Whether lines on standard input, a terminal, are commands.
  var takesCommands: Bool
  /// Whether to wait for commands at the end, until `quit` or the end of input.
  var staysAtEnd = false
  var record: RecordOptions
  /// Writes edits to files; nil without commands.
  var keeper: SceneKeeper?
  /// Whether each tap of a program that starts later is a row.
  var showsAllTaps = false

  /// Plays the scenes.
  ///
  /// - Returns: whether something went wrong in a row.
  func run() throws -> Bool {
    if form == .sentences {
      for sentence in scenes.compactMap(\.kind.sentence) { StandardStreams.printText(sentence + "\n") }
    }
    // Scenes without rows have no events to print.
    let scenes = scenes.filter { !$0.rows.isEmpty }
    guard !scenes.isEmpty else {
      if form == .sentences, self.scenes.allSatisfy({ $0.kind.sentence != nil }) { return false }
      StandardStreams.printError("note: these scenes have no rows, so there are no events to print")
      return false
    }
    let news = DispatchSemaphore(value: 0)
    let feeds = try SceneFeeds(scenes) { news.signal() }
    let recording = try record.recording(of: scenes, roomWait: .milliseconds(100), onProblem: { news.signal() })
    let playing = PlainPass.Playing()
    let signals = recording.map { recording in
      EndingSignals {
        playing.stop()
        recording.close()
      }
    }
    defer {
      feeds.stop()
      signals?.waitIfEnding()
      recording?.close()
    }
    let commands = takesCommands && form == .sentences ? CommandLines { news.signal() } : nil
    var isFirstRound = true
    var histories = scenes.map { EditHistory($0) }
    defer { for history in histories where history.hasUnsavedEdits { SceneKeeper.tellUnsaved(history) } }
    var hasTrouble = false
    repeat {
      for index in scenes.indices {
        let isLast = index == scenes.count - 1 && !loops
        let pass = try PlainPass(
          history: histories[index], place: ScenePlace(index + 1, of: scenes.count), form: form, start: start,
          introduces: isFirstRound || scenes.count > 1, staysAtEnd: staysAtEnd && isLast, isLast: isLast, news: news,
          commands: commands, feeds: feeds, recording: recording, playing: playing, keeper: keeper,
          showsAllTaps: showsAllTaps)
        defer { histories[index] = pass.history }
        let outcome = try pass.run()
        hasTrouble = hasTrouble || pass.hasTrouble
        if outcome == .left { return hasTrouble }
      }
      isFirstRound = false
    } while loops
    return hasTrouble
  }
}
