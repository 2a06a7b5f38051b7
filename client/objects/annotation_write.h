#ifndef CPSIZER_CLIENT_OBJECTS_ANNOTATION_WRITE_H_
#define CPSIZER_CLIENT_OBJECTS_ANNOTATION_WRITE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/tree/node.h"

namespace cpsizer::objects {

// The last write of an annotation, from metadata.managedFields of its object. Source: the FieldsV1 format of
// server-side apply.
struct AnnotationWrite {
  std::string manager;  // the field manager; empty if it is unknown
  // When the manager wrote last (RFC 3339). It may have written another field then, so the annotation has its value
  // since this time or longer. Empty if it is unknown.
  std::string time;
};
AnnotationWrite LastWriteOf(const tree::Node& object, absl::string_view annotation);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_ANNOTATION_WRITE_H_
