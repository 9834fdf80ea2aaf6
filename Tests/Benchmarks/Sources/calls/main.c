/*
 * Counts the system calls of a program, all threads of it, while it runs:
 *
 *   calls COMMAND [ARGUMENT...]
 *
 * The counts are kept in the file that BENCH_CALLS names, a word for each number of a system call, which
 * whoever measures maps too. The program is a child of this one, which ends as it ends and hands SIGTERM and
 * SIGUSR1 on. Needs no more than the right to trace a child of one's own.
 *
 * A call counts when it is entered. A poll that waits has been counted before it waits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Stops of a system call are told from signals by this bit. */
enum { call_stop = SIGTRAP | 0x80 };

static pid_t child;

static void hand_on(int signal) {
  if (child > 0) kill(child, signal);
}

static _Noreturn void fail(const char *what) {
  perror(what);
  exit(2);
}

static uint64_t *counts;
static uint64_t count_of_counts;

static void map_counts(void) {
  const char *path = getenv("BENCH_CALLS");
  struct stat status;
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0 || fstat(file, &status) != 0) fail("BENCH_CALLS");
  void *memory = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) fail("BENCH_CALLS");
  close(file);
  counts = memory;
  count_of_counts = (uint64_t)status.st_size / sizeof *counts;
}

static void count_call(pid_t thread) {
  struct __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return;
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY || info.entry.nr >= count_of_counts) return;
  __atomic_fetch_add(&counts[info.entry.nr], 1, __ATOMIC_RELAXED);
}

/* Lets a stopped thread go on: with the signal that stopped it, or without, if it was a stop of ours. */
static void go_on(pid_t thread, int status) {
  int signal = WSTOPSIG(status);
  if (signal == call_stop) {
    count_call(thread);
    signal = 0;
  } else if (status >> 16 != 0) {
    signal = 0; /* An event: a new thread, a program begun. */
  }
  ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(intptr_t)signal);
}

int main(int count, char **arguments) {
  if (count < 2) {
    fputs("usage: calls COMMAND [ARGUMENT...]\n", stderr);
    return 2;
  }
  map_counts();
  struct sigaction action = {.sa_handler = hand_on, .sa_flags = SA_RESTART};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGUSR1, &action, NULL);
  child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    raise(SIGSTOP); /* Until it is traced. */
    execvp(arguments[1], arguments + 1);
    fail(arguments[1]);
  }
  int status;
  if (waitpid(child, &status, WUNTRACED) != child) fail("waitpid");
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SEIZE, child, NULL, (void *)options) != 0) fail("ptrace");
  kill(child, SIGCONT);
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno == EINTR) continue;
    if (thread < 0) fail("waitpid");
    if (WIFSTOPPED(status)) {
      go_on(thread, status);
    } else if (thread == child) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }
}
