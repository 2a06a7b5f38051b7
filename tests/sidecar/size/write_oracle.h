#ifndef CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tests/sidecar/size/judge_write.h"
#include "tests/sidecar/size/knowledge.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/json.h"

namespace cpsizer::sidecar {

// Says of each write that a sidecar sends whether it is right.
//
// What is right is known exactly. Every request carries the moment at which it went out (kMomentHeader), so for each
// write the oracle knows which version of cluster, VPA and configuration the sidecar then knew. It takes their contents
// from the history of the server, decides anew, and compares the whole body: a size must be the decision about those
// three versions, for a cluster that they make eligible, with uid and resourceVersion of that cluster; a write that was
// planned from anything older is wrong, whatever the server makes of it. The server then takes it only if the cluster
// is still as it was. That the caches do not lag for a reason of their own is known from the watches: a sidecar that
// has asked for what comes behind a resourceVersion must know everything up to it.
//
// One race is left: between the moment at which a write goes out and that at which the server takes it, or while the
// news is still on its way to the sidecar, somebody may put another configuration or VPA there. No precondition of the
// API reaches from one object to another. That the server then takes no size but one of the configuration in force is
// up to its admission policy, and is checked here too.
//
// Thread-safe.
class WriteOracle {
 public:
  static constexpr char kMomentHeader[] = "x-moment";

  explicit WriteOracle(const Knowledge& knowledge) : knowledge_(knowledge) {}

  // A watch of the sidecar: it says what it has seen.
  void SeeWatch(const testing::FakeApiRequest& request);
  // As FakeApiServer::Options::observe.
  void Check(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  struct Findings {
    std::vector<std::string> wrong;     // a sentence each, with the write
    std::map<std::string, int> writes;  // all, by what they are about
    int sizes_taken = 0;                // by the server
  };
  Findings findings() const;

 private:
  using Json = kube::Json;

  void Learn(const testing::FakeApiStore& store);
  // The object in the version that the sidecar knew at that moment, or null. It must be one that there was, and not
  // older than what the sidecar has seen.
  Json Known(const testing::FakeApiKind& kind, const std::string& key, Knowledge::Moment moment, std::string& why);
  // The last version of an object up to what a watch at that moment, or before, had seen.
  int64_t LeastVersion(const std::string& place, const std::string& collection, Knowledge::Moment moment) const;
  // Of a size that the server took: what is wrong with it beside the configuration in force.
  std::string JudgeTakenSize(const testing::FakeApiWrite& write, const testing::FakeApiStore& store);

  const Knowledge& knowledge_;
  mutable std::mutex mutex_;  // guards all below
  Findings findings_;
  std::map<std::string, size_t> learnt_;                              // changes, by collection
  std::map<int64_t, testing::FakeApiObject> versions_;                // objects, by resourceVersion
  std::map<std::string, std::vector<int64_t>> changes_;               // versions of an object, by collection and key
  std::map<std::string, std::map<Knowledge::Moment, int64_t>> seen_;  // resourceVersion of watches, by collection
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_WRITE_ORACLE_H_
