/// The scripts that make shells ask marbled what may stand at the cursor.
///
/// They hold no names: the program that is installed answers, so a script fits each version.
package enum CompletionScript: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The word with which the scripts ask; the name of the shell and the words of the line follow.
  package static let verb = "__complete"

  /// The script.
  package var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// The answer to a question of a script.
  ///
  /// - Parameter words: what follows ``verb``.
  package static func answer(_ words: [String], _ completer: Completer) -> String {
    guard let shell = words.first.flatMap(CompletionScript.init) else { return "" }
    let candidates = completer.candidates(for: line(of: words))
    switch shell {
    case .bash:
      let kept = replacedLength(in: ShellLine(parsing: words.last ?? "").current, breaks: words.dropFirst().first ?? "")
      return candidates.map { "\($0.isOpen ? "+" : "-")\(quoted($0.text.dropFirst(kept)))\n" }.joined()
    case .zsh, .fish:
      return candidates.map { "\($0.isOpen ? "+" : "-")\($0.text)\t\($0.description)\n" }.joined()
    }
  }

  /// The command line in a question.
  package static func line(of words: [String]) -> ShellLine {
    guard words.first == CompletionScript.bash.rawValue else {
      return ShellLine(words: ["marbled"] + words.dropFirst().dropLast(), current: words.last ?? "")
    }
    return ShellLine(parsing: words.last ?? "")
  }

  /// Bash replaces only what follows the last of these characters in a word, so the rest is left out of candidates. `@` stays
  /// in the word that it begins.
  private static func replacedLength(in current: String, breaks: String) -> Int {
    guard let last = current.lastIndex(where: breaks.contains) else { return 0 }
    return current.distance(from: current.startIndex, to: last) + (current[last] == "@" ? 0 : 1)
  }

  /// The text as a word of bash, which inserts what it gets.
  private static func quoted(_ text: Substring) -> String {
    text.map { " \t\"'\\$&;()<>|*?[]{}!#~`".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  // Works with bash 3.2, the version of macOS: without `mapfile`, and with `compopt` only where it exists.
  private static let bashText = #"""
    # Completion of marbled in bash: eval "$(marbled completions bash)"
    _marbled() {
      local line
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          +*) compopt -o nospace 2>/dev/null ;;
        esac
        COMPREPLY+=("${line#?}")
      done < <("$1" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    }
    complete -F _marbled marbled

    """#

  private static let zshText = #"""
    #compdef marbled
    # Completion of marbled in zsh: eval "$(marbled completions zsh)" after compinit, or as the file _marbled in $fpath.
    _marbled() {
      local line text
      local -a closed open
      while IFS= read -r line; do
        text=${${line#?}%%$'\t'*}
        text=${text//:/\\:}:${line#*$'\t'}
        if [[ $line == +* ]]; then open+=("$text"); else closed+=("$text"); fi
      done < <("${(Q)words[1]}" __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
      local found=1
      (( $#closed )) && _describe -V marbled closed && found=0
      (( $#open )) && _describe -V marbled open -S '' && found=0
      return found
    }
    if [[ $funcstack[1] == _marbled ]]; then _marbled "$@"; else compdef _marbled marbled; fi

    """#

  private static let fishText = #"""
    # Completion of marbled in fish: marbled completions fish | source
    function __marbled_complete
        set -l words (commandline -opc)
        set -l program $words[1]
        set -e words[1]
        $program __complete fish $words (commandline -ct) 2>/dev/null | string sub --start 2
    end
    complete --command marbled --no-files --keep-order --arguments '(__marbled_complete)'

    """#
}
