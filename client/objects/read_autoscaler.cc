#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/objects/autoscaler_v1.h"
#include "client/objects/escape.h"
#include "client/objects/field_traits.h"
#include "client/objects/message_reader.h"
#include "client/objects/replica_objects.h"
#include "client/objects/unknown_field.h"
#include "client/tree/edit.h"
#include "cpsizer/limits.h"

namespace cpsizer::objects {
namespace {

constexpr absl::string_view kUtilizationField = "targetCPUUtilizationPercentage";
constexpr absl::string_view kSpecFieldsOfV1[] = {"scaleTargetRef", "minReplicas", "maxReplicas", kUtilizationField};

// Reads an autoscaler of autoscaling/v1 into the messages of autoscaling/v2.
class ReaderOfV1 {
 public:
  ReaderOfV1(const Node& object, ProblemList& problems, FoundAutoscaler& found)
      : object_(object), problems_(problems), found_(found) {}

  bool Run() && {
    // Reads the fields that autoscaling/v1 and autoscaling/v2 have, to check their types and to record their positions.
    v1::HorizontalPodAutoscaler shared;
    FoundObject& places = found_;
    const bool reads = MessageReader(problems_, places).Read(object_, "", shared);
    if (!CheckUtilization() || !reads) return false;
    Node object = object_;
    TakeUnknownFields(object);
    ConvertedAutoscaler converted = ConvertAutoscalerV1(object);
    found_.unreadable_annotations = std::move(converted.unreadable_annotations);
    if (!MessageReader(problems_).Read(converted.object, "", found_.autoscaler)) return false;
    PlaceConverted();
    return true;
  }

 private:
  const Node* SpecField(absl::string_view name) const {
    const Node* spec = object_.Find("spec");
    return spec == nullptr ? nullptr : spec->Find(name);
  }

  bool CheckUtilization() {
    const Node* percent = SpecField(kUtilizationField);
    if (percent == nullptr || percent->kind == NodeKind::kNull) return true;
    if (percent->kind == NodeKind::kInteger && percent->integer >= std::numeric_limits<int32_t>::min() &&
        percent->integer <= std::numeric_limits<int32_t>::max()) {
      return true;
    }
    problems_.Add(percent->position,
                  absl::StrCat("spec.", kUtilizationField, ": ", EscapeCut(percent->text, kMaxQuotedValueBytes), " is ",
                               KindWords(percent->kind), " where a whole number of 32 bits is expected"));
    return false;
  }

  // Removes the fields of the spec that v1 does not have, as the API server does, and adds findings for them. For
  // example, `metrics` is a field of v2.
  void TakeUnknownFields(Node& object) {
    const Node* spec = object_.Find("spec");
    if (spec == nullptr || spec->kind != NodeKind::kMap) return;
    std::vector<absl::string_view> decisive = DecisiveFieldNames(*v1::HorizontalPodAutoscalerSpec::descriptor());
    decisive.push_back(kUtilizationField);
    for (const Entry& entry : spec->entries) {
      if (std::find(std::begin(kSpecFieldsOfV1), std::end(kSpecFieldsOfV1), entry.key) != std::end(kSpecFieldsOfV1)) {
        continue;
      }
      tree::Erase(*object.Find("spec"), entry.key);
      const bool newer = FieldNamed(*v1::HorizontalPodAutoscalerSpec::descriptor(), entry.key) != nullptr;
      v1::Finding* const finding =
          AddUnknownField(entry, "spec", "spec of autoscaling/v1", {kSpecFieldsOfV1, decisive}, found_.unknown_fields);
      if (newer && finding != nullptr) finding->set_remedy("Write apiVersion: autoscaling/v2, which has it.");
    }
  }

  // Sets the positions of `metrics` and `behavior`: findings refer to these fields, but an object of autoscaling/v1 has
  // other fields instead.
  void PlaceConverted() {
    const auto place = [this](absl::string_view path, absl::string_view annotation) {
      const auto it = found_.positions.find(absl::StrCat("metadata.annotations[", annotation, "]"));
      if (it != found_.positions.end()) found_.positions.insert_or_assign(std::string(path), Position(it->second));
    };
    place("spec.metrics", kMetricsAnnotation);
    place("spec.behavior", kBehaviorAnnotation);
    const Node* percent = SpecField(kUtilizationField);
    const int metrics = found_.autoscaler.spec().metrics_size();
    if (percent == nullptr || metrics == 0) return;
    found_.positions.insert_or_assign(absl::StrCat("spec.metrics[", metrics - 1, "]"), percent->position);
  }

  const Node& object_;
  ProblemList& problems_;
  FoundAutoscaler& found_;
};

}  // namespace

bool ReadAutoscaler(const Node& object, absl::string_view api_version, ProblemList& problems, FoundAutoscaler& found) {
  found.file = problems.file();
  found.positions[""] = object.position;
  if (api_version == "autoscaling/v1") return ReaderOfV1(object, problems, found).Run();
  return MessageReader(problems, found).Read(object, "", found.autoscaler);
}

}  // namespace cpsizer::objects
