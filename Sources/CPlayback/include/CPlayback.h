#pragma once

#include <stdbool.h>
#include <stdint.h>

// The Swift runtime's own types, opaque here. Source: swift/include/swift/Runtime/Concurrency.h.
typedef struct Job *CPlaybackJob;

/// Adds `job` to the executor `context`, which this thread drives.
typedef void (*CPlaybackSink)(void *_Nonnull context, CPlaybackJob _Nonnull job);

/// How work crosses the border of an executor.
typedef enum {
  /// A task sleeps on a clock that is not the executor's.
  CPlaybackSleep,
  /// A task needs the main actor, which does not drive the executor.
  CPlaybackMain,
  /// A task needs the main actor, for which the executor stands in.
  CPlaybackStandIn,
} CPlaybackBorder;

/// Reports that the current task crosses the border of the executor `context`, which this thread drives.
typedef void (*CPlaybackEscape)(void *_Nonnull context, CPlaybackBorder border);

/// Hands the job of a task, which a thread without an executor resumes, to the executor that watches the task.
///
/// Returns false when none does.
typedef bool (*CPlaybackRoute)(CPlaybackJob _Nonnull job);

/// Installs the hooks; call it once per process. A hook that was installed before is kept, and is called for every
/// thread that does not drive an executor.
void cplayback_install(CPlaybackSink _Nonnull sink, CPlaybackEscape _Nonnull escape, CPlaybackRoute _Nonnull route);

/// Whether `job` is a task, and not the turn of an actor.
bool cplayback_is_task(CPlaybackJob _Nonnull job);

/// Whether `job` belongs to a task without a preferred executor, such as an unstructured `Task {}`.
bool cplayback_is_free_task(CPlaybackJob _Nonnull job);

/// Runs `job` on this thread as the global executor does.
///
/// A task without a preference then continues in place when it "hops" to the global executor, as it would there. This
/// matters for code such as the `merge` of AsyncAlgorithms, which holds a lock across such a hop and would deadlock.
void cplayback_run(CPlaybackJob _Nonnull job);

/// Makes `context` the executor that this thread drives; NULL clears it.
///
/// `implementation` is the second word of its reference as a serial executor.
void cplayback_set_current(void *_Nullable context, uintptr_t implementation);

/// The executor that this thread drives; NULL if there is none.
void *_Nullable cplayback_current(void);

/// Whether the caller runs on the main actor, or on the main thread; inside a drive, whether the caller of the drive does.
bool cplayback_is_main_actor(void);

/// Says whether the caller of the drive that begins or ends runs on the main actor.
void cplayback_set_main_actor(bool is_main);

/// A number for this thread, unique among those that exist.
uintptr_t cplayback_thread(void);

/// The current task; NULL if there is none.
CPlaybackJob _Nullable cplayback_current_task(void);

/// The number of the current task, unique in the process; 0 if there is none.
uint64_t cplayback_current_task_id(void);

/// Counts executors that watch tasks; without any, no job is routed.
void cplayback_watch(int32_t change);

/// Where a task is, which is suspended as seen from the thread that drives its executor.
typedef enum {
  /// Its executor has it, or it waits for something unknown.
  CPlaybackHere,
  /// Another executor has it, or has the task that it waits for.
  CPlaybackAway,
  CPlaybackDone,
  /// It is ready, on its executor.
  CPlaybackQueued,
  CPlaybackWaitsForTask,
  /// It waits for a continuation.
  CPlaybackWaitsForValue,
  /// It waits for tasks of its group.
  CPlaybackWaitsForChildren,
} CPlaybackPlace;

/// Where `task` is, which the caller retains; only for the version of Swift that Tasks.c names.
CPlaybackPlace cplayback_place(CPlaybackJob _Nonnull task, void *_Nonnull executor);

/// The name of `task`, which is suspended; only for the version of Swift that Tasks.c names.
const char *_Nullable cplayback_task_name(CPlaybackJob _Nonnull task);
