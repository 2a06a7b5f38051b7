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

// Discovers the resources of an API server. Requests a group only when a caller needs the group, and caches the result
// for a short time.
//
// Must be used only on the thread of the event loop. A callback may run before the call returns. No callback runs after
// this object is destroyed.
class Discovery {
 public:
  // If the API server does not have the group, the result is a group without versions. Errors: the error of the API
  // server or of the connection.
  using OnGroup = std::function<void(const absl::StatusOr<ApiGroup>&)>;

  // `loop` and `client` must outlive this object.
  Discovery(kube::EventLoop& loop, kube::ApiClient& client) : loop_(loop), client_(client) {}
  ~Discovery() { *alive_ = false; }
  Discovery(const Discovery&) = delete;
  Discovery& operator=(const Discovery&) = delete;

  // Finds the group with the resources of all its versions, and passes the group to `done`. If no resource of a cached
  // group serves `kind`, the cached group is used only for kMissingKindAge.
  void Find(const std::string& group, const std::string& kind, OnGroup done);
  // Finds the group with its versions, and passes the group to `done`. Does not request the resources.
  void FindVersions(const std::string& group, OnGroup done) {
    FindGroup({group, /*whole=*/false}, "", std::move(done));
  }

 private:
  struct Key {
    std::string group;
    bool whole = true;  // including the resources of the versions

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
    size_t missing = 0;       // the number of pending responses
    absl::Status not_loaded;  // the error of the first version that could not be read
    std::vector<OnGroup> waiting;
  };

  static bool IsFresh(const Entry& entry, const std::string& kind, absl::Time now);
  void FindGroup(const Key& key, const std::string& kind, OnGroup done);
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
