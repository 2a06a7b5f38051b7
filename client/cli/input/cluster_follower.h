#ifndef CPSIZER_CLIENT_CLI_INPUT_CLUSTER_FOLLOWER_H_
#define CPSIZER_CLIENT_CLI_INPUT_CLUSTER_FOLLOWER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/cli/base/screen.h"
#include "client/cli/input/cluster_connection.h"
#include "client/kube/reflector.h"
#include "client/objects/inventory.h"
#include "client/tree/node.h"

namespace cpsizer::cli {

// Follows the objects of a cluster that sizing uses: lists each kind and then watches it. If the connection is lost,
// prints a message and lists the kind again.
//
// Must be used only on the thread of the connection. Memory: the metadata and status of each object.
class ClusterFollower {
 public:
  // Follows the hosted clusters of `name_space`, or of all namespaces if `name_space` is empty. Follows all objects of
  // the other kinds that sizing uses. Does not follow the kinds in `absent`, because the API server does not serve
  // them: see LiveCluster::absent. `connection` and `err` must outlive this.
  ClusterFollower(ClusterConnection& connection, const std::string& name_space, const std::vector<std::string>& absent,
                  Screen& err);

  // Waits until every kind is synced, an object has changed since the last call, and `pause` has passed. Then returns
  // all objects. With `even_unchanged`, does not wait for a change. Never returns while a kind is not synced, because
  // objects of this kind may have changed without a notification.
  objects::Inventory Next(absl::Duration pause, bool even_unchanged = false);

  // The parts of Next(), for a caller that runs the event loop. Returns whether every kind is synced.
  bool IsSynced() const;
  // Returns whether every kind is synced, and an object has changed since the last call of TakeNews().
  bool HasNews() const { return changed_ && IsSynced(); }
  // Returns all objects.
  objects::Inventory TakeNews();
  // Makes HasNews() return true again, for a caller that could not use the objects.
  void MarkChanged() { changed_ = true; }
  // Returns why a kind is not synced, or an empty text if the reason is not known.
  std::string Failure() const;
  // Must be called when the API server responds again after it did not respond. Opens the watches again, and lists the
  // kinds again that are not synced: the connections of earlier requests may be lost without a notification, and the
  // reflectors wait longer after each failure.
  void Reconnect();

 private:
  struct Kind {
    kube::Resource resource;
    absl::btree_map<std::string, std::string> objects;  // tree::Pack(), because a large fleet has many
    absl::flat_hash_set<std::string> listed;            // the keys that the list in progress has returned so far
    bool synced = false;
    bool failed = false;      // the current failure was printed
    std::string cause;        // the last failure since the last complete list; empty if there was none
    std::string failure;      // the last failure that was printed
    absl::Time failure_time;  // the time of the last failure that was printed
    std::unique_ptr<kube::Reflector> reflector = nullptr;
  };

  void Follow(Kind& kind);
  void Put(Kind& kind, tree::Node object);
  void EndList(Kind& kind);
  void Fail(Kind& kind, const absl::Status& status);
  objects::Inventory Collect() const;

  ClusterConnection& connection_;
  Screen& err_;
  bool changed_ = false;
  std::vector<std::unique_ptr<Kind>> kinds_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_INPUT_CLUSTER_FOLLOWER_H_
