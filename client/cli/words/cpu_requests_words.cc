#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kInCpuRequests = "the tables of cpsizer cpu-requests";

constexpr Word kCpuRequestsWords[] = {
    kColumns,
    {"DEFAULT", "The CPU request before scaling.", kNoRemedy, kInCpuRequests},
    {"SCALED", "The CPU request after scaling to the limit.", kNoRemedy, kInCpuRequests},
    {"WORKLOAD", "The workload whose containers are scaled.", kNoRemedy, kInCpuRequests},
    {"CONTAINER",
     "The name of the container, or (pod) for the request of the whole pod; in cpsizer effects after the name of its "
     "component.",
     kNoRemedy, "the tables of cpsizer cpu-requests and cpsizer effects"},
};

}  // namespace

absl::Span<const Word> CpuRequestsWords() {
  return kCpuRequestsWords;
}

}  // namespace cpsizer::cli
