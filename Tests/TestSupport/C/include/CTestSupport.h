/* What tests need of C that Swift's Glibc module does not contain. */
#ifndef C_TEST_SUPPORT_H
#define C_TEST_SUPPORT_H

#include <malloc.h>
#include <stdio.h>

/* Moves the calling thread into a network namespace of its own. sched.h declares unshare only for _GNU_SOURCE. */
int unshare_network(void);

/* Moves the calling thread into the network namespace that a descriptor stands for. */
int enter_network(int descriptor);

#endif
