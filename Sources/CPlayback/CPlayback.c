#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CPlayback.h"

#include <stddef.h>

#if defined(__APPLE__)
#include <pthread.h>
#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define SWIFTCALL __attribute__((swiftcall))

// On Darwin, the runtime is that of the system, which may be older than the compiler: what it lacks has no address. Elsewhere it
// is that of the compiler.
#if defined(__APPLE__)
#define NEWER __attribute__((weak_import))
#define EXISTS(symbol) (&(symbol) != NULL)
#else
#define NEWER
#define EXISTS(symbol) true
#endif

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
extern SWIFTCALL CPlaybackJob swift_task_getCurrent(void);
extern SWIFTCALL SerialExecutorRef swift_task_getMainExecutor(void);
extern NEWER SWIFTCALL bool swift_task_isCurrentExecutorWithFlags(SerialExecutorRef, uintptr_t flags);
extern SWIFTCALL uint64_t swift_task_getJobTaskId(CPlaybackJob);
extern EnqueueGlobalHook swift_task_enqueueGlobal_hook;
extern EnqueueDelayHook swift_task_enqueueGlobalWithDelay_hook;
extern EnqueueDeadlineHook swift_task_enqueueGlobalWithDeadline_hook;
extern EnqueueGlobalHook swift_task_enqueueMainExecutor_hook;
extern NEWER MainExecutorHook swift_task_getMainExecutor_hook;

static _Thread_local void *current;
// The implementation of `current` as a serial executor, and whether the main actor drives it.
static _Thread_local uintptr_t implementation;
static _Thread_local bool is_main;
static CPlaybackSink take;
static CPlaybackEscape escaped;
static CPlaybackRoute route;
static _Atomic int32_t watchers;
static EnqueueGlobalHook previous_global;
static EnqueueDelayHook previous_delay;
static EnqueueDeadlineHook previous_deadline;
static EnqueueGlobalHook previous_main;
static MainExecutorHook previous_get_main;

static bool is_main_thread(void) {
#if defined(__APPLE__)
  return pthread_main_np() != 0;
#elif defined(__linux__)
  return syscall(SYS_gettid) == getpid();
#else
  return false;
#endif
}

bool cplayback_is_main_actor(void) {
  if (current) return is_main;
  // On Linux, any thread may run the main actor, once the main function is over.
  if (is_main_thread()) return true;
  if (!EXISTS(swift_task_isCurrentExecutorWithFlags)) return false;
  return swift_task_isCurrentExecutorWithFlags(swift_task_getMainExecutor(), 0);
}

static SWIFTCALL void on_global(CPlaybackJob job, EnqueueGlobal original) {
  if (current) take(current, job);
  else if (watchers && cplayback_is_task(job) && route(job)) return;
  else if (previous_global) previous_global(job, original);
  else original(job);
}

static SWIFTCALL void on_delay(unsigned long long delay, CPlaybackJob job, EnqueueDelay original) {
  if (current) {
    escaped(current, CPlaybackSleep);
  } else if (previous_delay) previous_delay(delay, job, original);
  else original(delay, job);
}

static SWIFTCALL void on_deadline(long long sec, long long nsec, long long tsec, long long tnsec, int clock,
                                  CPlaybackJob job, EnqueueDeadline original) {
  if (current) {
    escaped(current, CPlaybackSleep);
  } else if (previous_deadline) previous_deadline(sec, nsec, tsec, tnsec, clock, job, original);
  else original(sec, nsec, tsec, tnsec, clock, job);
}

static SWIFTCALL void on_main(CPlaybackJob job, EnqueueGlobal original) {
  if (current && is_main) {
    escaped(current, CPlaybackStandIn);
    return take(current, job);
  }
  if (current) escaped(current, CPlaybackMain);
  if (previous_main) previous_main(job, original);
  else original(job);
}

// While the main actor drives an executor, nothing else can run on it, so that executor stands in for the main one.
static SWIFTCALL SerialExecutorRef on_get_main(MainExecutor original) {
  if (current && is_main) {
    escaped(current, CPlaybackStandIn);
    return (SerialExecutorRef){current, implementation};
  }
  if (current) escaped(current, CPlaybackMain);
  return previous_get_main ? previous_get_main(original) : original();
}

void cplayback_install(CPlaybackSink sink, CPlaybackEscape escape, CPlaybackRoute router) {
  take = sink;
  escaped = escape;
  route = router;
  previous_global = swift_task_enqueueGlobal_hook;
  previous_delay = swift_task_enqueueGlobalWithDelay_hook;
  previous_deadline = swift_task_enqueueGlobalWithDeadline_hook;
  previous_main = swift_task_enqueueMainExecutor_hook;
  swift_task_enqueueGlobal_hook = on_global;
  swift_task_enqueueGlobalWithDelay_hook = on_delay;
  swift_task_enqueueGlobalWithDeadline_hook = on_deadline;
  swift_task_enqueueMainExecutor_hook = on_main;
  if (EXISTS(swift_task_getMainExecutor_hook)) {
    previous_get_main = swift_task_getMainExecutor_hook;
    swift_task_getMainExecutor_hook = on_get_main;
  }
}

// The layout of a job is part of the ABI: swift/ABI/Task.h, and JobFlags in swift/ABI/MetadataValues.h.
struct Job {
  void *object[2];
  void *scheduler[2];
  uint32_t flags;
};

enum { kindMask = 0xFF, kindOfTask = 0, hasPreference = 1 << 29 };

bool cplayback_is_task(CPlaybackJob job) { return (job->flags & kindMask) == kindOfTask; }

bool cplayback_is_free_task(CPlaybackJob job) { return cplayback_is_task(job) && !(job->flags & hasPreference); }

void cplayback_run(CPlaybackJob job) { swift_job_run(job, (SerialExecutorRef){0, 0}); }

void cplayback_set_current(void *context, uintptr_t serial_implementation) {
  current = context;
  implementation = serial_implementation;
}

void cplayback_set_main_actor(bool value) { is_main = value; }

void *cplayback_current(void) { return current; }

uintptr_t cplayback_thread(void) { return (uintptr_t)&current; }

CPlaybackJob cplayback_current_task(void) { return swift_task_getCurrent(); }

uint64_t cplayback_current_task_id(void) {
  CPlaybackJob task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

void cplayback_watch(int32_t change) { watchers += change; }
