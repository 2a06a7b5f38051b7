#include "server/engine/cpu_requests/summarize_cpu.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "server/engine/base/text.h"
#include "server/engine/cpu_requests/scaling.h"

namespace cpsizer {
namespace {

// Returns a text such as `7 CPUs`.
std::string Cpus(Millicores millicores) {
  return absl::StrCat(HumanCpus(millicores), millicores == 1'000 ? " CPU" : " CPUs");
}

// Returns a clause that compares the requests with the limit.
std::string Comparison(const CpuScaling& scaling, Millicores after) {
  const Millicores left = Millicores{scaling.limit} * 1'000 - after;
  if (left < 0) return absl::StrCat(", ", Cpus(-left), " above the limit");
  return absl::StrCat(", which leaves ", Cpus(left), " of the limit");
}

std::string AboutRequests(const CpuScaling& scaling, const PodTotals& pods) {
  const std::string before = Cpus(pods.before);
  const std::string count = Counted(pods.pods, "pod");
  switch (OutcomeOf(scaling)) {
    case v1::CPU_REQUESTS_OUTCOME_SCALED:
      return absl::StrCat("The CPU limit of ", scaling.limit, " is below the default of ", scaling.count, ": ", count,
                          pods.pods == 1 ? " requests " : " request ", Cpus(pods.after), " instead of ",
                          HumanCpus(pods.before), Comparison(scaling, pods.after), ".");
    case v1::CPU_REQUESTS_OUTCOME_LIMIT_NOT_BELOW_DEFAULT:
      return absl::StrCat("The CPU limit of ", scaling.limit, " is not below the default of ", scaling.count,
                          ", so nothing is scaled: ", count, pods.pods == 1 ? " requests " : " request ", before,
                          Comparison(scaling, pods.after), ".");
    default:
      return absl::StrCat("There is no CPU limit, so nothing is scaled: ", count,
                          pods.pods == 1 ? " requests " : " request ", before, ".");
  }
}

std::string AboutNodes(const NodeTotals& totals, const v1::ScaleCpuRequestsResponse& response) {
  const std::string who = response.nodes_size() == 1 && !response.nodes(0).node().empty()
                              ? absl::StrCat("Node ", Quoted(response.nodes(0).node()))
                              : Counted(response.nodes_size(), "node");
  std::string text = absl::StrCat(who, response.nodes_size() == 1 ? " offers " : " offer ",
                                  Cpus(totals.allocatable / kNanosPerMillicore), " of ",
                                  HumanCpus(totals.capacity / kNanosPerMillicore), " to pods");
  if (totals.over_subscription >= kNanosPerMillicore) {
    absl::StrAppend(&text, ", ", HumanCpus(totals.over_subscription / kNanosPerMillicore), " by over-subscription");
  }
  return text + ".";
}

}  // namespace

std::string SummarizeCpu(const CpuScaling& scaling, const PodTotals& pods, const NodeTotals& nodes,
                         const v1::ScaleCpuRequestsResponse& response) {
  std::vector<std::string> sentences;
  if (response.workloads_size() > 0) sentences.push_back(AboutRequests(scaling, pods));
  if (response.nodes_size() > 0) sentences.push_back(AboutNodes(nodes, response));
  return absl::StrJoin(sentences, " ");
}

}  // namespace cpsizer
