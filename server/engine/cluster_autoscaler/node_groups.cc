#include "server/engine/cluster_autoscaler/node_groups.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

enum class Form : uint8_t { kQuantity, kInteger };

// The annotations with one capacity of a new node. The cluster-autoscaler reads the old annotation if the new one is
// absent, empty or 0, or if its release does not know the new one.
struct CapacityKeys {
  absl::string_view key;
  Form form;
  absl::string_view old_key;  // may be empty
  Form old_form;
  bool is_required = false;  // without it, the MachineSet is not scaled up from zero
};
constexpr CapacityKeys kCapacities[] = {
    {"capacity.cluster-autoscaler.kubernetes.io/cpu", Form::kQuantity, "machine.openshift.io/vCPU", Form::kQuantity,
     true},
    {"capacity.cluster-autoscaler.kubernetes.io/memory", Form::kQuantity, kOldMemoryKey, Form::kInteger, true},
    {"capacity.cluster-autoscaler.kubernetes.io/ephemeral-disk", Form::kQuantity, "", Form::kQuantity},
    {"capacity.cluster-autoscaler.kubernetes.io/gpu-count", Form::kInteger, kOldGpuKey, Form::kInteger},
    {"capacity.cluster-autoscaler.kubernetes.io/maxPods", Form::kInteger, "machine.openshift.io/maxPods",
     Form::kInteger},
};

class NodeGroupChecker {
 public:
  NodeGroupChecker(const AnnotationMap& annotations, absl::string_view path, Findings& findings)
      : annotations_(annotations), path_(path), findings_(findings) {}

  // Returns true if the MachineSet is a node group: it may have machines, and its bounds are valid.
  bool CheckBounds() {
    int64_t min = 0, max = 0;
    if (!ReadBound(kMinSizeKey, min) || !ReadBound(kMaxSizeKey, max)) return false;
    may_be_empty_ = min == 0;
    if (max >= min) return max > 0;
    if (FindAnnotation(annotations_, kMaxSizeKey) == nullptr) {
      ReportBounds(kMaxSizeKey, "", absl::StrCat("there is the minimum ", min, " but no maximum"));
    } else {
      ReportBounds(kMaxSizeKey, absl::StrCat(max), absl::StrCat("the maximum ", max, " is below the minimum ", min));
    }
    return false;
  }

  void CheckCapacity(const CapacityKeys& keys, bool reads_new_keys) {
    const bool reads_key = reads_new_keys || keys.old_key.empty();
    bool is_zero = true;
    if (reads_key && (!ReadCapacity(keys.key, keys.form, is_zero) || !is_zero)) return;
    if (!keys.old_key.empty() && !ReadCapacity(keys.old_key, keys.old_form, is_zero)) return;
    if (!keys.is_required || !is_zero || !may_be_empty_) return;
    const absl::string_view key = reads_key ? keys.key : keys.old_key;
    findings_.Add(Rule::kNodeGroupCapacityMissing, PathOf(key), "",
                  absl::StrCat("the minimum is 0, and the annotation ", keys.old_key,
                               reads_key ? absl::StrCat(" or ", keys.key) : "",
                               " with an amount is missing, so the group does not scale up from zero"));
  }

 private:
  std::string PathOf(absl::string_view key) const { return absl::StrCat(path_, ".metadata.annotations[", key, "]"); }

  void ReportBounds(absl::string_view key, absl::string_view value, absl::string_view message) {
    findings_.Add(Rule::kNodeGroupBoundsInvalid, PathOf(key), value,
                  absl::StrCat(message, ", so the cluster-autoscaler loses all node groups"));
  }

  // Returns false if the bound is invalid. `bound` is 0 if the annotation is absent.
  bool ReadBound(absl::string_view key, int64_t& bound) {
    const std::string* const text = FindAnnotation(annotations_, key);
    if (text == nullptr || (ReadGoInteger(*text, bound) && bound >= 0)) return true;
    ReportBounds(key, *text, absl::StrCat("\"", Quoted(*text), "\" is not a whole number of at least 0"));
    return false;
  }

  // Returns false if the capacity cannot be read. An empty text counts as 0.
  bool ReadCapacity(absl::string_view key, Form form, bool& is_zero) {
    const std::string* const text = FindAnnotation(annotations_, key);
    if (text == nullptr || text->empty()) return true;
    Quantity quantity;
    int64_t number = 0;
    const QuantityError error = form == Form::kQuantity ? ParseQuantity(*text, quantity) : QuantityError::kNone;
    // Kubernetes reduces an amount above 2^63-1 to this amount.
    const bool is_quantity = error == QuantityError::kNone || error == QuantityError::kOutOfRange;
    if (form == Form::kQuantity ? is_quantity : ReadGoInteger(*text, number)) {
      is_zero = quantity.nanos == 0 && number == 0;
      return true;
    }
    const std::string why =
        form == Form::kQuantity ? absl::StrCat("is not a quantity: it ", Describe(error)) : "is not a whole number";
    findings_.Add(Rule::kNodeGroupCapacityInvalid, PathOf(key), *text,
                  absl::StrCat("\"", Quoted(*text), "\" ", why,
                               ", so the cluster-autoscaler does not scale the MachineSet up from zero"));
    return false;
  }

  const AnnotationMap& annotations_;
  const absl::string_view path_;
  Findings& findings_;
  bool may_be_empty_ = false;  // the minimum is 0
};

}  // namespace

void WarnAboutNodeGroup(const AnnotationMap& annotations, const PlanSettings& settings, absl::string_view path,
                        Findings& findings) {
  NodeGroupChecker checker(annotations, path, findings);
  if (!checker.CheckBounds()) return;
  for (const CapacityKeys& keys : kCapacities) {
    checker.CheckCapacity(keys, settings.Has(ReleaseFact::kKubernetesCapacities));
  }
}

}  // namespace cpsizer
