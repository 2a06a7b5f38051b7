#include "server/engine/cpu_requests/workload_requests.h"

#include <algorithm>
#include <map>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "server/engine/base/pod_request_total.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

using QuantityMap = google::protobuf::Map<std::string, std::string>;

// The largest number of millicores that a quantity can hold.
constexpr Millicores kMaxMillicores = kMaxQuantityNanos / kNanosPerMillicore;

// Scales one workload.
class WorkloadScaler {
 public:
  // All arguments must outlive this object. `index` is the index of the workload in the request.
  WorkloadScaler(const v1::CpuRequestsWorkload& workload, int index, const CpuScaling& scaling, bool brief,
                 Findings& findings)
      : workload_(workload),
        path_(Indexed("workloads", index)),
        scaling_(scaling),
        brief_(brief),
        findings_(findings) {}

  // Writes `answer`, and returns the requests of all pods of the workload.
  PodTotals Scale(v1::CpuRequestsScaledWorkload& answer) {
    CheckNames();
    ReadIdleUsage();
    ScaleContainers(answer);
    Millicores before = before_.total().value_or(0);
    Millicores after = after_.total().value_or(0);
    if (const absl::optional<int64_t> request =
            Read(workload_.pod_spec().resources().requests(), "resources.requests")) {
      before = *request;
      after = Fill(*request, absl::nullopt, after, *answer.mutable_pod_level());
    }
    const int64_t overhead = Read(workload_.pod_spec().overhead(), "overhead").value_or(0);
    before += overhead;
    after += overhead;
    if (before > kMaxMillicores) {
      findings_.Add(Rule::kQuantityOutOfRange, absl::StrCat(path_, ".podSpec"), "",
                    "the requests of a pod add up to more than a quantity can represent");
      return {};
    }
    answer.set_default_request(MillicoreText(before));
    answer.set_scaled_request(MillicoreText(after));
    const int32_t pods = ReadPods();
    answer.set_pods(pods);
    return {pods, before * pods, after * pods};
  }

 private:
  void CheckNames() {
    CheckNameLength(workload_.namespace_(), absl::StrCat(path_, ".namespace"), findings_);
    CheckNameLength(workload_.kind(), absl::StrCat(path_, ".kind"), findings_);
    CheckNameLength(workload_.name(), absl::StrCat(path_, ".name"), findings_);
  }

  int32_t ReadPods() {
    const int32_t pods = workload_.has_pods() ? workload_.pods() : 1;
    if (pods < 0) {
      findings_.Add(Rule::kValueNegative, absl::StrCat(path_, ".pods"), absl::StrCat(pods),
                    absl::StrCat("the number of pods ", pods, " is negative"));
    }
    return std::max(pods, 0);
  }

  // If a container has two entries, the larger entry is used.
  void ReadIdleUsage() {
    for (int i = 0; i < workload_.idle_usage_size(); ++i) {
      const v1::ContainerMetrics& usage = workload_.idle_usage(i);
      const auto cpu = usage.usage().find("cpu");
      if (cpu == usage.usage().end()) continue;
      const std::string path = absl::StrCat(path_, ".", Indexed("idleUsage", i), ".usage[cpu]");
      int64_t& idle = idle_usage_.try_emplace(usage.name(), 0).first->second;
      idle = std::max(idle, ReadMillicores(cpu->second, path, findings_));
    }
  }

  absl::optional<int64_t> Read(const QuantityMap& amounts, absl::string_view field) {
    const auto cpu = amounts.find("cpu");
    if (cpu == amounts.end()) return absl::nullopt;
    return ReadMillicores(cpu->second, absl::StrCat(path_, ".podSpec.", field, "[cpu]"), findings_);
  }

  void ScaleContainers(v1::CpuRequestsScaledWorkload& answer) {
    const v1::PodSpec& spec = workload_.pod_spec();
    for (int i = 0; i < spec.init_containers_size(); ++i) {
      const v1::Container& container = spec.init_containers(i);
      const bool restarts = RestartsAlways(container);
      const absl::optional<int64_t> request = ReadContainer(container, Indexed("initContainers", i), restarts);
      if (!request.has_value()) continue;
      before_.AddInitContainer(*request, restarts);
      after_.AddInitContainer(AddContainer(container, *request, /*init=*/true, answer), restarts);
    }
    for (int i = 0; i < spec.containers_size(); ++i) {
      const v1::Container& container = spec.containers(i);
      const absl::optional<int64_t> request = ReadContainer(container, Indexed("containers", i), /*stays=*/true);
      if (!request.has_value()) continue;
      before_.AddContainer(*request);
      after_.AddContainer(AddContainer(container, *request, /*init=*/false, answer));
    }
  }

