#include "server/engine/size/configured_fractions.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cpsizer/limits.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"
#include "server/engine/base/text.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

constexpr absl::string_view kSizesKey = "sizes";
constexpr absl::string_view kRepeated = "Repeated map key: ";  // of protobuf
constexpr size_t kMaxParserTextBytes = 160;

// Returns the text of an error of protobuf on one line. The error has up to three lines: the description, an excerpt of
// the JSON, and a mark below the character at which the parser stopped.
std::string ParserText(absl::string_view error) {
  const std::vector<absl::string_view> lines = absl::StrSplit(error, '\n');
  absl::string_view description = lines[0];
  // A path in the protobuf message, which is not a path in the JSON.
  if (absl::StartsWith(description, "(")) description.remove_prefix(std::min(description.find(") ") + 2, error.size()));
  absl::ConsumePrefix(&description, ": ");
  absl::ConsumeSuffix(&description, ".");
  if (const size_t repeated = description.find(kRepeated); repeated != absl::string_view::npos) {
    description.remove_prefix(repeated + kRepeated.size());
    absl::ConsumeSuffix(&description, " is already set");
    return Quoted(absl::StrCat("the name ", description, " occurs twice"), kMaxParserTextBytes);
  }
  std::string text(description);
  if (lines.size() > 2 && lines[2].find('^') < lines[1].size()) {
    absl::StrAppend(&text, ", at ", lines[1].substr(lines[2].find('^')));
  }
  return Quoted(text, kMaxParserTextBytes);
}

// Returns what protobuf accepts in `object` and JSON does not; empty if there is nothing. Texts are skipped.
absl::string_view WhyNotJson(absl::string_view object) {
  bool in_text = false;
  char last = '\0';  // before the present character, without white space
  for (size_t i = 0; i < object.size(); ++i) {
    const char c = object[i];
    const bool starts_entry = last == '{' || last == ',';
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '\'') {
      return "the annotation is not a JSON object: write double quotes instead of single quotes";
    } else if (c == '}' && last == ',') {
      return "the annotation is not a JSON object: remove the comma before }";
    } else if (starts_entry && absl::ascii_isalpha(static_cast<unsigned char>(c))) {
      return "the annotation is not a JSON object: write the names of fields in double quotes";
    }
    if (!absl::ascii_isspace(static_cast<unsigned char>(c))) last = c;
  }
  return "";
}

// Returns why `text` is not a JSON object, in the words of cpsizer; empty if the parser decides.
absl::string_view WhyNotAnObject(absl::string_view text) {
  const absl::string_view content = absl::StripAsciiWhitespace(text);
  if (content.empty()) return "the annotation is empty where a JSON object is expected";
  if (content[0] != '{') return "the annotation is not a JSON object: it does not begin with {";
  // Lists are not needed, and protobuf 3.21 takes seconds for some kilobytes of nested lists. It limits the depth of
  // nested objects.
  if (absl::StrContains(text, '[')) return "a list is not allowed in this annotation";
  return WhyNotJson(text);
}

absl::string_view KindOf(const Value& value) {
  switch (value.kind_case()) {
    case Value::kNumberValue:
      return "a number";
    case Value::kBoolValue:
      return "a boolean";
    case Value::kStringValue:
      return "a text";
    case Value::kNullValue:
      return "null";
    default:
      return "an object";
  }
}

// Returns the fields in the order of their names, so that findings have a defined order.
std::vector<std::pair<absl::string_view, const Value*>> FieldsOf(const Struct& object) {
  std::vector<std::pair<absl::string_view, const Value*>> fields;
  for (const auto& [name, value] : object.fields()) fields.emplace_back(name, &value);
  std::sort(fields.begin(), fields.end());
  return fields;
}

const std::string* SpecText(const v1::ClusterSizingConfigurationSpec& spec, Resource resource) {
  return FractionText(spec.resource_based_autoscaling(), resource);
}

