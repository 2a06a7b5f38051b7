#ifndef CPSIZER_CLIENT_OBJECTS_MESSAGE_READER_H_
#define CPSIZER_CLIENT_OBJECTS_MESSAGE_READER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "client/objects/field_traits.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "client/tree/node.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace cpsizer::objects {

// Reads nodes into the messages that mirror Kubernetes objects, by their JSON names and as strictly about types as the
// API server, but that fields which the API says are not read are left out where they are of another type. Null is
// absent. Unknown fields are passed over.
class MessageReader {
 public:
  explicit MessageReader(ProblemList& problems) : problems_(problems) {}
  // The same; records in `found` where fields stand.
  MessageReader(ProblemList& problems, FoundObject& found) : problems_(problems), found_(&found) {}
  // The same; records in its unknown_fields what nobody sees in the message.
  MessageReader(ProblemList& problems, CheckedObject& found)
      : problems_(problems), found_(&found), unknown_fields_(&found.unknown_fields) {}

  // Reads `node` into `message`; `path` is where it stands in its object, empty for the object. False after saying
  // what is wrong: then the object must not be used.
  bool Read(const Node& node, absl::string_view path, google::protobuf::Message& message);

 private:
  using Field = google::protobuf::FieldDescriptor;

  void ReadMessage(const Node& node, const std::string& path, google::protobuf::Message& message);
  void ReadEntry(const Entry& entry, const std::string& parent, google::protobuf::Message& message);
  void ReadField(const Node& node, const std::string& path, const Field& field, google::protobuf::Message& message);
  void ReadList(const Node& node, const std::string& path, const Field& field, google::protobuf::Message& message);
  void ReadTexts(const Node& node, const std::string& path, const Field& field, google::protobuf::Message& message);
  void ReadScalar(const Node& node, const std::string& path, const Field& field, google::protobuf::Message& message);
  bool ReadText(const Node& node, const std::string& path, QuantityForm form, std::string& text);
  bool ReadQuantity(const Node& node, const std::string& path, QuantityForm form, std::string& text);
  bool ReadInteger(const Node& node, const std::string& path, const Field& field, int64_t& value);

  void AddProblem(const Node& node, const std::string& path, absl::string_view message);
  void TellEmptyList(const std::string& path, const Field& field);
  void TellUnknownField(const Entry& entry, const std::string& parent, const google::protobuf::Descriptor& type);
  void Record(const std::string& path, Position position);

  ProblemList& problems_;
  FoundObject* found_ = nullptr;
  std::vector<v1::Finding>* unknown_fields_ = nullptr;
  // Inside a field that is not read: what cannot be used is left out without a word.
  bool lenient_ = false;
  bool failed_ = false;
};

// Appends FIELD_UNKNOWN to `findings`: `entry`, which stands in `parent`, is none of `known`. `holder` is what a
// sentence calls the parent. Nothing more than kMaxUnknownFields: who mends so many sees the others next time.
void AddUnknownField(const Entry& entry, const std::string& parent, absl::string_view holder,
                     absl::Span<const absl::string_view> known, std::vector<v1::Finding>& findings);

// Reads the part `key` of an object, such as its metadata; one that is not there, or is null, reads as empty.
bool ReadPart(const Node& object, absl::string_view key, ProblemList& problems, google::protobuf::Message& message);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_MESSAGE_READER_H_
