#include "client/objects/autoscaler_v1.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/message_reader.h"
#include "client/objects/problem_list.h"
#include "client/tree/documents/document_builder.h"
#include "client/tree/documents/flat_document.h"
#include "client/tree/documents/json_documents.h"
#include "client/tree/edit.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::objects {
namespace {

using tree::At;
using tree::EmptyNode;
using tree::Erase;
using tree::IntegerNode;
using tree::TextNode;

constexpr int kDefaultCpuUtilization = 80;

// The annotations that the conversion removes. The two tolerance annotations are removed but not read.
constexpr const char* kAnnotations[] = {kMetricsAnnotation,
                                        kBehaviorAnnotation,
                                        kConditionsAnnotation,
                                        kCurrentMetricsAnnotation,
                                        "autoscaling.alpha.kubernetes.io/scale-down-tolerance",
                                        "autoscaling.alpha.kubernetes.io/scale-up-tolerance"};

// The conversion of one field of a metric: the field `from` of the metric source `source` becomes the field `to`.
struct Move {
  const char* source;
  const char* from;
  const char* to;
  // The default of the field, or null if it has no default. A default is necessary for quantities that v1 requires.
  const char* missing;
};
constexpr Move kSpecMoves[] = {
    {"object", "target", "describedObject", nullptr},
    {"object", "metricName", "metric/name", nullptr},
    {"object", "selector", "metric/selector", nullptr},
    {"object", "targetValue", "target/value", "0"},
    {"object", "averageValue", "target/averageValue", nullptr},
    {"pods", "metricName", "metric/name", nullptr},
    {"pods", "selector", "metric/selector", nullptr},
    {"pods", "targetAverageValue", "target/averageValue", "0"},
    {"resource", "name", "name", nullptr},
    {"resource", "targetAverageUtilization", "target/averageUtilization", nullptr},
    {"resource", "targetAverageValue", "target/averageValue", nullptr},
    {"containerResource", "name", "name", nullptr},
    {"containerResource", "container", "container", nullptr},
    {"containerResource", "targetAverageUtilization", "target/averageUtilization", nullptr},
    {"containerResource", "targetAverageValue", "target/averageValue", nullptr},
    {"external", "metricName", "metric/name", nullptr},
    {"external", "metricSelector", "metric/selector", nullptr},
    {"external", "targetValue", "target/value", nullptr},
    {"external", "targetAverageValue", "target/averageValue", nullptr},
};
constexpr Move kStatusMoves[] = {
    {"object", "target", "describedObject", nullptr},
    {"object", "metricName", "metric/name", nullptr},
    {"object", "selector", "metric/selector", nullptr},
    {"object", "currentValue", "current/value", "0"},
    {"object", "averageValue", "current/averageValue", nullptr},
    {"pods", "metricName", "metric/name", nullptr},
    {"pods", "selector", "metric/selector", nullptr},
    {"pods", "currentAverageValue", "current/averageValue", "0"},
    {"resource", "name", "name", nullptr},
    {"resource", "currentAverageUtilization", "current/averageUtilization", nullptr},
    {"resource", "currentAverageValue", "current/averageValue", "0"},
    {"containerResource", "name", "name", nullptr},
    {"containerResource", "container", "container", nullptr},
    {"containerResource", "currentAverageUtilization", "current/averageUtilization", nullptr},
    {"containerResource", "currentAverageValue", "current/averageValue", "0"},
    {"external", "metricName", "metric/name", nullptr},
    {"external", "metricSelector", "metric/selector", nullptr},
    {"external", "currentValue", "current/value", "0"},
    {"external", "currentAverageValue", "current/averageValue", nullptr},
};

// Returns the value of `key`, or null if it is missing. Keys may differ in upper and lower case, as in Go.
const Node& Get(const Node& node, absl::string_view key) {
  static const auto* const null = new Node;
  for (const Entry& entry : node.entries) {
    if (absl::EqualsIgnoreCase(entry.key, key)) return entry.value;
  }
  return *null;
}

bool IsZero(const Node& amount) {
  Quantity quantity;
  return amount.is_text() && ParseQuantity(amount.text, quantity) == QuantityError::kNone && quantity.nanos == 0;
}

// Adds the type of the target according to the values that are set. v1 has no field for the type.
void AddTargetType(absl::string_view source, Node& target) {
  const auto has = [&target](absl::string_view field) { return target.Find(field) != nullptr; };
  absl::string_view type = has("averageValue") ? "AverageValue" : "Value";
  if (source == "object" && has("averageValue") && IsZero(Get(target, "value"))) Erase(target, "value");
  if (source == "resource" || source == "containerResource") {
    type = has("averageUtilization") ? "Utilization" : "AverageValue";
  } else if (source == "external") {
    type = has("value") ? "Value" : "AverageValue";
  }
  At(target, "type") = TextNode(type);
}

// Converts a metric of the spec or of the status. Keeps a value that must be a mapping but is not one, so that Reads()
// refuses the value.
template <size_t n>
Node ConvertMetric(const Node& metric, const Move (&moves)[n]) {
  if (!metric.is_map()) return metric;
  Node converted;
  At(converted, "type") = Get(metric, "type");
  for (const Move& move : moves) {
    const Node& source = Get(metric, move.source);
    if (source.is_null()) continue;
    Node& target = At(converted, move.source);
    if (target.is_null()) target = source.is_map() ? EmptyNode(NodeKind::kMap) : source;
    if (!target.is_map()) continue;
    const Node& value = Get(source, move.from);
    if (!value.is_null()) {
      At(target, move.to) = value;
    } else if (move.missing != nullptr) {
      At(target, move.to) = TextNode(move.missing);
    }
  }
  return converted;
}

Node ConvertSpecMetric(const Node& metric) {
  Node converted = ConvertMetric(metric, kSpecMoves);
  for (Entry& source : converted.entries) {
    if (source.value.is_map()) AddTargetType(source.key, At(source.value, "target"));
  }
  return converted;
}

Node ConvertStatusMetric(const Node& metric) {
  return ConvertMetric(metric, kStatusMoves);
}

template <Node (*convert)(const Node&)>
Node Each(const Node& list) {
  if (!list.is_list()) return list;
  Node converted = EmptyNode(NodeKind::kList);
  for (const Node& item : list.items) converted.items.push_back(convert(item));
  return converted;
}

// Returns the behavior with the JSON names of its fields. The annotation has the Go names, such as `ScaleUp`.
Node WithJsonNames(const Node& value) {
  if (!value.is_map()) return Each<WithJsonNames>(value);
  Node object = EmptyNode(NodeKind::kMap);
  for (const char* name : {"scaleUp", "scaleDown", "stabilizationWindowSeconds", "selectPolicy", "policies",
                           "tolerance", "type", "value", "periodSeconds"}) {
    const Node& field = Get(value, name);
    if (!field.is_null()) At(object, name) = WithJsonNames(field);
  }
  return object;
}

Node Unchanged(const Node& value) {
  return value;
}

// Returns a metric of CPU utilization, with the value `percent` at `path`.
Node CpuMetric(absl::string_view path, const Node& percent) {
  Node metric;
  At(metric, "type") = TextNode("Resource");
  At(metric, "resource/name") = TextNode("cpu");
  At(metric, path) = percent;
  return metric;
}

Node CpuTarget(const Node& percent) {
  Node metric = CpuMetric("resource/target/averageUtilization", percent);
  At(metric, "resource/target/type") = TextNode("Utilization");
  return metric;
}

// Parses the JSON of an annotation, with the limits of a document. Returns nothing if the text is not JSON.
absl::optional<Node> Parse(absl::string_view text) {
  std::vector<FileProblem> problems;
  ProblemList list("", problems);
  absl::optional<Node> parsed;
  int documents = 0;
  const auto take = [&](const tree::FlatDocument& document) {
    ++documents;
    Node root = document.root().ToTree();
    if (root.entries.size() == 1) parsed = std::move(root.entries.front().value);
  };
  tree::DocumentBuilder builder(list, take);
  // Puts the text into an object, because a document must be an object.
  tree::ReadJsonDocuments(absl::StrCat(R"({"annotation": )", text, "}"), 1, builder);
  return list.empty() && documents == 1 ? parsed : absl::nullopt;
}

// Returns whether all values of `object` have the types that the API requires.
bool Reads(const Node& object) {
  std::vector<FileProblem> problems;
  ProblemList list("", problems);
  v1::HorizontalPodAutoscaler message;
  return MessageReader(list).Read(object, "", message);
}

class Conversion {
 public:
  explicit Conversion(const Node& object) : from_(object) {}

