import Testing

/// The real program, as users call it: on a pseudo terminal, in pipes, with mistakes.
///
/// One test at a time, as they measure time and there may be few cores.
@Suite(.serialized) struct EndToEnd {}
