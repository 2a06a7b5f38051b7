// The size by the number of nodes.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "tests/conformance/vector.h"
#include "tests/engine/size/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::DemandRequest;
using testing::ExampleConfig;

struct Range {
  const char* size;
  int from;
  absl::optional<int> to;
};

struct Case {
  const char* name;
  std::vector<Range> ranges;
  int64_t nodes;
  const char* size;               // empty: no size has the number of nodes
  std::vector<std::string> more;  // the findings about the ranges
};

v1::RecommendSizeRequest RequestOf(const Case& c) {
  v1::RecommendSizeRequest request;
  request.set_node_count(c.nodes);
  auto& spec = *request.mutable_cluster_sizing_configuration()->mutable_spec();
  spec.mutable_concurrency();
  spec.mutable_transition_delay();
  for (const Range& range : c.ranges) {
    v1::SizeConfiguration& size = *spec.add_sizes();
    size.set_name(range.size);
    size.mutable_criteria()->set_from(range.from);
    if (range.to.has_value()) size.mutable_criteria()->set_to(*range.to);
  }
  return request;
}

Vector VectorOf(const Case& c) {
  Vector vector = {"node-count", c.name, RequestOf(c), {"NO_RECOMMENDATION DEMAND_MISSING"}};
  vector.reviewed.emplace_back("memory: MEMORY_ABSENT_FROM_DEMAND");
  vector.reviewed.emplace_back("cpu: CPU_ABSENT_FROM_DEMAND");
  vector.reviewed.push_back(absl::StrCat("by nodes: ", *c.size == '\0' ? "none" : c.size));
  vector.reviewed.insert(vector.reviewed.end(), c.more.begin(), c.more.end());
  return vector;
}

}  // namespace

std::vector<Vector> NodeCountVectors() {
  constexpr absl::nullopt_t kNoEnd = absl::nullopt;
  const std::vector<Range> three = {{"small", 0, 10}, {"medium", 11, 100}, {"large", 101, kNoEnd}};
  const std::vector<Range> reversed = {{"large", 101, kNoEnd}, {"medium", 11, 100}, {"small", 0, 10}};
  const std::vector<Range> gap = {{"small", 0, 10}, {"large", 20, kNoEnd}};
  const std::vector<Range> overlap = {{"small", 0, 20}, {"medium", 15, 100}, {"large", 101, kNoEnd}};
  const std::vector<Range> swapped = {{"medium", 15, 100}, {"small", 0, 20}, {"large", 101, kNoEnd}};
  const std::string gap_line = "WARNING CRITERIA_GAP spec.sizes[1].criteria.from";
  const std::string overlap_line = "WARNING CRITERIA_OVERLAP spec.sizes[1].criteria.from";
  const std::string swapped_line = "WARNING CRITERIA_OVERLAP spec.sizes[0].criteria.from";
  const Case cases[] = {
      {"no nodes", three, 0, "small"},
      {"the last number of a range", three, 10, "small"},
      {"the first number of a range", three, 11, "medium"},
      {"the last number before the range without an end", three, 100, "medium"},
      {"the range without an end", three, 101, "large"},
      {"more nodes than a 32-bit number has", three, int64_t{1} << 40, "large"},
      {"the order of the list does not matter for a valid configuration", reversed, 11, "medium"},
      {"a number before a gap", gap, 10, "small", {gap_line}},
      {"a number in a gap has no size", gap, 15, "", {gap_line}},
      {"a number after a gap", gap, 20, "large", {gap_line}},
      {"of two sizes with the number, the last in the list is chosen", overlap, 15, "medium", {overlap_line}},
      {"of two sizes with the number, the last in the list is chosen, also if its range begins earlier",
       swapped,
       15,
       "small",
       {swapped_line}},
      {"a range with one number", {{"none", 0, 0}, {"some", 1, kNoEnd}}, 0, "none"},
      {"the number after a range with one number", {{"none", 0, 0}, {"some", 1, kNoEnd}}, 1, "some"},
  };
  std::vector<Vector> vectors;
  for (const Case& c : cases) vectors.push_back(VectorOf(c));
  vectors.push_back(
      {"node-count",
       "the number of nodes does not change the size by resources",
       With(DemandRequest(ExampleConfig(), "20Gi", "2"), [](auto& request) { request.set_node_count(500); }),
       {"RECOMMENDED medium MEMORY changed",
        "memory: 20Gi requires medium; 64Gi (CONFIGURATION) x 650m (GLOBAL) = 44667659878400m",
        "cpu: 2 requires small; 16 (CONFIGURATION) x 500m (GLOBAL) = 8", "by nodes: large"}});
  return vectors;
}

}  // namespace cpsizer::conformance
