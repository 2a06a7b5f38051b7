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
// The oracle computes the exact write that it expects. Each request has a header with the moment at which the request
// was sent (kMomentHeader). For this moment, the oracle finds the versions of the cluster, the VPA and the
// configuration that the caches of the sidecar had. The oracle takes the contents of these versions from the history of
// the server, makes the decision again, and compares the whole body. A size must be the decision for these three
// versions, and the cluster must be eligible according to them. The body must have the UID and the resourceVersion of
// the cluster. A write that was planned from older versions is wrong, even if the server accepts it. The server accepts
// such a write if the cluster has not changed.
//
// The watches show whether the caches of the sidecar are current: if the sidecar has sent a watch request with a
// resourceVersion, its caches must have all changes up to this version.
//
// One race remains. Another client can change the configuration or the VPA, and the sidecar sends a write before it
// receives the event about this change. Or the client makes the change after the sidecar has sent a write and before
// the server accepts the write. The precondition of a write does not include these objects. In both cases, the
// admission policy of the server accepts only sizes of the current configuration, and the oracle verifies this too.
//
// Thread-safe.
class WriteOracle {
 public:
  static constexpr char kMomentHeader[] = "x-moment";

  explicit WriteOracle(const CacheHistory& history) : history_(history) {}

  // Must be called for each watch request of the sidecar. The resourceVersion of the request is the last version that
  // the sidecar has received.
  void SeeWatch(const testing::FakeApiRequest& request);
  // FakeApiServer calls this function through Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  struct Findings {
    std::vector<std::string> wrong;     // reason and write for each wrong write
    std::map<std::string, int> writes;  // all writes, by kind
    int sizes_taken = 0;                // sizes that the server accepted
  };
  Findings findings() const;

 private:
  using Json = kube::Json;

  void Learn(const testing::FakeApiStore& store);
  // Returns the object in the version that the sidecar had at this moment, or null. If this version never existed or is
  // older than the last version that the sidecar has received, appends the reason to `why`.
  Json Known(const testing::FakeApiKind& kind, const std::string& key, CacheHistory::Moment moment, std::string& why);
  // Returns the last version of an object that the watches had reported up to this moment.
  int64_t LeastVersion(const std::string& place, const std::string& collection, CacheHistory::Moment moment) const;
  // Verifies a size that the server accepted against the current configuration. Returns the reason why the size is
  // wrong, or an empty text if it is correct.
  std::string VerifyTakenSize(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  const CacheHistory& history_;
  mutable std::mutex mutex_;  // guards all fields below
  Findings findings_;
  // The number of changes that the oracle has read from the history of the server, by collection.
  std::map<std::string, size_t> learnt_;
  // All versions of all objects, by resourceVersion.
  std::map<int64_t, testing::FakeApiObject> versions_;
  // All resourceVersions of each object, by collection and key.
  std::map<std::string, std::vector<int64_t>> changes_;
  // The resourceVersions of watch requests, by collection and moment.
  std::map<std::string, std::map<CacheHistory::Moment, int64_t>> seen_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_
