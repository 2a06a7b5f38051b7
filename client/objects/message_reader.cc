#include "client/objects/message_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/objects/escape.h"
#include "client/objects/file_limits.h"
#include "client/objects/unknown_field.h"
#include "client/tree/node_json.h"
#include "cpsizer/limits.h"
#include "cpsizer/quantity.h"
#include "cpsizer/rules.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "server/process/nearest_name.h"

namespace cpsizer::objects {
namespace {

bool IsScalar(const Node& node) {
  return node.kind != NodeKind::kList && node.kind != NodeKind::kMap;
}

std::string Shown(const Node& node) {
  return IsScalar(node) ? EscapeCut(node.text, kMaxQuotedValueBytes) : std::string(KindWords(node.kind));
}

// Returns whether unknown fields in `parent` are reported: fields of the object itself and of its spec. Unknown fields
// in the metadata are not reported, because the messages do not have all metadata fields of Kubernetes. Unknown fields
// in the status are not reported, because only controllers write them.
bool IsRead(absl::string_view parent) {
  return parent.empty() || parent == "spec" || absl::StartsWith(parent, "spec.") || absl::StartsWith(parent, "spec[");
}

std::string QuoteIt(const Node& node) {
  return absl::StrCat("quote it: \"", Shown(node), "\"");
}

bool ReadsAsQuantity(absl::string_view text) {
  Quantity quantity;
  return ParseQuantity(text, quantity) == QuantityError::kNone;
}

}  // namespace

std::string MessageReader::Path::Text() const {
  if (parent == nullptr) return std::string(key);
  std::string before = parent->Text();
  switch (step) {
    case Step::kField:
      return FieldPath(before, key);
    case Step::kItem:
      return absl::StrCat(before, "[", index, "]");
    case Step::kMapKey:
      return absl::StrCat(before, "[", EscapeCut(key, kMaxQuotedValueBytes), "]");
  }
  return before;
}

bool MessageReader::Read(const Node& node, absl::string_view path, google::protobuf::Message& message) {
  failed_ = false;
  outermost_ = message.GetDescriptor();
  outermost_path_ = std::string(path);
  ReadMessage(node, Path{nullptr, path}, message);
  return !failed_;
}

void MessageReader::ReadMessage(const Node& node, const Path& path, google::protobuf::Message& message) {
  if (node.kind != NodeKind::kMap) return AddProblem(node, path, "where a mapping is expected");
  for (const Entry& entry : node.entries) ReadEntry(entry, path, message);
}

void MessageReader::ReadEntry(const Entry& entry, const Path& parent, google::protobuf::Message& message) {
  const google::protobuf::Descriptor& type = *message.GetDescriptor();
  const Path path = {&parent, entry.key};
  const Field* field = FieldNamed(type, entry.key);
  // A null value counts as an absent field, and has no position.
  if (field != nullptr && entry.value.kind == NodeKind::kNull) return;
  Record(path, field != nullptr && IsScalar(entry.value) ? entry.value.position : entry.position);
  if (field == nullptr) return ReportUnknownField(entry, parent, type);
  const bool lenient = std::exchange(lenient_, lenient_ || IsNotRead(*field));
  const bool decisive = std::exchange(decisive_, decisive_ && IsDecisive(*field));
  const bool needed = std::exchange(needed_, needed_ && IsNeeded(*field));
  ReadField(entry.value, path, *field, message);
  needed_ = needed;
  decisive_ = decisive;
  lenient_ = lenient;
}

void MessageReader::ReadField(const Node& node, const Path& path, const Field& field,
                              google::protobuf::Message& message) {
  if (field.is_map()) {
    ReadTexts(node, path, field, message);
  } else if (field.is_repeated()) {
    ReadList(node, path, field, message);
  } else if (field.cpp_type() == Field::CPPTYPE_MESSAGE) {
    ReadMessage(node, path, *message.GetReflection()->MutableMessage(&message, &field));
  } else {
    ReadScalar(node, path, field, message);
  }
}

void MessageReader::ReadList(const Node& node, const Path& path, const Field& field,
                             google::protobuf::Message& message) {
  if (node.kind != NodeKind::kList) return AddProblem(node, path, "where a list is expected");
  if (node.items.empty() && IsRefusedWhenEmpty(field)) ReportEmptyList(path, field);
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  for (size_t i = 0; i < node.items.size(); ++i) {
    const Node& item = node.items[i];
    const Path item_path = {&path, "", Path::Step::kItem, i};
    Record(item_path, item.position);
    std::string text;
    if (field.cpp_type() == Field::CPPTYPE_MESSAGE) {
      ReadMessage(item, item_path, *reflection.AddMessage(&message, &field));
    } else if (ReadText(item, item_path, QuantityForm::kNone, text)) {
      reflection.AddString(&message, &field, std::move(text));
    }
  }
}

// All maps of the API map text to text: labels, annotations, and quantities by resource.
void MessageReader::ReadTexts(const Node& node, const Path& path, const Field& field,
                              google::protobuf::Message& message) {
  if (node.kind != NodeKind::kMap) return AddProblem(node, path, "where a mapping is expected");
  const Field& key_field = *field.message_type()->map_key();
  const Field& value_field = *field.message_type()->map_value();
  const QuantityForm form = QuantityFormOf(field);
  for (const Entry& entry : node.entries) {
    std::string text;
    const Path value_path = {&path, entry.key, Path::Step::kMapKey};
    Record(value_path, entry.value.position);
    if (entry.value.kind == NodeKind::kNull || !ReadText(entry.value, value_path, form, text)) continue;
    google::protobuf::Message& pair = *message.GetReflection()->AddMessage(&message, &field);
    pair.GetReflection()->SetString(&pair, &key_field, entry.key);
    pair.GetReflection()->SetString(&pair, &value_field, std::move(text));
  }
}

void MessageReader::ReadScalar(const Node& node, const Path& path, const Field& field,
                               google::protobuf::Message& message) {
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  if (field.cpp_type() == Field::CPPTYPE_STRING) {
    std::string text;
    if (ReadText(node, path, QuantityFormOf(field), text)) reflection.SetString(&message, &field, std::move(text));
  } else if (field.cpp_type() == Field::CPPTYPE_BOOL) {
    if (node.kind != NodeKind::kBool) return AddProblem(node, path, "where true or false is expected");
    reflection.SetBool(&message, &field, node.integer != 0);
  } else if (field.cpp_type() == Field::CPPTYPE_DOUBLE) {
    double value = 0;
    if (ReadNumber(node, path, value)) reflection.SetDouble(&message, &field, value);
  } else {
    int64_t value = 0;
    if (!ReadInteger(node, path, field, value)) return;
    if (field.cpp_type() == Field::CPPTYPE_INT32) {
      reflection.SetInt32(&message, &field, static_cast<int32_t>(value));
    } else {
      reflection.SetInt64(&message, &field, value);
    }
  }
}

bool MessageReader::ReadText(const Node& node, const Path& path, QuantityForm form, std::string& text) {
  if (node.kind == NodeKind::kText) {
    text = node.text;
    return true;
  }
  if (!IsScalar(node) || node.kind == NodeKind::kNull) {
    AddProblem(node, path, "where text is expected");
    return false;
  }
  if (form != QuantityForm::kNone) return ReadQuantity(node, path, form, text);
  text = node.text;
  return ReadsMistyped(node, path, "where text is expected", QuoteIt(node));
}

bool MessageReader::ReadQuantity(const Node& node, const Path& path, QuantityForm form, std::string& text) {
  if (node.kind == NodeKind::kInteger) {
    text = absl::StrCat(node.integer);
    return true;
  }
  if (node.kind != NodeKind::kFloat || node.text.find_first_of("0123456789") == std::string::npos) {
    AddProblem(node, path, "where a quantity is expected");
    return false;
  }
  if (form == QuantityForm::kAnyNumber) {
    text = ToJson(node).dump();
    return true;
  }
  const bool has_fraction = node.text.find_first_of(".eE") != std::string::npos;
  text = node.text;
  return ReadsMistyped(
      node, path, absl::StrCat(has_fraction ? "with a fraction" : "beyond 64 bits", ", which the API server refuses"),
      ReadsAsQuantity(node.text) ? QuoteIt(node) : "");
}

bool MessageReader::ReadInteger(const Node& node, const Path& path, const Field& field, int64_t& value) {
  if (node.kind == NodeKind::kText) {
    const Node unquoted = tree::PlainScalar(node.position, node.text);
    if (unquoted.kind == NodeKind::kInteger) {
      return ReadsMistyped(node, path, "where a whole number is expected", "remove the quotes") &&
             ReadInteger(unquoted, path, field, value);
    }
  }
  if (node.kind != NodeKind::kInteger && node.kind != NodeKind::kFloat) {
    AddProblem(node, path, "where a whole number is expected");
    return false;
  }
  const bool narrow = field.cpp_type() == Field::CPPTYPE_INT32;
  const int64_t least = narrow ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int64_t>::min();
  const int64_t most = narrow ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int64_t>::max();
  if (node.kind == NodeKind::kFloat || node.integer < least || node.integer > most) {
    AddProblem(node, path, absl::StrCat("but not a whole number from ", least, " to ", most));
    return false;
  }
  value = node.integer;
  return true;
}

bool MessageReader::ReadNumber(const Node& node, const Path& path, double& value) {
  if (node.kind == NodeKind::kInteger) {
    value = static_cast<double>(node.integer);
    return true;
  }
  const bool reads = node.kind == NodeKind::kFloat && absl::SimpleAtod(node.text, &value) && std::isfinite(value);
  if (!reads) AddProblem(node, path, "where a finite number is expected");
  return reads;
}

bool MessageReader::ReadsMistyped(const Node& node, const Path& path, absl::string_view message,
                                  absl::string_view fix) {
  if (lenient_ || checked_ == nullptr || checked_->mistyped_values == MistypedValues::kRefuse) {
    AddProblem(node, path, absl::StrCat(message, fix.empty() ? "" : "; ", fix));
    return false;
  }
  AddMistyped(node, path, message, fix);
  return true;
}

void MessageReader::AddMistyped(const Node& node, const Path& path, absl::string_view message, absl::string_view fix) {
  const RuleInfo& info = Info(Rule::kFieldTypeMismatch);
  const bool is_newer = !needed_ && node.position.line == 0;
  v1::Finding* const finding = AddReaderFinding(
      Rule::kFieldTypeMismatch, is_newer ? v1::SEVERITY_WARNING : info.severity, path.Text(), checked_->unknown_fields);
  if (finding == nullptr) return;  // the object has other errors
  finding->set_value(Shown(node));
  finding->set_message(
      absl::StrCat(IsScalar(node) ? Shown(node) : "the value", " is ", KindWords(node.kind), " ", message));
  if (is_newer) return finding->set_remedy("Keep it if the API of the cluster has this type; otherwise correct it.");
  std::string remedy = fix.empty() ? std::string(info.remedy) : absl::StrCat(fix, ".");
  remedy.front() = absl::ascii_toupper(static_cast<unsigned char>(remedy.front()));
  finding->set_remedy(remedy);
}

std::string MessageReader::FixOf(const Node& node, const Path& path) {
  // The minimum and the maximum of spec.resourceLimits.memory.
  Quantity quantity;
  const bool is_memory = outermost_ == v1::ClusterAutoscaler::descriptor() && path.parent->key == "memory";
  if (!is_memory || ParseQuantity(node.text, quantity) != QuantityError::kNone) return "";
  constexpr Nanos kGibibyte = Nanos{kNanosPerUnit} << 30;
  if (quantity.nanos % kGibibyte != 0) return "write a whole number of GiB";
  return absl::StrCat("the unit is GiB: write ", static_cast<int64_t>(quantity.nanos / kGibibyte));
}

void MessageReader::AddProblem(const Node& node, const Path& path, absl::string_view message) {
  if (lenient_) return;
  // An API server has checked the types of its objects, so this is the type of a newer version.
  if (checked_ != nullptr && !needed_ && node.position.line == 0) return AddMistyped(node, path, message, "");
  // Without its metadata, its spec or an item of a list, an object would have many other findings.
  const bool is_inner = path.parent != nullptr && path.parent->parent != nullptr && path.step != Path::Step::kItem;
  if (checked_ != nullptr && checked_->mistyped_values == MistypedValues::kReportAll && is_inner) {
    checked_->left_out.insert(path.Text());
    return AddMistyped(node, path, message, FixOf(node, path));
  }
  failed_ = true;
  const std::string path_text = path.Text();
  std::string subject = path_text;
  if (IsScalar(node) && node.kind != NodeKind::kNull) {
    const absl::string_view quote = node.kind == NodeKind::kText ? "\"" : "";
    absl::StrAppend(&subject, path_text.empty() ? "" : ": ", quote, Shown(node), quote);
  }
  problems_.Add(node.position,
                absl::StrCat(subject, subject.empty() ? "" : " ", "is ", KindWords(node.kind), " ", message));
}

void MessageReader::ReportEmptyList(const Path& path, const Field& field) {
  if (checked_ == nullptr || lenient_) return;
  v1::Finding* const finding = AddReaderFinding(Rule::kFieldRequired, Info(Rule::kFieldRequired).severity, path.Text(),
                                                checked_->unknown_fields);
  if (finding == nullptr) return;
  finding->set_message(absl::StrCat(field.json_name(), " is an empty list, which the API server refuses"));
  finding->set_remedy(absl::StrCat("Write at least one entry, or leave ", field.json_name(), " out for the defaults."));
}

void MessageReader::ReportUnknownField(const Entry& entry, const Path& parent,
                                       const google::protobuf::Descriptor& type) {
  if (checked_ == nullptr || lenient_) return;
  const std::string parent_text = parent.Text();
  if (!IsRead(parent_text)) return;
  const std::vector<absl::string_view> all = FieldNames(type);
  if (checked_->is_partial && !server::NearestName(entry.key, all).has_value()) return;
  const std::vector<absl::string_view> decisive =
      decisive_ ? DecisiveFieldNames(type) : std::vector<absl::string_view>();
  absl::string_view inner = parent_text;
  absl::ConsumePrefix(&inner, outermost_path_);
  absl::ConsumePrefix(&inner, ".");
  std::string elsewhere = DecisivePathNear(*outermost_, inner, entry.key);
  if (!elsewhere.empty()) elsewhere = FieldPath(outermost_path_, elsewhere);
  AddUnknownField(entry, parent_text, parent_text.empty() ? absl::StrCat("a ", type.name()) : parent_text,
                  {all, decisive, elsewhere}, checked_->unknown_fields);
}

void MessageReader::Record(const Path& path, Position position) {
  if (found_ != nullptr && !lenient_) found_->positions.try_emplace(path.Text(), position);
}

bool ReadPart(const Node& object, absl::string_view key, ProblemList& problems, google::protobuf::Message& message) {
  const Node* part = object.Find(key);
  return part == nullptr || part->kind == NodeKind::kNull || MessageReader(problems).Read(*part, key, message);
}

}  // namespace cpsizer::objects
