#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_VALUE_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_VALUE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace cpsizer {

// A value of a planned object: a scalar, a list or a map. The source of a scalar is the field of the request that
// determines it.
class PlannedValue {
 public:
  enum class Kind : uint8_t { kText, kWord, kList, kMap };
  using Member = std::pair<std::string, PlannedValue>;

  // Scalars: a text, a number, and the boolean true.
  static PlannedValue Text(std::string text, absl::string_view source = "");
  static PlannedValue Number(int64_t number, absl::string_view source = "");
  static PlannedValue True();
  static PlannedValue List(std::vector<PlannedValue> items);
  // Map() is a map to which other clients may add keys; WholeMap() is a map to which they must not add keys.
  static PlannedValue Map(std::vector<Member> members);
  static PlannedValue WholeMap(std::vector<Member> members);

  // Returns the same value, but written only when the object is created, or together with the list that contains it.
  // Other clients may change this value afterwards.
  PlannedValue AtCreation() &&;
  // Returns the same text, but a current text that differs only in upper and lower case is equal.
  PlannedValue IgnoringCase() &&;

  Kind kind() const { return kind_; }
  // Requires a scalar.
  const std::string& text() const { return text_; }
  const std::string& source() const { return source_; }
  const std::vector<PlannedValue>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  bool is_whole() const { return is_whole_; }
  bool at_creation() const { return at_creation_; }
  // Requires a scalar.
  bool IsEqualTo(absl::string_view current) const;

  // Returns the value as JSON. The keys are in the order in which they were added.
  std::string Json() const;

 private:
  explicit PlannedValue(Kind kind) : kind_(kind) {}

  void AppendJson(std::string& json) const;

  Kind kind_;
  bool is_whole_ = false;
  bool at_creation_ = false;
  bool ignores_case_ = false;
  std::string text_;
  std::string source_;
  std::vector<PlannedValue> items_;
  std::vector<Member> members_;
};

// Returns the path of a member, for example `spec.replicas`. A key with a point or a slash is in brackets.
std::string MemberPath(absl::string_view parent, absl::string_view key);

// Calls `visit` for each scalar, in order.
void ForEachScalar(const PlannedValue& value, const std::string& path,
                   absl::FunctionRef<void(const std::string& path, const PlannedValue& scalar)> visit);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_VALUE_H_
