internal import Playground

/// The document of the page, with a picture and with what can be read without scripts.
struct PlaygroundDocument {
  /// What a page is, and how its scripts find what they show.
  enum Form {
    /// It asks its server.
    case served
    /// A file: the answers are in the script `answers`. `editor` is the page of a server on which the scene can be
    /// edited; nil for none.
    case file(answers: String, editor: SiteServer.Editor?)
  }

  private let entry: LibraryEntry?
  private let guide: OperatorGuide?
  private let first: FirstPicture?
  private let addresses: PageAddresses
  var form = Form.served
  /// The list of everything, which the front page has.
  var groups: [LibraryGroup] = []
  /// Elements of the head.
  var head = ""
  /// Marks the scripts and styles of the document itself.
  var nonce = ""
  /// Whether the picture is for a phone.
  var isNarrow = false
  /// The title of a scene in the address, and the sentence about it.
  var shared: (title: String, about: String)?

  /// - Parameters:
  ///   - entry: what the page shows; nil for the front page, or for a scene that is in the address.
  ///   - guide: what the page of an operator says.
  ///   - first: the picture.
  init(of entry: LibraryEntry?, guide: OperatorGuide?, first: FirstPicture?, _ addresses: PageAddresses) {
    (self.entry, self.guide, self.first, self.addresses) = (entry, guide, first, addresses)
  }

  private static let template = PageTemplate(PlaygroundPage.document)
  private static let start = String(decoding: ScriptText.minified(PackageResources.start_js), as: UTF8.self)

  /// The document.
  var text: String {
    let title =
      (shared?.title ?? entry?.title).map { "\($0) · marbled" } ?? "marbled: asynchronous streams as marbles"
    let about =
      shared?.about ?? entry?.about
      ?? (isFile
        ? "See what asynchronous streams do: pictures that play, and the reasons."
        : "See what asynchronous streams do: drag a marble, edit an operator.")
    let texts = PageTexts(of: entry, guide: guide, groups: groups, first: first, addresses)
    return Self.template.filled {
      switch $0 {
      case "root": addresses.root
      case "files": addresses.files
      case "front": addresses.front
      case "operators": addresses.list(of: .operators)
      case "scenes": addresses.list(of: .scenes)
      case "nonce": nonce
      case "head": head
      case "start": start
      case "scripts": scripts
      case "welcome": welcome
      case "howTo": isFile ? "How to read" : "How to edit"
      case "help": help
      case "own": own
      // The front page has a way in.
      case "inner": entry == nil && shared == nil ? "" : " hidden"
      case "edit": edit
      case "title": HTMLText.escaped(shared?.title ?? entry?.title ?? first?.title ?? "marbled")
      case "page": HTMLText.escaped(title)
      case "about": HTMLText.escaped(about)
      case "lead": HTMLText.escaped(shared?.about ?? (entry == nil ? first?.about ?? about : about))
      case "picture": first?.drawing(nonce: nonce) ?? ""
      case "size": first?.size ?? ""
      case "class": first?.hasAxis != true ? "" : isNarrow ? " class=\"wide\"" : " class=\"axis\""
      case "facts": first?.facts ?? "null"
      case let place: texts[place] ?? ""
      }
    }
  }

  private var isFile: Bool { if case .file = form { true } else { false } }

  // MARK: Scripts

  /// What runs before anything is shown.
  private var start: String {
    guard isFile else { return "<script nonce=\"\(nonce)\">\(Self.start)</script>" }
    return "<script src=\"\(addresses.files)start.js\"></script>\n"
      + "<link rel=\"stylesheet\" href=\"\(addresses.files)site.css\">"
  }

  /// The scripts before that of the page.
  private var scripts: String {
    guard case .file(let answers, _) = form else { return "" }
    return ["\(addresses.root)library.js", answers, "\(addresses.files)site.js"].map {
      "<script defer src=\"\($0)\"></script>\n"
    }.joined()
  }

  // MARK: Words

  private var welcome: String {
    let (what, how) =
      isFile
      ? ("draws asynchronous streams as marbles.", "Play it, and point at a marble to read what becomes of it.")
      : (
        "draws asynchronous streams as marbles that you can move.",
        "Drag a marble<span class=\"keyboard\">, or choose it and press the arrow keys</span>. The result follows."
      )
    return "<p><strong>marbled</strong> \(what)</p>\n<p>\(how)</p>"
  }

  /// The door to a scene of the visitor, which is in its address.
  private var own: String {
    let server: String
    switch form {
    case .served: server = ""
    case .file(_, let editor?): server = "\(editor.front)/"
    case .file(_, nil): return ""
    }
    return """
      <a id="own" href="\(server)#s=Xc7BCsIwEATQe75i6EmhK6i3nL36EZt2qcGkKckWDfjxpooXL3N5MzDqNYjFtaJoFo7FsEurWlwyT9CbIHJ2QUqPIfjhDkbws0ATeByRZumRMmT02iinx8G0KNYAvAV-e4vuSHQiojO9uibun4meTSt9eTvxKfCyhNo4Sp5kxz3cvjNv"><b>Draw your own</b>
      <span>Two streams to begin with</span></a>
      """
  }

  /// Keys of the page that the picture leaves alone.
  private static let elsewhere =
    "<span class=\"keyboard\">Elsewhere, Space plays, F fills the screen, and / searches.</span>"

  private var help: String {
    guard case .file(_, let editor) = form else {
      return """
        Drag a marble to move it, or off its row to remove it. Click a line to add a marble, or a marble to change its
        value. Click the name of a row to change its text. Drag the times to move the playhead. <span class="keyboard">Keyboard: up
        and down choose a marble, Home and End the first and the last of its row, left and right move it (with Shift in small
        steps) or walk along the marbles that can’t be moved, Enter changes its value, N adds one, Delete removes it.</span>
        \(Self.elsewhere)
        """
    }
    let reading =
      "Point at a marble or a mark to read what becomes of it. Drag the times to move the playhead."
      + " <span class=\"keyboard\">Keyboard: the arrows choose a marble.</span> \(Self.elsewhere)"
    let editing =
      editor.map { "To edit this scene, open it on <a href=\"\($0.address)\">\(HTMLText.escaped($0.host))</a>." }
      ?? "These pages are files without a server, so scenes can’t be edited here: <code>marbled serve</code> has a page that edits"
      + " them."
    return "\(reading) \(editing)"
  }

  /// The link to a page that edits the scene.
  private var edit: String {
    guard case .file(_, let editor?) = form else { return "" }
    return
      "<a id=\"edit\" class=\"button\" href=\"\(editor.address)\">Edit<span> on \(HTMLText.escaped(editor.host))</span></a>"
  }
}
