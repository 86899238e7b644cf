#pragma once

#include <stdbool.h>
#include <stdint.h>

// The Swift runtime's own types, opaque here. Source: swift/include/swift/Runtime/Concurrency.h.
typedef struct Job *CPlaybackJob;

/// Takes `job` into the executor `context`, whose thread this is.
typedef void (*CPlaybackSink)(void *_Nonnull context, CPlaybackJob _Nonnull job);

/// Names what escaped the executor: 0 is a sleep on a clock that is not its own, 1 a hop to the main actor.
typedef void (*CPlaybackEscape)(void *_Nonnull context, int32_t kind);

/// Puts the hooks in place; to be called once in the process. A hook that was installed before is kept and called for
/// every thread that drives no executor.
void cplayback_install(CPlaybackSink _Nonnull sink, CPlaybackEscape _Nonnull escape);

/// Whether `job` is a step of a task that prefers no executor, as an unstructured `Task {}` does.
bool cplayback_is_free_task(CPlaybackJob _Nonnull job);

/// Runs `job` on this thread as the global executor does.
///
/// A task without a preference then goes on where it "hops" to the global executor, as it would there. That matters for
/// code such as the `merge` of AsyncAlgorithms, which holds a lock across such a hop and would wait for itself.
void cplayback_run(CPlaybackJob _Nonnull job);

/// Makes `context` the executor that this thread drives; NULL for none.
void cplayback_set_current(void *_Nullable context);

/// The executor that this thread drives; NULL for none.
void *_Nullable cplayback_current(void);
