#include "server/process/descriptor_limit.h"

#include <sys/resource.h>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {

void RaiseDescriptorLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

absl::Status CheckDescriptorLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kLeastDescriptors) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("the limit of open files is ", limit.rlim_cur, ", and this program needs at least ",
                   kLeastDescriptors, "; raise it with ulimit -n, or with LimitNOFILE where systemd starts it"));
}

}  // namespace cpsizer::server
