#include "CVersion.h"

// In C, because a build can't pass a text to Swift. Only this file is compiled anew for another commit.
#define TEXT_OF(symbols) #symbols
#define TEXT(symbols) TEXT_OF(symbols)

#ifdef MARBLED_COMMIT
const char *cversion_commit(void) { return TEXT(MARBLED_COMMIT); }
#else
const char *cversion_commit(void) { return ""; }
#endif
