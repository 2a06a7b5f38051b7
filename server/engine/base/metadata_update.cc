#include "server/engine/base/metadata_update.h"

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

void CheckImmutable(absl::string_view value, absl::string_view old, absl::string_view field, Findings& findings) {
  if (value.empty() || old.empty() || value == old) return;
  findings.Add(Rule::kFieldImmutable, absl::StrCat("metadata.", field), value,
               absl::StrCat(field, " \"", Quoted(value), "\" differs from \"", Quoted(old), "\" of the old object"));
}

// Only the API server sets deletionTimestamp. If both objects have a deletionTimestamp, the API server keeps the old
// value.
void CheckDeletionTimestamp(const v1::ObjectMeta& metadata, const v1::ObjectMeta& old, Findings& findings) {
  const std::string& time = metadata.deletion_timestamp();
  if (time.empty() || !old.deletion_timestamp().empty()) return;
  findings.Add(Rule::kFieldImmutable, "metadata.deletionTimestamp", time,
               "deletionTimestamp is set, and the old object has none");
}

void CheckFinalizers(const v1::ObjectMeta& metadata, const v1::ObjectMeta& old, Findings& findings) {
  if (old.deletion_timestamp().empty()) return;
  const absl::flat_hash_set<absl::string_view> known(old.finalizers().begin(), old.finalizers().end());
  for (int i = 0; i < metadata.finalizers_size(); ++i) {
    const std::string& finalizer = metadata.finalizers(i);
    if (known.contains(finalizer)) continue;
    findings.Add(Rule::kFinalizerAdded, Indexed("metadata.finalizers", i), finalizer,
                 absl::StrCat("the object is being deleted, and \"", Quoted(finalizer),
                              "\" is not a finalizer of the old object"));
    return;
  }
}

}  // namespace

void CheckMetadataUpdate(const v1::ObjectMeta& metadata, const v1::ObjectMeta& old, Findings& findings) {
  CheckFinalizers(metadata, old, findings);
  CheckImmutable(metadata.name(), old.name(), "name", findings);
  CheckImmutable(metadata.namespace_(), old.namespace_(), "namespace", findings);
  CheckImmutable(metadata.uid(), old.uid(), "uid", findings);
  CheckDeletionTimestamp(metadata, old, findings);
}

}  // namespace cpsizer
