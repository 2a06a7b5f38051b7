#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_DECIDER_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_DECIDER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "client/history/replay/demand_source.h"
#include "client/service/blocking_service.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::history {

// One size of a configuration.
struct ReplaySize {
  std::string name;
  int rank = 0;              // the place in the order of sizes, from 0
  int64_t placeholders = 0;  // pairs of nodes that are kept ready
  // The effective capacity of each resource. Absent if the resource does not take part in decisions.
  absl::optional<Nanos> memory;
  absl::optional<Nanos> cpu;
  // The most nodes of its criteria. Absent if there is no such limit, and if nodes are not compared.
  absl::optional<int64_t> nodes;
};

// The demand by which the operator sizes clusters.
enum class SizedBy : uint8_t { kResources, kNodes };

// The values that a decision depends on, apart from the configuration.
struct DecisionInput {
  Demand demand;
  int current;  // the number of the current size, or Decider::kNoSize

  friend bool operator==(const DecisionInput& a, const DecisionInput& b) {
    return a.demand == b.demand && a.current == b.current;
  }
  template <typename H>
  friend H AbslHashValue(H state, const DecisionInput& input) {
    return H::combine(std::move(state), input.demand, input.current);
  }
};

struct Decision {
  int size;     // the number of the recommended size, or Decider::kNoSize
  int outcome;  // a kind of outcome_kind.h
};

// Requests decisions with one configuration from the service: about recommendations of a VPA, so that the rules for
// recommendations that are probably wrong apply, or about numbers of nodes. Keeps the decisions, because the demands of
// a history repeat: at most kMaxKeptDecisions. Not thread-safe.
class Decider {
 public:
  static constexpr int kNoSize = -1;
  // About 64 MiB.
  static constexpr size_t kMaxKeptDecisions = 1'000'000;

  // `shared` has the configuration, the MachineSets and the options, and no items. `service` must outlive this object.
  // `by` is the demand that decides, and `measured` the demand whose limits sizes() has.
  Decider(v1::BatchRecommendSizeRequest shared, BlockingService& service, SizedBy by, SizedBy measured);
  Decider(v1::BatchRecommendSizeRequest shared, BlockingService& service)
      : Decider(std::move(shared), service, SizedBy::kResources, SizedBy::kResources) {}

  SizedBy by() const { return by_; }
  SizedBy measured() const { return measured_; }

  // Reads the sizes. Must be called first. Errors: the errors of the service about the configuration.
  absl::Status ReadSizes();

  // Decides as with a configuration that has no lost fields (FIELDS_NOT_STORED), for a history from before the loss.
  void IgnoreLostFields() { shared_.mutable_cluster_sizing_configuration()->clear_status(); }

  // The sizes, in the order of the configuration. The number of a size is its index. Their ranks are in the order of
  // their criteria if nodes are measured, because such a configuration needs no capacities.
  absl::Span<const ReplaySize> sizes() const { return sizes_; }

  // The capacities and fractions of the size with this rank, with their sources.
  const v1::SizeRow& row(int rank) const { return rows_[rank]; }

  // Warnings about the configuration.
  const google::protobuf::RepeatedPtrField<v1::Finding>& findings() const { return findings_; }

  // Returns a number for the name of a current size. A name that is not in the configuration gets a number above those
  // of the sizes. An empty name is kNoSize.
  int NumberOf(const std::string& name);

  // Decides all `inputs`, in their order, with calls only for inputs whose decision is not kept. Errors: those of the
  // service, for the call or for the first input that it refuses.
  absl::Status Decide(absl::Span<const DecisionInput> inputs, std::vector<Decision>& decisions);

  // The number of decisions that the service made.
  int64_t requested() const { return requested_; }

 private:
  // Returns the part of `input` that a decision depends on.
  DecisionInput KeyOf(const DecisionInput& input) const;
  void RankByCriteria();
  absl::StatusOr<Decision> DecisionOf(const DecisionInput& input, const v1::RecommendSizeResponse& response);
  v1::RecommendSizeRequest RequestFor(const DecisionInput& input) const;
  // Requests the decisions of `inputs` and keeps them.
  absl::Status Request(absl::Span<const DecisionInput> inputs);

  v1::BatchRecommendSizeRequest shared_;
  BlockingService& service_;
  const SizedBy by_;
  const SizedBy measured_;
  std::vector<ReplaySize> sizes_;
  google::protobuf::RepeatedPtrField<v1::SizeRow> rows_;
  google::protobuf::RepeatedPtrField<v1::Finding> findings_;
  std::vector<std::string> names_;  // of the sizes, and of other current sizes
  absl::flat_hash_map<std::string, int> numbers_;
  absl::flat_hash_map<DecisionInput, Decision> kept_;
  std::vector<DecisionInput> new_inputs_;  // a member only to keep its memory between calls
  int64_t requested_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_DECIDER_H_
