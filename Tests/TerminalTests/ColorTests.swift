import Terminal
import Testing

@Suite struct ColorTests {
  @Test(
    arguments: [
      (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x5F87AF, 67), (0x808080, 244), (0x080808, 232),
      (0xEEEEEE, 255), (0x7AA2F7, 111),
    ] as [(UInt32, UInt8)])
  func nearestOf256(_ hex: UInt32, _ index: UInt8) {
    #expect(TerminalColor(hex).xterm256 == index)
  }

  @Test(
    arguments: [
      (0x000000, 0), (0xFFFFFF, 15), (0xFF0000, 9), (0xC00000, 1), (0x00FF00, 10), (0x808080, 8), (0x7AA2F7, 12),
      (0x00D0D0, 6), (0xE0E0E0, 7), (0x10141A, 0), (0x868E96, 8),
      // Pastels keep their hue.
      (0xFF6B6B, 9), (0x51CF66, 2), (0x4DABF7, 12), (0xB197FC, 13), (0xFFD43B, 11), (0x3BC9DB, 6), (0xF783AC, 13),
    ] as [(UInt32, UInt8)])
  func nearestOf16(_ hex: UInt32, _ index: UInt8) {
    #expect(TerminalColor(hex).ansi16 == index)
  }

  /// Every colour of the cube and of the ramp is its own nearest.
  @Test func the256AreFixedPoints() {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    for index in 16..<232 {
      let cube = index - 16
      let color = TerminalColor(red: levels[cube / 36], green: levels[cube / 6 % 6], blue: levels[cube % 6])
      #expect(color.xterm256 == UInt8(index))
    }
    for index in 232..<256 {
      let level = UInt8(8 + 10 * (index - 232))
      #expect(TerminalColor(red: level, green: level, blue: level).xterm256 == UInt8(index))
    }
  }
}
