import Foundation
import Playground
import SceneFiles
import TestSupport
import Testing

@testable import Server

/// Where a static site is written, and what becomes of the files there.
@Suite struct SiteFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func site(_ files: [String: String]) -> StaticSite {
    StaticSite(files: files.sorted { $0.key < $1.key }.map { StaticSite.File($0.key, Array($0.value.utf8)) })
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: folder.file(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func put(_ text: String, at name: String) throws {
    let file = URL(filePath: folder.file(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test("a newer site replaces an older one, and other files stay")
  func update() throws {
    let target = SiteFolder(folder.file("site"))
    try target.check()
    try target.write(site(["index.html": "1", "scenes/a.html": "a", "scenes/b.html": "b", "page/1/x.js": "x"]))
    #expect(text("site/index.html") == "1" && text("site/scenes/a.html") == "a")
    try put("mine", at: "site/CNAME")
    try put("mine", at: "site/page/note")
    try target.check()
    try target.write(site(["index.html": "2", "scenes/a.html": "a", "page/2/x.js": "x"]))
    #expect(text("site/index.html") == "2" && text("site/scenes/b.html") == nil && text("site/page/1/x.js") == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.file("site/page/1")))
    #expect(text("site/CNAME") == "mine" && text("site/page/note") == "mine" && text("site/page/2/x.js") == "x")
  }

  @Test("a file that has not changed is not written again")
  func unchanged() throws {
    let target = SiteFolder(folder.file("site"))
    try target.write(site(["index.html": "1"]))
    let number = {
      try FileManager.default.attributesOfItem(atPath: folder.file("site/index.html"))[.systemFileNumber] as? Int
    }
    let before = try number()
    try target.write(site(["index.html": "1"]))
    #expect(try number() == before && before != nil)
    try target.write(site(["index.html": "2"]))
    #expect(try number() != before)
  }

  @Test("a folder with other files is refused, unless it is forced, and then keeps them")
  func foreign() throws {
    try put("mine", at: "site/index.html")
    try put("mine", at: "site/notes.txt")
    let target = SiteFolder(folder.file("site"))
    #expect(throws: SiteFolder.Failure.foreign("\(folder.file("site")) has files that `marbled site` has not written"))
    {
      try target.check()
    }
    #expect(
      throws: SiteFolder.Failure.foreign(
        "\(folder.file("site"))/index.html is in the way: `marbled site` has not written it")
    ) {
      try target.write(site(["index.html": "1"]))
    }
    #expect(text("site/index.html") == "mine")
    try target.write(site(["index.html": "1"]), replaces: true)
    #expect(text("site/index.html") == "1" && text("site/notes.txt") == "mine")
    try target.check()
  }

  @Test("a file of others that was not replaced yet is not listed, so that the next site does not take it for its own")
  func interrupted() throws {
    try put("mine", at: "site/index.html")
    let target = SiteFolder(folder.file("site"))
    // No file can have such a long name.
    let long = String(repeating: "a", count: 300)
    #expect(throws: SiteFolder.Failure.self) {
      try target.write(site(["0.html": "0", long: "", "index.html": "1"]), replaces: true)
    }
    #expect(text("site/index.html") == "mine" && text("site/0.html") == "0")
    #expect(throws: SiteFolder.Failure.self) { try target.write(site(["index.html": "2"])) }
    try target.write(site(["0.html": "1"]))
    #expect(text("site/index.html") == "mine" && text("site/0.html") == "1")
  }

  @Test("a folder in the place of a file, and a file in that of a folder, are refused before anything is written")
  func wrongKinds() throws {
    try put("mine", at: "site/index.html/notes.txt")
    try put("mine", at: "site/scenes")
    let target = SiteFolder(folder.file("site"))
    for (files, problem) in [
      (["0.html": "0", "index.html": "1"], "index.html is a folder, where a file of the site belongs"),
      (["0.html": "0", "scenes/x/y.html": "1"], "scenes is a file, where a folder of the site belongs"),
    ] {
      #expect(throws: SiteFolder.Failure.unwritable("\(folder.file("site"))/\(problem)")) {
        try target.write(site(files), replaces: true)
      }
    }
    #expect(text("site/index.html/notes.txt") == "mine" && text("site/scenes") == "mine")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("site")).sorted() == ["index.html", "scenes"])
  }

  @Test("a list of files that was made by others removes nothing outside of the folder")
  func hostileList() throws {
    try put("mine", at: "kept.txt")
    try put(
      "Written by marbled site:\n../kept.txt\n/etc/nothing\nscenes/../../kept.txt\nold.html\n", at: "site/.marbled-site"
    )
    try put("old", at: "site/old.html")
    try SiteFolder(folder.file("site")).write(site(["index.html": "1"]))
    #expect(text("kept.txt") == "mine" && text("site/old.html") == nil && text("site/index.html") == "1")
  }

  @Test("a list that names folders, or files behind links, removes nothing, and nothing is written behind a link")
  func linksAndFolders() throws {
    try put("mine", at: "elsewhere/x.html")
    try put("mine", at: "site/src/main.swift")
    try put("Written by marbled site:\nsrc\nscenes/x.html\nindex.html\n", at: "site/.marbled-site")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("site/scenes"), withDestinationPath: folder.file("elsewhere"))
    let target = SiteFolder(folder.file("site") + "/")
    try target.write(site(["index.html": "1"]))
    #expect(text("elsewhere/x.html") == "mine" && text("site/src/main.swift") == "mine")
    #expect(
      throws: SiteFolder.Failure.unwritable("\(folder.file("site"))/scenes is a link; a site is written into folders")
    ) {
      try target.write(site(["scenes/y.html": "2"]))
    }
    #expect(text("elsewhere/y.html") == nil)
  }

  @Test("a file in place of the folder is refused")
  func noFolder() throws {
    try put("mine", at: "site")
    let target = SiteFolder(folder.file("site"))
    #expect(throws: SiteFolder.Failure.unwritable("\(folder.file("site")) is not a folder")) { try target.check() }
    #expect(throws: SiteFolder.Failure.self) { try target.write(site(["index.html": "1"])) }
    #expect(text("site") == "mine")
  }
}
