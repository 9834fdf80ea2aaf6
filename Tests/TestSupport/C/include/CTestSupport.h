/* What tests need of C that Swift's Glibc module does not contain. */
#ifndef C_TEST_SUPPORT_H
#define C_TEST_SUPPORT_H

#include <malloc.h>
#include <stdio.h>

/* Moves the calling thread into a network namespace of its own. sched.h declares unshare only for _GNU_SOURCE. */
int unshare_network(void);

/* Moves the calling thread into the network namespace that a descriptor stands for. */
int enter_network(int descriptor);

/* What the kernel is to refuse a thread, as a container or an Android does. */
enum refused_call {
  refused_netlink_socket, /* socket(AF_NETLINK) */
  refused_bind,           /* bind of any socket */
  refused_membership,     /* setsockopt(NETLINK_ADD_MEMBERSHIP) */
  refused_event_filter,   /* setsockopt(SO_ATTACH_FILTER) */
};

/* Lets the calls fail with `error` for the calling thread and what it begins from here on (seccomp(2)): 0, or
 * -1 with errno. */
int refuse_thread(enum refused_call call, int error);

/* Lets calls of a thread fail now and then, as a system does that is short of something, or signals that interrupt
 * calls. What is not asked for is 0. While it is served, the last three are for the functions below only. */
struct fault_plan {
  unsigned calls;     /* a bit for each call that is under the plan */
  int error;          /* what a failing call leaves in errno */
  long only;          /* the call of this number fails, and no other */
  long every;         /* each so many-th call fails */
  long seen;          /* calls so far */
  long failed;        /* of which failed */
};

/* What can be put under a plan. */
enum fault_call {
  fault_socket,  /* socket */
  fault_bind,    /* bind */
  fault_option,  /* setsockopt */
  fault_send,    /* sendto, as send(2) is called */
  fault_receive, /* recvmsg and recvmmsg */
  fault_poll,    /* poll and ppoll */
  fault_event,   /* eventfd2 */
  fault_timer,   /* timerfd_create */
  fault_notify,  /* inotify_init1 */
  fault_watch,   /* inotify_add_watch */
  fault_open,    /* openat */
  fault_read,    /* read */
  fault_write,   /* write */
  fault_thread,  /* clone and clone3 */
};

/* Puts the calling thread, and what it begins from here on, under a plan: a descriptor for `serve_faults`, or -1 with
 * errno. */
int plan_faults(const struct fault_plan *plan);

/* Lets calls pass or fail by the plan, until the threads that are under it have ended. To be called by another thread;
 * closes the descriptor. */
void serve_faults(int descriptor, struct fault_plan *plan);

/* How many calls were made of a plan that is being served, how many of them failed, and which are to fail from here on. */
long faults_seen(const struct fault_plan *plan);
long faults_failed(const struct fault_plan *plan);
void fail_every(struct fault_plan *plan, long every);

/* fork(2), which Swift keeps from its programs: the child has this thread only, and must use nothing of Dispatch's. */
int fork_process(void);

#endif
