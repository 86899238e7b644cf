import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve` over a slow network.
  @Suite struct PlaygroundNetworkTests {
    private let server: PipedProgram
    private let address: String

    init() throws {
      // A machine that is busy with other tests may leave a run no time for seconds.
      server = try PipedProgram("serve", "--listen", "127.0.0.1:0", "--time-limit", "1m")
      address = try server.waitForAddress()
    }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try BrowserScript.network.look([kind, address])
    }

    private struct Drag: Decodable {
      var answers, newer, pictures: Int
      /// Pixels between the marble in the picture and the hand: after each movement, and after each answer.
      var distances: [Double]
      var marbles, complaints: [String]
    }

    @Test(
      "while a marble is dragged over a network of 60 ms, each newer answer is shown, and the marble stays at the hand",
      .needs(.chromium))
    func drag() throws {
      let seen: Drag = try look("drag")
      // Of 30 movements, two are on their way when the last one has been made.
      #expect(seen.answers >= 28 && seen.pictures == seen.newer, "\(seen)")
      #expect(seen.distances.count == 59 && seen.distances.allSatisfy { $0 < 0.5 }, "\(seen.distances)")
      #expect(
        seen.marbles == ["a: 1 at 0 s", "a: 2 at 2 s", "a: 3 at 3 s", "a: 4 at 4 s", "a: finishes at 9 s"])
      #expect(seen.complaints == [])
    }
  }
}
