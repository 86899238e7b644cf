#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/// How often this process has called malloc, calloc, realloc and their like; -1 where that is not counted.
///
/// On Linux with glibc the functions of the C library are interposed by ones that count and pass on, in every program
/// that links this target.
long allocations_count(void);

#endif
