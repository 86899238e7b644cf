import Client
import HubCore
import Testing
import Wire

@testable import Server

@Suite struct IdleReturnTests {
  // Wall times, in nanoseconds.
  private let start: Int64 = 17
  private let second: Int64 = 1_000_000_000

  private func request(_ words: String...) throws -> ControlRequest { try ControlRequest(words: words) }

  @Test("a minute after the last key it goes on, and not before")
  func goesOn() throws {
    var idle = IdleReturn(after: .seconds(60))
    #expect(idle.time(until: start) == nil && idle.request(now: start) == nil)
    idle.note(try request("pause"), isPaused: false, now: start)
    #expect(idle.request(now: start + 59 * second) == nil)
    // Another key: a minute from there.
    var seek = try request("seek", "2")
    seek.isPaused = true
    idle.note(seek, isPaused: true, now: start + 30 * second)
    #expect(idle.time(until: start + 60 * second) == 30 * second)
    #expect(idle.request(now: start + 89 * second) == nil)
    #expect(idle.request(now: start + 90 * second)?.json == #"{"paused":false}"#)
    #expect(idle.request(now: start + 900 * second) == nil)
  }

  @Test("a speed that a key has set is the scene's again")
  func speed() throws {
    var idle = IdleReturn(after: .seconds(60))
    idle.note(try request("speed", "2"), isPaused: false, now: start)
    #expect(idle.request(now: start + 60 * second)?.json == #"{"speedFactor":"scene"}"#)
  }

  @Test("the idle return undoes only what keys changed: not a choice of a scene, nor a pause by control")
  func leaves() throws {
    var idle = IdleReturn(after: .seconds(60))
    idle.note(try request("next"), isPaused: false, now: start)
    var seek = try request("seek", "2")
    seek.isPaused = true
    idle.note(seek, isPaused: true, now: start)
    #expect(idle.request(now: start + 60 * second) == nil)
    idle.note(try request("pause"), isPaused: false, now: start)
    idle.note(try request("resume"), isPaused: true, now: start)
    #expect(idle.request(now: start + 60 * second) == nil)
  }

  @Test("without a time nothing is taken back")
  func never() throws {
    var idle = IdleReturn(after: nil)
    idle.note(try request("pause"), isPaused: false, now: start)
    #expect(idle.time(until: start + 1_000_000 * second) == nil)
  }
}
