import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an SVG says, read by an XML parser.
final class SVGReader: NSObject, XMLParserDelegate {
  /// A text, and where it begins, in units of the picture without its margin.
  struct Text: Hashable {
    var text = ""
    var x: Double
    var y: Double
    /// The classes of the text and of the groups around it.
    var classes: Set<String>
  }

  /// A marble of events that happened.
  struct Marble: Hashable {
    /// The ids of its events.
    var ids: [String]
    /// The classes of the groups around it.
    var classes: Set<String>
    /// The left and the right edge of its shape, in units of the picture without its margin.
    var left = 0.0
    var right = 0.0
  }

  /// A path, and the classes of the groups around it.
  struct Path: Hashable {
    var data: String
    var classes: Set<String>
  }

  private(set) var title = ""
  private(set) var words = ""
  private(set) var style = ""
  private(set) var texts: [Text] = []
  private(set) var marbles: [Marble] = []
  private(set) var paths: [Path] = []
  /// The number of elements, by name.
  private(set) var counts: [String: Int] = [:]
  private(set) var error: (any Error)?

  private var open: [(name: String, classes: Set<String>, isMarble: Bool)] = []
  private var content = ""

  /// Reads a complete SVG.
  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  /// The rules of the animations: when what has a class is shown, as shares of a round.
  private(set) lazy var keyframes: [String: [(share: Double, isVisible: Bool)]] = {
    var frames: [String: [(share: Double, isVisible: Bool)]] = [:]
    for rule in style.matches(of: /@keyframes (s[0-9]+)\{((?:[0-9.]+%\{visibility:[a-z]+\})+)\}/) {
      frames[String(rule.1)] = rule.2.matches(of: /([0-9.]+)%\{visibility:([a-z]+)\}/).map { stop in
        (Double(stop.1)! / 100, stop.2 == "visible")
      }
    }
    return frames
  }()

  /// The ids of the marbles that are shown at a share of a round.
  func shownMarbles(at share: Double) -> [String] {
    let frames = keyframes
    return marbles.filter { marble in
      marble.classes.allSatisfy { name in frames[name].map { $0.last { $0.share <= share }?.isVisible == true } ?? true
      }
    }.flatMap(\.ids)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    counts[name, default: 0] += 1
    let own = Set((attributes["class"] ?? "").split(separator: " ").map(String.init))
    let classes = own.union(open.last?.classes ?? [])
    open.append((name, classes, attributes["data-id"] != nil))
    content = ""
    if let ids = attributes["data-id"] {
      marbles.append(Marble(ids: ids.split(separator: " ").map(String.init), classes: classes))
    }
    if name == "circle", open.count > 1, open[open.count - 2].isMarble, let x = Double(attributes["cx"] ?? ""),
      let radius = Double(attributes["r"] ?? "")
    {
      (marbles[marbles.count - 1].left, marbles[marbles.count - 1].right) = (x - radius, x + radius)
    }
    if name == "path", let data = attributes["d"] { paths.append(Path(data: data, classes: classes)) }
    if name == "text", let x = Double(attributes["x"] ?? ""), let y = Double(attributes["y"] ?? "") {
      texts.append(Text(x: x, y: y, classes: classes))
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { content += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
    switch name {
    case "title": title = content
    case "desc": words = content
    case "style": style = content
    case "text": texts[texts.count - 1].text = content
    default: break
    }
  }
}
