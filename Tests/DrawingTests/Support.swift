import Foundation
import Marbles
import Operators
import SceneTestSupport
import Scenes
import Terminal
import Testing

@testable import Drawing
@testable import Layout

// MARK: Scenes

extension Recording {
  /// The ids of what a marble shows.
  func ids(_ marble: Anchors.Marble) -> [String] { marble.keys.map { id(of: $0) } }
}

/// The frame of a scene at a time, as `render --format frame` makes it.
func canvas(
  _ scene: Scene, at time: SceneTime? = nil, size: Size = Size(columns: 80, rows: 24), glyphs: GlyphSet = .full
) throws -> Canvas {
  let recording = try scene.plan()
  let moment = FrameState(
    time: time ?? recording.duration, speedFactor: scene.speedFactor, state: time == nil ? .finished : .paused)
  return SceneDrawing(scene: scene, plan: recording, glyphs: glyphs).frame(recording, at: moment, size: size)
}

func frame(
  _ scene: Scene, at time: SceneTime? = nil, size: Size = Size(columns: 80, rows: 24), glyphs: GlyphSet = .full
) throws -> [String] {
  try canvas(scene, at: time, size: size, glyphs: glyphs).lines
}

/// Where everything stands at the end of a scene.
func layout(_ scene: Scene, size: Size) throws -> TimelineLayout {
  let recording = try scene.recorded()
  return SceneDrawing(scene: scene, plan: recording).layout(at: FrameState(time: recording.duration), size: size)
}

// MARK: Golden frames

/// Compares a frame with the file `Fixtures/NAME.txt`; `UPDATE_SNAPSHOTS=1` writes the file instead.
func expectFixture(_ name: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).txt")
  let text = lines.joined(separator: "\n") + "\n"
  if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
    return try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  guard text != expected else { return }
  let pairs = zip(lines, expected.split(separator: "\n", omittingEmptySubsequences: false))
  let rows = pairs.enumerated().filter { $1.0 != $1.1 }.map(\.offset)
  Issue.record(
    "\(name) differs in rows \(rows); expected:\n\(expected)\nfound:\n\(text)", sourceLocation: sourceLocation)
}

// MARK: Reading a frame

extension Canvas {
  /// The text of a run of cells of one row.
  func text(row: Int, columns: Range<Int>) -> String { columns.map { self[$0, row].text }.joined() }
}
