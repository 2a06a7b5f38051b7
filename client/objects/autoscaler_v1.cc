#include "client/objects/autoscaler_v1.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/objects/json_documents.h"
#include "client/objects/message_reader.h"
#include "client/objects/problem_list.h"
#include "client/objects/tree_builder.h"
#include "client/tree/node_json.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::objects {
namespace {

using Json = nlohmann::json;

constexpr int kDefaultCpuUtilization = 80;

// Those that autoscaling/v2 drops. Nothing is read of the tolerances.
constexpr const char* kAnnotations[] = {kMetricsAnnotation,
                                        kBehaviorAnnotation,
                                        kConditionsAnnotation,
                                        kCurrentMetricsAnnotation,
                                        "autoscaling.alpha.kubernetes.io/scale-down-tolerance",
                                        "autoscaling.alpha.kubernetes.io/scale-up-tolerance"};

// Where a field of a metric goes: in the source `source` from `from` to `to`.
struct Move {
  const char* source;
  const char* from;
  const char* to;
  // What the field has where it is missing; null for nothing. The types of v1 cannot leave some quantities out.
  const char* missing;
};
constexpr Move kSpecMoves[] = {
    {"object", "target", "/describedObject", nullptr},
    {"object", "metricName", "/metric/name", nullptr},
    {"object", "selector", "/metric/selector", nullptr},
    {"object", "targetValue", "/target/value", "0"},
    {"object", "averageValue", "/target/averageValue", nullptr},
    {"pods", "metricName", "/metric/name", nullptr},
    {"pods", "selector", "/metric/selector", nullptr},
    {"pods", "targetAverageValue", "/target/averageValue", "0"},
    {"resource", "name", "/name", nullptr},
    {"resource", "targetAverageUtilization", "/target/averageUtilization", nullptr},
    {"resource", "targetAverageValue", "/target/averageValue", nullptr},
    {"containerResource", "name", "/name", nullptr},
    {"containerResource", "container", "/container", nullptr},
    {"containerResource", "targetAverageUtilization", "/target/averageUtilization", nullptr},
    {"containerResource", "targetAverageValue", "/target/averageValue", nullptr},
    {"external", "metricName", "/metric/name", nullptr},
    {"external", "metricSelector", "/metric/selector", nullptr},
    {"external", "targetValue", "/target/value", nullptr},
    {"external", "targetAverageValue", "/target/averageValue", nullptr},
};
constexpr Move kStatusMoves[] = {
    {"object", "target", "/describedObject", nullptr},
    {"object", "metricName", "/metric/name", nullptr},
    {"object", "selector", "/metric/selector", nullptr},
    {"object", "currentValue", "/current/value", "0"},
    {"object", "averageValue", "/current/averageValue", nullptr},
    {"pods", "metricName", "/metric/name", nullptr},
    {"pods", "selector", "/metric/selector", nullptr},
    {"pods", "currentAverageValue", "/current/averageValue", "0"},
    {"resource", "name", "/name", nullptr},
    {"resource", "currentAverageUtilization", "/current/averageUtilization", nullptr},
    {"resource", "currentAverageValue", "/current/averageValue", "0"},
    {"containerResource", "name", "/name", nullptr},
    {"containerResource", "container", "/container", nullptr},
    {"containerResource", "currentAverageUtilization", "/current/averageUtilization", nullptr},
    {"containerResource", "currentAverageValue", "/current/averageValue", "0"},
    {"external", "metricName", "/metric/name", nullptr},
    {"external", "metricSelector", "/metric/selector", nullptr},
    {"external", "currentValue", "/current/value", "0"},
    {"external", "currentAverageValue", "/current/averageValue", nullptr},
};

// The value of `key`, whatever its case, as Go reads JSON; null where there is none.
Json Get(const Json& object, absl::string_view key) {
  if (!object.is_object()) return nullptr;
  for (const auto& [name, value] : object.items()) {
    if (absl::EqualsIgnoreCase(name, key)) return value;
  }
  return nullptr;
}

bool IsZero(const Json& amount) {
  Quantity quantity;
  return amount.is_string() && ParseQuantity(amount.get_ref<const std::string&>(), quantity) == QuantityError::kNone &&
         quantity.nanos == 0;
}

// The type that v1 leaves out, by what is there.
void AddTargetType(const std::string& source, Json& target) {
  const bool average = target.contains("averageValue");
  if (source == "object" && average && IsZero(target["value"])) target.erase("value");
  if (source == "resource" || source == "containerResource") {
    target["type"] = target.contains("averageUtilization") ? "Utilization" : "AverageValue";
  } else if (source == "external") {
    target["type"] = target.contains("value") ? "Value" : "AverageValue";
  } else {
    target["type"] = average ? "AverageValue" : "Value";
  }
}

// A metric of the spec, or of the status. What is no object where one belongs stays, for Reads() to refuse.
template <size_t n>
Json ConvertMetric(const Json& metric, const Move (&moves)[n]) {
  if (!metric.is_object()) return metric;
  Json converted = {{"type", Get(metric, "type")}};
  for (const Move& move : moves) {
    const Json source = Get(metric, move.source);
    if (source.is_null()) continue;
    Json& target = converted[move.source];
    if (target.is_null()) target = source.is_object() ? Json::object() : source;
    if (!target.is_object()) continue;
    Json value = Get(source, move.from);
    if (value.is_null() && move.missing != nullptr) value = move.missing;
    if (!value.is_null()) target[Json::json_pointer(move.to)] = std::move(value);
  }
  return converted;
}

Json ConvertSpecMetric(const Json& metric) {
  Json converted = ConvertMetric(metric, kSpecMoves);
  if (!converted.is_object()) return converted;
  for (auto& [source, value] : converted.items()) {
    if (value.is_object()) AddTargetType(source, value["target"]);
  }
  return converted;
}

// The behavior is written with the names that its fields have in Go: `ScaleUp`.
Json WithJsonNames(const Json& value) {
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& item : value) list.push_back(WithJsonNames(item));
    return list;
  }
  if (!value.is_object()) return value;
  Json object = Json::object();
  for (const char* name : {"scaleUp", "scaleDown", "stabilizationWindowSeconds", "selectPolicy", "policies",
                           "tolerance", "type", "value", "periodSeconds"}) {
    const Json field = Get(value, name);
    if (!field.is_null()) object[name] = WithJsonNames(field);
  }
  return object;
}

