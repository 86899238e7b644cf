/// Text that tries to control a terminal: CSI, OSC with BEL and with ST, C1, DEL, a carriage
/// return, and marks that turn the direction of what follows.
package let hostile =
  "a\u{1B}[31mb\u{1B}]0;pwn\u{7}c\u{1B}]8;;x\u{1B}\\d\u{9B}5n\u{90}q\u{9C}e\u{7F}f\rg\u{202E}h\u{2066}i\u{8}j"

/// Whether a terminal may act on a scalar, or show what follows otherwise for it; line feeds included.
package func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
