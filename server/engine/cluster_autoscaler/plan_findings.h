#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLAN_FINDINGS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLAN_FINDINGS_H_

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "cpsizer/limits.h"
#include "cpsizer/v1/finding.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace cpsizer {

// Appends findings about one object of a request, up to the limit. `field` is the path of the object in the request;
// the paths in `found` are relative to the object.
inline void AppendFindings(absl::string_view field, google::protobuf::RepeatedPtrField<v1::Finding> found,
                           google::protobuf::RepeatedPtrField<v1::Finding>& findings) {
  for (v1::Finding& finding : found) {
    if (findings.size() >= kMaxPlanFindings) return;
    finding.set_path(absl::StrCat(field, ".", finding.path()));
    *findings.Add() = std::move(finding);
  }
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLAN_FINDINGS_H_
