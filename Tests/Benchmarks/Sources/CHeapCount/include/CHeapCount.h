/* Preloaded, counts what a program asks of the heap. Nothing of it is for calling. */
