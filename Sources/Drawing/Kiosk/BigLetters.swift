/// Letters three lines high, made of half blocks: five pixels high and one below the line, with pixels as wide as a
/// cell.
enum BigLetters {
  /// The lines of a text in capital letters; nil when a character has no big letter.
  static func lines(_ text: String) -> [String]? { exactLines(text.uppercased()) }

  /// The width of a text in columns, without the gap after the last letter; nil when a character has no big letter.
  static func width(_ text: String) -> Int? {
    var width = 0
    for character in text {
      if character == " " {
        width += 3
      } else {
        guard let shape = shapes[character] else { return nil }
        width += (shape.firstIndex(of: " ").map { shape.distance(from: shape.startIndex, to: $0) } ?? 0) + 1
      }
    }
    return max(0, width - 1)
  }

  /// The lines of a text as it is; nil when a character has no big letter.
  static func exactLines(_ text: String) -> [String]? {
    var points = Array(repeating: [Bool](), count: 6)
    for character in text {
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

  /// The five rows of each letter, and a sixth one below the line where it has one.
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
    "a": ".... .### #..# #..# .###",
    "b": "#... ###. #..# #..# ###.",
    "c": "... .## #.. #.. .##",
    "d": "...# .### #..# #..# .###",
    "e": ".... .##. #### #... .###",
    "f": ".## #.. ### #.. #..",
    "g": ".... .### #..# .### ...# .##.",
    "h": "#... ###. #..# #..# #..#",
    "i": "# . # # #",
    "j": ".# .. .# .# .# #.",
    "k": "#... #.#. ##.. #.#. #..#",
    "l": "#. #. #. #. .#",
    "m": "..... ####. #.#.# #.#.# #.#.#",
    "n": ".... ###. #..# #..# #..#",
    "o": ".... .##. #..# #..# .##.",
    "p": ".... ###. #..# ###. #... #...",
    "q": ".... .### #..# .### ...# ...#",
    "r": "... #.# ##. #.. #..",
    "s": ".... .### ##.. ..## ###.",
    "t": "#.. ### #.. #.. .##",
    "u": ".... #..# #..# #..# .###",
    "v": "..... #...# #...# .#.#. ..#..",
    "w": "..... #...# #.#.# #.#.# .#.#.",
    "x": ".... #..# .##. .##. #..#",
    "y": ".... #..# #..# .### ...# .##.",
    "z": ".... #### ..#. .#.. ####",
    "[": "## #. #. #. ##",
    "]": "## .# .# .# ##",
    "=": "... ### ... ### ...",
    "_": "... ... ... ... ###",
    "%": "#..# ...# .##. #... #..#",
    "$": ".#### #.#.. .###. ..#.# ####.",
    "·": ". . # . .",
    "✓": "....# ....# #..#. .##.. .#...",
    "✗": "#..# #..# .##. #..# #..#",
    "∅": ".##.# #..#. #.#.# .#..# #.##.",
  ]
}
