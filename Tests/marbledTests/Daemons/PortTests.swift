import Foundation
import Server
import TestSupport
import Testing

extension Daemons {
  /// Where daemons and `serve` listen.
  @Suite(.enabled(if: NetworkSockets.isKnown, "needs /proc")) struct PortTests {
    @Test("a daemon has no port unless `view` or `control` names one")
    func daemon() async throws {
      let configuration = DaemonConfiguration()
      #expect(configuration.view == nil && configuration.control == nil)
      let closed = try await RunningDaemon("--playlist", "sample", "--playground", "true")
      // It answers, so it listens wherever it is going to.
      #expect(try await closed.status()["scene"] as? String == "sample")
      #expect(try NetworkSockets(of: closed.child.id).count == 0)
      let open = try await RunningDaemon("--playlist", "sample", "--view", "127.0.0.1:0", "--control", "127.0.0.1:0")
      #expect(try await open.status()["scene"] as? String == "sample")
      let sockets = try NetworkSockets(of: open.child.id)
      #expect(
        sockets.count == 2 && sockets.listening.count == 2
          && sockets.listening.allSatisfy { $0.hasPrefix("127.0.0.1:") }, "\(sockets)")
    }

    @Test("`serve` listens at the address of `--listen` alone, by default at 127.0.0.1")
    func serve() throws {
      let help = try run(Binary.path(), ["serve", "--help"], environment: ["COLUMNS": "200"])
      // The program computes this text from the value that it uses.
      #expect(help.output.contains(/--listen .*\(default: 127\.0\.0\.1:8080\)/), "\(help.output)")
      for host in ["127.0.0.1", "127.0.0.2"] {
        let server = try PipedProgram("serve", "--listen", "\(host):0")
        let port = try #require(URL(string: try server.waitForAddress())?.port)
        let sockets = try NetworkSockets(of: server.id)
        #expect(sockets.count == 1 && sockets.listening == ["\(host):\(port)"], "\(sockets)")
      }
    }
  }
}
