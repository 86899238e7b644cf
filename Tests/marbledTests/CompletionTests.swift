import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Completion in bash, as it is installed.
  @Suite(.needs(.bash)) struct CompletionTests {
    /// Bash without readline can't press Tab, so it is asked what Tab would do: the words of the script's function, or, where there
    /// are none and `complete` has the option `default`, the names of files.
    private func completions(of line: String, in folder: TemporaryFolder) throws -> [String] {
      let script = try """
      cd '\(folder.path)'
      eval "$('\(Binary.path())' --generate-completion-script bash)"
      COMP_LINE='\(line)'
      COMP_POINT=${#COMP_LINE}
      read -ra COMP_WORDS <<<"$COMP_LINE"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _marbled marbled "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      if [ ${#COMPREPLY[@]} -eq 0 ] && [[ "$(complete -p marbled)" == *'-o default'* ]]; then
        compgen -f -- "${COMP_WORDS[COMP_CWORD]}"
      else
        printf '%s\\n' "${COMPREPLY[@]}"
      fi
      """
      let outcome = try run("/usr/bin/env", ["bash", "-c", script])
      #expect(outcome.error == "", "\(line)")
      return outcome.lines
    }

    @Test(
      "Names of files are completed where a file may be",
      arguments: ["marbled check ci/go", "marbled play ci/go", "marbled ci/go", "marbled convert ci/go"])
    func files(line: String) throws {
      let folder = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: folder.file("ci"), withIntermediateDirectories: false)
      try "rows: {}\n".write(toFile: folder.file("ci/good.yaml"), atomically: true, encoding: .utf8)
      #expect(try completions(of: line, in: folder) == ["ci/good.yaml"])
    }

    @Test("Flags and their values are completed as before")
    func flags() throws {
      let folder = try TemporaryFolder()
      #expect(try completions(of: "marbled play --speed-f", in: folder).contains("--speed-factor"))
      #expect(try completions(of: "marbled expl", in: folder) == ["explain"])
    }
  }
}
