#if Redis && !Programs
  #error("a list of traits drops the default, which the programs need: build with --traits default,Redis")
#endif
