// Responses of a daemon other than its status: each is one JSON object.

/// The response of `GET /v1/scenes`: the scenes that can be played by name.
package struct SceneListing: Hashable, Sendable {
  /// A scene, and where it comes from.
  package struct Item: Hashable, Sendable {
    package var name: String
    package var title: String
    package var about: String
    /// `sent`, `playlist` or `library`.
    package var origin: String

    package init(name: String, title: String, about: String, origin: String) {
      (self.name, self.title, self.about, self.origin) = (name, title, about, origin)
    }
  }

  package var scenes: [Item]

  package init(_ scenes: [Item]) { self.scenes = scenes }

  /// The object, on one line.
  package var json: String {
    JSONObject { object in
      object.add("scenes", objects: scenes) {
        $0.add("name", $1.name)
        $0.add("title", $1.title)
        $0.add("about", $1.about)
        $0.add("origin", $1.origin)
      }
    }.text
  }

  /// Parses an object; nil when it lists no scenes.
  package init?(json: some StringProtocol) {
    guard let members = JSONMembers(json: json), members["scenes"] != nil else { return nil }
    self.init(
      members.objects("scenes").map { scene in
        func text(_ key: String) -> String { scene.text(key) ?? "" }
        return Item(name: text("name"), title: text("title"), about: text("about"), origin: text("origin"))
      })
  }
}

/// The response of `POST /v1/scenes`.
package struct UploadedScene: Hashable, Sendable {
  /// The name for `control scene`.
  package var name: String

  package init(name: String) { self.name = name }

  /// The object, on one line.
  package var json: String { JSONObject { $0.add("name", name) }.text }

  /// Parses an object; nil when it names no scene.
  package init?(json: some StringProtocol) {
    guard let name = JSONMembers(json: json)?.text("name") else { return nil }
    self.init(name: name)
  }
}

/// The response of `POST /v1/inputs/NAME`: what happened to the lines of a body.
package struct InputReport: Hashable, Sendable {
  /// A line without a valid value.
  package struct Malformed: Hashable, Sendable {
    /// The line number among all sent lines, from 1.
    package var line: Int
    /// What was found and what was expected.
    package var message: String

    package init(line: Int, message: String) { (self.line, self.message) = (line, message) }
  }

  /// The number of lines that became events.
  package var accepted = 0
  /// The number of lines dropped because the queue was full.
  package var dropped = 0
  /// The first malformed lines.
  package var malformed: [Malformed] = []
  /// The number of malformed lines.
  package var malformedCount = 0
  /// The format of the lines, `json` or `plain`; nil when there were none.
  package var form: String?

  package init() {}

  /// The object, on one line.
  package var json: String {
    JSONObject { object in
      object.add("accepted", accepted)
      object.add("dropped", dropped)
      object.add("malformed", objects: malformed) {
        $0.add("line", $1.line)
        $0.add("message", $1.message)
      }
      object.add("malformedCount", malformedCount)
      object.add("form", form)
    }.text
  }

  /// Parses an object; nil when the text is not one.
  package init?(json: some StringProtocol) {
    guard let members = JSONMembers(json: json) else { return nil }
    accepted = members.count("accepted")
    dropped = members.count("dropped")
    malformed = members.objects("malformed").compactMap { line in
      guard let number = line.integer("line"), let message = line.text("message") else { return nil }
      return Malformed(line: number, message: message)
    }
    malformedCount = members.count("malformedCount")
    form = members.text("form")
  }
}

/// Why a request was refused.
package struct ErrorBody: Hashable, Sendable {
  /// The name of the HTTP status.
  package var error: String
  /// The message for a person.
  package var message: String

  package init(error: String, message: String) { (self.error, self.message) = (error, message) }

  /// The object, on one line.
  package var json: String {
    JSONObject {
      $0.add("error", error)
      $0.add("message", message)
    }.text
  }

  /// Parses an object; nil when it contains no message.
  package init?(json: some StringProtocol) {
    guard let members = JSONMembers(json: json), let message = members.text("message") else { return nil }
    self.init(error: members.text("error") ?? "", message: message)
  }
}