  // `stays` is true if the container runs as long as the pod runs.
  absl::optional<int64_t> ReadContainer(const v1::Container& container, absl::string_view place, bool stays) {
    const absl::optional<int64_t> request =
        Read(container.resources().requests(), absl::StrCat(place, ".resources.requests"));
    const bool as_a_whole = workload_.pod_spec().resources().requests().count("cpu") > 0;
    if (!request.has_value() && stays && !as_a_whole) {
      findings_.Add(Rule::kCpuRequestMissing, absl::StrCat(path_, ".podSpec.", place), container.name(),
                    absl::StrCat("container \"", Quoted(container.name()), "\" of ", Quoted(workload_.namespace_()),
                                 "/", Quoted(workload_.name()), " has no CPU request"));
    }
    return request;
  }

  // Returns the scaled request.
  int64_t AddContainer(const v1::Container& container, int64_t request, bool init,
                       v1::CpuRequestsScaledWorkload& answer) {
    v1::CpuRequestsScaledRequest& scaled = *answer.add_containers();
    scaled.set_name(container.name());
    scaled.set_init(init);
    const auto idle = idle_usage_.find(container.name());
    return Fill(request, idle == idle_usage_.end() ? absl::nullopt : absl::make_optional(idle->second), 0, scaled);
  }

  int64_t Fill(int64_t request, absl::optional<int64_t> idle_usage, Millicores containers,
               v1::CpuRequestsScaledRequest& answer) {
    const ScaledRequest scaled = ScaleRequest(scaling_, request, idle_usage, containers);
    answer.set_default_request(MillicoreText(request));
    answer.set_scaled_request(MillicoreText(scaled.millicores));
    answer.set_bound(scaled.bound);
    if (!brief_) answer.set_arithmetic(ScalingArithmetic(scaling_, request, idle_usage, scaled));
    return scaled.millicores;
  }

  const v1::CpuRequestsWorkload& workload_;
  const std::string path_;
  const CpuScaling& scaling_;
  const bool brief_;
  Findings& findings_;
  absl::flat_hash_map<absl::string_view, int64_t> idle_usage_;
  PodRequestTotal<Millicores> before_;
  PodRequestTotal<Millicores> after_;
};

void AddTo(PodTotals& sum, const PodTotals& totals) {
  sum.pods += totals.pods;
  sum.before += totals.before;
  sum.after += totals.after;
}

}  // namespace

PodTotals ScaleWorkloads(const v1::ScaleCpuRequestsRequest& request, const CpuScaling& scaling, bool brief,
                         v1::ScaleCpuRequestsResponse& response, Findings& findings) {
  PodTotals all;
  std::map<absl::string_view, PodTotals> by_namespace;
  for (int i = 0; i < request.workloads_size(); ++i) {
    const v1::CpuRequestsWorkload& workload = request.workloads(i);
    v1::CpuRequestsScaledWorkload& answer = *response.add_workloads();
    answer.set_namespace_(workload.namespace_());
    answer.set_kind(workload.kind());
    answer.set_name(workload.name());
    const PodTotals totals = WorkloadScaler(workload, i, scaling, brief, findings).Scale(answer);
    AddTo(all, totals);
    AddTo(by_namespace[workload.namespace_()], totals);
  }
  if (all.before > kMaxMillicores) {
    findings.Add(Rule::kQuantityOutOfRange, "workloads", "",
                 "the requests add up to more than a quantity can represent");
    return {};
  }
  for (const auto& [name, totals] : by_namespace) {
    v1::CpuRequestsNamespaceTotal& answer = *response.add_namespaces();
    answer.set_namespace_(name.data(), name.size());
    answer.set_pods(totals.pods);
    answer.set_default_request(MillicoreText(totals.before));
    answer.set_scaled_request(MillicoreText(totals.after));
  }
  return all;
}

}  // namespace cpsizer
