#include "CPlayback.h"

#include <stddef.h>

#define SWIFTCALL __attribute__((swiftcall))

typedef SWIFTCALL void (*EnqueueGlobal)(CPlaybackJob);
typedef SWIFTCALL void (*EnqueueGlobalHook)(CPlaybackJob, EnqueueGlobal);
typedef SWIFTCALL void (*EnqueueDelay)(unsigned long long, CPlaybackJob);
typedef SWIFTCALL void (*EnqueueDelayHook)(unsigned long long, CPlaybackJob, EnqueueDelay);
typedef SWIFTCALL void (*EnqueueDeadline)(long long, long long, long long, long long, int, CPlaybackJob);
typedef SWIFTCALL void (*EnqueueDeadlineHook)(long long, long long, long long, long long, int, CPlaybackJob,
                                              EnqueueDeadline);

// Swift 6.3's main executor is an object that receives jobs directly; the runtime asks for it before any hop.
typedef struct { void *identity; uintptr_t implementation; } SerialExecutorRef;
typedef SWIFTCALL SerialExecutorRef (*MainExecutor)(void);
typedef SWIFTCALL SerialExecutorRef (*MainExecutorHook)(MainExecutor);

extern SWIFTCALL void swift_job_run(CPlaybackJob, SerialExecutorRef);
extern EnqueueGlobalHook swift_task_enqueueGlobal_hook;
extern EnqueueDelayHook swift_task_enqueueGlobalWithDelay_hook;
extern EnqueueDeadlineHook swift_task_enqueueGlobalWithDeadline_hook;
extern EnqueueGlobalHook swift_task_enqueueMainExecutor_hook;
extern MainExecutorHook swift_task_getMainExecutor_hook;

static _Thread_local void *current;
static CPlaybackSink take;
static CPlaybackEscape escaped;
static EnqueueGlobalHook previous_global;
static EnqueueDelayHook previous_delay;
static EnqueueDeadlineHook previous_deadline;
static EnqueueGlobalHook previous_main;
static MainExecutorHook previous_get_main;

static SWIFTCALL void on_global(CPlaybackJob job, EnqueueGlobal original) {
  if (current) take(current, job);
  else if (previous_global) previous_global(job, original);
  else original(job);
}

static SWIFTCALL void on_delay(unsigned long long delay, CPlaybackJob job, EnqueueDelay original) {
  if (current) escaped(current, 0);
  if (previous_delay) previous_delay(delay, job, original);
  else original(delay, job);
}

static SWIFTCALL void on_deadline(long long sec, long long nsec, long long tsec, long long tnsec, int clock,
                                  CPlaybackJob job, EnqueueDeadline original) {
  if (current) escaped(current, 0);
  if (previous_deadline) previous_deadline(sec, nsec, tsec, tnsec, clock, job, original);
  else original(sec, nsec, tsec, tnsec, clock, job);
}

static SWIFTCALL void on_main(CPlaybackJob job, EnqueueGlobal original) {
  if (current) escaped(current, 1);
  if (previous_main) previous_main(job, original);
  else original(job);
}

static SWIFTCALL SerialExecutorRef on_get_main(MainExecutor original) {
  if (current) escaped(current, 1);
  return previous_get_main ? previous_get_main(original) : original();
}

void cplayback_install(CPlaybackSink sink, CPlaybackEscape escape) {
  take = sink;
  escaped = escape;
  previous_global = swift_task_enqueueGlobal_hook;
  previous_delay = swift_task_enqueueGlobalWithDelay_hook;
  previous_deadline = swift_task_enqueueGlobalWithDeadline_hook;
  previous_main = swift_task_enqueueMainExecutor_hook;
  previous_get_main = swift_task_getMainExecutor_hook;
  swift_task_enqueueGlobal_hook = on_global;
  swift_task_enqueueGlobalWithDelay_hook = on_delay;
  swift_task_enqueueGlobalWithDeadline_hook = on_deadline;
  swift_task_enqueueMainExecutor_hook = on_main;
  swift_task_getMainExecutor_hook = on_get_main;
}

// The layout of a job is part of the ABI: swift/ABI/Task.h, and JobFlags in swift/ABI/MetadataValues.h.
struct Job {
  void *object[2];
  void *scheduler[2];
  uint32_t flags;
};

enum { kindMask = 0xFF, kindOfTask = 0, hasPreference = 1 << 29 };

bool cplayback_is_free_task(CPlaybackJob job) {
  return (job->flags & kindMask) == kindOfTask && !(job->flags & hasPreference);
}

void cplayback_run(CPlaybackJob job) { swift_job_run(job, (SerialExecutorRef){0, 0}); }

void cplayback_set_current(void *context) { current = context; }

void *cplayback_current(void) { return current; }
