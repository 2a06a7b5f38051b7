#ifndef CPSIZER_CLIENT_REPLICAS_DISCOVERY_H_
#define CPSIZER_CLIENT_REPLICAS_DISCOVERY_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/kube/api_client.h"
#include "client/kube/http/event_loop.h"
#include "client/replicas/api_group.h"

namespace cpsizer::replicas {

// What an API server serves, group by group as it is asked for, and for a short time from memory.
//
// Belongs to the loop; answers may come at once. None comes after it is destroyed.
class Discovery {
 public:
  // A group that the server does not know has no versions. Errors: what the server says, or that it says nothing.
  using OnGroup = std::function<void(const absl::StatusOr<ApiGroup>&)>;

  // Must not outlive `loop` and `client`.
  Discovery(kube::EventLoop& loop, kube::ApiClient& client) : loop_(loop), client_(client) {}
  ~Discovery() { *alive_ = false; }
  Discovery(const Discovery&) = delete;
  Discovery& operator=(const Discovery&) = delete;

  // The group with what serves `kind`, if anything does.
  void Find(const std::string& group, const std::string& kind, OnGroup done);
  // The group with its versions alone: whoever serves them is not asked.
  void FindVersions(const std::string& group, OnGroup done) { Look({group, /*whole=*/false}, "", std::move(done)); }

 private:
  struct Key {
    std::string group;
    bool whole = true;  // with what its versions serve

    friend bool operator==(const Key& a, const Key& b) { return a.group == b.group && a.whole == b.whole; }
    template <typename H>
    friend H AbslHashValue(H h, const Key& key) {
      return H::combine(std::move(h), key.group, key.whole);
    }
  };
  struct Entry {
    ApiGroup group;
    absl::Time loaded = absl::InfinitePast();
    bool loading = false;
    size_t missing = 0;       // answers that are still to come
    absl::Status not_loaded;  // of the first version that could not be read
    std::vector<OnGroup> waiting;
  };

  static bool IsFresh(const Entry& entry, const std::string& kind, absl::Time now);
  void Look(const Key& key, const std::string& kind, OnGroup done);
  void TakeGroup(const Key& key, const absl::StatusOr<tree::Node>& answer);
  void TakeVersion(const Key& key, size_t place, const absl::StatusOr<tree::Node>& answer);
  void Finish(const Key& key, const absl::Status& status);
  void Get(const std::string& path, kube::ApiClient::OnAnswer answer);

  kube::EventLoop& loop_;
  kube::ApiClient& client_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  absl::flat_hash_map<Key, std::unique_ptr<Entry>> groups_;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_DISCOVERY_H_
