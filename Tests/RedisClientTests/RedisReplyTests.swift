import Testing

@testable import RedisClient

/// Commands and answers as values.
@Suite struct RedisReplyTests {
  @Test func aCommandIsSentByTheLengthsOfItsWords() {
    let command: RedisCommand = ["XADD", "k", "", "ö\r\n"]
    #expect(
      String(decoding: command.bytes, as: UTF8.self) == "*4\r\n$4\r\nXADD\r\n$1\r\nk\r\n$0\r\n\r\n$4\r\nö\r\n\r\n")
  }

  @Test func entriesAreReadWithTheirFields() {
    let entry = RedisReply.array([.text("1795447024931-2"), .array([.text("n"), .text("1"), .text("n"), .text("2")])])
    let deleted = RedisReply.array([.text("1-1"), .null])
    let read = RedisReply.array([entry, deleted]).entries
    #expect(read == [RedisEntry(id: "1795447024931-2", fields: [.init("n", "1"), .init("n", "2")])])
    #expect(read.first?.milliseconds == 1_795_447_024_931)
    #expect(read.first?.words == ["n", "1", "n", "2"])
    #expect(RedisEntry(id: "12-0", fields: []).milliseconds == nil)
    #expect(RedisReply.array([.array([.text("orders"), .array([entry])])]).streamEntries == [entry])
    #expect(RedisReply.null.streamEntries == [])
  }

  @Test func valuesAreFoundByTheirKeys() {
    let info = RedisReply.array([.text("length"), .integer(3), .text("groups"), .text("2"), .text("odd")])
    #expect(info["length"]?.integer == 3 && info["groups"]?.integer == 2)
    #expect(info["odd"] == nil && info["none"] == nil && RedisReply.null["length"] == nil)
  }

  @Test(arguments: [
    ("WRONGPASS invalid username-password pair", true, "the server refuses the credentials (WRONGPASS)"),
    ("NOAUTH Authentication required.", true, "the server refuses the credentials (NOAUTH)"),
    ("WRONGTYPE Operation against a key …", true, "the key is not a stream (WRONGTYPE)"),
    ("MOVED 866 10.0.0.1:6379", true, "the server is a cluster, which marbled does not support (MOVED)"),
    ("ERR unknown command `XADD`", true, "the server answers: ERR unknown command `XADD`"),
    ("OOM command not allowed when used memory > 'maxmemory'.", false, "the server is out of memory (OOM)"),
    ("LOADING Redis is loading the dataset in memory", false, "the server is loading its data (LOADING)"),
    ("MISCONF Redis is configured to save", false, "the server answers: MISCONF Redis is configured to save"),
  ])
  func answersThatWillStayTheSameAreNotTriedAgain(answer: String, isPermanent: Bool, text: String) {
    let failure = RedisFailure.refused(answer)
    #expect(failure.isPermanent == isPermanent && failure.description == text)
  }

  @Test func aLostConnectionIsTriedAgain() {
    #expect(!RedisFailure.lost("Server closed the connection").isPermanent)
    #expect(!RedisFailure.unreachable("Connection refused").isPermanent)
    #expect(RedisFailure.notBuilt.isPermanent)
  }
}
