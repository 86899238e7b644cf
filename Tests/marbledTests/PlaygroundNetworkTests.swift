import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The page of `marbled serve` over a slow network.
  @Suite struct PlaygroundNetworkTests {
    private let page: ServedPage

    init() throws { page = try ServedPage() }

    /// What a browser saw.
    private func look<Seen: Decodable>(_ kind: String) throws -> Seen {
      try page.look(.network, kind)
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

    private struct Count: Decodable {
      var answers, newer, pictures: Int
      /// Whether the picture that is shown is that of the newest answer.
      var isSame: Bool
    }

    private struct Pictures: Decodable {
      var fast, slow, slower, rows: Count
      var complaints: [String]

      enum CodingKeys: String, CodingKey {
        case fast = "60", slow = "100", slower = "200", rows, complaints
      }
    }

    /// How many of them two seconds have, is measured with release programs: .ci/page-speed.py.
    @Test(
      "while a marble is dragged, each newer answer is shown: over networks of 60, 100 and 200 ms, and in 40 rows of 120 s",
      .needs(.chromium))
    func pictures() throws {
      let least = 10
      let seen: Pictures = try page.look(.network, "pictures", "\(least)")
      for count in [seen.fast, seen.slow, seen.slower, seen.rows] {
        #expect(count.newer >= least && count.pictures == count.newer && count.isSame, "\(seen)")
      }
      #expect(seen.complaints == [])
    }
  }
}
