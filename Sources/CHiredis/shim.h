// The C client library of Redis, found by pkg-config: `apt-get install libhiredis-dev` or `brew install hiredis`.
#include <hiredis.h>