const std::string* SpecText(const v1::SizeConfiguration& size, Resource resource) {
  return FractionText(size.capacity(), resource);
}

}  // namespace

// Reads the annotation of a configuration.
class FractionsReader {
 public:
  using Annotated = ConfiguredFractions::Annotated;

  FractionsReader(ConfiguredFractions& out, Findings& findings) : out_(out), findings_(findings) {
    out_.all_sizes_.path = absl::StrCat("metadata.annotations[", kFractionsAnnotation, "]");
  }

  void Read(const std::string& text) {
    const std::string& path = out_.all_sizes_.path;
    if (text.size() > kMaxFractionsBytes) {
      return findings_.Add(
          Rule::kLimitExceeded, path, text,
          absl::StrCat("the annotation has ", text.size(), " bytes, at most ", kMaxFractionsBytes, " are allowed"));
    }
    if (const absl::string_view why = WhyNotAnObject(text); !why.empty()) {
      return findings_.Add(Rule::kFractionsMalformed, path, text, why);
    }
    Struct object;
    if (const auto status = google::protobuf::util::JsonStringToMessage(text, &object); !status.ok()) {
      return findings_.Add(Rule::kFractionsMalformed, path, text,
                           absl::StrCat("the annotation is not a JSON object: ",
                                        ParserText({status.message().data(), status.message().size()})));
    }
    ReadFractions(object, out_.spec_, out_.all_sizes_, /*has_sizes=*/true);
  }

 private:
  // Reads the fractions of `object` into `out`. `in_spec` is the message of the spec with the same fractions.
  template <typename InSpec>
  void ReadFractions(const Struct& object, const InSpec& in_spec, Annotated& out, bool has_sizes) {
    for (const auto& [name, value] : FieldsOf(object)) {
      if (name == kMemoryNames.fraction_field) {
        ReadFraction(*value, Resource::kMemory, in_spec, out);
      } else if (name == kCpuNames.fraction_field) {
        ReadFraction(*value, Resource::kCpu, in_spec, out);
      } else if (has_sizes && name == kSizesKey) {
        ReadSizes(*value);
      } else {
        Malformed(absl::StrCat(out.path, ".", Quoted(name)), *value,
                  absl::StrCat("there is no field \"", Quoted(name), "\"; the fields are ", kMemoryNames.fraction_field,
                               has_sizes ? ", " : " and ", kCpuNames.fraction_field, has_sizes ? " and sizes" : ""));
      }
    }
  }

  template <typename InSpec>
  void ReadFraction(const Value& value, Resource resource, const InSpec& in_spec, Annotated& out) {
    const std::string path = absl::StrCat(out.path, ".", NamesOf(resource).fraction_field);
    if (value.kind_case() != Value::kStringValue) {
      const bool number = value.kind_case() == Value::kNumberValue;
      const std::string shown = number ? absl::StrCat(value.number_value()) : "";
      return Malformed(
          path, value,
          absl::StrCat(number ? absl::StrCat(shown, " is ") : "the fraction is ", KindOf(value),
                       " where a text is expected", number ? absl::StrCat("; write \"", shown, "\"") : ""));
    }
    const std::string* in_field = SpecText(in_spec, resource);
    if (in_field != nullptr && *in_field != value.string_value()) {
      findings_.Add(Rule::kFractionOverridden, path, value.string_value(),
                    absl::StrCat("\"", Quoted(value.string_value()), "\" has no effect, because the spec has \"",
                                 Quoted(*in_field), "\""));
    }
    out.texts[resource] = value.string_value();
  }

