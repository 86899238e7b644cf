#pragma once

/// The commit that the program was built from, as `systemd/build.sh` names it; empty in other builds.
const char *_Nonnull cversion_commit(void);
