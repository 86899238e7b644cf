import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// The queue in which the page of `marbled serve` asks for runs, with a server that answers when the test says so.
  @Suite struct PageQueueTests {
    /// What the page's code prints in lines. `ask(name)` asks for a run, and prints the name with what comes of it;
    /// `answer(name, body)` answers the request of this name, if it has been sent.
    private func page(_ script: String) throws -> [String] {
      let folder = try TemporaryFolder()
      let page = folder.file("page")
      try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
      // Otherwise Node takes no file as a module by its extension.
      try #"{"type":"module"}"#.write(toFile: "\(page)/package.json", atomically: true, encoding: .utf8)
      for name in ["api.js", "connection.js", "dom.js"] {
        try FileManager.default.copyItem(
          atPath: Article.root.appending(path: "Sources/Server/HTTP/Page/\(name)").path, toPath: "\(page)/\(name)")
      }
      let program = """
        const parts = new Map();
        globalThis.addEventListener = () => {};
        globalThis.document = {
          getElementById: (id) => parts.get(id) ?? parts.set(id, {}).get(id),
          querySelector: () => ({ src: 'http://localhost/page/page.js' }),
        };
        const { Runner } = await import('./page/api.js');
        const runner = new Runner();
        const sent = new Map();
        // What waits, by milliseconds.
        const timers = new Map();
        const wake = (time) => timers.get(time)();
        globalThis.fetch = (address, { body }) => new Promise((done) => sent.set(JSON.parse(body), done));
        globalThis.setTimeout = (resume, time) => { timers.set(time, resume); };
        // All that follows from what has happened.
        const settle = () => new Promise((done) => setImmediate(done));
        const ask = async (name) => {
          runner.look(name).then((answer) => console.log(name, answer?.svg ?? answer?.failure ?? answer));
          await settle();
        };
        const answer = async (name, body, seconds = null) => {
          const done = sent.get(name);
          sent.delete(name);
          const status = seconds ? 429 : body.message ? 422 : 200;
          done({ ok: status === 200, status, json: async () => body, headers: new Map([['Retry-After', seconds]]) });
          await settle();
        };
        \(script)
        console.log('sent:', [...sent.keys()].join(' '));
        """
      let file = folder.file("page.mjs")
      try program.write(toFile: file, atomically: true, encoding: .utf8)
      let outcome = try run("/usr/bin/env", ["node", file])
      #expect(outcome.ending == .exited(0), "\(outcome.error)")
      return outcome.lines
    }

    @Test("each answer is given although a newer request waits; of those that wait, the newest is sent", .needs(.node))
    func order() throws {
      let script = """
        for (const name of ['a', 'b', 'c', 'd']) await ask(name);
        await answer('a', { svg: 'A' });
        await ask('e');
        await answer('b', { svg: 'B' });
        await answer('d', { svg: 'D' });
        """
      #expect(try page(script) == ["c null", "a A", "b B", "d D", "sent: e"])
    }

    @Test("an answer that arrives after that of a newer request is dropped", .needs(.node))
    func late() throws {
      let script = """
        for (const name of ['a', 'b', 'c']) await ask(name);
        await answer('b', { svg: 'B' });
        await answer('a', { svg: 'A' });
        await answer('c', { svg: 'C' });
        """
      #expect(try page(script) == ["b B", "a null", "c C", "sent: "])
    }

    @Test("a failure is told if no newer request is there", .needs(.node))
    func failures() throws {
      let script = """
        for (const name of ['a', 'b']) await ask(name);
        await answer('a', { message: 'older' });
        await answer('b', { message: 'newest' });
        """
      #expect(try page(script) == ["a null", "b newest", "sent: "])
    }

    @Test("the newest request that came too often is sent again after the time that the server names", .needs(.node))
    func rate() throws {
      let script = """
        for (const name of ['a', 'b']) await ask(name);
        for (const name of ['a', 'b']) await answer(name, { message: 'too often' }, '1');
        console.log('sent:', [...sent.keys()].join(' '));
        wake(1000);
        await settle();
        await answer('b', { svg: 'B' });
        """
      #expect(try page(script) == ["a null", "sent: ", "b B", "sent: "])
    }
  }
}
