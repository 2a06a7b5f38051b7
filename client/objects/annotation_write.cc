#include "client/objects/annotation_write.h"

#include "absl/strings/str_cat.h"

namespace cpsizer::objects {

AnnotationWrite LastWriteOf(const tree::Node& object, absl::string_view annotation) {
  const std::string key = absl::StrCat("f:", annotation);
  AnnotationWrite last;
  for (const tree::Node& entry : tree::Find(object, {"metadata", "managedFields"}).items) {
    const tree::Node& annotations = tree::Find(entry, {"fieldsV1", "f:metadata", "f:annotations"});
    if (annotations.Find(key) == nullptr) continue;
    // Times with the same format and zone can be compared as text.
    const std::string time(tree::TextAt(entry, {"time"}));
    if (last.manager.empty() || time >= last.time) last = {std::string(tree::TextAt(entry, {"manager"})), time};
  }
  return last;
}

}  // namespace cpsizer::objects
