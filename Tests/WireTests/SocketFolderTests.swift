import Platform
import Testing

@Suite struct SocketFolderTests {
  private func paths(
    _ environment: [String: String], given: String? = nil, instance: String = "default",
    on system: SocketFolder.System = .linux
  ) -> [String] {
    SocketFolder.candidates(given: given, instance: instance, environment: environment, system: system).map(\.path)
  }

  @Test("folders are tried in this order")
  func order() {
    let environment = [
      "MARBLED_SOCKET": "/a", "RUNTIME_DIRECTORY": "/run/marbled/b:/run/other", "XDG_RUNTIME_DIR": "/run/user/7",
    ]
    #expect(paths(environment) == ["/a", "/run/marbled/b", "/run/user/7/marbled/default", "/run/marbled/default"])
    #expect(paths([:], instance: "tty1") == ["/run/marbled/tty1"])
    #expect(paths(["XDG_RUNTIME_DIR": ""]) == ["/run/marbled/default"])
  }

  @Test("macOS has a folder of the user without any variable for it; variables come first")
  func darwin() {
    let caches = "/Users/ada/Library/Caches/marbled/default"
    #expect(paths(["HOME": "/Users/ada"], on: .darwin) == [caches, "/var/run/marbled/default"])
    #expect(
      paths(["HOME": "/Users/ada", "XDG_RUNTIME_DIR": "/r", "MARBLED_SOCKET": "/a"], on: .darwin)
        == ["/a", "/r/marbled/default", caches, "/var/run/marbled/default"])
    #expect(paths([:], instance: "tty1", on: .darwin) == ["/var/run/marbled/tty1"])
    #expect(paths(["HOME": "/home/ada"]) == ["/run/marbled/default"])
    #expect(paths(["HOME": "/Users/ada"], given: "/b", on: .darwin) == ["/b"])
  }

  /// `sun_path` has 104 bytes there, the last of which is a zero.
  @Test("on macOS, a user's name of 40 bytes leaves room for the longest path of a socket")
  func room() {
    let home = "/Users/" + String(repeating: "n", count: 40)
    let folder = SocketFolder.candidates(environment: ["HOME": home], system: .darwin)[0]
    #expect("\(folder.path)/.control.sock/s".utf8.count < 104)
  }

  @Test("a folder that is given is the only one")
  func given() { #expect(paths(["MARBLED_SOCKET": "/a"], given: "/b") == ["/b"]) }

  @Test(
    "an instance is one word",
    arguments: [("tty1", true), ("a-b_c", true), ("", false), ("../x", false), ("-", false), ("é", false)])
  func instance(name: String, isOne: Bool) { #expect(SocketFolder.isInstance(name) == isOne) }
}
