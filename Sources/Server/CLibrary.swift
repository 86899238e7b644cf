// The compiler requires the module of each C library name to be imported, and picks the first module that declares it.
// This file is the first of the module, so that `stat` comes from the C library rather than from Dispatch, which
// re-exports it.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
