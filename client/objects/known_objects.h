#ifndef CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_
#define CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::objects {

// The kinds of objects that sizing looks at.
enum class ObjectKind : uint8_t { kOther, kConfiguration, kHostedCluster, kVerticalPodAutoscaler, kMachineSet };

struct ObjectType {
  ObjectKind kind = ObjectKind::kOther;
  bool version_known = true;
  absl::string_view api_version;  // the one that its fields are read by
};

// What an object is by its apiVersion and kind. A kind of another API group is kOther, but for
// ClusterSizingConfiguration: nothing else is called so, and the decision library tells what is wrong with it.
ObjectType Recognize(absl::string_view api_version, absl::string_view kind);

// Whether `text` holds the name of a kind that sizing looks at.
bool NamesKnownKind(absl::string_view text);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_KNOWN_OBJECTS_H_
