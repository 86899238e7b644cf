internal import Marbles
internal import Narrations
internal import Playback
internal import Scenes

extension Checker {
  /// What the lints find in a run of a scene, in the order of its rows, without what the scene or the command allows.
  func lints(
    in file: SceneFile, races: [CheckReport.Race]?, _ cancellation: Cancellation
  ) -> [CheckReport.LintFinding] {
    // Why a scene can't be played at all is in the results of its rows.
    guard let scene = try? solved(file), !scene.isLive,
      let recording = try? BoundedRun(
        scene, budget: budget, cancellation: cancellation, catalogue: catalogue, stages: .all
      ).perform().get()
    else { return [] }
    let doctor = Doctor(of: recording, scene)
    let races = races ?? (try? self.races(in: file, cancellation)) ?? []
    let ties = races.compactMap { race in
      scene.position(of: race.row).map { doctor.orderOfTies(inRow: $0, race.difference, with: race.other) }
    }
    return (doctor.findings + ties).sorted().compactMap { finding in
      let row = scene.rows[finding.row]
      guard scene.allowedLints[finding.lint] == nil, !allowedLints.contains(finding.lint) else { return nil }
      return located(finding, row, in: file)
    }
  }

  /// A finding with its place in the file: that of the part of the expression, or of the scene when a
  /// solution has added the row.
  private func located(_ finding: Finding, _ row: Scene.Row, in file: SceneFile) -> CheckReport.LintFinding {
    guard let location = file.expressions[row.name] else {
      return CheckReport.LintFinding(finding: finding, row: row.name, line: 1, column: 1)
    }
    let isWritten = file.scene.rows.contains { $0.name == row.name && $0.expression == row.expression }
    let place =
      isWritten
      ? location.position(ofCharacter: finding.columns.lowerBound - 1) : (line: location.line, column: location.column)
    return CheckReport.LintFinding(finding: finding, row: row.name, line: place.line, column: place.column)
  }
}