  ConvertedAutoscaler Run() && {
    result_.object = from_;
    At(result_.object, "apiVersion") = TextNode("autoscaling/v2");
    ConvertSpec(Section("spec"));
    ConvertStatus(Section("status"));
    DropAnnotations();
    return std::move(result_);
  }

 private:
  // Returns the spec or the status of the result. If this section is missing or is not a mapping, first replaces the
  // section by an empty mapping.
  Node& Section(absl::string_view key) {
    Node& section = At(result_.object, key);
    if (!section.is_map()) section = EmptyNode(NodeKind::kMap);
    return section;
  }

  void DropAnnotations() {
    Node* const metadata = result_.object.Find("metadata");
    Node* const annotations = metadata == nullptr ? nullptr : metadata->Find("annotations");
    if (annotations == nullptr) return;
    for (const char* name : kAnnotations) Erase(*annotations, name);
  }

  // Returns the JSON of an annotation, converted by `convert`. Returns null if an autoscaler with this JSON at `path`
  // cannot be read.
  Node Read(const char* name, Node (*convert)(const Node&), absl::string_view path) {
    const Node& text = Get(Get(Get(from_, "metadata"), "annotations"), name);
    if (!text.is_text()) return {};
    const absl::optional<Node> parsed = Parse(text.text);
    if (parsed.has_value()) {
      Node autoscaler;
      Node& converted = At(autoscaler, path);
      converted = convert(*parsed);
      if (Reads(autoscaler)) return std::move(converted);
    }
    result_.unreadable_annotations.emplace_back(name);
    return {};
  }

