/*
 * What the kernel's interface costs by itself: receives the messages that a monitor subscribes to, and does
 * nothing with them but note when. Blocks in recv(2), holds no state, allocates nothing.
 *
 *   limit          everything
 *   limit filter   routes to all destinations only: others are refused in the kernel, by a classic BPF filter
 *
 * Writes the log that Sources/contender/EventLog.swift describes, to the file that BENCH_LOG names; kind 2 is
 * "something". At SIGTERM prints that it has no opinion.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct record {
  uint64_t time;
  uint32_t kind, spare;
};

struct log {
  uint64_t capacity, count, overruns, start, ready, dumps, is_waiting, unused;
  struct record records[];
};

static volatile sig_atomic_t is_over;

static void end(int signal) {
  (void)signal;
  is_over = 1;
}

static _Noreturn void fail(const char *what) {
  perror(what);
  exit(2);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static struct log *mapped_log(void) {
  static struct log counts_only;
  const char *path = getenv("BENCH_LOG");
  if (!path) return &counts_only;
  struct stat status;
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) != 0) fail(path);
  void *memory =
      mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
  if (memory == MAP_FAILED) fail(path);
  close(file);
  return memory;
}

static void refuse_routes_to_networks(int socket) {
  /* Loads of BPF are big-endian, the header is in the machine's order. */
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_H | BPF_ABS, offsetof(struct nlmsghdr, nlmsg_type)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(RTM_NEWROUTE), 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, htons(RTM_DELROUTE), 0, 2),
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, NLMSG_HDRLEN + offsetof(struct rtmsg, rtm_dst_len)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
      BPF_STMT(BPF_RET | BPF_K, 0),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0) {
    fail("SO_ATTACH_FILTER");
  }
}

int main(int count, char **arguments) {
  struct sigaction action = {.sa_handler = end};
  sigaction(SIGTERM, &action, NULL);
  struct log *log = mapped_log();
  int events = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  struct sockaddr_nl address = {.nl_family = AF_NETLINK};
  if (events < 0 || bind(events, (struct sockaddr *)&address, sizeof address) != 0) fail("netlink");
  if (count > 1 && strcmp(arguments[1], "filter") == 0) refuse_routes_to_networks(events);
  int groups[] = {RTNLGRP_LINK, RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR, RTNLGRP_IPV4_ROUTE,
                  RTNLGRP_IPV6_ROUTE};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    /* A kernel without IPv6 has no such groups. */
    setsockopt(events, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &groups[i], sizeof groups[i]);
  }
  log->ready = now();
  static char buffer[32768];
  while (!is_over) {
    ssize_t size = recv(events, buffer, sizeof buffer, 0);
    uint64_t time = now();
    if (size > 0) {
      if (log->count < log->capacity) {
        log->records[log->count] = (struct record){.time = time, .kind = 2};
      }
      log->count++;
    } else if (size < 0 && errno == ENOBUFS) {
      log->overruns++;
    }
  }
  puts("{\"default4\":null,\"if_up\":null,\"links\":-1,\"routes4\":-1}");
  return 0;
}
