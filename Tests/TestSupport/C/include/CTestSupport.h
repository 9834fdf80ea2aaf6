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

#endif
