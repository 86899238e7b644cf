#pragma once

#include <stdbool.h>
#include <stdint.h>

// The Swift runtime's own types, opaque here. Source: swift/include/swift/Runtime/Concurrency.h.
typedef struct Job *CPlaybackJob;

/// Adds `job` to the executor `context`, which this thread drives.
typedef void (*CPlaybackSink)(void *_Nonnull context, CPlaybackJob _Nonnull job);

/// Reports a call that left the executor: 0 is a sleep on another clock, 1 a hop to the main actor.
typedef void (*CPlaybackEscape)(void *_Nonnull context, int32_t kind);

/// Installs the hooks; call it once per process. A hook that was installed before is kept, and is called for every
/// thread that does not drive an executor.
void cplayback_install(CPlaybackSink _Nonnull sink, CPlaybackEscape _Nonnull escape);

/// Whether `job` belongs to a task without a preferred executor, such as an unstructured `Task {}`.
bool cplayback_is_free_task(CPlaybackJob _Nonnull job);

/// Runs `job` on this thread as the global executor does.
///
/// A task without a preference then continues in place when it "hops" to the global executor, as it would there. This
/// matters for code such as the `merge` of AsyncAlgorithms, which holds a lock across such a hop and would deadlock.
void cplayback_run(CPlaybackJob _Nonnull job);

/// Makes `context` the executor that this thread drives; NULL clears it.
void cplayback_set_current(void *_Nullable context);

/// The executor that this thread drives; NULL if there is none.
void *_Nullable cplayback_current(void);
