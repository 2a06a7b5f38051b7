#include "client/history/replay/decider.h"

#include <algorithm>
#include <numeric>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "client/history/replay/outcome_kind.h"
#include "client/objects/hypershift.h"
#include "cpsizer/status.h"

namespace cpsizer::history {
namespace {

// Far below the limits of a batch (cpsizer/limits.h), so that also the bytes of a call are far below their limit.
constexpr size_t kItemsOfOneCall = 10'000;

std::string CpuText(int64_t nanos) {
  constexpr int64_t kNanosPerMillicore = 1'000'000;
  if (nanos % kNanosPerMillicore == 0) return absl::StrCat(nanos / kNanosPerMillicore, "m");
  return absl::StrCat(nanos, "n");
}

std::string MemoryText(int64_t millis) {
  if (millis % kMillisPerByte == 0) return absl::StrCat(millis / kMillisPerByte);
  return absl::StrCat(millis, "m");
}

absl::optional<Nanos> EffectiveCapacity(const v1::SizeResource& resource, bool takes_part) {
  Quantity quantity;
  if (!takes_part || ParseQuantity(resource.effective_capacity(), quantity) != QuantityError::kNone) {
    return absl::nullopt;
  }
  return quantity.nanos;
}

}  // namespace

Decider::Decider(v1::BatchRecommendSizeRequest shared, BlockingService& service, SizedBy by, SizedBy measured)
    : shared_(std::move(shared)), service_(service), by_(by), measured_(measured) {
  shared_.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  const v1::ClusterSizingConfigurationSpec& spec = shared_.cluster_sizing_configuration().spec();
  for (int i = 0; i < spec.sizes_size(); ++i) {
    const v1::SizeConfiguration& size = spec.sizes(i);
    const int64_t placeholders = i == objects::SizeWithPlaceholders(spec) ? size.management().placeholders() : 0;
    sizes_.push_back({size.name(), 0, placeholders, absl::nullopt, absl::nullopt, absl::nullopt});
    NumberOf(size.name());
  }
}

absl::Status Decider::ReadSizes() {
  v1::RecommendSizeRequest request;
  *request.mutable_cluster_sizing_configuration() = shared_.cluster_sizing_configuration();
  *request.mutable_machine_sets() = shared_.machine_sets();
  *request.mutable_options() = shared_.options();
  request.mutable_options()->set_detail(v1::DETAIL_FULL);
  if (measured_ == SizedBy::kNodes) {
    request.set_node_count(0);
  } else {
    // The rows and the resources that take part are the same for each demand of both resources.
    request.mutable_demand()->set_memory("1");
    request.mutable_demand()->set_cpu("1m");
  }
  absl::StatusOr<v1::RecommendSizeResponse> response = service_.Call(&SizingService::RecommendSize, std::move(request));
  if (!response.ok()) return response.status();
  for (int rank = 0; rank < response->sizes_size(); ++rank) {
    const v1::SizeRow& row = response->sizes(rank);
    const auto number = numbers_.find(row.name());
    if (number == numbers_.end()) {
      return absl::InternalError(absl::StrCat("the response has a size ", row.name(), " that was not requested"));
    }
    ReplaySize& size = sizes_[static_cast<size_t>(number->second)];
    size.rank = rank;
    size.memory = EffectiveCapacity(row.memory(), response->memory().in_play());
    size.cpu = EffectiveCapacity(row.cpu(), response->cpu().in_play());
  }
  rows_ = std::move(*response->mutable_sizes());
  findings_ = std::move(*response->mutable_findings());
  if (measured_ == SizedBy::kNodes) RankByCriteria();
  return absl::OkStatus();
}

void Decider::RankByCriteria() {
  const auto& configured = shared_.cluster_sizing_configuration().spec().sizes();
  std::vector<int> order(sizes_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&configured](int a, int b) {
    return configured.Get(a).criteria().from() < configured.Get(b).criteria().from();
  });
  google::protobuf::RepeatedPtrField<v1::SizeRow> rows;
  for (size_t rank = 0; rank < order.size(); ++rank) {
    ReplaySize& size = sizes_[static_cast<size_t>(order[rank])];
    *rows.Add() = rows_.Get(size.rank);
    size.rank = static_cast<int>(rank);
    const v1::NodeCountCriteria& criteria = configured.Get(order[rank]).criteria();
    if (criteria.has_to()) size.nodes = criteria.to();
  }
  rows_ = std::move(rows);
}

int Decider::NumberOf(const std::string& name) {
  if (name.empty()) return kNoSize;
  const auto [number, is_new] = numbers_.try_emplace(name, static_cast<int>(names_.size()));
  if (is_new) names_.push_back(name);
  return number->second;
}

