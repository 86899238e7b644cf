internal import Marbles
internal import Playback
internal import Playground
public import SceneFiles

/// The page of `marbled serve` as files that need no server: all operators and scenes, with everything that their pages show.
///
/// All addresses in it are relative, and scripts are no modules, so it works below any path, and when it is opened from a disk.
/// The same scenes give the same bytes.
public struct StaticSite: Sendable {
  /// A file.
  public struct File: Hashable, Sendable {
    /// Its path in the folder of the site.
    public var path: String
    /// Its contents.
    public var bytes: [UInt8]

    init(_ path: String, _ text: String) { (self.path, bytes) = (path, Array(text.utf8)) }
    init(_ path: String, _ bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
  }

  /// Why there is no site: a scene that has no page.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the scene, and what is wrong with it.
    public var description: String
  }

  /// The files; those that others refer to come first.
  public let files: [File]

  /// The standard limit for the page of a scene.
  public static let standardLimit = Duration.seconds(30)

  init(files: [File]) { self.files = files }

  /// Makes a site.
  ///
  /// - Parameters:
  ///   - scenes: scenes to offer before the shipped ones.
  ///   - server: a server whose pages edit scenes; nil for none.
  ///   - timeLimit: how long the runs for one page may take.
  /// - Throws: ``Failure`` for a scene that can't be run within the limits of a page.
  public init(
    of scenes: [SceneFile] = [], server: SiteServer? = nil, timeLimit: Duration = standardLimit
  ) throws(Failure) {
    try self.init(of: PlaygroundLibrary(files: scenes), server: server, timeLimit: timeLimit)
  }

  init(
    of library: PlaygroundLibrary, server: SiteServer? = nil, timeLimit: Duration = standardLimit,
    watchdog: Watchdog = .wall
  ) throws(Failure) {
    let groups = library.groups
    var (scripts, documents) = ([File](), [File]())
    var paths: Set<String> = []
    for entry in groups.flatMap(\.members) {
      let path = "\(entry.kind.rawValue)/\(entry.name)"
      // An operator may be in several groups.
      guard paths.insert(path).inserted else { continue }
      let page = try Self.page(of: entry, library, timeLimit, watchdog)
      scripts.append(File("\(path).js", "var marbledPage=\(page.answers.asScript);\n"))
      let editor = server.map { $0.editor(of: entry, page) }
      func document(isFront: Bool) -> String {
        let addresses = PageAddresses(inFolder: !isFront)
        let answers =
          "\(addresses.root)\(entry.kind.rawValue)/\(PageAddresses.percentEncoded(entry.name)).js"
        var document = PlaygroundDocument(
          of: isFront ? nil : entry, guide: entry.kind == .operators ? library.guide(toOperator: entry.name) : nil,
          first: page.picture, addresses)
        document.form = .file(answers: answers, editor: editor)
        (document.groups, document.head) = (groups, Self.head)
        return document.text
      }
      documents.append(File("\(path).html", document(isFront: false)))
      if library.front == (entry.kind, entry.name) {
        documents.append(File("index.html", document(isFront: true)))
      }
    }
    let lists = LibraryEntry.Kind.allCases.map { kind in
      let list = ListPages.list(of: kind, groups, PageAddresses(inFolder: false), head: Self.head, isEditable: false)
      return File("\(kind.rawValue).html", list)
    }
    let pages: [TextPage]
    do throws(RunFailure) { pages = try library.textPages() } catch {
      throw Failure(description: "no text can be made: \(error.diagnostics.first?.message ?? "")")
    }
    let schema = File(SchemaFile.name, SceneSchema.text)
    files =
      Self.page + [schema, File("library.js", "var marbledLibrary=\(library.json.asScript);\n")] + scripts + documents
      + lists
      + SiteTexts.files(groups, pages)
  }

  private static func page(
    of entry: LibraryEntry, _ library: PlaygroundLibrary, _ timeLimit: Duration, _ watchdog: Watchdog
  ) throws(Failure) -> SitePage {
    let cancellation = Cancellation()
    watchdog.limit(cancellation, to: timeLimit)
    do throws(RunFailure) {
      return try SitePage(of: entry, from: library, cancellation: cancellation)
    } catch {
      let message = error.diagnostics.first?.message ?? "it can't be run"
      throw Failure(description: "\(entry.name): no page can be made: \(message)")
    }
  }

  /// The scripts and styles of all pages.
  private static var page: [File] {
    (PlaygroundPage.filesOfSites + PlaygroundPage.files).map {
      File(PageFolder.path + $0.path.dropFirst("page/".count), $0.bytes)
    }
  }

  /// What a document may load. Scripts are files; the style sheets in documents are those of pictures.
  private static let head =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self';"
    + " style-src 'self' 'unsafe-inline'; img-src 'self' blob:; base-uri 'none'; form-action 'none'\">"
}

/// A server of `marbled serve` whose pages edit the scenes of a site.
public struct SiteServer: Hashable, Sendable {
  /// Its address, without a slash at its end.
  private let address: String
  /// The name of its host.
  let host: String

  /// Parses an address such as `https://marbled.example.org`; nil for another text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard text.utf8.count <= 1000, parts.count >= 3, ["http:", "https:"].contains(parts[0].lowercased()),
      parts[1].isEmpty, !parts[2].isEmpty, text.utf8.allSatisfy(Self.isOfAddress)
    else { return nil }
    host = String(parts[2])
    var rest = text[...]
    while rest.last == "/" { rest.removeLast() }
    address = String(rest)
  }

  /// Neither a query, nor a fragment, nor credentials, nor what ends an attribute.
  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte > UInt8(ascii: " ") && byte < 0x7F && !"?#@\"'<>&\\".utf8.contains(byte)
  }

  /// The page on which a scene of a site is edited. A scene that the site was given is in the address, as the server may not
  /// have it.
  func editor(of entry: LibraryEntry, _ page: SitePage) -> Editor {
    Editor(address: address(of: entry, page), front: address, host: host)
  }

  /// The page of a server that edits a scene: its address, that of the front page without a slash at its end, and the name of
  /// the host.
  struct Editor: Sendable {
    var address, front, host: String
  }

  private func address(of entry: LibraryEntry, _ page: SitePage) -> String {
    guard page.isGiven else {
      return "\(address)/\(entry.kind.rawValue)/\(PageAddresses.percentEncoded(entry.name))"
    }
    return "\(address)/#s=\(PackedScene.packed(page.yaml))&amp;n=\(PageAddresses.percentEncoded(entry.name))"
  }
}

extension String {
  /// JSON as a part of a script, wherever that stands.
  var asScript: String {
    replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
  }
}
