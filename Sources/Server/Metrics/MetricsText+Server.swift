internal import Platform
internal import Scenes

// The metrics that a daemon and `marbled serve` share.
extension MetricsText {
  /// Connections, and those that were refused or closed.
  mutating func add(_ connections: Connections.Counts) {
    add("marbled_connections", .gauge, "Open connections.", connections.open)
    add(
      "marbled_connections_refused_total", .counter, "Connections refused at a limit.", connections.refused)
    add(
      "marbled_connections_late_total", .counter, "Connections closed because their client was too slow.",
      connections.late)
    add(
      "marbled_connections_malformed_total", .counter, "Connections closed because they did not speak HTTP.",
      connections.malformed)
  }

  /// Responses by route, and how long they took.
  mutating func add(_ requests: RequestMeter.Counts) {
    add(
      "marbled_http_requests_total", .counter, "Responses by route, method and status code.",
      requests.responses.sorted { $0.key < $1.key }.map { key, count in
        ([("route", key.route), ("method", key.method), ("code", "\(key.code)")], count)
      })
    add(
      "marbled_http_request_seconds", "Wall time from a request to the beginning of its response.",
      requests.seconds.sorted { $0.key < $1.key }.map { ([("route", $0.key)], $0.value) })
  }

  /// The runs of pages.
  mutating func add(_ runs: RunCounts) {
    add("marbled_runs_waiting", .gauge, "Runs of pages that wait for their turn.", runs.waiting)
    add("marbled_runs_running", .gauge, "Runs of pages that are computed now.", runs.running)
    add("marbled_run_seconds", "How long runs of pages were computed, in wall time.", [([], runs.seconds)])
  }

  /// Remote control from phones.
  mutating func add(_ codes: RemoteControl.Counts, phones: Int) {
    add("marbled_remote_sessions", .gauge, "Phones that may steer.", phones)
    add(
      "marbled_remote_codes_total", .counter,
      "Codes for remote control that were entered, by result; refused ones came while none was valid.",
      [
        ([("result", "accepted")], codes.accepted), ([("result", "wrong")], codes.wrong),
        ([("result", "refused")], codes.refused),
      ])
  }

  /// The reloads of the configuration.
  mutating func add(_ reloads: Reloader.Outcome) {
    add(
      "marbled_reloads_total", .counter, "Reloads of the configuration and the scenes, by result.",
      [([("result", "success")], reloads.succeeded), ([("result", "failure")], reloads.failed)])
    add(
      "marbled_config_last_reload_successful", .gauge, "Whether the configuration in effect is that of the file.",
      reloads.problem == nil ? 1 : 0)
  }

  /// Whether the program works and shows something.
  mutating func add(isAlive: Bool, isReady: Bool) {
    add("marbled_alive", .gauge, "Whether the threads of the program respond, as /healthz says.", isAlive ? 1 : 0)
    add("marbled_ready", .gauge, "Whether the program does its work, as /readyz says.", isReady ? 1 : 0)
  }

  /// The process. Metrics that the system does not tell are missing.
  ///
  /// - Parameter version: the version that `marbled --version` prints.
  mutating func addProcess(version: String) {
    add("marbled_build_info", .gauge, "The version; the value is always 1.", [([("version", version)], 1)])
    add(
      "marbled_log_records_lost_total", .counter, "Log records that were dropped.",
      LogOutput.standardError.lostRecords)
    add(
      "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.",
      ProcessUsage.startTime)
    add("process_cpu_seconds_total", .counter, "Processor time of the process.", ProcessUsage.processorSeconds)
    if let bytes = ProcessUsage.residentBytes {
      add("process_resident_memory_bytes", .gauge, "Memory of the process.", bytes)
    }
    if let count = ProcessUsage.openDescriptors {
      add("process_open_fds", .gauge, "Open descriptors of the process.", count)
    }
    if let limit = DescriptorLimit.current {
      add("process_max_fds", .gauge, "The maximum number of open descriptors.", Int(clamping: limit.rlim_cur))
    }
    if let count = ProcessUsage.threads { add("process_threads", .gauge, "Threads of the process.", count) }
  }
}
