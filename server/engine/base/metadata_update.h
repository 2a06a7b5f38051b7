#ifndef CPSIZER_SERVER_ENGINE_BASE_METADATA_UPDATE_H_
#define CPSIZER_SERVER_ENGINE_BASE_METADATA_UPDATE_H_

#include "cpsizer/v1/meta.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds the errors that the API server reports about the metadata of an update of an object of any kind: FIELD_IMMUTABLE
// and FINALIZER_ADDED. `old` is the metadata of the object that is updated.
//
// A field that is absent in `metadata` keeps its old value, as in a patch. Therefore `resourceVersion` may be absent,
// although the API server requires it in a PUT of some kinds: a manifest in a repository has neither a resourceVersion
// nor a uid. Source: ValidateObjectMetaAccessorUpdate of k8s.io/apimachinery/pkg/api/validation and BeforeUpdate of
// k8s.io/apiserver/pkg/registry/rest, v1.36.
void CheckMetadataUpdate(const v1::ObjectMeta& metadata, const v1::ObjectMeta& old, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_METADATA_UPDATE_H_
