import Testing

/// The real daemon and its clients, as users and systemd run them.
///
/// One test at a time, but beside those of ``EndToEnd``: most of what they do is to wait, for as long as it takes.
@Suite(.serialized, .timeLimit(.minutes(3))) struct Daemons {}
