#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_VALUE_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_VALUE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace cpsizer {

// A value of a planned object: a scalar, a list or a map. A scalar has the field of the request that decides it.
class PlannedValue {
 public:
  enum class Kind : uint8_t { kText, kWord, kList, kMap };
  using Member = std::pair<std::string, PlannedValue>;

  // A text, and a number or a boolean.
  static PlannedValue Text(std::string text, absl::string_view source = "");
  static PlannedValue Number(int64_t number, absl::string_view source = "");
  static PlannedValue True();
  static PlannedValue List(std::vector<PlannedValue> items);
  // A map in which other clients may set more keys, and one in which they may not.
  static PlannedValue Map(std::vector<Member> members);
  static PlannedValue WholeMap(std::vector<Member> members);

  // Returns the same value, written only when the object is created: other clients may change it afterwards.
  PlannedValue AtCreation() &&;

  Kind kind() const { return kind_; }
  // Requires a scalar.
  const std::string& text() const { return text_; }
  const std::string& source() const { return source_; }
  const std::vector<PlannedValue>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  bool is_whole() const { return is_whole_; }
  bool at_creation() const { return at_creation_; }

  // Returns the value as JSON, with its keys in the order in which they were given.
  std::string Json() const;

 private:
  explicit PlannedValue(Kind kind) : kind_(kind) {}

  void AppendJson(std::string& json) const;

  Kind kind_;
  bool is_whole_ = false;
  bool at_creation_ = false;
  std::string text_;
  std::string source_;
  std::vector<PlannedValue> items_;
  std::vector<Member> members_;
};

// Returns the path of a member: `spec.replicas`, and in brackets if its key has a point or a slash.
std::string MemberPath(absl::string_view parent, absl::string_view key);

// Calls `visit` for each scalar, in order.
void ForEachScalar(const PlannedValue& value, const std::string& path,
                   absl::FunctionRef<void(const std::string& path, const PlannedValue& scalar)> visit);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_PLANNED_VALUE_H_
