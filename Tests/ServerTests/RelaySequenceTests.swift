import Marbles
import RedisClient
import Scenes
import Testing
import Wire

@testable import Server

/// Which entries of a show a relay uses.
@Suite struct RelaySequenceTests {
  private static func snapshot(_ scene: String = "one", run: String = "r") -> ViewerSnapshot {
    ViewerSnapshot(
      run: run,
      scene: PlayingScene(
        name: scene, title: scene, about: "", isLive: false,
        playlist: PlaylistStatus(position: 1, count: 1)), notice: nil, yaml: "", duration: nil, omitted: 0, rows: [])
  }

  private static func entry(
    _ kind: RelayEntry.Kind, _ events: [(Int?, StreamEvent)], run: String = "r"
  ) -> RelayEntry {
    RelayEntry(kind: kind, run: run, lines: events.map { "\($1.json($0))\n" }.joined())
  }

  private static func base(_ kind: RelayEntry.Kind, _ number: Int, run: String = "r") -> RelayEntry {
    entry(kind, [(number, .snapshot(snapshot(run: run), PlayheadMotion(time: .zero)))], run: run)
  }

  private static func changes(_ numbers: ClosedRange<Int>, run: String = "r") -> RelayEntry {
    entry(.changes, numbers.map { ($0, .notice("\($0)")) }, run: run)
  }

  /// The steps in short: `start 4`, a change's number, `motion`, `ended`, `missed`.
  private func words(_ follower: inout RelaySequence, _ entries: RelayEntry...) -> [String] {
    entries.flatMap { follower.take($0) }.map { step in
      switch step {
      case .start(_, _, let run, let sequence): "start \(run)-\(sequence)"
      case .change(_, let sequence): "\(sequence)"
      case .motion: "motion"
      case .ended: "ended"
      case .missed: "missed"
      }
    }
  }

  @Test("changes are of use after a snapshot alone, each once and in order")
  func order() {
    var follower = RelaySequence()
    #expect(words(&follower, Self.changes(1...2)) == [])
    #expect(words(&follower, Self.base(.snapshot, 3), Self.changes(4...5)) == ["start r-3", "4", "5"])
    #expect(words(&follower, Self.changes(4...6), Self.base(.snapshot, 5), Self.changes(7...7)) == ["6", "7"])
  }

  @Test("a checkpoint starts those who come late, and corrects the playhead of others")
  func checkpoints() {
    var (late, early) = (RelaySequence(), RelaySequence())
    #expect(words(&early, Self.base(.snapshot, 1), Self.changes(2...2)) == ["start r-1", "2"])
    let checkpoint = Self.base(.checkpoint, 3)
    #expect(words(&late, checkpoint, Self.changes(3...4)) == ["start r-3", "4"])
    #expect(words(&early, checkpoint, Self.changes(3...4)) == ["motion", "3", "4"])
    // The publisher was ahead of its entries when it made this one.
    let ahead = Self.entry(
      .checkpoint,
      [(7, .snapshot(Self.snapshot(), PlayheadMotion(time: .zero))), (8, .notice("8")), (9, .notice("9"))])
    #expect(words(&early, ahead, Self.changes(5...9)) == ["motion", "5", "6", "7", "8", "9"])
    var latest = RelaySequence()
    #expect(words(&latest, ahead, Self.changes(5...10)) == ["start r-7", "8", "9", "10"])
  }

  @Test("after missing changes, nothing is used before the next snapshot or checkpoint")
  func gaps() {
    var follower = RelaySequence()
    #expect(words(&follower, Self.base(.snapshot, 1), Self.changes(3...4)) == ["start r-1", "missed"])
    #expect(words(&follower, Self.changes(5...5)) == [])
    #expect(words(&follower, Self.base(.checkpoint, 6), Self.changes(7...7)) == ["start r-6", "7"])
  }

  @Test("another run of the daemon begins with its snapshot, whatever its numbers are")
  func runs() {
    var follower = RelaySequence()
    #expect(words(&follower, Self.base(.snapshot, 7), Self.entry(.changes, [(nil, .end)])) == ["start r-7", "ended"])
    #expect(words(&follower, Self.base(.snapshot, 2, run: "s"), Self.changes(3...3, run: "s")) == ["start s-2", "3"])
    #expect(words(&follower, Self.changes(8...8)) == ["missed"])
  }

  @Test("a change of a kind that this release does not know is passed over, not missed")
  func unknown() {
    var follower = RelaySequence()
    let later = RelayEntry(kind: .changes, run: "r", lines: #"{"seq":2,"type":"weather"}"# + "\n")
    #expect(words(&follower, Self.base(.snapshot, 1), later, Self.changes(3...3)) == ["start r-1", "3"])
    #expect(words(&follower, RelayEntry(kind: .changes, run: "r", lines: "no JSON\n{}\n\n")) == [])
  }

  @Test("an entry is the same after its way through a server, and other entries are none")
  func fields() throws {
    var entry = Self.changes(1...2)
    entry.base = "5-0"
    let words = entry.words
    let fields = stride(from: 0, to: words.count, by: 2).map { RedisEntry.Field(words[$0], words[$0 + 1]) }
    #expect(RelayEntry(RedisEntry(id: "6-0", fields: fields)) == entry)
    #expect(RelayEntry(RedisEntry(id: "6-0", fields: [RedisEntry.Field("price", "3")])) == nil)
  }

  @Test("an entry whose id is no time is as late as can be told")
  func foreignIDs() {
    func time(_ id: String) -> Int64 { RelayReader.wallTime(RedisEntry(id: id, fields: []), ahead: -5) }
    #expect(time("9223372036854-0") == 9_223_372_036_854_000_005)
    for id in ["9223372036855-0", "99999999999999-0", "9223372036854775807-0"] { #expect(time(id) == .max, "\(id)") }
    for id in ["18446744073709551615-1", "x", "5-0"] { #expect(time(id) == 5, "\(id)") }
  }

  @Test(arguments: [("5-1", "5-0"), ("5-0", "4-18446744073709551615"), ("0-0", "0-0"), ("x", "0-0")])
  func idBefore(_ id: String, _ before: String) { #expect(RelayReader.id(before: id) == before) }

  @Test("An answer of the server fits into memory, even if all of its entries are snapshots")
  func answers() {
    #expect(RelayReader.batch > 1)
    #expect(RelayReader.batch * EncodedSnapshot.maximumBytes <= 32 << 20)
  }
}
