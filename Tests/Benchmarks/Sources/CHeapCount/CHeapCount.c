/*
 * Counts heap allocations of the program that this library is preloaded to (LD_PRELOAD), in the first word of
 * the file that BENCH_HEAP names, which whoever measures maps too. The second word counts the blocks given back.
 *
 * What Swift allocates for objects, arrays and closures comes from malloc(3) or posix_memalign(3). A block that
 * is resized counts as one, also where it is not moved.
 */
#define _GNU_SOURCE
#include "CHeapCount.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The C library's own, under the names that it keeps for those who interpose. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

struct counts {
  _Atomic uint64_t allocated, freed;
};

/* Until the file is mapped, and without one. */
static struct counts unseen;
static struct counts *counts = &unseen;

__attribute__((constructor)) static void map_counts(void) {
  const char *path = getenv("BENCH_HEAP");
  if (!path) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory != MAP_FAILED) counts = memory;
}

static void add(_Atomic uint64_t *count) { atomic_fetch_add_explicit(count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  add(&counts->allocated);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  add(&counts->allocated);
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  add(&counts->allocated);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  add(&counts->allocated);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *new = memalign(alignment, size);
  if (!new) return ENOMEM;
  *block = new;
  return 0;
}

void free(void *block) {
  if (block) add(&counts->freed);
  __libc_free(block);
}
