import TestSupport
import Testing

extension EndToEnd {
  /// What holds of real time however busy the machine is: nothing comes before its time, and no more is drawn than rates
  /// allow. That it comes in time is a matter of clocks that tests move: see `RealTimeDriveTests`, `RefreshScheduleTests`.
  @Suite struct RealTimeTests {
    @Test("Outputs come in order and never before their time, and nothing flickers", arguments: [4.0, 10.0])
    func outputs(speed: Double) throws {
      let pty = try Pty("play", "--speed", "\(speed)", "--once", answers: false)
      let end = try pty.waitForEnd()
      #expect(end.ending == .exited(0))
      #expect(end.time - pty.start >= 8 / speed)
      let film = try ScreenRecording(pty.chunks)
      for (row, times) in Sample.times {
        // Scene time began after the program did.
        let seen = (film.sightings[row] ?? []).map { $0 - pty.start }
        #expect(seen.count == times.count)
        #expect(zip(seen, times).allSatisfy { $0 >= $1 / speed }, "\(row): \(seen)")
      }

      #expect(pty.screen.clears == 1, "cleared \(pty.screen.clears) times")
      #expect(pty.screen.unknown.isEmpty)
    }

    @Test("A row with a refresh interval changes no more often")
    func rowRefresh() throws {
      // Lines cross other rows, and are drawn at the scene's rate.
      let pty = try Pty(
        "play", "--speed", "4", "--once", "--row-refresh", "zip=500ms", "--connectors", "none", answers: false)
      let end = try pty.waitForEnd()
      let film = try ScreenRecording(pty.chunks)
      let changes = film.changes["zip"] ?? []
      // The ticks, the first frame and the end, which is shown at once.
      #expect(Double(changes.count) <= (end.time - pty.start) / 0.5 + 2, "\(changes)")
      #expect(film.sightings["zip"]?.count == Sample.times["zip"]?.count)
    }
  }
}
