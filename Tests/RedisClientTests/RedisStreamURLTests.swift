import Testing

@testable import RedisClient

/// URLs of streams: what they say, what is wrong with them, and that nothing shows their passwords.
@Suite struct RedisStreamURLTests {
  private func parse(_ text: String) throws(RedisStreamURL.Malformed) -> RedisStreamURL {
    try RedisStreamURL(parsing: text, allowed: ["group", "from"])
  }

  @Test(arguments: [
    ("redis://localhost/orders", "redis://localhost:6379/orders"),
    ("redis://localhost:7000/orders?from=0", "redis://localhost:7000/orders?from=0"),
    ("redis://[::1]:7000/orders", "redis://[::1]:7000/orders"),
    ("redis://[::1]/orders", "redis://[::1]:6379/orders"),
    ("redis://h/a%2Fb%20c?group=x%26y&from=0-1", "redis://h:6379/a%2Fb%20c?group=x%26y&from=0-1"),
    ("redis://h/orders?db=3", "redis://h:6379/orders?db=3"),
    ("redis://h/orders?db=0", "redis://h:6379/orders"),
    ("redis://h/größe", "redis://h:6379/gr%C3%B6%C3%9Fe"),
  ])
  func printsWhatItReads(text: String, printed: String) throws {
    let url = try parse(text)
    #expect(url.description == printed)
    #expect(try parse(printed) == url)
  }

  @Test func partsAreDecoded() throws {
    let url = try parse("redis://example.org:7000/my%20orders?group=a%3Db&db=2")
    #expect(url.address == RedisAddress(host: "example.org", port: 7000, database: 2))
    #expect(url.key == "my orders" && url["group"] == "a=b" && url["from"] == nil)
    #expect(url.place == "redis://example.org:7000/my%20orders")
  }

  @Test(arguments: [
    ("http://h/orders", "expected redis://HOST:PORT/STREAM"),
    ("rediss://h/orders", "TLS (rediss://) is not supported; use redis:// through a tunnel such as stunnel"),
    ("redis://h", "names no stream; expected redis://HOST:PORT/STREAM"),
    ("redis://h/", "names no stream; expected redis://HOST:PORT/STREAM"),
    ("redis:///orders", "names no host; expected redis://HOST:PORT/STREAM"),
    ("redis://h:0/orders", "the port is not a number from 1 to 65535"),
    ("redis://h:x/orders", "the port is not a number from 1 to 65535"),
    ("redis://h/orders?grup=x", "unknown parameter `grup`; expected one of group, from, db"),
    ("redis://h/orders?group", "the parameter `group` has no value; expected NAME=VALUE"),
    ("redis://h/orders?db=x", "`db=x` is not the number of a database"),
    ("redis://h/or%zzders", "names no stream; expected redis://HOST:PORT/STREAM"),
    ("redis://secret@h/orders", "the credentials are malformed; expected redis://USER:PASSWORD@HOST/STREAM"),
  ])
  func whatIsWrongIsSaid(text: String, message: String) {
    #expect(throws: RedisStreamURL.Malformed(description: message)) { try parse(text) }
  }

  @Test(
    "nothing of a password is quoted, also where it has characters that a URL must encode",
    arguments: ["pa/secret", "12/secret", "pa?secret", "pa/x?secret", "pa/x?y&secret", "pa/x?group=secret"])
  func encodedWrongly(password: String) {
    do throws(RedisStreamURL.Malformed) {
      let url = try parse("redis://ann:\(password)@h/orders")
      Issue.record("\(url)")
    } catch { #expect(error.description.contains("%2F") && !error.description.contains("secret"), "\(error)") }
  }

  @Test func anAtSignInAKeyIsEncoded() throws {
    let url = try parse("redis://h/orders%40shop")
    #expect(url.key == "orders@shop" && url.place == "redis://h:6379/orders%40shop")
  }

  @Test func whatAServerRepeatsOfALoginIsLeftOut() {
    let answer = "ERR unknown command 'AUTH', with args beginning with: 'ann' 'secret' "
    let failure = RedisFailure.refused(answer).withoutArguments
    #expect(failure.description == "the server answers: ERR unknown command 'AUTH'" && failure.isPermanent)
    #expect(RedisFailure.refused("OOM full").withoutArguments == .refused("OOM full"))
  }

  @Test func credentialsAreKeptApart() throws {
    let url = try parse("redis://ann:s%3Acret@vault.test:7001/orders?from=0")
    #expect(url.description == "redis://vault.test:7001/orders?from=0")
    #expect(!"\(url) \(String(reflecting: url))".contains("cret"))
    #expect(RedisVault.credentials(for: url.address) == RedisCredentials(user: "ann", password: "s:cret"))
    #expect(try parse("redis://:other@vault2.test/orders").place == "redis://vault2.test:6379/orders")
    #expect(RedisVault.credentials(for: RedisAddress(host: "vault2.test")) == RedisCredentials(password: "other"))
  }

  @Test func theEnvironmentHasCredentialsForAllOtherServers() throws {
    let address = RedisAddress(host: "environment.test")
    #expect(RedisVault.credentials(for: address, environment: [:]) == nil)
    let alone = ["MARBLED_REDIS_PASSWORD": "secret"]
    #expect(RedisVault.credentials(for: address, environment: alone) == RedisCredentials(password: "secret"))
    let both = ["MARBLED_REDIS_PASSWORD": "secret", "MARBLED_REDIS_USER": "ann"]
    #expect(
      RedisVault.credentials(for: address, environment: both) == RedisCredentials(user: "ann", password: "secret"))
    _ = try parse("redis://:own@environment.test/orders")
    #expect(RedisVault.credentials(for: address, environment: both) == RedisCredentials(password: "own"))
  }

  @Test func credentialsHaveNoText() {
    let credentials = RedisCredentials(user: "ann", password: "secret")
    var dumped = ""
    dump(credentials, to: &dumped)
    for text in ["\(credentials)", String(reflecting: credentials), dumped] {
      #expect(!text.contains("secret") && !text.contains("ann"))
    }
  }
}
