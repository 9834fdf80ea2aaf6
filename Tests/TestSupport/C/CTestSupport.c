#define _GNU_SOURCE
#include "CTestSupport.h"

#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

int unshare_network(void) { return unshare(CLONE_NEWNET); }

int enter_network(int descriptor) { return setns(descriptor, CLONE_NEWNET); }

/* The low half of an argument of the system call, which is a C int. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#else
#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n) + 4)
#endif
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
/* Goes on at the next instruction but `other` if the value is another one. */
#define UNLESS(value, other) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (other))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define NUMBER LOAD(offsetof(struct seccomp_data, nr))

static int install(struct sock_filter *filter, unsigned short length) {
  struct sock_fprog program = {.len = length, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int refuse_thread(enum refused_call call, int error) {
  unsigned refusal = SECCOMP_RET_ERRNO | (unsigned)error;
  struct sock_filter socket_filter[] = {NUMBER,
                                        UNLESS(SYS_socket, 3),
                                        LOAD(ARGUMENT(0)),
                                        UNLESS(AF_NETLINK, 1),
                                        RETURN(refusal),
                                        RETURN(SECCOMP_RET_ALLOW)};
  struct sock_filter bind_filter[] = {
      NUMBER, UNLESS(SYS_bind, 1), RETURN(refusal), RETURN(SECCOMP_RET_ALLOW)};
  struct sock_filter membership_filter[] = {NUMBER,
                                            UNLESS(SYS_setsockopt, 5),
                                            LOAD(ARGUMENT(1)),
                                            UNLESS(270 /* SOL_NETLINK */, 3),
                                            LOAD(ARGUMENT(2)),
                                            UNLESS(NETLINK_ADD_MEMBERSHIP, 1),
                                            RETURN(refusal),
                                            RETURN(SECCOMP_RET_ALLOW)};
  struct sock_filter event_filter[] = {NUMBER,
                                       UNLESS(SYS_setsockopt, 5),
                                       LOAD(ARGUMENT(1)),
                                       UNLESS(SOL_SOCKET, 3),
                                       LOAD(ARGUMENT(2)),
                                       UNLESS(SO_ATTACH_FILTER, 1),
                                       RETURN(refusal),
                                       RETURN(SECCOMP_RET_ALLOW)};
#define INSTALL(filter) install(filter, sizeof(filter) / sizeof(*filter))
  switch (call) {
  case refused_netlink_socket: return INSTALL(socket_filter);
  case refused_bind: return INSTALL(bind_filter);
  case refused_membership: return INSTALL(membership_filter);
  case refused_event_filter: return INSTALL(event_filter);
  }
  return -1;
}

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
