/* Kernel headers that Swift's Glibc module does not contain. No logic. */
#ifndef C_LINUX_HEADERS_H
#define C_LINUX_HEADERS_H

/* What Swift's module of the C library declares is its own: a second declaration of sockaddr_storage hides members
   from whoever happens to see that one. */
#if __has_feature(modules)
#pragma clang module import SwiftGlibc
#endif

#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

#include <linux/ethtool.h>
#include <linux/fib_rules.h>
#include <linux/filter.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/netconf.h>
#include <linux/netlink.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>

/* Declared by pthread.h only for _GNU_SOURCE. */
int pthread_setname_np(pthread_t thread, const char *name);

/* Declared by sys/socket.h only for _GNU_SOURCE. */
struct mmsghdr {
  struct msghdr msg_hdr;
  unsigned int msg_len;
};
int recvmmsg(int socket, struct mmsghdr *messages, unsigned int count, int flags, struct timespec *timeout);

#endif
