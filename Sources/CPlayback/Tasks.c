#include "CPlayback.h"

#include <stddef.h>

// Where a task is. The layout is that of Swift 6.3 on Linux with 64 bits, without escalation of priorities: AsyncTask and
// ActiveTaskStatus in swift/ABI/Task.h and TaskPrivate.h, the records in swift/ABI/TaskStatus.h. It may change with any
// release, so Swift code calls this only when it was compiled by that version (TaskPlaces.swift).

typedef struct Record Record;
struct Record {
  uintptr_t kind;
  Record *parent;
  // Of a dependency: the task, the continuation, the group, or the two words of the executor that it waits for.
  // Of a preference: whether it is retained, and the executor. Of a name: its text.
  uintptr_t words[3];
};

typedef struct {
  uintptr_t job[12];
  uint32_t flags;
  uint32_t unused;
  Record *records;
  uintptr_t private[6];
  Record *dependency;
} AsyncTask;

_Static_assert(sizeof(void *) != 8 || offsetof(AsyncTask, flags) == 96, "the status of a task");
_Static_assert(sizeof(void *) != 8 || offsetof(AsyncTask, dependency) == 160, "the dependency of a task");

enum { isRunning = 0x800, isEnqueued = 0x1000, isComplete = 0x2000, hasDependency = 0x4000 };
enum { recordKind = 0xFF, preferenceRecord = 5, nameRecord = 6 };
enum { waitsForTask = 1, waitsForContinuation = 2, waitsForGroup = 3, waitsForExecutor = 4 };

// Another thread may run the task while it is looked at. Its memory stays, as the caller retains it.
#define UNSYNCHRONIZED __attribute__((no_sanitize("thread")))

UNSYNCHRONIZED static Record *find(AsyncTask *task, uintptr_t kind) {
  int steps = 0;
  for (Record *record = task->records; record && steps < 64; record = record->parent, steps++) {
    if (__atomic_load_n(&task->flags, __ATOMIC_ACQUIRE) & isRunning) return NULL;
    if ((record->kind & recordKind) == kind) return record;
  }
  return NULL;
}

UNSYNCHRONIZED const char *cplayback_task_name(CPlaybackJob job) {
  Record *record = find((AsyncTask *)job, nameRecord);
  return record ? (const char *)record->words[0] : NULL;
}

UNSYNCHRONIZED static uintptr_t dependency(AsyncTask *task, Record **record) {
  *record = task->dependency;
  return *record ? (*record)->words[2] & recordKind : 0;
}

UNSYNCHRONIZED static CPlaybackPlace place(AsyncTask *task, void *executor, bool follows) {
  uint32_t flags = __atomic_load_n(&task->flags, __ATOMIC_ACQUIRE);
  if (flags & isComplete) return CPlaybackDone;
  if (flags & isRunning) return CPlaybackAway;
  Record *record;
  uintptr_t kind = dependency(task, &record);
  if (flags & isEnqueued) {
    if (kind != waitsForExecutor) return CPlaybackHere;
    uintptr_t identity = record->words[0], implementation = record->words[1];
    // Below: the bits of a reference that is no table of functions. A default actor has none.
    if (implementation > 7) return identity == (uintptr_t)executor ? CPlaybackQueued : CPlaybackAway;
    if (identity) return CPlaybackHere;
    Record *preference = find(task, preferenceRecord);
    if (__atomic_load_n(&task->flags, __ATOMIC_ACQUIRE) & isRunning) return CPlaybackAway;
    return preference && preference->words[1] != (uintptr_t)executor ? CPlaybackAway : CPlaybackQueued;
  }
  if (!(flags & hasDependency)) return CPlaybackHere;
  switch (kind) {
    case waitsForTask: {
      AsyncTask *other = (AsyncTask *)record->words[0];
      return follows && other && place(other, executor, false) == CPlaybackAway ? CPlaybackAway : CPlaybackWaitsForTask;
    }
    case waitsForContinuation: return CPlaybackWaitsForValue;
    case waitsForGroup: return CPlaybackWaitsForChildren;
    default: return CPlaybackHere;
  }
}

CPlaybackPlace cplayback_place(CPlaybackJob job, void *executor) { return place((AsyncTask *)job, executor, true); }