Json CpuUtilization(const Json& percent) {
  return {{"type", "Resource"},
          {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", percent}}}}}};
}

// The JSON of an annotation, within the bounds of a document; discarded where it is none.
Json Parse(absl::string_view text) {
  std::vector<FileProblem> problems;
  ProblemList list("", problems);
  Json parsed(Json::value_t::discarded);
  int documents = 0;
  const auto take = [&](const Node& document) {
    ++documents;
    if (document.entries.size() == 1) parsed = ToJson(document.entries.front().value);
  };
  TreeBuilder builder(list, take);
  // What is read there are objects.
  ReadJsonDocuments(absl::StrCat(R"({"annotation": )", text, "}"), builder);
  return list.empty() && documents == 1 ? parsed : Json(Json::value_t::discarded);
}

// Whether all of it is of the types of the API.
bool Reads(const Json& object) {
  std::vector<FileProblem> problems;
  ProblemList list("", problems);
  v1::HorizontalPodAutoscaler message;
  return MessageReader(list).Read(tree::FromJson(object), "", message);
}

class Conversion {
 public:
  explicit Conversion(const Json& object) : from_(object) {}

  ConvertedAutoscaler Run() && {
    Json& object = result_.object;
    object = from_;
    object["apiVersion"] = "autoscaling/v2";
    ConvertSpec();
    ConvertStatus();
    DropAnnotations();
    return std::move(result_);
  }

 private:
  void DropAnnotations() {
    const Json::json_pointer place("/metadata/annotations");
    if (!from_.contains(place) || !from_[place].is_object()) return;
    Json& annotations = result_.object[place];
    for (const char* name : kAnnotations) annotations.erase(name);
  }

  // The JSON of an annotation, after `convert`, if `wrap` makes an autoscaler of it that can be read; else null.
  template <typename Convert, typename Wrap>
  Json Read(const char* name, Convert convert, Wrap wrap) {
    const Json text = Get(Get(Get(from_, "metadata"), "annotations"), name);
    if (!text.is_string()) return nullptr;
    const Json parsed = Parse(text.get_ref<const std::string&>());
    if (!parsed.is_discarded()) {
      Json converted = convert(parsed);
      if (Reads(wrap(converted))) return converted;
    }
    result_.unreadable_annotations.emplace_back(name);
    return nullptr;
  }

  template <typename Convert>
  static auto Each(Convert convert) {
    return [convert](const Json& list) {
      if (!list.is_array()) return list;
      Json converted = Json::array();
      for (const Json& item : list) converted.push_back(convert(item));
      return converted;
    };
  }

  void ConvertSpec() {
    Json& spec = result_.object["spec"];
    if (!spec.is_object()) spec = Json::object();
    if (!spec.contains("minReplicas")) spec["minReplicas"] = 1;
    Json metrics = Read(kMetricsAnnotation, Each(ConvertSpecMetric), [](const Json& list) {
      return Json{{"spec", {{"metrics", list}}}};
    });
    if (!metrics.is_array()) metrics = Json::array();
    const Json cpu = Get(spec, "targetCPUUtilizationPercentage");
    spec.erase("targetCPUUtilizationPercentage");
    if (!cpu.is_null()) metrics.push_back(CpuUtilization(cpu));
    if (metrics.empty()) metrics.push_back(CpuUtilization(kDefaultCpuUtilization));
    spec["metrics"] = std::move(metrics);
    const Json behavior = Read(kBehaviorAnnotation, WithJsonNames, [](const Json& rules) {
      return Json{{"spec", {{"behavior", rules}}}};
    });
    if (behavior.is_object() && !behavior.empty()) spec["behavior"] = behavior;
  }

  void ConvertStatus() {
    Json& status = result_.object["status"];
    if (!status.is_object()) status = Json::object();
    const Json cpu = Get(status, "currentCPUUtilizationPercentage");
    status.erase("currentCPUUtilizationPercentage");
    if (!cpu.is_null()) {
      const Json current = {{"averageUtilization", cpu}};
      status["currentMetrics"] =
          Json::array({{{"type", "Resource"}, {"resource", {{"name", "cpu"}, {"current", current}}}}});
    }
    const Json metrics =
        Read(kCurrentMetricsAnnotation, Each([](const Json& metric) { return ConvertMetric(metric, kStatusMoves); }),
             [](const Json& list) {
               return Json{{"status", {{"currentMetrics", list}}}};
             });
    if (metrics.is_array()) status["currentMetrics"] = metrics;
    const Json conditions = Read(
        kConditionsAnnotation, [](const Json& list) { return list; },
        [](const Json& list) {
          return Json{{"status", {{"conditions", list}}}};
        });
    if (conditions.is_array()) status["conditions"] = conditions;
  }

  const Json& from_;
  ConvertedAutoscaler result_;
};

}  // namespace

ConvertedAutoscaler ConvertAutoscalerV1(const nlohmann::json& object) {
  if (!object.is_object()) return {object, {}};
  return Conversion(object).Run();
}

}  // namespace cpsizer::objects
