#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METADATA_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METADATA_H_

#include <cstddef>

#include "cpsizer/v1/meta.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The limit of Kubernetes for the keys and values of all annotations of an object.
inline constexpr size_t kMaxAnnotationBytes = size_t{256} << 10;

// Adds each error in the name, the namespace, which may be absent, the labels, the annotations, the owner references
// and the finalizers of an autoscaler. The order and the paths are those of the API server: the path of an error in a
// label or an annotation has no key, and the path of an error in an owner reference has its index from Kubernetes
// v1.37. Labels and annotations are checked in the order of their keys. `metadata.generation` is not checked here,
// because the API server sets it.
//
// Source: ValidateObjectMeta in pkg/api/validation/objectmeta.go of apimachinery and in pkg/apis/core/validation of
// Kubernetes.
void CheckAutoscalerMetadata(const v1::ObjectMeta& metadata, int kubernetes_minor, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METADATA_H_
