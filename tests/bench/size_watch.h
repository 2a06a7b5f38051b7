#ifndef CPSIZER_TESTS_BENCH_SIZE_WATCH_H_
#define CPSIZER_TESTS_BENCH_SIZE_WATCH_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/kube/reflector.h"
#include "tests/bench/fleet.h"
#include "tests/testing/real_api/api_user.h"

namespace cpsizer::bench {

// Watches the recommended sizes of a fleet on an API server. Not thread-safe: must be used only on the loop of `user`.
class SizeWatch {
 public:
  // Must not outlive `user` and `fleet`.
  SizeWatch(testing::ApiUser& user, const Fleet& fleet);

  // Checks again which clusters have the size that the fleet requires. Must be called after each change of the fleet.
  void FleetChanged();

  // Each of these functions runs the loop until all clusters are listed and the condition in the name of the function
  // is true. Errors: DeadlineExceeded if the wait is longer than `timeout`.
  absl::Status WaitUntilSized(int cluster, absl::Duration timeout);
  absl::Status WaitUntilAllSized(absl::Duration timeout);
  absl::Status WaitUntilNoneSized(absl::Duration timeout);

 private:
  void See(const tree::Node& object);
  absl::Status Wait(const std::function<bool()>& done, absl::Duration timeout);

  testing::ApiUser& user_;
  const Fleet& fleet_;
  std::vector<std::string> sizes_;
  absl::flat_hash_set<int> missized_;
  int unsized_ = 0;
  bool listed_ = false;
  absl::Status failure_;  // the last failure; the watch retries by itself
  kube::Reflector reflector_;
};

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_SIZE_WATCH_H_