absl::Status Decider::Decide(absl::Span<const DecisionInput> inputs, std::vector<Decision>& decisions) {
  // Decisions are removed only here, so that those of `inputs` are kept until they are returned.
  if (kept_.size() + inputs.size() > kMaxKeptDecisions) kept_.clear();
  new_inputs_.clear();
  absl::flat_hash_set<DecisionInput> seen;
  for (const DecisionInput& input : inputs) {
    const DecisionInput key = KeyOf(input);
    if (!kept_.contains(key) && seen.insert(key).second) new_inputs_.push_back(key);
  }
  for (size_t done = 0; done < new_inputs_.size(); done += kItemsOfOneCall) {
    absl::Status status = Request(absl::MakeConstSpan(new_inputs_).subspan(done, kItemsOfOneCall));
    if (!status.ok()) return status;
  }
  decisions.clear();
  for (const DecisionInput& input : inputs) decisions.push_back(kept_.at(KeyOf(input)));
  return absl::OkStatus();
}

DecisionInput Decider::KeyOf(const DecisionInput& input) const {
  DecisionInput key = input;
  if (by_ == SizedBy::kResources) {
    key.demand.nodes = Demand::kAbsent;
  } else {
    key = {{Demand::kAbsent, Demand::kAbsent, input.demand.nodes}, kNoSize};
  }
  return key;
}

v1::RecommendSizeRequest Decider::RequestFor(const DecisionInput& input) const {
  v1::RecommendSizeRequest request;
  if (by_ == SizedBy::kNodes) {
    // Without a number of nodes, there is no decision; see DecisionOf().
    request.set_node_count(std::max<int64_t>(input.demand.nodes, 0));
    return request;
  }
  v1::VerticalPodAutoscalerStatus& status = *request.mutable_vpa_status();
  v1::Condition& condition = *status.add_conditions();
  condition.set_type("RecommendationProvided");
  condition.set_status("True");
  v1::RecommendedContainerResources& container = *status.mutable_recommendation()->add_container_recommendations();
  container.set_container_name("kube-apiserver");
  v1::ResourceList& target = *container.mutable_uncapped_target();
  if (input.demand.memory_millis != Demand::kAbsent) target.set_memory(MemoryText(input.demand.memory_millis));
  if (input.demand.cpu_nanos != Demand::kAbsent) target.set_cpu(CpuText(input.demand.cpu_nanos));
  if (input.current != kNoSize) request.set_current_size(names_[static_cast<size_t>(input.current)]);
  return request;
}

absl::StatusOr<Decision> Decider::DecisionOf(const DecisionInput& input, const v1::RecommendSizeResponse& response) {
  const bool by_nodes = by_ == SizedBy::kNodes;
  if (by_nodes && input.demand.nodes == Demand::kAbsent) return Decision{kNoSize, kNodesUnknown};
  if (by_nodes && !response.has_by_node_count()) {
    return absl::UnimplementedError("the service does not decide by number of nodes; update it");
  }
  const std::string& size = by_nodes ? response.by_node_count().size() : response.recommended_size();
  const int number = NumberOf(size);
  if (number >= static_cast<int>(sizes_.size())) {
    return absl::InternalError(absl::StrCat("the response recommends the size ", size, " that was not requested"));
  }
  if (!by_nodes) return Decision{number, OutcomeKindOf(response)};
  return Decision{number, number == kNoSize ? kNoSizeForNodes : kRecommended};
}

absl::Status Decider::Request(absl::Span<const DecisionInput> inputs) {
  v1::BatchRecommendSizeRequest request = shared_;
  for (const DecisionInput& input : inputs) *request.add_items() = RequestFor(input);
  const absl::StatusOr<v1::BatchRecommendSizeResponse> response =
      service_.Call(&SizingService::BatchRecommendSize, std::move(request));
  if (!response.ok()) return response.status();
  if (static_cast<size_t>(response->results_size()) != inputs.size()) {
    return absl::InternalError(
        absl::StrCat("the response has ", response->results_size(), " results for ", inputs.size(), " demands"));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const v1::BatchRecommendSizeResult& result = response->results(static_cast<int>(i));
    if (!result.has_response()) return FromRpcStatus(result.error());
    const absl::StatusOr<Decision> decision = DecisionOf(inputs[i], result.response());
    if (!decision.ok()) return decision.status();
    kept_.try_emplace(inputs[i], *decision);
  }
  requested_ += static_cast<int64_t>(inputs.size());
  return absl::OkStatus();
}

}  // namespace cpsizer::history
