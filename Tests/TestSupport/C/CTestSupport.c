#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

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

int fork_process(void) { return fork(); }

int plan_faults(const struct fault_plan *plan) {
  static const struct {
    enum fault_call call;
    unsigned number;
  } numbers[] = {
      {fault_socket, SYS_socket},        {fault_bind, SYS_bind},
      {fault_option, SYS_setsockopt},    {fault_send, SYS_sendto},
      {fault_receive, SYS_recvmsg},
      {fault_receive, SYS_recvmmsg},      {fault_poll, SYS_ppoll},
#ifdef SYS_poll
      {fault_poll, SYS_poll},
#endif
      {fault_event, SYS_eventfd2},       {fault_timer, SYS_timerfd_create},
      {fault_notify, SYS_inotify_init1}, {fault_watch, SYS_inotify_add_watch},
      {fault_open, SYS_openat},          {fault_read, SYS_read},
      {fault_write, SYS_write},          {fault_thread, SYS_clone},
      {fault_thread, SYS_clone3},
  };
  enum { most = sizeof(numbers) / sizeof(*numbers) };
  struct sock_filter filter[2 + 2 * most];
  unsigned short length = 0;
  filter[length++] = (struct sock_filter)NUMBER;
  for (int i = 0; i < most; i++) {
    if (!(plan->calls & 1u << numbers[i].call)) continue;
    filter[length++] = (struct sock_filter)UNLESS(numbers[i].number, 1);
    filter[length++] = (struct sock_filter)RETURN(SECCOMP_RET_USER_NOTIF);
  }
  filter[length++] = (struct sock_filter)RETURN(SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = length, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* Allocates nothing: the thread whose call waits here may hold the locks of malloc. */
void serve_faults(int descriptor, struct fault_plan *plan) {
  while (1) {
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    if (poll(&entry, 1, -1) < 0) continue;
    if (!(entry.revents & POLLIN)) break;
    struct seccomp_notif call;
    memset(&call, 0, sizeof(call));
    if (ioctl(descriptor, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
    long number = __atomic_add_fetch(&plan->seen, 1, __ATOMIC_SEQ_CST);
    long every = __atomic_load_n(&plan->every, __ATOMIC_SEQ_CST);
    int fails = plan->only == 0 ? every != 0 && number % every == 0 : number == plan->only;
    if (fails) __atomic_add_fetch(&plan->failed, 1, __ATOMIC_SEQ_CST);
    struct seccomp_notif_resp answer = {
        .id = call.id,
        .error = fails ? -plan->error : 0,
        .flags = fails ? 0 : SECCOMP_USER_NOTIF_FLAG_CONTINUE,
    };
    ioctl(descriptor, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  close(descriptor);
}

long faults_seen(const struct fault_plan *plan) { return __atomic_load_n(&plan->seen, __ATOMIC_SEQ_CST); }
long faults_failed(const struct fault_plan *plan) { return __atomic_load_n(&plan->failed, __ATOMIC_SEQ_CST); }
void fail_every(struct fault_plan *plan, long every) { __atomic_store_n(&plan->every, every, __ATOMIC_SEQ_CST); }

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
