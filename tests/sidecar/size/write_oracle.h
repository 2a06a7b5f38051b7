#ifndef CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tests/sidecar/size/cache_history.h"
#include "tests/sidecar/size/verify_write.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// Verifies each write of a sidecar.
//
// The expected write is known exactly. Each request has the moment at which it was sent (kMomentHeader). With the
// moment, the oracle finds the versions of the cluster, the VPA and the configuration that the caches of the sidecar
// had. It takes the contents of these versions from the history of the server, decides again, and compares the whole
// body. A size must be the decision for these three versions, and they must make the cluster eligible. The body must
// have the UID and the resourceVersion of the cluster. A write that was planned from older versions is wrong, even if
// the server accepts it. The server accepts it only if the cluster has not changed.
//
// The watches show that the caches are not late for another reason: if the sidecar has sent a watch request with a
// resourceVersion, its caches must have all changes up to that version.
//
// One race remains. Another client may write another configuration or VPA after the sidecar has sent a write and before
// the server accepts it, or while an event is being sent to the sidecar. The precondition of a write does not cover
// other objects. In this case, the admission policy of the server accepts only sizes of the current configuration, and
// the oracle verifies this too.
//
// Thread-safe.
class WriteOracle {
 public:
  static constexpr char kMomentHeader[] = "x-moment";

  explicit WriteOracle(const CacheHistory& history) : history_(history) {}

  // Must be called for each watch request of the sidecar. The request has the last version that the sidecar has seen.
  void SeeWatch(const testing::FakeApiRequest& request);
  // Called by FakeApiServer through Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  struct Findings {
    std::vector<std::string> wrong;     // each has the reason and the write
    std::map<std::string, int> writes;  // all writes, by kind
    int sizes_taken = 0;                // sizes that the server accepted
  };
  Findings findings() const;

 private:
  using Json = kube::Json;

  void Learn(const testing::FakeApiStore& store);
  // Returns the object in the version that the sidecar had at that moment, or null. Appends to `why` if the version
  // never existed or is older than the last version that the sidecar has seen.
  Json Known(const testing::FakeApiKind& kind, const std::string& key, CacheHistory::Moment moment, std::string& why);
  // Returns the last version of an object that a watch had reported at that moment.
  int64_t LeastVersion(const std::string& place, const std::string& collection, CacheHistory::Moment moment) const;
  // Returns why a size that the server accepted does not fit the current configuration; empty if it does.
  std::string VerifyTakenSize(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  const CacheHistory& history_;
  mutable std::mutex mutex_;  // guards all fields below
  Findings findings_;
  // The number of changes that were read, by collection.
  std::map<std::string, size_t> learnt_;
  // The objects by resourceVersion.
  std::map<int64_t, testing::FakeApiObject> versions_;
  // The versions of an object, by collection and key.
  std::map<std::string, std::vector<int64_t>> changes_;
  // The resourceVersions of watches, by collection and moment.
  std::map<std::string, std::map<CacheHistory::Moment, int64_t>> seen_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_
