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
    let line = line(of: words)
    let candidates = completer.candidates(for: line)
    return candidates.map { candidate in
      let mark = candidate.isOpen ? "+" : "-"
      switch shell {
      case .bash: return "\(mark)\(quoted(candidate.text.dropFirst(line.kept)))\n"
      // zsh would quote the tilde, too.
      case .zsh where candidate.text.hasPrefix("~/"): return "~\(quoted(candidate.text[...]))\n"
      case .zsh, .fish: return "\(mark)\(candidate.text)\t\(candidate.description)\n"
      }
    }.joined()
  }

  /// The command line in a question.
  package static func line(of words: [String]) -> ShellLine {
    guard words.first == CompletionScript.bash.rawValue else {
      return ShellLine(words: ["marbled"] + words.dropFirst().dropLast(), current: words.last ?? "")
    }
    return ShellLine(parsing: words.last ?? "", breaks: words.dropFirst().first ?? "")
  }

  /// The text as a word of a shell that inserts what it gets. A tilde at its beginning is the user's folder.
  private static func quoted(_ text: Substring) -> String {
    if text.hasPrefix("~/") { return "~/" + quoted(text.dropFirst(2)) }
    return text.map { " \t\"'\\$&;()<>|*?[]{}!#~`".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  // Works with bash 3.2, the version of macOS: without `mapfile`, and with `compopt` only where it exists.
  private static let bashText = #"""
    # Completion of marbled in bash: eval "$(marbled completions bash)"
    _marbled() {
      local line program=$1
      [[ $program == '~/'* ]] && program=$HOME/${program:2}
      # An alias is no program.
      [[ ${program##*/} == marbled ]] || program=marbled
      COMPREPLY=()
      # bash completes the files of redirections, and paths in quotes.
      case ${COMP_WORDS[COMP_CWORD-1]} in
        '<'|'>'|'>>'|'>|'|'<>'|'&>'|'&>>') compopt -o default 2>/dev/null; return ;;
      esac
      [[ ${COMP_WORDS[COMP_CWORD]} == [\"\']* ]] && compopt -o default 2>/dev/null
      while IFS= read -r line; do
        case $line in
          +*) compopt -o nospace 2>/dev/null ;;
        esac
        COMPREPLY+=("${line#?}")
      done < <("$program" __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null)
    }
    complete -F _marbled marbled

    """#

  private static let zshText = #"""
    #compdef marbled
    # Completion of marbled in zsh: eval "$(marbled completions zsh)" after compinit, or as the file _marbled in $fpath.
    _marbled() {
      local line text about program=${(Q)words[1]}
      [[ $program == '~/'* ]] && program=$HOME/${program:2}
      [[ ${program:t} == marbled ]] || program=marbled
      local -a closed open homes
      while IFS= read -r line; do
        if [[ $line == '~'* ]]; then homes+=("${line#?}"); continue; fi
        text=${${line#?}%%$'\t'*}
        text=${text//\\/\\\\}
        text=${text//:/\\:}
        about=${line#*$'\t'}
        [[ -n $about ]] && text+=:$about
        if [[ $line == +* ]]; then open+=("$text"); else closed+=("$text"); fi
      done < <("$program" __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)
      local found=1
      (( $#closed )) && _describe -V marbled closed && found=0
      (( $#open )) && _describe -V marbled open -S '' && found=0
      (( $#homes )) && compadd -Q -S '' -- $homes && found=0
      return found
    }
    if [[ $funcstack[1] == _marbled ]]; then _marbled "$@"; else compdef _marbled marbled; fi

    """#

  private static let fishText = #"""
    # Completion of marbled in fish: marbled completions fish | source
    function __marbled_complete
        set -l words (commandline -opc)
        set -l program (string replace --regex '^~/' "$HOME/" -- $words[1])
        string match --quiet --regex '(^|/)marbled$' -- $program; or set program marbled
        set -e words[1]
        set -l current (string unescape -- (commandline -ct) 2>/dev/null)
        or set current (commandline -ct)
        command $program __complete fish $words "$current" 2>/dev/null </dev/null | string sub --start 2
    end
    complete --command marbled --no-files --keep-order --arguments '(__marbled_complete)'

    """#
}