  void ReadSizes(const Value& sizes) {
    const std::string path = absl::StrCat(out_.all_sizes_.path, ".", kSizesKey);
    if (sizes.kind_case() != Value::kStructValue) return MalformedObject(path, sizes);
    absl::flat_hash_map<absl::string_view, const v1::SizeConfiguration*> by_name;
    for (const v1::SizeConfiguration& size : out_.spec_.sizes()) by_name.try_emplace(size.name(), &size);
    for (const auto& [name, value] : FieldsOf(sizes.struct_value())) {
      const std::string size_path = absl::StrCat(path, "[", Quoted(name), "]");
      const auto size = by_name.find(name);
      if (size == by_name.end()) {
        findings_.Add(Rule::kFractionsSizeUnknown, size_path, name,
                      absl::StrCat("the configuration has no size \"", Quoted(name), "\""));
      } else if (value->kind_case() != Value::kStructValue) {
        MalformedObject(size_path, *value);
      } else {
        Annotated& out = out_.sizes_[std::string(name)];
        out.path = size_path;
        ReadFractions(value->struct_value(), *size->second, out, /*has_sizes=*/false);
      }
    }
  }

  void MalformedObject(const std::string& path, const Value& value) {
    Malformed(path, value, absl::StrCat("here is ", KindOf(value), " where an object is expected"));
  }

  void Malformed(const std::string& path, const Value& value, absl::string_view message) {
    findings_.Add(Rule::kFractionsMalformed, path,
                  value.kind_case() == Value::kNumberValue ? absl::StrCat(value.number_value()) : value.string_value(),
                  message);
  }

  ConfiguredFractions& out_;
  Findings& findings_;
};

ConfiguredFractions::ConfiguredFractions(const v1::ClusterSizingConfiguration& config, Findings& findings)
    : spec_(config.spec()) {
  const auto& annotations = config.metadata().annotations();
  if (annotations.empty()) return;
  const auto annotation = annotations.find(std::string(kFractionsAnnotation));
  if (annotation != annotations.end()) FractionsReader(*this, findings).Read(annotation->second);
  // Sorted, because the order of a map differs between runs.
  std::set<absl::string_view> unknown;
  for (const auto& [name, value] : annotations) {
    const bool is_ours = absl::StartsWith(name, "cpsizer/") || absl::StartsWith(name, "cpsizer.");
    if (is_ours && name != kFractionsAnnotation) unknown.insert(name);
  }
  for (const absl::string_view name : unknown) {
    findings.Add(Rule::kAnnotationUnknown, absl::StrCat("metadata.annotations[", Quoted(name), "]"), "",
                 absl::StrCat("\"", Quoted(name), "\" has no effect"));
  }
}

absl::optional<ConfiguredFractions::Fraction> ConfiguredFractions::OfAllSizes(Resource resource) const {
  const absl::string_view field = NamesOf(resource).fraction_field;
  if (const std::string* text = SpecText(spec_, resource)) return Fraction{*text, {kAutoscalingPath, -1, field}};
  if (!all_sizes_.texts[resource].has_value()) return absl::nullopt;
  return Fraction{*all_sizes_.texts[resource], {all_sizes_.path, -1, field}};
}

absl::optional<ConfiguredFractions::Fraction> ConfiguredFractions::OfSize(int index, Resource resource) const {
  const v1::SizeConfiguration& size = spec_.sizes(index);
  const ResourceNames& names = NamesOf(resource);
  if (const std::string* text = SpecText(size, resource)) {
    return Fraction{*text, {kSizesPath, index, names.size_fraction_field}};
  }
  if (sizes_.empty()) return absl::nullopt;
  const auto annotated = sizes_.find(size.name());
  if (annotated == sizes_.end() || !annotated->second.texts[resource].has_value()) return absl::nullopt;
  return Fraction{*annotated->second.texts[resource], {annotated->second.path, -1, names.fraction_field}};
}

bool ConfiguredFractions::Any(Resource resource) const {
  if (OfAllSizes(resource).has_value()) return true;
  for (int i = 0; i < spec_.sizes_size(); ++i) {
    if (OfSize(i, resource).has_value()) return true;
  }
  return false;
}

}  // namespace cpsizer