  void ConvertSpec(Node& spec) {
    if (spec.Find("minReplicas") == nullptr) At(spec, "minReplicas") = IntegerNode(1);
    Node metrics = Read(kMetricsAnnotation, Each<ConvertSpecMetric>, "spec/metrics");
    metrics.kind = NodeKind::kList;
    const Node cpu = Get(spec, "targetCPUUtilizationPercentage");
    Erase(spec, "targetCPUUtilizationPercentage");
    if (!cpu.is_null()) metrics.items.push_back(CpuTarget(cpu));
    if (metrics.items.empty()) metrics.items.push_back(CpuTarget(IntegerNode(kDefaultCpuUtilization)));
    At(spec, "metrics") = std::move(metrics);
    Node behavior = Read(kBehaviorAnnotation, WithJsonNames, "spec/behavior");
    if (!behavior.entries.empty()) At(spec, "behavior") = std::move(behavior);
  }

  void ConvertStatus(Node& status) {
    const Node cpu = Get(status, "currentCPUUtilizationPercentage");
    Erase(status, "currentCPUUtilizationPercentage");
    if (!cpu.is_null()) {
      Node& metrics = At(status, "currentMetrics");
      metrics = EmptyNode(NodeKind::kList);
      metrics.items.push_back(CpuMetric("resource/current/averageUtilization", cpu));
    }
    Node metrics = Read(kCurrentMetricsAnnotation, Each<ConvertStatusMetric>, "status/currentMetrics");
    if (metrics.is_list()) At(status, "currentMetrics") = std::move(metrics);
    Node conditions = Read(kConditionsAnnotation, Unchanged, "status/conditions");
    if (conditions.is_list()) At(status, "conditions") = std::move(conditions);
  }

  const Node& from_;
  ConvertedAutoscaler result_;
};

}  // namespace

ConvertedAutoscaler ConvertAutoscalerV1(const tree::Node& object) {
  if (!object.is_map()) return {object, {}};
  return Conversion(object).Run();
}

}  // namespace cpsizer::objects
