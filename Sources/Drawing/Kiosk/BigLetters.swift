/// Letters three lines high, made of half blocks: five pixels high, with pixels as wide as a cell.
enum BigLetters {
  /// The lines of a text; nil when a character has no big letter.
  static func lines(_ text: String) -> [String]? {
    var points = Array(repeating: [Bool](), count: 6)
    for character in text.uppercased() {
      guard character != " " else {
        for row in points.indices { points[row] += [false, false, false] }
        continue
      }
      guard let rows = shapes[character]?.split(separator: " ") else { return nil }
      for row in points.indices {
        points[row] += (row < rows.count ? rows[row].map { $0 == "#" } : rows[0].map { _ in false }) + [false]
      }
    }
    return stride(from: 0, to: points.count, by: 2).map { row in
      String(
        zip(points[row], points[row + 1]).map { upper, lower -> Character in
          switch (upper, lower) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }

  /// The five rows of each letter.
  private static let shapes: [Character: String] = [
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "##### ...#. ..#.. .#... #####",
    "0": ".##. #..# #..# #..# .##.",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".##. #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# .##.",
    "-": "... ... ### ... ...",
    ".": ". . . . #",
    ",": ".. .. .. .# #.",
    "'": "# # . . .",
    "!": "# # # . #",
    "?": "##. ..# .#. ... .#.",
    ":": ". # . # .",
    "+": "... .#. ### .#. ...",
    "/": "..# ..# .#. #.. #..",
    "(": ".# #. #. #. .#",
    ")": "#. .# .# .# #.",
    "&": ".#.. #.#. .#.. #.#. .#.#",
  ]
}
