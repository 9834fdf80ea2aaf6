#define _GNU_SOURCE
#include "CTestSupport.h"

#include <sched.h>

int unshare_network(void) { return unshare(CLONE_NEWNET); }

int enter_network(int descriptor) { return setns(descriptor, CLONE_NEWNET); }

/*
 * What the thread sanitizer is not to report; its runtime asks for it by this name, before it has set itself
 * up, so that this function must not be instrumented.
 *
 * Synchronization.Mutex hands itself over in the kernel when threads contend for it (FUTEX_UNLOCK_PI, called
 * from the standard library), which the sanitizer does not see: it takes two threads that hold the lock one
 * after the other for a race. A dozen lines with one Mutex and two threads show it (Swift 6.3.1). So races are
 * left out that have the closure of a withLock on the stack: `z`, inout; `Yu`, sending; `YT`, a sending result;
 * `XE`, not escaping; `fU`, a closure. What a Mutex owns cannot be reached from anywhere else.
 */
__attribute__((disable_sanitizer_instrumentation)) const char *__tsan_default_suppressions(void) {
  return "race:zYuYTXEfU\n";
}
