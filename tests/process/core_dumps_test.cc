#include "server/process/core_dumps.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace cpsizer::server {
namespace {

// Exits with 0 if core dumps are disabled.
void ExitAfterDisabling() {
  DisableCoreDumps();
  rlimit limit;
  const bool has_limit = getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 0;
  _exit(has_limit && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : 1);
}

// In a process of its own, because the attributes of the test program must not change.
TEST(CoreDumpsTest, AreDisabledForTheProcess) {
  EXPECT_EXIT(ExitAfterDisabling(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace cpsizer::server
