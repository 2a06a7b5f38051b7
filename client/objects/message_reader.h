#ifndef CPSIZER_CLIENT_OBJECTS_MESSAGE_READER_H_
#define CPSIZER_CLIENT_OBJECTS_MESSAGE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/objects/field_traits.h"
#include "client/objects/found_object.h"
#include "client/objects/problem_list.h"
#include "client/tree/node.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace cpsizer::objects {

// Reads nodes into the messages for Kubernetes objects. Finds fields by their JSON names, and checks types as the API
// server does. A field of the wrong type is left out only if the API does not read the field. Null means absent.
// Unknown fields are ignored.
class MessageReader {
 public:
  explicit MessageReader(ProblemList& problems) : problems_(problems) {}
  // Makes a reader that also records the positions of fields in `found`.
  MessageReader(ProblemList& problems, FoundObject& found) : problems_(problems), found_(&found) {}
  // Makes a reader that also records findings in `found.unknown_fields`, and that handles values of the wrong type
  // according to `found.mistyped_values`.
  MessageReader(ProblemList& problems, CheckedObject& found) : problems_(problems), found_(&found), checked_(&found) {}

  // Reads `node` into `message`. `path` is the path of `node` in the object, or empty for the object itself. If `node`
  // is invalid, adds a problem and returns false. In this case the object must not be used.
  bool Read(const Node& node, absl::string_view path, google::protobuf::Message& message);

 private:
  using Field = google::protobuf::FieldDescriptor;

  // The path of a value. It becomes a text only for a problem, a finding or a recorded position.
  struct Path {
    enum class Step : uint8_t { kField, kItem, kMapKey };

    std::string Text() const;

    const Path* parent;  // null for the outermost path, which is `key`
    absl::string_view key;
    Step step = Step::kField;
    size_t index = 0;  // for kItem
  };

  void ReadMessage(const Node& node, const Path& path, google::protobuf::Message& message);
  void ReadEntry(const Entry& entry, const Path& parent, google::protobuf::Message& message);
  void ReadField(const Node& node, const Path& path, const Field& field, google::protobuf::Message& message);
  void ReadList(const Node& node, const Path& path, const Field& field, google::protobuf::Message& message);
  void ReadTexts(const Node& node, const Path& path, const Field& field, google::protobuf::Message& message);
  void ReadScalar(const Node& node, const Path& path, const Field& field, google::protobuf::Message& message);
  bool ReadText(const Node& node, const Path& path, QuantityForm form, std::string& text);
  bool ReadQuantity(const Node& node, const Path& path, QuantityForm form, std::string& text);
  bool ReadInteger(const Node& node, const Path& path, const Field& field, int64_t& value);
  bool ReadNumber(const Node& node, const Path& path, double& value);

  // Reports a value of the wrong type if its meaning is clear. Returns whether to read the value.
  bool ReadsMistyped(const Node& node, const Path& path, absl::string_view message, absl::string_view fix);
  // Adds FIELD_TYPE_MISMATCH. It is a warning if no decision needs the field and the object is from an API server.
  void AddMistyped(const Node& node, const Path& path, absl::string_view message, absl::string_view fix);
  // Returns how to correct a value that is left out; empty if there is only the general remedy.
  std::string FixOf(const Node& node, const Path& path);
  void AddProblem(const Node& node, const Path& path, absl::string_view message);
  void ReportEmptyList(const Path& path, const Field& field);
  void ReportUnknownField(const Entry& entry, const Path& parent, const google::protobuf::Descriptor& type);
  void Record(const Path& path, Position position);

  ProblemList& problems_;
  FoundObject* found_ = nullptr;
  CheckedObject* checked_ = nullptr;
  // True inside a field that the API does not read. In such a field, invalid values are left out without a problem.
  bool lenient_ = false;
  const google::protobuf::Descriptor* outermost_ = nullptr;  // of Read()
  std::string outermost_path_;
  // False inside a field for which IsDecisive() is false.
  bool decisive_ = true;
  // False inside a field for which IsNeeded() is false.
  bool needed_ = true;
  bool failed_ = false;
};

// Reads the field `key` of an object, such as its metadata. An absent or null field is read as empty.
bool ReadPart(const Node& object, absl::string_view key, ProblemList& problems, google::protobuf::Message& message);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_MESSAGE_READER_H_
