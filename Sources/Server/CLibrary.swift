// The compiler asks of each name of the C library that its module is imported, and takes the first module that holds it.
// This file comes first of the module's, so that `stat` is of the C library and not of Dispatch, which includes it.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif
