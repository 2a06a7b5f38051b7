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

// Checks each write of a sidecar.
//
// The expected write is known exactly. Every request has the moment at which it was sent (kMomentHeader), so the oracle
// knows the versions of cluster, VPA and configuration in the sidecar's caches at that time. It takes their contents
// from the history of the server, decides again, and compares the whole body: a size must be the decision about those
// three versions, for a cluster that they make eligible, with uid and resourceVersion of that cluster; a write that was
// planned from older versions is wrong, whether or not the server accepts it. The server accepts it only if the cluster
// has not changed. The watches show that the caches are not late for another reason: a sidecar that has sent a watch
// request from a resourceVersion must have everything up to it.
//
// One race is left: between the time when a write is sent and the time when the server accepts it, or while an event is
// on its way to the sidecar, another client may write another configuration or VPA. No precondition of the API reaches
// from one object to another. The admission policy of the server then accepts only sizes of the configuration in force,
// which is checked here too.
//
// Thread-safe.
class WriteOracle {
 public:
  static constexpr char kMomentHeader[] = "x-moment";

  explicit WriteOracle(const CacheHistory& history) : history_(history) {}

  // A watch of the sidecar: its request has the last version that it has seen.
  void SeeWatch(const testing::FakeApiRequest& request);
  // For FakeApiServer::Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  struct Findings {
    std::vector<std::string> wrong;     // a sentence each, with the write
    std::map<std::string, int> writes;  // all, by subject
    int sizes_taken = 0;                // by the server
  };
  Findings findings() const;

 private:
  using Json = kube::Json;

  void Learn(const testing::FakeApiStore& store);
  // Returns the object in the version that the sidecar had at that moment, or null. That version must have existed, and
  // must not be older than the last one that the sidecar has seen.
  Json Known(const testing::FakeApiKind& kind, const std::string& key, CacheHistory::Moment moment, std::string& why);
  // Returns the last version of an object that a watch at that moment, or before, had seen.
  int64_t LeastVersion(const std::string& place, const std::string& collection, CacheHistory::Moment moment) const;
  // Returns what is wrong with a size that the server accepted, given the configuration in force.
  std::string VerifyTakenSize(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  const CacheHistory& history_;
  mutable std::mutex mutex_;  // guards all below
  Findings findings_;
  std::map<std::string, size_t> learnt_;                                 // changes, by collection
  std::map<int64_t, testing::FakeApiObject> versions_;                   // objects, by resourceVersion
  std::map<std::string, std::vector<int64_t>> changes_;                  // versions of an object, by collection and key
  std::map<std::string, std::map<CacheHistory::Moment, int64_t>> seen_;  // resourceVersion of watches, by collection
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_
