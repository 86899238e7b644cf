#if !Programs
  #error("only the libraries do without the default trait; the programs need it: build with --traits default")
#endif
