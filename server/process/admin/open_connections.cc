#include "server/process/admin/open_connections.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>

namespace cpsizer::server {
namespace {

// The maximum number of descriptors that are reserved for the admin port, for files that are read again, and for gRPC.
constexpr rlim_t kOtherDescriptors = 128;

}  // namespace

ino_t InodeOf(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 ? info.st_ino : 0;
}

int ConnectionsThatFit(int wanted) {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t others = std::min(kOtherDescriptors, limit.rlim_cur / 2);
  return static_cast<int>(std::min<rlim_t>(static_cast<rlim_t>(wanted), std::max<rlim_t>(limit.rlim_cur - others, 1)));
}

bool OpenConnections::Add(int fd, absl::Time now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = static_cast<size_t>(fd);
  if (place >= inodes_.size()) inodes_.resize(place + 1);
  if (inodes_[place] != 0) {
    // The kernel has reused the number of the descriptor, so the previous connection with this number is closed.
    inodes_[place] = 0;
    --count_;
  }
  if (count_ >= limit_ && now - pruned_ >= kPause) {
    pruned_ = now;
    RemoveClosed();
  }
  if (count_ >= limit_) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  inodes_[place] = InodeOf(fd);
  ++count_;
  return true;
}

size_t OpenConnections::Count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  RemoveClosed();
  return count_;
}

void OpenConnections::RemoveClosed() const {
  for (size_t fd = 0; fd < inodes_.size(); ++fd) {
    if (inodes_[fd] == 0 || inodes_[fd] == InodeOf(static_cast<int>(fd))) continue;
    inodes_[fd] = 0;
    --count_;
  }
}

}  // namespace cpsizer::server
