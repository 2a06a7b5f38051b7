#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_STORE_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_STORE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/strings/string_view.h"
#include "tests/testing/fake_api/fake_api_request.h"
#include "tests/testing/json.h"

namespace cpsizer::testing {

using kube::Json;

struct FakeApiKind {
  std::string api_version;  // `GROUP/VERSION`, or `v1`
  std::string kind;
  std::string plural;
  bool namespaced = true;
  bool has_status = true;  // status is a subresource: writes to the object do not change it
  // True for a built-in kind: the server itself validates its objects, and a PUT creates a missing object.
  bool built_in = false;
  // True if the kind has the subresource scale, with `spec.replicas`. `status.replicas` of the Scale is always equal to
  // `spec.replicas`.
  bool has_scale = false;
  // The kind of a list of these objects. If empty, the kind is `kind` followed by `List`.
  std::string list_kind = {};

  std::string Collection() const;
};

// Kinds that are always installed.
FakeApiKind Namespaces();
FakeApiKind Leases();
FakeApiKind Events();
// Kinds of the CRDs of HyperShift, the VPA and MachineSets.
FakeApiKind HostedClusters();
FakeApiKind VerticalPodAutoscalers();
FakeApiKind ClusterSizingConfigurations();
FakeApiKind MachineSets();
FakeApiKind CustomResourceDefinitions();

using FakeApiObject = std::shared_ptr<const Json>;

// One change in the history of the store. `object` is the new state. For a deleted object, `object` is the last state,
// with the resourceVersion of the deletion.
struct FakeApiChange {
  int64_t version = 0;
  const char* type = "";  // ADDED, MODIFIED or DELETED
  FakeApiObject object;
  FakeApiObject before;  // null for ADDED
};

// The equivalent of etcd: objects, one counter for all objects, and every change since the beginning. It does not
// validate objects. Not thread-safe.
class FakeApiStore {
 public:
  using Objects = std::vector<FakeApiObject>;

  void InstallKind(const FakeApiKind& kind);
  // Removes the kind with all its objects, and records the deletions.
  void RemoveKind(const std::string& collection);
  // Returns the kind; null if it is not installed.
  const FakeApiKind* KindAt(const std::string& collection) const;
  const FakeApiKind* KindOf(const Json& object) const;

  // Returns the object; null if it does not exist.
  FakeApiObject Find(const FakeApiTarget& target) const;
  FakeApiObject Get(absl::string_view path) const;
  // Returns all objects of a kind, sorted by namespace and name. All callers get the same list until the next change.
  std::shared_ptr<const Objects> All(const std::string& collection) const;

  // Stores a new object, or a new state of an existing object, with the next resourceVersion.
  FakeApiObject Set(const FakeApiTarget& target, Json object);
  void Erase(const FakeApiTarget& target);

  // Returns the resourceVersion counter.
  int64_t version() const { return version_; }
  std::string NewUid() { return NumberedUid(++uids_); }

  // Expires all earlier revisions. Watches and pages can no longer use them.
  void Compact() { compacted_ = version_; }
  int64_t compacted() const { return compacted_; }
  // Restores the state at `version`, including the counter.
  void Restore(int64_t version);

  // Returns the history of a kind, in ascending order of versions.
  const std::vector<FakeApiChange>& Changes(const std::string& collection) const;

 private:
  struct KindState {
    FakeApiKind kind;
    bool installed = true;
    absl::btree_map<std::string, FakeApiObject> objects;
    std::vector<FakeApiChange> changes;
    mutable std::shared_ptr<const Objects> all;  // null if it must be computed
  };

  static std::string NumberedUid(int64_t number);
  void Undo(KindState& state, const FakeApiChange& change);

  std::map<std::string, KindState> kinds_;  // by collection
  int64_t version_ = 100;
  int64_t compacted_ = 0;
  int64_t uids_ = 0;
};

// Returns the Scale of an object that has `spec.replicas`. The selector of the Scale is `app=NAME`.
Json ScaleOf(const Json& object);
// Returns the target of an object of `kind`.
FakeApiTarget TargetOf(const FakeApiKind& kind, const Json& object);
// Returns `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME`.
std::string PathOf(const FakeApiKind& kind, absl::string_view name_space, absl::string_view name);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_STORE_H_
